/** What a line says at a glance: its kind and surface. For display only; the runtime reads it by itself. */

export interface LineGlance {
  readonly kind: string
  readonly surfaceId: string | undefined
  /** The rest of the message; of a line that is no message, the line. */
  readonly rest: string
  /** `undefined` when the line is not JSON. */
  readonly value: unknown
}

export function readLine(text: string): LineGlance {
  const value = parse(text)
  const kinds = isRecord(value) ? Object.keys(value).filter((key) => key !== 'version') : []
  const [kind] = kinds
  if (!isRecord(value) || kind === undefined) return { kind: 'Not a message', surfaceId: undefined, rest: text, value }
  const payload = value[kind]
  const surfaceId = isRecord(payload) && typeof payload['surfaceId'] === 'string' ? payload['surfaceId'] : undefined
  return { kind: kinds.join(' + '), surfaceId, rest: restOf(payload), value }
}

/** The objects in the body of a line that is not whole: the names of components, else the beginning of each. */
export function partNames(text: string): readonly string[] {
  const parts: string[] = []
  const starts: number[] = []
  // A text as a whole, or one bracket.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') starts.push(index)
    if (token !== '}' && token !== ']') continue
    const start = starts.pop()
    if (starts.length === 3 && start !== undefined) parts.push(nameOf(text.slice(start, index + 1)))
  }
  return parts
}

/** So many characters of a value say which one it is. */
const nameLength = 24

function nameOf(part: string): string {
  const value = parse(part)
  if (isRecord(value) && typeof value['id'] === 'string') return value['id']
  return part.length > nameLength ? `${part.slice(0, nameLength)}…` : part
}

/** Without the surface's id and the outer braces: what differs from line to line comes first. */
function restOf(payload: unknown): string {
  if (!isRecord(payload)) return ''
  const { surfaceId: _, ...rest } = payload
  return JSON.stringify(rest).slice(1, -1)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
