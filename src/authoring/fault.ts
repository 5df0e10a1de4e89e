/** What is wrong with one place of what a model wrote, as plain data. */
import type { ErrorCode, Severity, SurfaceError } from '../errors/surface-error.ts'
import { step } from '../json/pointer.ts'
import type { Maybe } from '../json/value.ts'

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
export function faultOf(error: SurfaceError): Fault {
  const { code, severity, place, message, hint, expected: { words = [] } = {} } = error
  const { line, at = '' } = place
  return {
    code,
    severity,
    ...(line !== undefined && { line }),
    at,
    message,
    hint,
    ...(words.length > 0 && { expected: words }),
  }
}

/** What stands at a place of a model's answer; names may be any, such as `__proto__`. */
export function valueAt(value: Maybe, path: readonly string[]): Maybe {
  return path.reduce<Maybe>(step, value)
}

/** The items by a key, each list in its order. */
export function groupedBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
