/**
 * Lines of one chunk of `push` that cannot be JSON: the first are reported one by one, all others together. An agent that writes prose
 * may send 100,000 lines at once, and each report costs up to 20 µs and a call of the host's.
 */
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import type { Line } from './lines.ts'

/** Reports of one chunk about lines that are not JSON. Bounds work: 100,000 reports take 1.5 s, and this many 0.1 s. */
const reportedAtMost = 1_000

/** Gives each line of a chunk to `take`, without lines of prose beyond the limit: `report` gets one report for these, at the end. */
export function takeLines(next: () => Line | undefined, take: (line: Line) => void, report: Report): void {
  let found = 0
  let first: number | undefined
  let last = 0
  for (let line = next(); line; line = next()) {
    const { number, text } = line
    if (typeof text !== 'string' || mayBeJson(text) || ++found <= reportedAtMost) take(line)
    else {
      first ??= number
      last = number
    }
  }
  if (first === undefined) return
  const hint = 'Each line must be one JSON object; prose belongs into another channel.'
  const message = `Lines of this chunk that are not JSON either: ${found - reportedAtMost}; the last is line ${last}`
  report(new SurfaceError('JSON_SYNTAX', message, { hint, line: first }))
}

/** A value by its ends, a number or one of the three names. */
const json = /^(?:\{.*\}|\[.*\]|".*"|-?\d[\d.eE+-]*|true|false|null)$/s

/** Most lines are messages, so their ends are compared first. */
function mayBeJson(text: string): boolean {
  return (text[0] === '{' && text[text.length - 1] === '}') || json.test(text.trim())
}
