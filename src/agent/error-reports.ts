/** Errors in an agent's surfaces, on their way back to it: so that it can correct what it sent. */
import type { SurfaceError } from '../errors/surface-error.ts'
import type { Part } from './types.ts'

export interface ErrorReports {
  /**
   * False for an error that is not of the agent's making, and for a warning: what it is about is shown all the same. Of what
   * the catalog has not, nothing or something else is shown, so the agent hears of it where the runtime is lenient, too.
   */
  add(error: SurfaceError, part: Part): boolean
  /** Reports wait and may go out by themselves. After three such messages in a row they wait for the user. */
  readonly due: boolean
  /** The waiting reports; they are gone from here. */
  take(): readonly Part[]
  /** The user has said or done something, so reports may go out by themselves again. */
  userActed(): void
}

/** Messages with reports that follow each other without the user: an agent that cannot correct itself would loop. */
const maxInARow = 3

/** Reports of one message. */
const maxParts = 20

/** Faults of the connection, of the host or of the user's pace. */
const local: ReadonlySet<string> = new Set([
  ...['STREAM_TRUNCATED', 'STREAM_FAILED', 'RUNTIME_DISPOSED', 'INTERNAL'],
  ...['ACTION_STALE', 'ACTION_RATE', 'ACTION_FAILED'],
])

/** What the catalogs of this client have not. */
const unknown: ReadonlySet<string> = new Set(['CATALOG_UNKNOWN', 'COMPONENT_UNKNOWN', 'FUNCTION_UNKNOWN'])

export function createErrorReports(): ErrorReports {
  let waiting: Part[] = []
  let inARow = 0
  return {
    add({ code, severity }, part) {
      const isForAgent = severity === 'error' || unknown.has(code)
      if (!isForAgent || local.has(code) || waiting.length >= maxParts) return false
      waiting.push(part)
      return true
    },
    get due() {
      return waiting.length > 0 && inARow < maxInARow
    },
    take() {
      const parts = waiting
      waiting = []
      if (parts.length > 0) inARow++
      return parts
    },
    userActed() {
      inARow = 0
    },
  }
}
