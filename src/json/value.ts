/** JSON as the runtime holds it: immutable, own keys only. */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** A value inside the data model: JSON, or nothing at all (a removed array element leaves a gap). */
export type Maybe = JsonValue | undefined

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Array.isArray` that keeps the element type of a readonly JSON array. */
export function isList(value: Maybe): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The value of an own key. Prototypes are never consulted: a foreign key may be called `constructor`. */
export function getOwn<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Makes an own key of any name. An assignment to `__proto__` would change the prototype instead. */
export function define<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
  else object[key] = value
}

/** An object with the same keys, and what `map` makes of each value. */
export function mapMembers<T, U>(
  object: { readonly [key: string]: T },
  map: (value: T, key: string) => U,
): { readonly [key: string]: U } {
  const result: { [key: string]: U } = {}
  for (const key in object) define(result, key, map(object[key] as T, key))
  return result
}

/** Whether two values are equal as JSON, by own keys alone. Shared structure makes the common case one comparison. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

/** Whether a text has no half of a surrogate pair by itself. */
export function isWellFormed(text: string): boolean {
  return !surrogate.test(text)
}

/** Made once: a pattern in the function would be another object for each text. */
const surrogate = /\p{Surrogate}/u

/** At most 80 characters of foreign text, for an error's message: what would act on a console or turn it is spelt out. */
export function clip(text: string, length = 80): string {
  const spelt = text.slice(0, length).replace(acting, spell)
  return text.length > length || spelt.length > length ? `${spelt.slice(0, length - 1)}…` : spelt
}

/** A value that a host gave, for an error's message. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `"${clip(value)}"`
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'an array'
  return isObject(value) ? 'an object' : typeof value === 'function' ? 'a function' : String(value)
}

function spell(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Control characters, line separators, and characters that override or isolate the direction of writing. */
const acting = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A visible character: no blank, no mark, no format character. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/**
 * Foreign text for a place within a line of ours, in which it stays: an isolate alone does not keep it there, for text
 * can close one. Empty where nothing could be seen.
 */
export function withinLine(text: string): string {
  return visible.test(text) ? text.replace(acting, ' ').replace(/\s+/g, ' ').trim() : ''
}

/** Characters of a name, marks counted, that are shown at most. */
const nameLength = 40

/** A name for a line of ours, cut where it would push the rest of the line away. */
export function nameWithin(text: string): string {
  // A character is at most two units.
  const characters = [...withinLine(text).slice(0, 2 * nameLength + 2)]
  if (characters.length <= nameLength) return characters.join('')
  const cut = withinLine(characters.slice(0, nameLength - 1).join(''))
  return cut === '' ? '' : `${cut}…`
}
