/** A request's message, checked and made of known members only (agent protocol, Message and Part). */
import type { JsonValue } from '../../json/value.ts'
import { AgentError } from '../error.ts'
import type { Message, Part, SendMessageConfiguration, SendMessageRequest } from '../types.ts'
import { defined, type Fields, invalid, isList, isObject, readFields } from './fields.ts'
import { readPushTarget } from './push-config.ts'

const longest = { min: 0, max: 1_000_000 }

/** Media types that the agent takes, or `undefined` for any. */
export type AcceptsMediaType = (mediaType: string) => boolean

export function readSendRequest(params: Fields, accepts: AcceptsMediaType): SendMessageRequest {
  const message = params.fields('message')
  if (!message) throw invalid('/message', 'is required')
  const configuration = params.fields('configuration')
  const metadata = params.object('metadata')
  return {
    message: readMessage(message, accepts),
    ...(configuration && { configuration: readConfiguration(configuration) }),
    ...(metadata && { metadata }),
  }
}

function readMessage(fields: Fields, accepts: AcceptsMediaType): Message {
  const role = fields.text('role')
  if (role !== 'ROLE_USER') throw invalid(fields.place('role'), 'must be ROLE_USER')
  const messageId = fields.id('messageId') ?? fields.requiredText('messageId')
  const parts = fields.value('parts')
  if (!isList(parts) || parts.length === 0)
    throw invalid(fields.place('parts'), 'must be an array of at least one part')
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
  const found = contents.filter((name) => Object.hasOwn(value, name) && (name === 'data' || value[name] !== null))
  const [content] = found
  if (found.length !== 1 || content === undefined) {
    const names = found.length === 0 ? 'none' : found.join(' and ')
    throw invalid(at, `must have exactly one of text, raw, url and data, and has ${names}`)
  }
  const body = value[content]
  if (content !== 'data' && typeof body !== 'string') throw invalid(`${at}/${content}`, 'must be a string')
  if (content === 'raw' && !isBase64(String(body))) throw invalid(`${at}/raw`, 'must be base64')
  const rest = readFields(value, at)
  const mediaType = rest.text('mediaType')
  if (mediaType && !accepts(mediaType)) throw mediaTypeRefused(mediaType)
  const more = defined({ mediaType, filename: rest.text('filename'), metadata: rest.object('metadata') })
  return { [content]: body ?? null, ...more } as unknown as Part
}

/** Either alphabet; a last group of one character holds no byte. */
function isBase64(text: string): boolean {
  return /^[\w+/-]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
}

function readConfiguration(fields: Fields): SendMessageConfiguration {
  const push = fields.fields('taskPushNotificationConfig', 'pushNotificationConfig')
  return defined({
    acceptedOutputModes: fields.texts('acceptedOutputModes'),
    historyLength: fields.integer(longest, 'historyLength'),
    returnImmediately: fields.flag('returnImmediately'),
    taskPushNotificationConfig: push && readPushTarget(push),
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
