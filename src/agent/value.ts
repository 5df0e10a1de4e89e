/** What a foreign JSON value is: small checks for what comes from the network. */

export interface Members {
  readonly [name: string]: unknown
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of an own member; `null` counts as absent. */
export function own(object: Members, name: string): unknown {
  const value = object[name]
  return value != null && Object.hasOwn(object, name) ? value : undefined
}

/** The own member if it is a text. */
export function textOf(object: Members, name: string): string | undefined {
  const value = own(object, name)
  return typeof value === 'string' ? value : undefined
}

/** The own member if it is an array, else an empty one. */
export function listOf(object: Members, name: string): readonly unknown[] {
  const value = own(object, name)
  return Array.isArray(value) ? value : []
}

/** The own member if it is an object. */
export function membersIn(object: object, name: string): Members | undefined {
  const value = own(object as Members, name)
  return isMembers(value) ? value : undefined
}

/** Shortens foreign text for a message and spells out line breaks. */
export function clip(text: string, length = 200): string {
  const short = text.length > length ? `${text.slice(0, length)}…` : text
  return JSON.stringify(short).slice(1, -1)
}

/** Arrays and objects inside one another in any value that is read: what walks over a value may be recursive. */
export const maxDepth = 256

/** Whether the value has more levels than `maxDepth`. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === maxDepth) return true
  return (Array.isArray(value) ? value : Object.values(value)).some((inner) => isTooDeep(inner, depth + 1))
}

/** Whether two JSON values are equal. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isMembers(a) || !isMembers(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((n) => Object.hasOwn(b, n) && sameJson(a[n], b[n]))
}
