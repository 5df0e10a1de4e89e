/** A JSON value without one of its members, at any depth. */
import type { JsonObject, JsonValue } from './value.ts'

/** `path`: names from the top of the value. What does not lead anywhere changes nothing. An element leaves its list. */
export function without(value: JsonValue, path: readonly string[]): JsonValue {
  const [name = '', ...rest] = path
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const last = rest.length === 0
    return value.flatMap((item, index) => (String(index) !== name ? [item] : last ? [] : [without(item, rest)]))
  }
  const { [name]: inner, ...others } = value as JsonObject
  return rest.length === 0 || inner === undefined ? others : { ...others, [name]: without(inner, rest) }
}
