/** A JSON value without one of its members, or with another one in its place, at any depth. */
import { isList, type JsonObject, type JsonValue, type Maybe } from './value.ts'

/** `path`: names from the top of the value. What does not lead anywhere changes nothing. An element leaves its list. */
export function without(value: JsonValue, path: readonly string[]): JsonValue {
  return changed(value, path, () => undefined)
}

/** The value with what `change` gives for the member at `path`; `undefined`: without that member. */
export function changed(
  value: JsonValue,
  [name = '', ...rest]: readonly string[],
  change: (member: JsonValue) => Maybe,
): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  const below = (member: JsonValue): Maybe => (rest.length === 0 ? change(member) : changed(member, rest, change))
  if (isList(value))
    return value.flatMap((item, index) => {
      const next = String(index) === name ? below(item) : item
      return next === undefined ? [] : [next]
    })
  const { [name]: inner, ...others } = value as JsonObject
  const next = inner === undefined ? undefined : below(inner)
  return next === undefined ? others : { ...others, [name]: next }
}
