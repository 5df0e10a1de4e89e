/** How components are to be read: strict or lenient, and whether they have to be copied. */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'

/** Values that are the caller's: they are copied while they are read. */
export interface Foreign {
  readonly limits: Limits
  /** How many more values the message may have. */
  values: number
}

/** How the host wants components checked, and where findings go that do not stop a component. */
export interface ParseOptions {
  readonly limits: Limits
  readonly lenient: boolean
  readonly warn: (error: SurfaceError) => void
  /** The components are the caller's: they are copied while they are read, or `notRead` is thrown. */
  readonly foreign?: Foreign | undefined
}

/** A foreign component that is faulty or unusual: it is to be copied whole and read again. */
export const notRead: SurfaceError = new SurfaceError('VALIDATION_FAILED', 'Not read', { hint: '' })
