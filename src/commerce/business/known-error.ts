/** Whatever was thrown → the error that is answered. */
import { CommerceError } from '../error.ts'
import type { Settings } from './options.ts'

/** The answer does not describe a fault of the business: that goes to `onError`. */
export function knownError(cause: unknown, { onError }: Pick<Settings, 'onError'>): CommerceError {
  const known = cause instanceof CommerceError ? cause : undefined
  if (!known || known.status >= 500) onError(known?.cause ?? cause)
  return known ?? new CommerceError('internal_error', 'An unexpected error')
}
