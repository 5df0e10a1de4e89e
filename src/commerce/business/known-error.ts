/** Whatever was thrown → the error that is answered. */
import { CommerceError } from '../error.ts'
import type { Settings } from './options.ts'

/** An answer says nothing about a fault of ours; `onError` is told of it. */
export function knownError(cause: unknown, { onError }: Pick<Settings, 'onError'>): CommerceError {
  const known = cause instanceof CommerceError ? cause : undefined
  if (!known || known.status >= 500) onError(known?.cause ?? cause)
  return known ?? new CommerceError('internal_error', 'An unexpected error')
}
