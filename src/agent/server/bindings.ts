/**
 * What is on the wire. The two bindings: a request → the operation that it names, an answer or an error → what the binding
 * writes. Over HTTP the public text has google.rpc.Status, and the protocol document has problem details (RFC 9457) with the same
 * status in them. And each object in the spelling of its caller, with its length.
 */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { AgentError, type WireErrorCode } from '../protocol/error.ts'
import { operations } from '../protocol/routes.ts'
import {
  artifactMember,
  contentTypes,
  type OperationName,
  publicMethodOf,
  type Spelling,
  spelt,
  statusMember,
} from '../protocol/spelling.ts'
import type { StreamEvent, Task } from '../protocol/types.ts'
import { wireErrors } from '../protocol/wire-errors.ts'
import { type Fields, invalid, isList, isObject, readFields } from './read-request.ts'

export interface BindingRequest {
  readonly name: OperationName
  readonly params: Fields
  readonly tenant: string | undefined
  /** The task that a message goes on with, where the answer depends on what its caller has. */
  readonly continues?: string
}

export interface Binding {
  readonly contentType: string
  readonly value: (value: object) => string
  /** What is written before and after the JSON of an event. */
  readonly frame: readonly [before: string, after: string]
  /** The JSON of an event. Default: that of the caller's spelling. */
  readonly event?: (entry: BindingEvent) => string
  /** Called before the operation with the task that `continues` names. */
  readonly begin?: (task: Task | undefined) => void
  /** Names of the header with the activated extensions. Default: those of the caller's spelling. */
  readonly extensionHeaders?: readonly string[]
  /** `status`: another HTTP status and name of a google.rpc code than those of the error's code. */
  readonly error: (error: unknown, status?: HttpStatus) => string
  readonly errorType: string
  /** HTTP status of an answer, from that of the error. */
  readonly errorStatus: (status: number) => number
}

interface BindingEvent {
  readonly event: StreamEvent
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
): BindingRequest {
  if (body !== undefined && !isObject(body)) {
    throw new AgentError('INVALID_REQUEST', 'The body is not a JSON object', { hint: 'Send an object.' })
  }
  const fromBody = operations[name].verb === 'POST' ? (body ?? {}) : queryOf(query)
  // A repeated subscription may come as GET.
  const params = readFields({ ...fromBody, ...named }, '', operations[name].verb !== 'POST')
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
export function httpBinding(spelling: Spelling, accept: string | null): Binding {
  const own = contentTypes.json[spelling]
  return {
    contentType: accept?.includes(own) ? own : contentTypes.json.seed,
    value: (value) => JSON.stringify(value),
    frame: ['', ''],
    error: (error, status) => JSON.stringify(httpErrorOf(wireErrorOf(error), spelling, status)),
    errorType: spelling === 'seed' ? contentTypes.problem : contentTypes.json.seed,
    errorStatus: (status) => status,
  }
}

type RpcId = string | number | null

/** Throws `INVALID_REQUEST`, `METHOD_NOT_FOUND` or `INVALID_PARAMS`. */
export function readRpcRequest(body: JsonValue | undefined): BindingRequest {
  if (!isObject(body) || body['jsonrpc'] !== '2.0') throw invalidRequest('The body is not one JSON-RPC 2.0 request')
  const { id, method, params = {} } = body
  if (typeof id !== 'string' && typeof id !== 'number' && !isNotification(body))
    throw invalidRequest('"id" is not a string or number')
  if (typeof method !== 'string') throw invalidRequest('"method" is not a string')
  const name = operationOf(method)
  if (!isObject(params)) throw invalid('/params', 'must be an object')
  const fields = readFields(params)
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
export function rpcBinding(id: RpcId): Binding {
  const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
  const writeError = (error: unknown): object => ({ jsonrpc: '2.0', id, error: rpcErrorOf(wireErrorOf(error)) })
  return {
    contentType: 'application/json',
    value: (value) => `${before}${JSON.stringify(value)}}`,
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

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo'
const domain = 'a2a-protocol.org'

/** An error that an agent may answer with. */
export type WireError = AgentError & { readonly code: WireErrorCode }

/** The error as the caller may see it. An error of the host becomes `INTERNAL_ERROR`, without its message. */
export function wireErrorOf(error: unknown): WireError {
  if (isWireError(error)) return error
  return new AgentError('INTERNAL_ERROR', 'The agent could not answer', { hint: 'Try again later.' }) as WireError
}

export function isWireError(error: unknown): error is WireError {
  return error instanceof AgentError && Object.hasOwn(wireErrors, error.code) && !isOfAnotherAgent(error)
}

/** Errors that another agent sent to the host are not for the caller: they may describe the host's own network. */
function isOfAnotherAgent({ httpStatus, rpcCode, message }: AgentError): boolean {
  return httpStatus !== undefined || rpcCode !== undefined || /^The agent('s)? answer/.test(message)
}

/** HTTP status, and name of the google.rpc code. */
export interface HttpStatus {
  readonly http: number
  readonly status: string
}

/** The body of an HTTP answer. The last argument: default, what belongs to the code. */
function httpErrorOf(
  error: WireError,
  spelling: Spelling,
  { http, status }: HttpStatus = wireErrors[error.code],
): JsonObject {
  const { code, message, hint } = error
  const rpcStatus = { error: { code: http, status, message, details: detailsOf(error) } }
  if (spelling === 'public') return rpcStatus
  return {
    ...membersOf(error),
    type: `https://${domain}/errors/${code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(code),
    status: http,
    detail: message,
    hint,
    ...rpcStatus,
  }
}

/** `TASK_NOT_FOUND` → `Task not found`. */
function titleOf(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** The `error` of a JSON-RPC response. */
function rpcErrorOf(error: WireError): JsonObject {
  const { rpc } = wireErrors[error.code]
  return { code: rpc, message: error.message, data: detailsOf(error) }
}

/** Seconds for `Retry-After`, rounded up. */
export function retryAfterOf({ retryAfter }: AgentError): string | undefined {
  return retryAfter === undefined ? undefined : String(Math.ceil(retryAfter / 1_000))
}

/** google.rpc details. */
export function detailsOf(error: WireError): readonly JsonObject[] {
  const { code, hint, taskId, details } = error
  const versions = versionsOf(details)
  const metadata = {
    name: nameOf(code),
    hint,
    ...(taskId && { taskId }),
    ...(versions && { supportedVersions: versions.join(',') }),
  }
  const typed = details.filter((detail) => '@type' in detail)
  return [{ '@type': errorInfo, reason: code, domain, metadata }, ...typed]
}

/** `VERSION_NOT_SUPPORTED` → `VersionNotSupportedError`, as the documents call it. */
function nameOf(code: string): string {
  const words = code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
  return `${words.replace(/Error$/, '')}Error`
}

/** Details without a type are members of the problem. */
function membersOf({ details }: AgentError): JsonObject {
  return Object.assign({}, ...details.filter((detail) => !('@type' in detail)))
}

function versionsOf(details: readonly JsonObject[]): readonly unknown[] | undefined {
  return details.map((detail) => detail['supportedVersions']).find(isList)
}

/** A stream response: one member, whose name is the kind. */
export function eventJson(event: StreamEvent, spelling: Spelling): object {
  if (event.kind === 'task') return { task: spelt('task', event.task, spelling) }
  if (event.kind === 'message') return { message: event.message }
  const { kind, ...body } = event
  if (kind === 'status') return { [statusMember[spelling]]: body }
  return { [artifactMember[spelling]]: spelt('artifactUpdate', body, spelling) }
}

interface TaskView {
  /** Latest messages of the history at most. Default: all. */
  readonly historyLength?: number | undefined
  /** False: without artifacts. Default: true. */
  readonly artifacts?: boolean | undefined
}

/** A task as a request wants to see it. */
export function viewTask(task: Task, spelling: Spelling, { historyLength, artifacts = true }: TaskView = {}): object {
  const { artifacts: _, ...rest } = withHistory(task, historyLength)
  return spelt('task', artifacts ? withHistory(task, historyLength) : rest, spelling)
}

/** The task with the latest messages of its history at most. `undefined`: with all. */
export function withHistory(task: Task, most: number | undefined): Task {
  const { history, ...rest } = task
  if (most === undefined || history === undefined) return task
  return most > 0 ? { ...rest, history: history.slice(-most) } : rest
}

/** A page of tasks or configurations. The public text has "" for the end. */
export function pageJson<T extends { readonly nextCursor?: string | undefined }>(page: T, spelling: Spelling): object {
  const { nextCursor, ...rest } = page
  const both = { ...rest, ...(nextCursor === undefined ? {} : { nextCursor }), nextPageToken: nextCursor ?? '' }
  return spelt('page', both, spelling)
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
