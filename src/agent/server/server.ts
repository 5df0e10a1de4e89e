/**
 * `createAgentServer`: a web-standard handler that makes an agent out of one function (agent protocol v1.0, in the two
 * bindings that a browser can speak).
 */
import { cacheableJson } from '../../http/digest.ts'
import { addressIn } from '../../http/shown-address.ts'
import type { JsonValue } from '../../json/value.ts'
import { AgentError } from '../error.ts'
import { contentTypes, headerNames, type Spelling } from '../spelling.ts'
import type { AgentCard } from '../types.ts'
import { wireErrors } from '../wire-errors.ts'
import {
  type Binding,
  type BindingRequest,
  type HttpStatus,
  httpBinding,
  isWireError,
  readHttpRequest,
  readRpcRequest,
  retryAfterOf,
  routeOf,
  rpcBinding,
  rpcIdOf,
  wireErrorOf,
} from './bindings.ts'
import { completeCard, publishedCard } from './card.ts'
import { eventStream } from './event-stream.ts'
import { dispatch } from './operations.ts'
import { type AgentServerOptions, type Caller, checkOptions, takesNames } from './options.ts'
import {
  authenticateCaller,
  challengesOf,
  createCors,
  type Negotiated,
  negotiate,
  ownerOf,
  readBody,
  spellingOf,
} from './request.ts'
import { createServerState, type ServerState } from './server-state.ts'

/** Answers every request. Never rejects. No answer contains the message of a host's error. */
export type AgentServer = (request: Request) => Promise<Response>

interface Server {
  readonly options: AgentServerOptions
  readonly state: ServerState
}

/** What a request shows before its body is read. */
interface Opened {
  readonly request: Request
  readonly url: URL
  readonly spelling: Spelling
  /** The binding of answers where no body says more. */
  readonly plain: Binding
}

/** Throws a `TypeError` for a missing option, and for a card without a usable interface. */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  checkOptions(options)
  const card = completeCard(options.card, {
    extendedCard: options.extendedCard !== undefined,
    pushNotifications: takesNames(options),
  })
  const server: Server = { options, state: createServerState(card, options) }
  const endpoints = endpointsOf(card)
  const cors = createCors(options.cors, card)
  const cardHeaders = {
    'cache-control': 'public, max-age=300',
    'last-modified': new Date(server.state.timestamp()).toUTCString(),
    vary: Object.values(headerNames.version).join(', '),
  }

  async function route(opened: Opened): Promise<Response> {
    const { request, url, spelling, plain } = opened
    const { pathname, searchParams } = url
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (pathname === cardPath && reads)
      return cacheableJson(
        request,
        JSON.stringify(publishedCard(card, options.origin ?? url.href, spelling)),
        cardHeaders,
      )
    const place = placeOf(endpoints, pathname)
    if (place?.endpoint.binding === 'JSONRPC') {
      const oldNames = options.oldMethodNames ? (await import('./old-methods.ts')).oldMethods : undefined
      if (request.method !== 'POST') return methodNotAllowed(server, plain, ['POST'])
      return respond(server, opened, place.endpoint, {
        bindingOf: (body) => rpcBinding(rpcIdOf(body)),
        read: (body) => readRpcRequest(body, oldNames),
      })
    }
    const found = place && routeOf(request.method, place.rest)
    if (place && found) {
      const { name, verbs } = found
      if (name === undefined) return methodNotAllowed(server, plain, verbs)
      const read: Reading['read'] = (body) => readHttpRequest({ ...found, name }, searchParams, body)
      return respond(server, opened, place.endpoint, { bindingOf: () => plain, read })
    }
    return pathname === cardPath ? methodNotAllowed(server, plain, ['GET', 'HEAD']) : failed(server, plain, notFound())
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return cors.preflight(request)
    const url = addressIn(request.url)
    const spelling = spellingOf(request.headers, url)
    const plain = httpBinding(spelling, request.headers.get('accept'))
    const response = url
      ? await route({ request, url, spelling, plain }).catch((error: unknown) => failed(server, plain, error))
      : failed(server, plain, noAddress())
    return cors.allow(request, response)
  }
}

/** `bindingOf`, `read`: the binding and the operation of a request, by its body. */
interface Reading {
  readonly bindingOf: (body: JsonValue | undefined) => Binding
  readonly read: (body: JsonValue | undefined) => BindingRequest
}

async function respond(server: Server, opened: Opened, endpoint: Endpoint, reading: Reading): Promise<Response> {
  const { options, state } = server
  let body: JsonValue | undefined
  try {
    const caller = await authenticateCaller(opened.request, options.authenticate)
    body = await readBody(opened.request, state.limits)
    const negotiated = negotiate(opened, state.card, options.defaultVersion)
    const called = reading.read(body)
    // A request without a tenant is for the tenant of its interface.
    const tenant = called.tenant ?? endpoint.tenant
    return await perform(server, opened, reading.bindingOf(body), { ...called, tenant, caller, negotiated })
  } catch (error) {
    return failed(server, reading.bindingOf(body), error)
  }
}

/** A request whose sender, version and operation are known. */
interface Accepted extends BindingRequest {
  readonly caller: Caller
  readonly negotiated: Negotiated
}

async function perform(server: Server, opened: Opened, binding: Binding, accepted: Accepted): Promise<Response> {
  const { state, options } = server
  const { request, spelling } = opened
  const { name, params, caller, tenant, negotiated } = accepted
  const { extensions, headers } = negotiated
  const { signal } = request
  const url = options.origin ?? opened.url.href
  const owner = ownerOf(caller, tenant)
  const result = await dispatch(name, state, { caller, tenant, owner, spelling, extensions, signal, url }, params)
  if (result.kind === 'stream') {
    const stream = eventStream(result.reader, {
      json: (entry) => entry.json(spelling),
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
    return cacheableJson(request, JSON.stringify(result.value), { 'cache-control': 'private, no-cache' })
  }
  return new Response(binding.value(result.value), { headers: { 'content-type': binding.contentType, ...headers } })
}

const streamHeaders = {
  'content-type': contentTypes.stream,
  'cache-control': 'no-cache',
  // Some proxies collect a response before they pass it on.
  'x-accel-buffering': 'no',
}

/** `as`: another HTTP status than that of the error's code. */
function failed({ state }: Server, binding: Binding, error: unknown, as?: HttpStatus): Response {
  if (!isWireError(error)) state.onError(error)
  const wireError = wireErrorOf(error)
  const status = binding.errorStatus((as ?? wireErrors[wireError.code]).http)
  const headers = new Headers({ 'content-type': binding.errorType, 'cache-control': 'no-store' })
  if (status === 401) headers.set('www-authenticate', challengesOf(state.card))
  const retryAfter = retryAfterOf(wireError)
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  return new Response(binding.error(wireError, as), { status, headers })
}

function noAddress(): AgentError {
  return new AgentError('INVALID_REQUEST', 'The request has no valid address', {
    hint: 'Send a Host header with a name and a port from 1 to 65535.',
  })
}

function notFound(): AgentError {
  return new AgentError('METHOD_NOT_FOUND', 'There is no operation at this address', {
    hint: `Read the addresses in ${cardPath}.`,
  })
}

function methodNotAllowed(server: Server, binding: Binding, verbs: readonly string[]): Response {
  const error = new AgentError('METHOD_NOT_FOUND', 'There is no operation with this method at this address', {
    hint: `Use ${verbs.join(' or ')}.`,
  })
  const response = failed(server, binding, error, { http: 405, status: 'UNIMPLEMENTED' })
  response.headers.set('allow', [...verbs, 'OPTIONS'].join(', '))
  return response
}

/** Path of the card below every origin (agent protocol, discovery). */
const cardPath = '/.well-known/agent-card.json'

interface Endpoint {
  readonly binding: 'JSONRPC' | 'HTTP+JSON'
  /** Without a slash at the end, so `''` is the root. */
  readonly path: string
  readonly tenant: string | undefined
}

/** Interfaces with other bindings are left to other servers. Throws a `TypeError` where none is left. */
function endpointsOf({ supportedInterfaces }: AgentCard): readonly Endpoint[] {
  const endpoints = supportedInterfaces.flatMap(({ url, protocolBinding, tenant }): readonly Endpoint[] => {
    if (protocolBinding !== 'JSONRPC' && protocolBinding !== 'HTTP+JSON') return []
    const path = new URL(url, 'http://localhost').pathname.replace(/\/$/, '')
    return [{ binding: protocolBinding, path, tenant: tenant || undefined }]
  })
  if (endpoints.length > 0) return endpoints
  throw new TypeError('The card needs an interface with the binding JSONRPC or HTTP+JSON')
}

interface Place {
  readonly endpoint: Endpoint
  /** The path below the endpoint, with a slash in front. */
  readonly rest: string
}

/** JSON-RPC has its exact path; of the others the longest one wins. */
function placeOf(endpoints: readonly Endpoint[], pathname: string): Place | undefined {
  const plain = pathname.replace(/\/$/, '')
  const rpc = endpoints.find(({ binding, path }) => binding === 'JSONRPC' && path === plain)
  if (rpc) return { endpoint: rpc, rest: '/' }
  const below = endpoints
    .filter(({ binding, path }) => binding === 'HTTP+JSON' && pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  return below && { endpoint: below, rest: pathname.slice(below.path.length) }
}
