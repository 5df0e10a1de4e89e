/** Envelopes of v0.9 and v0.9.1, whose schemas are the same. */
import table from '../../catalogs/v0.9/server_to_client.json?envelope'
import { parsePointer, placed } from '../json/pointer.ts'
import { isList, isObject, type JsonObject } from '../json/value.ts'
import { validatorsOf } from '../schema/check.ts'
import type { Envelope } from './envelope.ts'

export const v09: Envelope = {
  kinds: validatorsOf(table),
  isPlain,
  dataOf: (payload) => ({
    pointer: placed('/path', () => parsePointer((payload['path'] ?? '/') as string)),
    value: payload['value'],
  }),
}

/** Whether an object has these members, and no others. */
function has(object: { readonly [name: string]: unknown }, names: readonly string[]): boolean {
  const all = Object.keys(object)
  return all.length === names.length && names.every((name) => Object.hasOwn(object, name))
}

/** Fast path: whether a payload certainly fits its schema. */
function isPlain(kind: string, payload: JsonObject): boolean {
  const { surfaceId } = payload
  if (typeof surfaceId !== 'string' || surfaceId === '') return false
  if (kind === 'updateDataModel')
    return has(payload, ['surfaceId', 'path', 'value']) && typeof payload['path'] === 'string'
  const components = payload['components']
  if (kind !== 'updateComponents' || !has(payload, ['surfaceId', 'components']) || !isList(components)) return false
  for (let index = 0; index < components.length; index++) {
    const component = components[index]
    if (!isObject(component) || !Object.hasOwn(component, 'component') || !Object.hasOwn(component, 'id')) return false
    if (typeof component['id'] !== 'string' || component['id'] === '') return false
  }
  return components.length > 0
}
