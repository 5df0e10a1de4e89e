/**
 * Where reports go when the host gives no `onError`. This is the only file of the library that writes to the console: a
 * report that reaches nobody would leave the host with an empty page and no reason for it.
 */
import type { Report, SurfaceError } from '../errors/surface-error.ts'
import { clip } from '../json/value.ts'

/** Faults that one runtime remembers. Bounds memory: the oldest one is forgotten first, since an agent can make up new ones without end. */
const remembered = 100

/** Characters of one printed line at most. */
const longest = 1_000

/** Prints each report as one line: errors with `console.error`, warnings with `console.warn`. A fault is not repeated. */
export function createConsoleReport(): Report {
  const printed = new Set<string>()
  return (error) => {
    // Without the line's number: the same fault may stand on thousands of lines.
    const fault = textOf(error, undefined)
    if (printed.has(fault)) return
    const [oldest = ''] = printed
    if (printed.size === remembered) printed.delete(oldest)
    printed.add(fault)
    const text = textOf(error, error.place.line)
    // biome-ignore lint/suspicious/noConsole: the one exception, see above.
    if (error.severity === 'warning') console.warn(text)
    // biome-ignore lint/suspicious/noConsole: the one exception, see above.
    else console.error(text)
  }
}

/** Code, message, place and hint. `clip` spells out line breaks, so that foreign text cannot fake a second line. */
function textOf({ code, message, hint, place }: SurfaceError, line: number | undefined): string {
  const { surfaceId, componentId, at } = place
  const places = [
    surfaceId !== undefined && `surface "${surfaceId}"`,
    componentId !== undefined && `component "${componentId}"`,
    line !== undefined && `line ${line}`,
    at && `at ${at}`,
  ].filter(Boolean)
  const where = places.length > 0 ? ` (${places.join(', ')})` : ''
  return clip(`surface-runtime: ${code}: ${message}${where}. ${hint}`, longest)
}
