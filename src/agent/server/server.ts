/**
 * `createAgentServer`: a web-standard handler that makes an agent out of one function (agent protocol v1.0, in the two
 * bindings that a browser can speak).
 */

import type { JsonValue } from '../../json/value.ts'
import { cacheableJson } from '../../shared/http/digest.ts'
import { addressIn } from '../../shared/http/shown-address.ts'
import type { Connection } from '../../shared/oauth/client-certificate.ts'
import { bytesOf } from '../protocol/request-body.ts'
import type { AgentCard } from '../protocol/types.ts'
import { wireErrors } from '../protocol/wire-errors.ts'
import { contentTypes, headerNames, protocolVersion } from '../protocol/wire-format.ts'
import {
  type Binding,
  type BindingRequest,
  type HttpRoute,
  httpBinding,
  isNotification,
  readHttpRequest,
  readRpcRequest,
  routesOf,
  rpcBinding,
  rpcIdOf,
} from './bindings.ts'
import { checkSecurity, completeCard, publishedCard } from './card.ts'
import { dispatch, type OperationResult } from './operations.ts'
import { type AgentServerOptions, type Caller, checkOptions, type OtherVersion, takesNames } from './options.ts'
import { invalid } from './read-request.ts'
import {
  type Asked,
  agreedExtensions,
  allowOrigin,
  authenticateCaller,
  type Negotiated,
  namedBy,
  negotiate,
  ownerOf,
  readBody,
  versionNotSupported,
} from './request.ts'
import { createServerState, type ServerState } from './server-state.ts'
import type { MaybePromise } from './task-store.ts'
import { codecOf, documentCodec } from './wire-codec.ts'
import { type HttpStatus, isWireError, retryAfterOf, wireErrorOf } from './wire-error.ts'

/**
 * Answers every request. Never rejects. No answer contains the message of a host's error. `connection`: for `authenticate`.
 * Default: nothing is known of it.
 */
export interface AgentServer {
  (request: Request, connection?: Connection): Promise<Response>
  /** @internal What other bindings serve the same agent by. */
  readonly server?: Server
}

/** An agent, for all bindings. */
export interface Server {
  readonly options: AgentServerOptions
  readonly state: ServerState
  readonly isTenant: (name: string) => MaybePromise<boolean>
}

/** What a request shows before its body is read. */
interface Opened extends Asked {
  readonly request: Request
  /** The binding of answers where no body says more. */
  readonly plain: Binding
  readonly connection: Connection
}

/**
 * The handler of an agent. Throws a `TypeError` for a missing option, for a card without a usable interface, and for one that demands credentials where
 * there is no `authenticate`.
 */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  checkOptions(options)
  const offered = {
    extendedCard: options.extendedCard !== undefined,
    pushNotifications: takesNames(options),
    older: options.legacy !== undefined,
  }
  const card = completeCard(options.card, offered)
  const state = createServerState(card, options)
  const cards = [card]
  // Its mistakes are told at the start, too.
  if (typeof options.extendedCard === 'object') cards.push(completeCard(options.extendedCard, offered))
  for (const one of cards)
    if (checkSecurity(one, state.authenticates))
      loadRefusals().then(({ unusedSchemes }) => state.onError(unusedSchemes(one)), state.onError)
  const server: Server = { options, state, isTenant: tenantsOf(card, options.tenants) }
  const endpoints = endpointsOf(card, options.legacy?.version)
  const allow = (request: Request, response: Response): Response => allowOrigin(options.cors, request, response)
  const cardHeaders = {
    'cache-control': 'public, max-age=300',
    'last-modified': new Date(server.state.timestamp()).toUTCString(),
    vary: Object.values(headerNames.version).join(', '),
  }

  async function route(opened: Opened): Promise<Response> {
    const { request, url, codec, plain } = opened
    const { pathname, searchParams } = url
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const { resource } = options.authenticate ?? {}
    let document: unknown = resource?.path === pathname && resource.document
    if (pathname === cardPath || (options.legacy && pathname === olderCardPath)) {
      const published = codec.writeResult('GetExtendedAgentCard', publishedCard(card, options.origin ?? url.href))
      document = codec === documentCodec ? (options.legacy?.card(published) ?? published) : published
    }
    if (reads && document) return cacheableJson(request, JSON.stringify(document), cardHeaders)
    const place = placeOf(endpoints, pathname)
    if (place?.endpoint.binding === 'JSONRPC') {
      if (request.method !== 'POST') return methodNotAllowed(server, plain, ['POST'])
      return respond(server, opened, place, {
        isSilent: isNotification,
        bindingOf: (body) => rpcBinding(rpcIdOf(body), codec),
        readCall: (body) => readRpcRequest(body, codec),
      })
    }
    const found = place && (await routeOf(server, routesOf(request.method, place.rest)))
    if (place && found) {
      const { name, verbs } = found
      if (name === undefined) return methodNotAllowed(server, plain, verbs)
      const readCall: Reading['readCall'] = (body) => readHttpRequest({ ...found, name }, searchParams, body, codec)
      return respond(server, opened, place, { bindingOf: () => plain, readCall, tenant: found.tenant })
    }
    if (pathname === cardPath) return methodNotAllowed(server, plain, ['GET', 'HEAD'])
    return failed(server, plain, (await loadUnserved()).notFound(cardPath))
  }

  async function handle(request: Request, connection: Connection = {}): Promise<Response> {
    if (request.method === 'OPTIONS') return allow(request, (await import('./preflight.ts')).preflight(card))
    const url = addressIn(request.url)
    const codec = codecOf(request.headers, url)
    const plain = httpBinding(codec, request.headers.get('accept'))
    const response = url
      ? await route({ request, url, codec, plain, connection }).catch((error: unknown) => failed(server, plain, error))
      : await failed(server, plain, (await loadUnserved()).noAddress())
    return allow(request, response)
  }

  return Object.assign(handle, { server })
}

/** `bindingOf`, `readCall`: the binding and the operation of a request, by its body. */
interface Reading {
  readonly bindingOf: (body: JsonValue | undefined) => Binding
  readonly readCall: (body: JsonValue | undefined) => BindingRequest
  /** Whether the request gets no answer. */
  readonly isSilent?: (body: JsonValue | undefined) => boolean
  /** The tenant of the path, which there is. */
  readonly tenant?: string | undefined
}

async function respond(server: Server, opened: Opened, place: Place, usual: Reading): Promise<Response> {
  const { state } = server
  const { authenticate, defaultVersion, legacy } = server.options
  const { request, connection } = opened
  const { headers } = request
  let reading = usual
  let body: JsonValue | undefined
  let bytes: ReturnType<typeof bytesOf> | undefined
  let response: Response
  try {
    // At most once, by `authenticate` or after it.
    const read = (): ReturnType<typeof bytesOf> => {
      bytes ??= bytesOf(request, state.limits)
      return bytes
    }
    const caller = await authenticateCaller(request, read, authenticate, connection)
    body = await readBody(request, read, state.limits)
    const older = legacy?.matches(headers, body) ? place.older : undefined
    if (older && legacy) reading = legacy
    else if (place.endpoint.older) throw versionNotSupported(undefined, [legacy?.version ?? ''])
    const binding = reading.bindingOf(body)
    const negotiated = older
      ? namedBy(binding.extensionHeaders ?? [], agreedExtensions(headers, state.card))
      : negotiate(opened, state.card, defaultVersion)
    const called = reading.readCall(body)
    // A request without a tenant is for the tenant of its interface.
    const tenant = called.tenant ?? (older ?? place.endpoint).tenant
    if (tenant !== undefined && tenant !== usual.tenant && !(await server.isTenant(tenant)))
      throw invalid('/tenant', 'is no tenant of this agent')
    const accepted = { ...called, tenant, caller, negotiated, older: older && legacy }
    response = await answerOf(server, opened, binding, accepted, await perform(server, opened, accepted, binding.begin))
  } catch (error) {
    response = await failed(server, reading.bindingOf(body), error)
  }
  if (!usual.isSilent?.(body)) return response
  await response.body?.cancel()
  return new Response(null, { status: 204 })
}

/** A request whose sender, version and operation are known. */
interface Accepted extends BindingRequest {
  readonly caller: Caller
  readonly negotiated: Negotiated
  /** The option `legacy`, where it is of that version. */
  readonly older?: OtherVersion | undefined
}

/** Throws what the operation does. */
export async function perform(
  { state, options }: Server,
  { request: { signal, headers }, url, codec }: Asked,
  { name, params, caller, tenant, negotiated: { extensions }, continues, older }: Accepted,
  begin?: Binding['begin'],
): Promise<OperationResult> {
  const owner = ownerOf(caller, tenant)
  const scopes = await options.scopes?.(name, params.object('message'))
  if (scopes) (await loadRefusals()).requireScopes(caller, scopes)
  if (continues !== undefined) begin?.((await state.tasks.peek(owner, continues))?.task)
  const call = {
    caller,
    tenant,
    owner,
    format: older?.version ?? codec.name,
    extensions,
    signal,
    url: options.origin ?? url.href,
    lastEventId: headers.get('last-event-id') ?? undefined,
  }
  const run = (): Promise<OperationResult> => dispatch(name, state, call, params)
  return options.trace?.({ name, headers, tenant }, run) ?? run()
}

async function answerOf(
  { state, options }: Server,
  { request }: Opened,
  binding: Binding,
  { name, negotiated: { headers } }: Accepted,
  result: OperationResult,
): Promise<Response> {
  if (result.kind === 'stream') {
    const stream = result.eventStream(result.reader, {
      json: binding.event,
      frame: binding.frame,
      writeError: (error) => {
        if (!isWireError(error)) state.onError(error)
        return binding.error(error)
      },
      pingInterval: options.pingInterval ?? 15_000,
      closing: options.closing,
    })
    return new Response(stream, { headers: { ...streamHeaders, ...headers } })
  }
  if (name === 'GetExtendedAgentCard' && request.method === 'GET') {
    return cacheableJson(request, binding.value(name, result.value), { 'cache-control': 'private, no-cache' })
  }
  return new Response(binding.value(name, result.value), {
    headers: { 'content-type': binding.contentType, ...headers },
  })
}

const streamHeaders = {
  'content-type': contentTypes.stream,
  'cache-control': 'no-cache',
  // Some proxies collect a response before they pass it on.
  'x-accel-buffering': 'no',
}

const loadUnserved = (): Promise<typeof import('./unserved.ts')> => import('./unserved.ts')

const loadRefusals = (): Promise<typeof import('./refusals.ts')> => import('./refusals.ts')

/** `as`: another HTTP status than that of the error's code. */
async function failed(server: Server, binding: Binding, error: unknown, as?: HttpStatus): Promise<Response> {
  const { state, options } = server
  if (!isWireError(error)) state.onError(error)
  const wireError = wireErrorOf(error)
  const status = binding.errorStatus((as ?? wireErrors[wireError.code]).http)
  const streams = binding.errorType === contentTypes.stream
  const asEvent = streams && status === 200
  const type = streams && !asEvent ? binding.contentType : binding.errorType
  const headers = new Headers({ 'content-type': type, 'cache-control': 'no-store' })
  if (status === 401 || wireError.challenge)
    (await loadRefusals()).addChallenges(headers, state.card, options.authenticate, wireError)
  const retryAfter = retryAfterOf(wireError)
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  const text = binding.error(wireError, as)
  return new Response(asEvent ? `event: error\ndata: ${text}\n\n` : text, { status, headers })
}

async function methodNotAllowed(server: Server, binding: Binding, verbs: readonly string[]): Promise<Response> {
  const error = (await loadUnserved()).wrongMethod(verbs)
  const response = await failed(server, binding, error, { http: 405, status: 'UNIMPLEMENTED' })
  response.headers.set('allow', [...verbs, 'OPTIONS'].join(', '))
  return response
}

/** Path of the card below every origin (agent protocol, discovery). */
const cardPath = '/.well-known/agent-card.json'
/** Where readers before version 0.3 look. */
const olderCardPath = '/.well-known/agent.json'

interface Endpoint {
  readonly binding: 'JSONRPC' | 'HTTP+JSON'
  /** Without a slash at the end, so `''` is the root. */
  readonly path: string
  readonly tenant: string | undefined
  /** Whether it is of the version of the option `legacy`. */
  readonly older: boolean
}

/** Interfaces with other bindings are left to other servers. Throws a `TypeError` where none is left, and for an unknown version. */
function endpointsOf({ supportedInterfaces }: AgentCard, legacy: string | undefined): readonly Endpoint[] {
  const endpoints = supportedInterfaces.flatMap((one): readonly Endpoint[] => {
    const { url, protocolBinding, protocolVersion: version, tenant } = one
    if (protocolBinding !== 'JSONRPC' && protocolBinding !== 'HTTP+JSON') return []
    const older = legacy !== undefined && protocolBinding === 'JSONRPC' && isOf(version, legacy)
    if (!older && !isOf(version, protocolVersion))
      throw new TypeError(`The card has an interface ${protocolBinding} ${version}, which is not served; see "legacy"`)
    const path = new URL(url, 'http://localhost').pathname.replace(/\/$/, '')
    return [{ binding: protocolBinding, path, tenant: tenant || undefined, older }]
  })
  const served = legacy === undefined ? endpoints : endpoints.filter(({ older }) => older)
  const offersGrpc = supportedInterfaces.some(({ protocolBinding }) => protocolBinding === 'GRPC')
  if (served.length > 0 || (legacy === undefined && offersGrpc)) return endpoints
  throw new TypeError(
    `The card has no interface ${legacy ? `JSONRPC ${legacy}, see "legacy"` : 'JSONRPC, HTTP+JSON or GRPC'}`,
  )
}

/** `1.0.2` is of `1.0`. */
function isOf(version: string, wanted: string): boolean {
  return `${version}.`.startsWith(`${wanted}.`)
}

function tenantsOf(card: AgentCard, named: AgentServerOptions['tenants'] = []): Server['isTenant'] {
  const own = card.supportedInterfaces.map(({ tenant }) => tenant)
  return (name) => own.includes(name) || (typeof named === 'function' ? named(name) : named.includes(name))
}

/** The first of the meanings of a path whose tenant there is. */
async function routeOf({ isTenant }: Server, routes: readonly HttpRoute[]): Promise<HttpRoute | undefined> {
  for (const route of routes) if (route.tenant === undefined || (await isTenant(route.tenant))) return route
  return undefined
}

interface Place {
  /** Of version 1.0 where the address has both. */
  readonly endpoint: Endpoint
  readonly older?: Endpoint | undefined
  /** The path below the endpoint, with a slash in front. */
  readonly rest: string
}

/** JSON-RPC has its exact path; of the others the longest one wins. */
function placeOf(endpoints: readonly Endpoint[], pathname: string): Place | undefined {
  const plain = pathname.replace(/\/$/, '')
  const rpc = endpoints.filter(({ binding, path }) => binding === 'JSONRPC' && path === plain)
  const older = rpc.find((one) => one.older)
  const endpoint = rpc.find((one) => !one.older) ?? older
  if (endpoint) return { endpoint, older, rest: '/' }
  const below = endpoints
    .filter(({ binding, path }) => binding === 'HTTP+JSON' && pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  return below && { endpoint: below, rest: pathname.slice(below.path.length) }
}
