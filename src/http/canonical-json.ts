/** The canonical text of a JSON value (RFC 8785): the same for the same value, whatever its white space and order were. */

/**
 * Members sorted by UTF-16 units, no white space; numbers and texts as JavaScript writes them. Recurses once a level, so
 * the caller bounds the depth.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`).join(',')}}`
}
