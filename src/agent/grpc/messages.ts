/**
 * JSON values of the protocol ⇄ messages of gRPC. The schema knows the public names only: members of the protocol document that
 * have no place in it are left out.
 */
import {
  type JsonValue as BufJson,
  type DescMessage,
  fromJson,
  type MessageShape,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { isDeeper } from '../../shared/http/limits.ts'
import { AgentError } from '../protocol/error.ts'
import { isMembers } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import { publicMethodOf } from '../protocol/wire-format.ts'
import { A2AService, AgentCardSchema } from './generated/lf/a2a/v1/a2a_pb.ts'

export type Rpc = (typeof A2AService.methods)[number]

/** The rpc of an operation. */
export function rpcOf(name: OperationName): Rpc {
  const wanted = publicMethodOf(name)
  const found = A2AService.methods.find((rpc) => rpc.name === wanted)
  if (!found) throw new TypeError(`The schema has no rpc ${wanted}`)
  return found
}

/**
 * Levels of arrays and objects in one value of free JSON. Each level of objects is three messages, and readers in other languages
 * stop at 100.
 */
export const maxLevels = 31

/** Members whose value is free JSON. */
const free = new Set(['data', 'metadata', 'params', 'header'])

/** A value that cannot be written over gRPC. `INVALID_PARAMS`. */
function unsendable(what: string): AgentError {
  return new AgentError('INVALID_PARAMS', `gRPC cannot carry ${what}`, {
    hint: 'Flatten the value, or use an interface with JSONRPC or HTTP+JSON.',
  })
}

/**
 * Throws `INVALID_PARAMS` for what the schema cannot hold: free JSON deeper than 31 levels, numbers that are none. Halves of
 * surrogate pairs become U+FFFD: UTF-8 has no form for them. Members that the schema does not know are left out.
 */
export function messageOf<Desc extends DescMessage>(schema: Desc, value: object): MessageShape<Desc> {
  const sendable = cleaned(schema.typeName === AgentCardSchema.typeName ? withOneFlow(value) : value, false)
  try {
    return fromJson(schema, sendable as BufJson, { ignoreUnknownFields: true })
  } catch (cause) {
    throw unsendable(`this value of ${schema.name}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** Copies only what has to change. `isFree`: the value stands in free JSON, whose names say nothing. */
function cleaned(value: unknown, isFree: boolean): unknown {
  if (typeof value === 'string') return isWellFormed(value) ? value : wellFormed(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw unsendable(`the number ${value}`)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => cleaned(item, isFree))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (member === undefined) return []
      const opens = !isFree && free.has(name)
      if (opens && isDeeper(member, maxLevels)) throw unsendable(`more than ${maxLevels} levels in "${name}"`)
      return [[isWellFormed(name) ? name : wellFormed(name), cleaned(member, isFree || opens)]]
    }),
  )
}

/** Without halves of surrogate pairs, which stand alone. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

function wellFormed(text: string): string {
  // The encoder replaces what UTF-8 has no form for.
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

/** A scheme of gRPC has one OAuth flow, so the first one stays. */
function withOneFlow(card: object): object {
  const { securitySchemes, ...rest } = card as { readonly securitySchemes?: unknown }
  if (!isMembers(securitySchemes)) return card
  const schemes = Object.entries(securitySchemes).map(([name, scheme]) => {
    const oauth = isMembers(scheme) ? scheme['oauth2SecurityScheme'] : undefined
    if (!isMembers(scheme) || !isMembers(oauth) || !isMembers(oauth['flows'])) return [name, scheme]
    const flows = Object.fromEntries(Object.entries(oauth['flows']).slice(0, 1))
    return [name, { ...scheme, oauth2SecurityScheme: { ...oauth, flows } }]
  })
  return { ...rest, securitySchemes: Object.fromEntries(schemes) }
}

/**
 * A message as JSON in the public names: times with milliseconds; cards and pages with their empty members, all else without
 * them. A state or role of a later version is `TASK_STATE_99`. Throws `INVALID_PARAMS` for what JSON cannot hold.
 */
export function jsonOf<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): JsonObject {
  let json: BufJson
  try {
    json = toJson(schema, message, { alwaysEmitImplicit: schema.typeName === AgentCardSchema.typeName })
  } catch (cause) {
    throw new AgentError('INVALID_PARAMS', 'A value of the message has no form in JSON', {
      hint: 'Send finite numbers, and no empty values.',
      cause,
    })
  }
  const found = json as JsonObject
  return isPage(schema) ? { ...emptyPage, ...inPlaces(found) } : inPlaces(found)
}

const emptyPage = { tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 }

function isPage({ name }: DescMessage): boolean {
  return name === 'ListTasksResponse'
}

/** What has another form in JSON, wherever a task, a status or a message may stand. */
function inPlaces(json: JsonObject): JsonObject {
  const changed: { [name: string]: JsonValue } = {}
  for (const [name, value] of Object.entries(json)) {
    if (name === 'status' && isObject(value)) changed[name] = statusOf(value)
    else if (name === 'role') changed[name] = nameOf('ROLE', value)
    else if (places.has(name) && isObject(value)) changed[name] = inPlaces(value)
    else if (lists.has(name) && Array.isArray(value))
      changed[name] = value.map((one) => (isObject(one) ? inPlaces(one) : one))
    else changed[name] = value
  }
  return changed
}

function isObject(value: JsonValue): value is JsonObject {
  return isMembers(value)
}

const places = new Set(['task', 'message', 'statusUpdate'])
const lists = new Set(['tasks', 'history'])

function statusOf(status: JsonObject): JsonObject {
  const { state, timestamp } = status
  return {
    ...inPlaces(status),
    ...(state !== undefined && { state: nameOf('TASK_STATE', state) }),
    ...(typeof timestamp === 'string' && { timestamp: new Date(timestamp).toISOString() }),
  }
}

/** The library writes a value that the schema does not know as its number. */
function nameOf(kind: string, value: JsonValue): JsonValue {
  return typeof value === 'number' ? `${kind}_${value}` : value
}

/** Before a message: a byte that says whether it is compressed, and its length in four. */
export const prefixBytes = 5

/** A message as it is sent, with its prefix. Throws as `messageOf` does. */
export function frameOf(schema: DescMessage, value: object): Uint8Array {
  const bytes = toBinary(schema, messageOf(schema, value))
  const frame = new Uint8Array(prefixBytes + bytes.length)
  new DataView(frame.buffer).setUint32(1, bytes.length)
  frame.set(bytes, prefixBytes)
  return frame
}
