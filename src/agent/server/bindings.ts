/**
 * The two bindings: a request → the operation that it names, an answer or an error → what the binding writes. The names in them are
 * those of the codec. And views of tasks, and lengths.
 */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { AgentError } from '../protocol/error.ts'
import { type OperationName, operations } from '../protocol/routes.ts'
import type { StreamEvent, Task } from '../protocol/types.ts'
import { wireErrors } from '../protocol/wire-errors.ts'
import { contentTypes, publicMethodOf } from '../protocol/wire-format.ts'
import { type Fields, invalid, isObject } from './read-request.ts'
import type { WireCodec } from './wire-codec.ts'
import { type HttpStatus, rpcErrorOf, wireErrorOf } from './wire-error.ts'

export interface BindingRequest {
  readonly name: OperationName
  readonly params: Fields
  readonly tenant: string | undefined
  /** The task that a message goes on with, where the answer depends on what its caller has. */
  readonly continues?: string
}

export interface Binding {
  readonly contentType: string
  readonly value: (name: OperationName, result: object) => string
  /** What is written before and after the JSON of an event. */
  readonly frame: readonly [before: string, after: string]
  /** The JSON of an event. */
  readonly event: (entry: BindingEvent) => string
  /** Called before the operation with the task that `continues` names. */
  readonly begin?: (task: Task | undefined) => void
  /** Names of the header with the activated extensions. Default: those of the request's text. */
  readonly extensionHeaders?: readonly string[]
  /** `status`: another HTTP status and name of a google.rpc code than those of the error's code. */
  readonly error: (error: unknown, status?: HttpStatus) => string
  readonly errorType: string
  /** HTTP status of an answer, from that of the error. */
  readonly errorStatus: (status: number) => number
}

interface BindingEvent {
  readonly event: StreamEvent
  readonly json: (codec: WireCodec) => string
}

export interface HttpRoute {
  /** `undefined`: the path is known, and has no operation for this verb. */
  readonly name: OperationName | undefined
  /** Verbs that the path has. */
  readonly verbs: readonly string[]
  /** From the path: the tenant, and parameters by name. */
  readonly tenant: string | undefined
  readonly named: { readonly [name: string]: string }
}

interface Pattern {
  readonly name: OperationName
  readonly verbs: readonly string[]
  readonly path: RegExp
}

const patterns: readonly Pattern[] = (Object.keys(operations) as OperationName[]).map((name) => {
  const { verb, path } = operations[name]
  const source = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  // The public text allows a subscription by GET as well.
  return { name, verbs: name === 'SubscribeToTask' ? [verb, 'GET'] : [verb], path: new RegExp(`^${source}$`) }
})

/** What a path may mean: with a tenant in front, then without. `path`: below the interface's address, with a slash in front. */
export function routesOf(verb: string, path: string): readonly HttpRoute[] {
  const [, first, rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
  return [match(verb, rest, first), match(verb, path, undefined)].filter((route) => route !== undefined)
}

function match(verb: string, path: string, tenant: string | undefined): HttpRoute | undefined {
  const matching = patterns.flatMap((pattern) => {
    const found = pattern.path.exec(path)
    return found ? [{ ...pattern, groups: found.groups ?? {} }] : []
  })
  // An id may hold a colon; `:cancel` and `:subscribe` at the end are none of it.
  const verbal = matching.filter(({ name }) => operations[name].path.includes('}:'))
  const fitting = verbal.length > 0 ? verbal : matching
  if (fitting.length === 0) return undefined
  const hit = fitting.find(({ verbs }) => verbs.includes(verb))
  const named = Object.fromEntries(Object.entries(hit?.groups ?? {}).map(([name, text]) => [name, decode(text)]))
  return {
    name: hit?.name,
    verbs: fitting.flatMap(({ verbs }) => verbs),
    tenant: tenant === undefined ? undefined : decode(tenant),
    named,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AgentError('INVALID_REQUEST', 'The path has a broken percent sign', { hint: 'Encode it as UTF-8.' })
  }
}

/** Parameters of the path win over those of query and body. */
export function readHttpRequest(
  { name, named, tenant }: HttpRoute & { readonly name: OperationName },
  query: URLSearchParams,
  body: JsonValue | undefined,
  codec: WireCodec,
): BindingRequest {
  if (body !== undefined && !isObject(body)) {
    throw new AgentError('INVALID_REQUEST', 'The body is not a JSON object', { hint: 'Send an object.' })
  }
  const fromBody = operations[name].verb === 'POST' ? (body ?? {}) : queryOf(query)
  // A repeated subscription may come as GET.
  const params = codec.readCall({ ...fromBody, ...named }, operations[name].verb !== 'POST')
  return { name, params, tenant: tenant ?? (params.text('tenant') || undefined) }
}

/** A parameter that is given more than once is a list, which no operation takes. */
function queryOf(query: URLSearchParams): JsonObject {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...more] = query.getAll(name)
      return [name, more.length > 0 ? [value, ...more] : value]
    }),
  )
}

/** How answers to one request are written. `accept`: the header. The public text has a content type of its own for who asks. */
export function httpBinding(codec: WireCodec, accept: string | null): Binding {
  const { contentType, errorType } = codec
  return {
    contentType: accept?.includes(contentType) ? contentType : contentTypes.json,
    value: (name, result) => JSON.stringify(codec.writeResult(name, result)),
    event: (entry) => entry.json(codec),
    frame: ['', ''],
    error(error, status) {
      const wireError = wireErrorOf(error)
      return JSON.stringify(codec.writeError(wireError, status ?? wireErrors[wireError.code]))
    },
    errorType,
    errorStatus: (status) => status,
  }
}

type RpcId = string | number | null

/** Throws `INVALID_REQUEST`, `METHOD_NOT_FOUND` or `INVALID_PARAMS`. */
export function readRpcRequest(body: JsonValue | undefined, codec: WireCodec): BindingRequest {
  if (!isObject(body) || body['jsonrpc'] !== '2.0') throw invalidRequest('The body is not one JSON-RPC 2.0 request')
  const { id, method, params = {} } = body
  if (typeof id !== 'string' && typeof id !== 'number' && !isNotification(body))
    throw invalidRequest('"id" is not a string or number')
  if (typeof method !== 'string') throw invalidRequest('"method" is not a string')
  const name = operationOf(method)
  if (!isObject(params)) throw invalid('/params', 'must be an object')
  const fields = codec.readCall(params)
  return { name, params: fields, tenant: fields.text('tenant') || undefined }
}

/** Whether nobody waits for an answer (JSON-RPC 2.0, section 4.1). */
export function isNotification(body: JsonValue | undefined): boolean {
  return isObject(body) && body['jsonrpc'] === '2.0' && typeof body['method'] === 'string' && !('id' in body)
}

/** The `id` of whatever came, for the answer. */
export function rpcIdOf(body: JsonValue | undefined): RpcId {
  const id = isObject(body) ? body['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** How answers to one request are written. Errors are answers like any other, so the status is 200 but for a few. */
export function rpcBinding(id: RpcId, codec: WireCodec): Binding {
  const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
  const writeError = (error: unknown): object => ({ jsonrpc: '2.0', id, error: rpcErrorOf(wireErrorOf(error)) })
  return {
    contentType: 'application/json',
    value: (name, result) => `${before}${JSON.stringify(codec.writeResult(name, result))}}`,
    event: (entry) => entry.json(codec),
    frame: [before, '}'],
    error: (error) => JSON.stringify(writeError(error)),
    errorType: 'application/json',
    // Errors of the connection keep their status: proxies and clients act on it.
    errorStatus: (status) => ([401, 403, 413, 429, 503].includes(status) ? status : 200),
  }
}

function operationOf(method: string): OperationName {
  for (const name of Object.keys(operations) as OperationName[]) {
    if (method === name || method === publicMethodOf(name)) return name
  }
  throw new AgentError('METHOD_NOT_FOUND', `There is no method "${method.slice(0, 80)}"`, {
    hint: `Call one of ${Object.keys(operations).join(', ')}.`,
  })
}

function invalidRequest(message: string): AgentError {
  return new AgentError('INVALID_REQUEST', message, { hint: 'Send a JSON-RPC 2.0 request.' })
}

interface TaskView {
  /** Latest messages of the history at most. Default: all. */
  readonly historyLength?: number | undefined
  /** False: without artifacts. Default: true. */
  readonly artifacts?: boolean | undefined
}

/** A task as a request wants to see it. */
export function viewTask(task: Task, { historyLength, artifacts = true }: TaskView): Task {
  const seen = withHistory(task, historyLength)
  if (artifacts) return seen
  const { artifacts: _, ...rest } = seen
  return rest
}

/** The task with the latest messages of its history at most. `undefined`: with all. */
export function withHistory(task: Task, most: number | undefined): Task {
  const { history, ...rest } = task
  if (most === undefined || history === undefined) return task
  return most > 0 ? { ...rest, history: history.slice(-most) } : rest
}

/** Bytes of a text in UTF-8. Counts without a copy: 1 ns a character. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    // Each half of a surrogate pair counts as two of the pair's four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

/** Bytes of a value as JSON. */
export function jsonBytes(value: object): number {
  return utf8Length(JSON.stringify(value))
}
