/** Whatever was thrown → the error that is answered. */
import { CommerceError } from '../error.ts'
import type { Settings } from './options.ts'

/** Faults of the business go to `onError`. The answer does not describe them. */
export function toCommerceError(cause: unknown, { onError }: Pick<Settings, 'onError'>): CommerceError {
  const known = cause instanceof CommerceError ? cause : undefined
  if (!known || known.status >= 500) onError(known?.cause ?? cause)
  return known ?? new CommerceError('internal_error', 'An unexpected error')
}
