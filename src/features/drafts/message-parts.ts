/**
 * What is whole of messages that are still being written, each part as a message of its own: one component, or one value of the data
 * model.
 *
 * A part counts only if the version, the kind, `surfaceId` and `path` of its message stand before it: no part may have to be
 * taken back because of what comes later in a message that is right.
 */
import { getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import type { ProtocolFamily } from '../../protocol/message.ts'
import type { Closed } from './closed-text.ts'

/** A part that is whole. */
export interface MessagePart {
  /** Names the part within the text. */
  readonly key: string
  readonly surfaceId: string
  readonly family: ProtocolFamily
  readonly part: JsonValue
  /** A message that says nothing but this part. */
  readonly message: object
  /** Of a component: its place in the message. */
  readonly index: number
  /** What leads from the place that the message names to the value. An entry of v0.8 has its name itself. */
  readonly names: readonly string[]
  /** The value is an element of a list; the last name is its index. */
  readonly isElement: boolean
  /** The text begins this surface, before the part. */
  readonly isBegun: boolean
}

/** The member of each message whose parts are shown. */
const bodies: { readonly [kind: string]: 'components' | 'value' | 'contents' } = {
  updateComponents: 'components',
  surfaceUpdate: 'components',
  updateDataModel: 'value',
  dataModelUpdate: 'contents',
}

/** A member of the message at hand is its body, and these parts of it are not whole. */
type Open = readonly string[]

/**
 * `lists`: the messages may stand in a list, or in an object with a list of one of these names. Throws where the whole line will be
 * refused.
 */
export function wholePartsOf({ value, open }: Closed, lists: readonly string[] | undefined): readonly MessagePart[] {
  if (!lists) return partsOfMessage(value, open, '', undefined)
  const name = isObject(value) ? lists.find((one) => isList(getOwn(value, one) as Maybe)) : undefined
  const list = name === undefined ? value : (value as JsonObject)[name]
  if (!isList(list)) return partsOfMessage(value, open, '', new Set())
  const [index, ...within] = name === undefined ? open : open.slice(1)
  const begun = new Set<string>()
  return list.flatMap((message, at) => partsOfMessage(message, String(at) === index ? within : [], `${at}`, begun))
}

/** `begun`: the surfaces that the messages before begin; absent for a line, which is one message and nothing else. */
function partsOfMessage(
  message: JsonValue,
  open: Open,
  place: string,
  begun: Set<string> | undefined,
): readonly MessagePart[] {
  const names = isObject(message) ? Object.keys(message) : []
  const [kind = '', second] = names.filter((name) => name !== 'version')
  if (!begun && (!isObject(message) || second !== undefined)) throw new RangeError(kind)
  const payload = isObject(message) ? getOwn(message, kind) : undefined
  if (!isObject(payload) || second !== undefined) return []
  const { surfaceId, path } = payload as JsonObject
  if (kind === 'createSurface' && typeof surfaceId === 'string') begun?.add(surfaceId)
  const body = getOwn(bodies, kind)
  const { version } = message as JsonObject
  // v0.8 alone has no version.
  const isRight =
    version === undefined ? /^surface|Update$/.test(kind) : names[0] === 'version' && !/^surface|Update$/.test(kind)
  const before = Object.keys(payload).slice(0, Object.keys(payload).indexOf(body ?? ''))
  const needed = body === 'components' ? ['surfaceId'] : ['surfaceId', 'path']
  if (body === undefined || !isRight || typeof surfaceId !== 'string' || !needed.every((name) => before.includes(name)))
    return []
  const whole = wholeIn((payload as JsonObject)[body], body, open.slice(2), begun !== undefined)
  return whole.map(([value, ...at]) => ({
    key: JSON.stringify([place, surfaceId, path, at]),
    surfaceId,
    family: version === undefined ? 'v0.8' : 'v0.9',
    message: { version, [kind]: { surfaceId, path, [body]: body === 'value' ? value : [value] } },
    part: value,
    index: Number(at[0]),
    names: body === 'value' ? at : [],
    isElement: body === 'value' && (at.length > 1 || isList((payload as JsonObject)[body])),
    isBegun: begun?.has(surfaceId) === true,
  }))
}

/** A value and what leads to it. */
type Whole = readonly [value: JsonValue, ...at: string[]]

/** The elements of a list; of data the members, where they are lists their elements. `open`: what is not whole. */
function wholeIn(value: Maybe, body: string, [open, within]: Open, inLists: boolean): readonly Whole[] {
  if (isList(value)) return elementsOf(value, open)
  if (body !== 'value' || !isObject(value)) return []
  return Object.entries(value as JsonObject).flatMap(([name, one]): readonly Whole[] => {
    // Of arguments that a parser has completed such keys stand first, whichever is the last one.
    if (inLists && /^\d+$/.test(name)) return []
    if (isList(one))
      return elementsOf(one, name === open ? within : undefined).map(([element, at]) => [element, name, at])
    return name === open ? [] : [[one, name]]
  })
}

function elementsOf(list: readonly JsonValue[], open: string | undefined): readonly (readonly [JsonValue, string])[] {
  return list.map((one, index) => [one, String(index)] as const).filter(([, index]) => index !== open)
}
