/** Envelopes of v0.8, whose typed entries become JSON. */
import table from '../../catalogs/v0.8/server_to_client.json?envelope'
import { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, parseLoosePath, placed, write } from '../json/pointer.ts'
import { clip, type JsonObject, type JsonValue, type Maybe } from '../json/value.ts'
import { validatorsOf } from '../schema/check.ts'
import type { Envelope } from './envelope.ts'

export const v08: Envelope = {
  kinds: validatorsOf(table),
  pointerOf: (payload) => parseLoosePath((payload['path'] ?? '') as string),
  valueOf: (payload) => contentsOf(payload['contents'] as readonly JsonValue[], '/contents'),
}

/** A key that names nothing would mean the map itself, and put one entry in the place of all. */
function keyOf(key: string): Pointer {
  const pointer = parseLoosePath(key)
  if (pointer.length > 0) return pointer
  throw new SurfaceError('ENVELOPE_INVALID', `"${clip(key)}" is no key of an entry`, {
    hint: 'Give each entry a key with a name in it.',
  })
}

/** The entries of a map as an object. A key may itself be a path, as bindings in v0.8 read it. */
function contentsOf(entries: readonly JsonValue[], at: string): JsonValue {
  const owned = new WeakSet<object>()
  let value: Maybe = {}
  entries.forEach((entry, index) => {
    const place = `${at}/${index}`
    const { key, ...rest } = entry as JsonObject
    const [kind = '', input = null] = Object.entries(rest)[0] ?? []
    const next = kind === 'valueMap' ? contentsOf(input as readonly JsonValue[], `${place}/valueMap`) : input
    value = placed(`${place}/key`, () => write(value, keyOf(key as string), next, owned))
  })
  return value ?? {}
}
