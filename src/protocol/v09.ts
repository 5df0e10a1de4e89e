/** Envelopes of v0.9 and v0.9.1, whose schemas are the same. */
import table from '../../catalogs/v0.9/server_to_client.json?envelope'
import { parsePointer } from '../json/pointer.ts'
import { isObject, type JsonObject } from '../json/value.ts'
import { validatorsOf } from '../schema/check.ts'
import type { Envelope } from './envelope.ts'

export const v09: Envelope = {
  kinds: validatorsOf(table),
  pointerOf: (payload) => parsePointer((payload['path'] ?? '/') as string),
  valueOf: (payload) => payload['value'],
}

/**
 * Fast path: the name of the message, if it is an update as it is usually written, of which a stream may have thousands: it
 * certainly fits its schema. `undefined` for any other message, right or wrong.
 */
export function plainUpdate(wire: JsonObject): string | undefined {
  const { updateDataModel: data } = wire
  const name = data ? 'updateDataModel' : 'updateComponents'
  const payload = wire[name]
  if (!isObject(payload) || !has(wire, ['version', name]) || !isName(payload['surfaceId'])) return undefined
  const fits = data
    ? typeof payload['path'] === 'string' && has(payload, ['surfaceId', 'path', 'value'])
    : areComponents(payload['components']) && has(payload, ['surfaceId', 'components'])
  return fits ? name : undefined
}

/** Whether an object has these members, and no others. */
function has(object: object, names: readonly string[]): boolean {
  let count = 0
  for (const name in object) {
    if (!names.includes(name)) return false
    count++
  }
  return count === names.length
}

function areComponents(components: unknown): boolean {
  if (!Array.isArray(components)) return false
  for (let index = 0; index < components.length; index++) {
    const component: unknown = components[index]
    if (!isObject(component) || !Object.hasOwn(component, 'component') || !Object.hasOwn(component, 'id')) return false
    if (!isName(component['id'])) return false
  }
  return components.length > 0
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
