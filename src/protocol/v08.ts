/** Envelopes of v0.8: typed entries become JSON, `beginRendering` becomes the creation of a surface. */
import table from '../../catalogs/v0.8/server_to_client.json?envelope'
import { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, parseLoosePath, placed, write } from '../json/pointer.ts'
import { clip, type JsonObject, type JsonValue, type Maybe } from '../json/value.ts'
import { validatorsOf } from '../schema/check.ts'
import type { Envelope } from './envelope.ts'
import type { Message } from './message.ts'

/** The catalog of a surface that names none. */
const standardCatalogId = 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json'

export const v08: Envelope = { kinds: validatorsOf(table), decode }

function decode(kind: string, payload: JsonObject): Message {
  const surfaceId = payload['surfaceId'] as string
  switch (kind) {
    case 'beginRendering':
      return {
        kind: 'createSurface',
        surfaceId,
        version: 'v0.8',
        catalogId: (payload['catalogId'] ?? standardCatalogId) as string,
        root: payload['root'] as string,
        theme: (payload['styles'] ?? {}) as JsonObject,
        sendDataModel: false,
        mayRestart: true,
      }
    case 'surfaceUpdate':
      return { kind: 'updateComponents', surfaceId, components: payload['components'] as readonly JsonValue[] }
    case 'dataModelUpdate': {
      const pointer = placed('/path', () => parseLoosePath((payload['path'] ?? '') as string))
      return {
        kind: 'updateDataModel',
        surfaceId,
        pointer,
        value: contentsOf(payload['contents'] as readonly JsonValue[], '/contents'),
      }
    }
    default:
      return { kind: 'deleteSurface', surfaceId }
  }
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
