/** A value of v0.9 that was written in a form of v0.8. Whether it is right the schema says. */
import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'

/** `name`: that of the member. `undefined`: the form is none that is known. */
export function asV09(value: JsonValue, name: string): JsonValue | undefined {
  if (isList(value)) {
    if (name !== 'context' || !value.every(isObject)) return undefined
    return Object.fromEntries((value as readonly JsonObject[]).map(({ key, value: inner = null }) => [`${key}`, inner]))
  }
  if (name === 'event' && typeof value === 'string') return { name: value }
  if (!isObject(value)) return undefined
  const object = value as JsonObject
  const [only = '', second] = Object.keys(object)
  if (!second && /^(literal|explicitList)/.test(only)) return object[only]
  const { componentId, dataBinding: path } = (getOwn(object, 'template') ?? object) as JsonObject
  return componentId === undefined || path === undefined ? undefined : { componentId, path }
}
