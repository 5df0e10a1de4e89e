/** How each version of the protocol wraps its messages: the schemas of its payloads, and what an update of the data writes. */

import tableV08 from '../../catalogs/v0.8/server_to_client.json?envelope'
import tableV09 from '../../catalogs/v0.9/server_to_client.json?envelope'
import { isPath, parseLoosePath, pointerOfNames } from '../json/loose-path.ts'
import { type Pointer, parsePointer, placed, pointerOf, write } from '../json/pointer.ts'
import { isObject, type JsonObject, type JsonValue, type Maybe } from '../json/value.ts'
import { validatorsOf } from '../schema/check.ts'
import type { Validator } from '../schema/validator.ts'

/** One version's envelope. */
export interface Envelope {
  /** A validator for the payload of each message. */
  readonly kinds: { readonly [kind: string]: Validator }
  /** Any component that the validators accept. */
  readonly component: JsonObject
  /** Where an update of the data model writes. What it throws concerns `/path`. */
  readonly pointerOf: (payload: JsonObject) => Pointer
  /** What an update of the data model writes. */
  readonly valueOf: (payload: JsonObject) => Maybe
}

export const v08: Envelope = {
  kinds: validatorsOf(tableV08),
  component: { id: 'any', component: {} },
  pointerOf: (payload) => parseLoosePath(pathOf(payload)),
  // Host and file names look like paths. Who names the place in `path` has no need of another one in the key.
  valueOf: (payload) =>
    contentsOf(payload['contents'] as readonly JsonValue[], '/contents', /^\/?$/.test(pathOf(payload)) ? /./ : /\[/),
}

function pathOf(payload: JsonObject): string {
  return (payload['path'] ?? '') as string
}

/** The entries of a map as an object. A key is one name; at the top it may be a path, if it has what `paths` finds. */
function contentsOf(entries: readonly JsonValue[], at: string, paths?: RegExp): JsonValue {
  const owned = new WeakSet<object>()
  let value: Maybe = {}
  entries.forEach((entry, index) => {
    const place = `${at}/${index}`
    const { key: name, ...rest } = entry as JsonObject
    const [kind = '', input = null] = Object.entries(rest)[0] ?? []
    const next = kind === 'valueMap' ? contentsOf(input as readonly JsonValue[], `${place}/valueMap`) : input
    const key = name as string
    value = placed(`${place}/key`, () =>
      write(value, paths?.test(key) && isPath(key) ? pointerOfNames([key]) : pointerOf([key]), next, owned, true),
    )
  })
  return value as JsonObject
}

export const v09: Envelope = {
  kinds: validatorsOf(tableV09),
  component: { id: 'any', component: 'any' },
  pointerOf: (payload) => parsePointer(pathOf(payload)),
  valueOf: (payload) => payload['value'],
}

/**
 * Fast path: the name of the message, if it is an update as it is usually written, of which a stream may have thousands: it
 * certainly fits its schema but for its components, which catalogs judge. `undefined` for any other message, right or wrong.
 * `typed`: each component has its id and its type as v0.9 writes them.
 */
export function plainUpdate(wire: JsonObject, typed: boolean): 'updateDataModel' | 'updateComponents' | undefined {
  const { version, updateDataModel: data } = wire
  const name = data ? 'updateDataModel' : 'updateComponents'
  const payload = wire[name]
  if ((version !== 'v0.9' && version !== 'v0.9.1') || !isObject(payload) || !isName(payload['surfaceId']))
    return undefined
  const fits = data
    ? typeof payload['path'] === 'string' && payload['value'] !== undefined && members(payload) === 3
    : isFilled(payload['components']) && members(payload) === 2 && (!typed || payload['components'].every(namesType))
  return fits && members(wire) === 2 ? name : undefined
}

function namesType(component: JsonValue): boolean {
  return isObject(component) && typeof component['component'] === 'string' && isName(component['id'])
}

/** How many members an object has. */
function members(object: object): number {
  let count = 0
  for (const _ in object) count++
  return count
}

function isFilled(list: unknown): list is readonly JsonValue[] {
  return Array.isArray(list) && list.length > 0
}

/** A payload with other components, if it has any. */
export function withComponents(payload: JsonValue, components: readonly JsonValue[]): JsonValue {
  return isObject(payload) && isFilled(payload['components']) ? { ...(payload as JsonObject), components } : payload
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
