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
export function faultOf({ code, severity, place: { line, at = '' }, message, hint }: SurfaceError): Fault {
  const expected = wordsIn(hint)
  return {
    code,
    severity,
    ...(line && { line }),
    at,
    message,
    hint,
    ...(expected && { expected }),
  }
}

/** The words that a hint of the runtime lists: the runtime keeps them in sentences alone, which every page loads. */
function wordsIn(hint: string): readonly string[] | undefined {
  const [, word] = /^(?:Did you mean|Rename ".*?" to|Send) "([^"]*)"[?.]/.exec(hint) ?? []
  if (word !== undefined) return [word]
  const [, quoted] = /^Send one of (.*?)(?:, or another form of the schema)?\.$/.exec(hint) ?? []
  if (quoted) return (JSON.parse(`[${quoted}]`) as readonly unknown[]).map(String)
  // `none` is no word.
  return /^(?:Known|Supported catalogs): (?!none\.)(.*)\.$/.exec(hint)?.[1]?.split(', ')
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
