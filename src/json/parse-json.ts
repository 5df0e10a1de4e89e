/** One line of text → one JSON value. Finds repeated keys and lost digits, which `JSON.parse` does not report. */

import type { Limits } from '../errors/limits.ts'
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { inspect } from './inspect.ts'
import { formatPointer } from './pointer.ts'
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
  if (countColons(text) === members) return value
  // A search for the strings takes as long as the parse. Only a text with more colons than members needs it. Two patterns,
  // because one for both would need the stack for each escape.
  const withoutStrings = text.replace(/\\./g, '').replace(/"[^"]*"/g, '')
  if (countColons(withoutStrings) !== members) warnings.push(...scanJson(text))
  return value
}

function parse(text: string): JsonValue {
  const { stackTraceLimit } = Error
  // A line of prose costs 10 µs instead of 23 where its two errors collect no stack. Not all engines have the limit, and a page
  // may have frozen it, which `Reflect.set` takes calmly.
  const isProse = !text.startsWith('{') && typeof stackTraceLimit === 'number'
  if (isProse) Reflect.set(Error, 'stackTraceLimit', 0)
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    const place = { hint: syntaxHint(text) }
    throw new SurfaceError('JSON_SYNTAX', `The line is not JSON: ${reasonOf(cause)}`, place, { cause })
  } finally {
    if (isProse) Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
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

interface Frame {
  /** Keys so far; an array has none. */
  readonly keys: Set<string>
  /** The key or index being read. */
  token: string
}

/** A key is a text with a colon behind it. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|[{}[\],]/g

/** Warnings for one text. Bounds work: one line could have 90,000, and the scan ends with the last one. */
const maxWarnings = 100

/**
 * Scans a text that is known to be JSON for repeated keys and for integers that lose digits. Exact and slow. Its stack is its
 * own, so depth costs no recursion.
 */
export function scanJson(text: string): readonly SurfaceError[] {
  const warnings: SurfaceError[] = []
  const stack: Frame[] = []
  const warn = (code: 'JSON_DUPLICATE_KEY' | 'NUMBER_PRECISION', message: string, hint: string): void => {
    const at = formatPointer(stack.map((frame) => frame.token))
    warnings.push(new SurfaceError(code, message, { hint, at }, { severity: 'warning' }))
  }
  for (const [lexeme, key = '', colon] of text.matchAll(token)) {
    if (warnings.length === maxWarnings) break
    const frame = stack.at(-1)
    if (lexeme === '{' || lexeme === '[') stack.push({ keys: new Set(), token: '0' })
    else if (lexeme === '}' || lexeme === ']') stack.pop()
    else if (frame && colon) {
      frame.token = JSON.parse(key) as string
      if (frame.keys.has(frame.token))
        warn('JSON_DUPLICATE_KEY', 'An object names the same key twice; the last one counts', 'Send each key once.')
      frame.keys.add(frame.token)
    } else if (frame && lexeme === ',') {
      // In an object the next key takes the place of the number.
      frame.token = String(Number(frame.token) + 1)
    } else if (/^-?\d{16,}$/.test(lexeme) && BigInt(lexeme) !== BigInt(Number(lexeme))) {
      const message = 'An integer has more digits than a double can hold; it was rounded'
      warn('NUMBER_PRECISION', message, 'Send long numbers as strings.')
    }
  }
  return warnings
}
