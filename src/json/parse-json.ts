/** One line of text → one JSON value. Finds repeated keys and lost digits, which `JSON.parse` does not report. */

import type { Limits } from '../errors/limits.ts'
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { inspect } from './inspect.ts'
import { type Finding, scanJson } from './scan-json.ts'
import type { JsonValue } from './value.ts'

/**
 * Throws `JSON_SYNTAX`, `LIMIT_DEPTH`, `LIMIT_STRING` or `NUMBER_RANGE`. Adds to `warnings`, and gives the value, for a repeated
 * key (`JSON_DUPLICATE_KEY`: the last one counts) and for an integer that a double cannot hold (`NUMBER_PRECISION`).
 *
 * Repeated keys are found by counting: outside of strings a text has one colon a member, so a value with fewer members
 * has lost some. Only such a text is scanned exactly.
 */
export function parseJson(text: string, limits: Limits, warnings: SurfaceError[]): JsonValue {
  const value = parse(text)
  const members = inspect(value, limits)
  // A search for the strings takes as long as the parse. Only a text with more colons than members needs it.
  if (countColons(text) !== members && countColons(withoutStrings(text)) !== members) {
    for (const finding of scanJson(text)) warnings.push(warningOf(finding))
  }
  return value
}

/** JSON without its strings, keys included. Two patterns, because one for both would need the stack for each escape. */
function withoutStrings(text: string): string {
  return text.replace(/\\./g, '').replace(/"[^"]*"/g, '')
}

function parse(text: string): JsonValue {
  // A line of prose costs 10 µs instead of 23 where its two errors collect no stack. A message would pay for nothing.
  return text.startsWith('{') ? parsed(text) : withoutStack(() => parsed(text))
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    throw new SurfaceError(
      'JSON_SYNTAX',
      `The line is not JSON: ${reasonOf(cause)}`,
      { hint: syntaxHint(text) },
      { cause },
    )
  }
}

/** The stack of an error would lead nowhere but here. */
function withoutStack<T>(task: () => T): T {
  const { stackTraceLimit } = Error
  // Not in all engines; and a page may have frozen it, which `Reflect.set` takes calmly.
  if (typeof stackTraceLimit !== 'number') return task()
  Reflect.set(Error, 'stackTraceLimit', 0)
  try {
    return task()
  } finally {
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
  }
}

function syntaxHint(text: string): string {
  // Not `trimStart`, which takes a byte order mark for a blank.
  const start = text.replace(/^[ \t\r]+/, '')
  if (start.startsWith('```')) return 'Send bare JSON Lines, without Markdown fences around them.'
  if (/^(?:data|event|id|retry):/.test(start)) return 'This is server-sent events: pass on what follows "data:" only.'
  if (start.startsWith('\uFEFF')) return 'A byte order mark may stand at the very start of the stream only.'
  if (/^[{[]/.test(start))
    return 'Write each message as JSON on one line, whole, with double quotes and no trailing comma.'
  return 'Each line must be one JSON object; prose belongs into another channel.'
}

function countColons(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) count++
  return count
}

function warningOf({ kind, at }: Finding): SurfaceError {
  const duplicate = kind === 'duplicate'
  return new SurfaceError(
    duplicate ? 'JSON_DUPLICATE_KEY' : 'NUMBER_PRECISION',
    duplicate
      ? 'An object names the same key twice; the last one counts'
      : 'An integer has more digits than a double can hold; it was rounded',
    { hint: duplicate ? 'Send each key once.' : 'Send long numbers as strings.', at },
    { severity: 'warning' },
  )
}
