/** Lenient mode: updates of data under any name, as JSON text and as the operations of a patch. */
import { parsedJson } from '../../json/parsed-json.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import type { ProtocolFamily } from '../../protocol/message.ts'
import { toRename } from '../../schema/remedy.ts'
import { nearest } from '../../text/nearest.ts'
import { dataOf, isTyped, plainOf } from './plain-contents.ts'
import { type Around, type Meant, warned } from './spoken.ts'

export const dataNames: readonly string[] =
  'dataModel data contents value updates model state initialData content values updatedData payload json'.split(' ')

/** Updates of data under any name, and as the operations of a patch. */
export function dataMessages(
  payload: JsonObject,
  made: (payload: JsonObject) => Meant,
  place: string,
  family: ProtocolFamily,
  around: Around,
): readonly Meant[] {
  const { surfaceId = 'main' } = payload
  const list = Object.keys(payload).find((name) => {
    const value = payload[name] as JsonValue
    return isList(value) && value.length > 0 && value.every((one) => isObject(one) && typeof one['path'] === 'string')
  })
  if (list !== undefined) {
    warned(
      around,
      'ENVELOPE_INVALID',
      `"${list}" is taken for updates`,
      'Send an update for each "path".',
      `${place}/${list}`,
    )
    return (payload[list] as readonly JsonObject[]).map(({ path = '/', value, op }) =>
      made(
        family === 'v0.8'
          ? oldData(surfaceId, path, value ?? null)
          : { surfaceId, path, ...(value !== undefined && op !== 'remove' && { value }) },
      ),
    )
  }
  if (payload['path'] === null || /^(\.|\$|#|#\/)$/.test(`${payload['path']}`)) {
    warned(around, 'ENVELOPE_INVALID', 'The path of all data is "/"', 'Send "path": "/".', `${place}/path`)
    return dataMessages({ ...payload, path: '/' }, made, place, family, around)
  }
  const [first, second] = family === 'v0.8' ? ['contents', 'value'] : ['value', 'contents']
  const name = [first as string, second as string, ...dataNames].find((one) => Object.hasOwn(payload, one))
  const value = name === undefined ? undefined : payload[name]
  const parsed = typeof value === 'string' ? parsedJson(value) : undefined
  if (family === 'v0.9' && name === 'value' && isTyped(value)) {
    warned(around, 'ENVELOPE_INVALID', 'Typed entries are taken for plain JSON', 'Send plain JSON.', `${place}/value`)
    return [made({ ...payload, value: plainOf(value as JsonValue) })]
  }
  if (family === 'v0.9' && (name === 'payload' || name === 'json')) {
    const { [name]: inner = null, ...rest } = payload
    warned(around, 'ENVELOPE_INVALID', `"${name}" is taken for "value"`, toRename(name, 'value'), `${place}/${name}`)
    return dataMessages({ ...rest, value: inner }, made, place, family, around)
  }
  if (name !== undefined && parsed !== undefined) {
    warned(around, 'ENVELOPE_INVALID', `"${name}" is JSON in a text`, 'Send it as JSON.', `${place}/${name}`)
    return dataMessages({ ...payload, [name]: parsed }, made, place, family, around)
  }
  const isPlainList = isList(value)
    ? value.length > 0 && !value.some((one) => isObject(one) && Object.hasOwn(one, 'key'))
    : !isObject(value)
  // A list or an object is renamed where the payload is repaired.
  if (
    family === 'v0.8' &&
    name !== undefined &&
    (name !== 'contents' || isPlainList) &&
    !(name === 'value' && typeof value === 'object')
  )
    return [made(oldData(surfaceId, payload['path'] ?? '/', value ?? null))]
  const surplus = Object.keys(payload).filter((one) => !['surfaceId', 'path', 'op', 'operation'].includes(one))
  if (name === undefined && payload['path'] === undefined && surplus.length > 0 && !nearest('value', surplus)) {
    const { surfaceId: _, ...members } = payload
    warned(around, 'ENVELOPE_INVALID', 'The members are taken for the data', 'Send "value": {…}.', place)
    return [made(family === 'v0.9' ? { surfaceId, value: plainOf(members) } : oldData(surfaceId, '/', members))]
  }
  return [made(payload)]
}

/** v0.8: data of any form. */
function oldData(surfaceId: JsonValue, path: JsonValue, value: JsonValue): JsonObject {
  const plain = dataOf(value)
  if (isObject(plain)) return { surfaceId, path, contents: plain }
  const names = String(path).split('/')
  const key = names.pop() ?? ''
  return { surfaceId, path: names.join('/') || '/', contents: { [key]: plain } }
}
