/** What is wrong with one place of what a model wrote, as plain data. */
import type { ErrorCode, Severity, SurfaceError } from '../errors/surface-error.ts'

export interface Fault {
  readonly code: ErrorCode
  readonly severity: Severity
  /** 1-based number of the line, or of the message in a list. Absent: the fault lies in no line, such as a missing root. */
  readonly line?: number
  /** JSON Pointer into the message; empty: the message as a whole. */
  readonly at: string
  readonly message: string
  /** What would put it right, in one sentence. */
  readonly hint: string
  /** What may stand there instead, the likeliest first, where that is a list of words. */
  readonly expected?: readonly string[]
}

/** What the runtime reports, as a fault. */
export function faultOf({ code, severity, place, message, hint }: SurfaceError): Fault {
  const { line, at = '' } = place
  return { code, severity, ...(line !== undefined && { line }), at, message, hint }
}
