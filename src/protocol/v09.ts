/** Envelopes of v0.9 and v0.9.1, whose schemas are the same. */
import table from '../../catalogs/v0.9/server_to_client.json?envelope'
import { SurfaceError } from '../json/errors.ts'
import { type Pointer, parsePointer } from '../json/pointer.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { validatorsOf } from '../schema/check.ts'
import type { Envelope } from './decode.ts'
import type { Message, ProtocolVersion } from './message.ts'

export const v09: Envelope = { kinds: validatorsOf(table), decode }

function decode(kind: string, payload: JsonObject, version: ProtocolVersion): Message {
  const surfaceId = payload['surfaceId'] as string
  switch (kind) {
    case 'createSurface':
      return {
        kind,
        surfaceId,
        version,
        catalogId: payload['catalogId'] as string,
        root: 'root',
        theme: (payload['theme'] ?? {}) as JsonObject,
        sendDataModel: payload['sendDataModel'] === true,
        again: false,
      }
    case 'updateComponents':
      return { kind, surfaceId, components: payload['components'] as readonly JsonValue[] }
    case 'updateDataModel': {
      const pointer = pathOf(payload)
      return 'value' in payload
        ? { kind, surfaceId, pointer, value: payload['value'] as JsonValue }
        : { kind, surfaceId, pointer }
    }
    default:
      return { kind: 'deleteSurface', surfaceId }
  }
}

function pathOf(payload: JsonObject): Pointer {
  try {
    return parsePointer((payload['path'] ?? '/') as string)
  } catch (error) {
    throw error instanceof SurfaceError ? error.in({ at: '/path' }) : error
  }
}
