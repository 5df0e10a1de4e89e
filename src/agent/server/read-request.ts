/**
 * A request's parameters, read with their types, and its message, made of known members only (agent protocol, Message and
 * Part). Every failure is an `INVALID_PARAMS` that names the member. Names may also be written with underscores, as readers of
 * ProtoJSON accept them; `null` is the same as absent.
 */

import type { JsonObject, JsonValue } from '../../json/value.ts'
import { plainBase64 } from '../../shared/http/digest.ts'
import { answerMembers } from '../protocol/answer-members.ts'
import { AgentError } from '../protocol/error.ts'
import { defined } from '../protocol/read-value.ts'
import type { Message, Part, SendMessageConfiguration, SendMessageRequest } from '../protocol/types.ts'

const longest = { min: 0, max: 1_000_000 }

/** Media types that the agent takes, or `undefined` for any. */
type AcceptsMediaType = (mediaType: string) => boolean

type PushTarget = SendMessageConfiguration['taskPushNotificationConfig'] & object

/** What a message has to keep to. */
export interface MessageRules {
  readonly accepts: AcceptsMediaType
  readonly maxParts: number
  readonly loadPush: () => Promise<{ readonly readTarget: (fields: Fields) => PushTarget }>
}

export async function readSendRequest(params: Fields, rules: MessageRules): Promise<SendMessageRequest> {
  const message = params.fields('message')
  if (!message) throw invalid('/message', 'is required')
  const configuration = params.fields('configuration')
  const metadata = params.object('metadata')
  return {
    message: readMessage(message, rules),
    ...(configuration && { configuration: await readConfiguration(configuration, rules) }),
    ...(metadata && { metadata }),
  }
}

function readMessage(fields: Fields, { accepts, maxParts }: MessageRules): Message {
  const role = fields.text('role')
  if (role !== 'ROLE_USER') throw invalid(fields.place('role'), 'must be ROLE_USER')
  const messageId = fields.id('messageId') ?? fields.requiredText('messageId')
  const parts = fields.value('parts')
  if (!isList(parts) || parts.length === 0)
    throw invalid(fields.place('parts'), 'must be an array of at least one part')
  if (parts.length > maxParts) throw invalid(fields.place('parts'), `must not have more than ${maxParts} parts`)
  return {
    messageId,
    role,
    parts: parts.map((part, index) => readPart(part, fields.place(`parts/${index}`), accepts)),
    ...defined({
      contextId: fields.id('contextId'),
      taskId: fields.id('taskId'),
      metadata: fields.object('metadata'),
      extensions: fields.texts('extensions'),
      referenceTaskIds: fields.texts('referenceTaskIds'),
    }),
  }
}

const contents = ['text', 'raw', 'url', 'data'] as const

/** Exactly one content member; `data` may hold any JSON, `null` too. */
export function readPart(value: JsonValue, at: string, accepts: AcceptsMediaType = () => true): Part {
  if (!isObject(value)) throw invalid(at, 'must be an object')
  const found = contents.filter((name) => value[name] != null || (name === 'data' && value[name] === null))
  const [content] = found
  if (found.length !== 1 || content === undefined) {
    const names = found.length === 0 ? 'none' : found.join(' and ')
    throw invalid(at, `must have exactly one of text, raw, url and data, and has ${names}`)
  }
  const body = value[content]
  if (content !== 'data' && typeof body !== 'string') throw invalid(`${at}/${content}`, 'must be a string')
  if (content === 'raw' && !isBase64(String(body))) throw invalid(`${at}/raw`, 'must be base64')
  const part: { [name: string]: unknown } = {
    [content]: content === 'raw' ? plainBase64(String(body)) : (body ?? null),
  }
  addMore(part, value, at, accepts)
  return part as unknown as Part
}

/** Not by `readFields`: its reader for each part cost more than all else that is done with a part. */
function addMore(part: { [name: string]: unknown }, value: JsonObject, at: string, accepts: AcceptsMediaType): void {
  const mediaType = textIn(value, 'mediaType', at)
  if (mediaType !== undefined) part['mediaType'] = mediaType
  if (mediaType && !accepts(mediaType)) throw mediaTypeRefused(mediaType)
  const filename = textIn(value, 'filename', at)
  if (filename !== undefined) part['filename'] = filename
  const metadata = memberOf(value, 'metadata')
  if (metadata === undefined) return
  if (!isObject(metadata)) throw invalid(`${at}/metadata`, 'must be an object')
  part['metadata'] = metadata
}

function textIn(part: JsonObject, name: string, at: string): string | undefined {
  const text = memberOf(part, name)
  if (text === undefined || typeof text === 'string') return text
  throw invalid(`${at}/${name}`, 'must be a string')
}

/** Either alphabet; a last group of one character holds no byte. */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return /^[\w+/-]*={0,2}$/.test(text) && (text.length - padding) % 4 !== 1
}

async function readConfiguration(fields: Fields, { loadPush }: MessageRules): Promise<SendMessageConfiguration> {
  const push = fields.fields('taskPushNotificationConfig')
  return defined({
    acceptedOutputModes: fields.texts('acceptedOutputModes'),
    historyLength: fields.integer(longest, 'historyLength'),
    returnImmediately: fields.flag('returnImmediately'),
    taskPushNotificationConfig: push && (await loadPush()).readTarget(push),
  })
}

export function readHistoryLength(fields: Fields): number | undefined {
  return fields.integer(longest, 'historyLength')
}

function mediaTypeRefused(mediaType: string): AgentError {
  return new AgentError('CONTENT_TYPE_NOT_SUPPORTED', `The agent does not take "${mediaType.slice(0, 80)}"`, {
    hint: "Send one of the card's defaultInputModes.",
  })
}

/** What a list of media types allows: `text/*` and `*` stand for many. */
export function acceptsOf(modes: readonly string[], always: readonly string[]): AcceptsMediaType {
  if (modes.length === 0) return () => true
  const wanted = [...modes, ...always].map(essenceOf)
  return (mediaType) => {
    const essence = essenceOf(mediaType)
    const [group = ''] = essence.split('/')
    return wanted.some(
      (mode) => mode === essence || mode === '*' || mode === '*/*' || mode === `${group}/*` || mode === group,
    )
  }
}

function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase()
}

/** The members of an object, by their names in the protocol document. */
export interface Fields {
  /** The object as it came. */
  readonly raw: JsonObject
  /** JSON Pointer of a member, for errors: under the name that the request has it by, else under that of the request's text. */
  readonly place: (name: string) => string
  readonly value: (name: string) => JsonValue | undefined
  readonly text: (name: string) => string | undefined
  /** An id that the client chooses, of 256 characters at most; `undefined` where it is empty. */
  readonly id: (name: string) => string | undefined
  /** Throws when the member is absent or empty. */
  readonly requiredText: (name: string) => string
  readonly flag: (name: string) => boolean | undefined
  readonly integer: (range: Range, name: string) => number | undefined
  readonly object: (name: string) => JsonObject | undefined
  /** The member as an object, to read its members. */
  readonly fields: (name: string) => Fields | undefined
  readonly texts: (name: string) => readonly string[] | undefined
}

export interface FieldOptions {
  /** True: the members come from an address, so numbers and truth values are texts. Default: false. */
  readonly query?: boolean
  /** The other name that a request may have for a member. Default: none. */
  readonly otherNames?: { readonly [name: string]: string }
  /** The name of a member in the text that the request is of. Default: that of the protocol document. */
  readonly memberName?: (name: string) => string
}

/** Characters of an id that a client chooses. */
const longestId = 256

interface Range {
  readonly min: number
  readonly max: number
}

export function readFields(raw: JsonObject, at = '', options: FieldOptions = {}): Fields {
  const { query = false, otherNames = {}, memberName = (name) => name } = options
  const namesOf = (name: string): readonly string[] => [name, otherNames[name] ?? name]
  const place = (name: string): string => {
    const written = namesOf(name).flatMap((one) => [one, underscored(one)])
    return `${at}/${written.find((one) => Object.hasOwn(raw, one)) ?? memberName(name)}`
  }
  const fail = (name: string, what: string): AgentError => invalid(place(name), what)

  function value(name: string): JsonValue | undefined {
    for (const one of namesOf(name)) {
      const found = memberOf(raw, one)
      if (query && isList(found)) throw invalid(place(one), 'is given more than once')
      if (found !== undefined) return found
    }
    return undefined
  }

  function typed<T extends JsonValue>(name: string, { parse, is, what }: MemberType<T>): T | undefined {
    const found = value(name)
    const read = query && typeof found === 'string' ? parse(found) : found
    if (read === undefined || is(read)) return read
    throw fail(name, what)
  }

  const text = (name: string): string | undefined => typed(name, textType)
  const object = (name: string): JsonObject | undefined => typed(name, objectType)
  return {
    raw,
    place,
    value,
    text,
    object,
    id(name) {
      const found = text(name) || undefined
      // No address could hold these two: they are steps in a path.
      const isStep = found === '.' || found === '..'
      if (!isStep && (found ?? '').length <= longestId) return found
      throw fail(name, isStep ? 'must not be a dot or two' : `must not be longer than ${longestId} characters`)
    },
    requiredText(name) {
      const found = text(name)
      if (!found) throw fail(name, 'is required')
      return found
    },
    flag: (name) => typed(name, flagType),
    integer: (range, name) => typed(name, integerType(range)),
    fields(name) {
      const found = object(name)
      return found && readFields(found, place(name), options)
    },
    texts: (name) => typed(name, textsType),
  }
}

/** A type that a member may have. */
interface MemberType<T extends JsonValue> {
  readonly is: (value: JsonValue) => value is T
  /** The value of a text in an address. */
  readonly parse: (text: string) => JsonValue
  /** The end of a sentence such as `"/limit" must be a string`. */
  readonly what: string
}

const textType: MemberType<string> = {
  is: (value) => typeof value === 'string',
  parse: (text) => text,
  what: 'must be a string',
}

const objectType: MemberType<JsonObject> = { is: isObject, parse: (text) => text, what: 'must be an object' }

const flagType: MemberType<boolean> = {
  is: (value) => typeof value === 'boolean',
  parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  what: 'must be true or false',
}

const textsType: MemberType<readonly string[]> = {
  is: (value) => isList(value) && value.every((item) => typeof item === 'string'),
  parse: (text) => text,
  what: 'must be an array of strings',
}

function integerType({ min, max }: Range): MemberType<number> {
  return {
    is: (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
    parse: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
    what: `must be an integer from ${min} to ${max}`,
  }
}

/** `at`: JSON Pointer into the parameters. `what`: the end of a sentence that begins with it. */
export function invalid(at: string, what: string): AgentError {
  return new AgentError('INVALID_PARAMS', `"${at}" ${what}`, {
    hint: `Correct "${at}" and send the request again.`,
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: at, description: what }] },
    ],
  })
}

/** Of a position in a list, in the words that the request has it in. */
export function noCursor(params: Fields): AgentError {
  const at = params.place('cursor')
  return invalid(at, `must be the ${at === '/cursor' ? 'nextCursor' : answerMembers.nextCursor} of a page`)
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** `Array.isArray` that keeps the element type of a readonly JSON array. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The own member under its name or the one with underscores; `null` is the same as absent. */
function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  const found = Object.hasOwn(object, name) ? object[name] : undefined
  if (found !== undefined && found !== null) return found
  const other = underscored(name)
  return other !== name && Object.hasOwn(object, other) ? (object[other] ?? undefined) : undefined
}

/** Names stand in this code, so there are few. Spelling them anew was half of what a part of a message costs. */
const underscoredNames = new Map<string, string>()

function underscored(name: string): string {
  const known = underscoredNames.get(name)
  if (known !== undefined) return known
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  underscoredNames.set(name, made)
  return made
}
