/**
 * `createAgentServer`: a web-standard handler that makes an agent out of one function (agent protocol v1.0, in the two
 * bindings that a browser can speak).
 */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { contentTypes } from '../dialect.ts'
import { AgentError, wireErrors } from '../error.ts'
import type { Binding, BindingRequest } from './binding.ts'
import { authenticateCaller, challengesOf, ownerOf } from './caller.ts'
import { createCors } from './cors.ts'
import { dispatch } from './dispatch.ts'
import { cardPath, type Endpoint, endpointsOf, placeOf } from './endpoints.ts'
import { isWireError, problemOf, retryAfterOf, wireErrorOf } from './error-body.ts'
import { eventStream } from './event-stream.ts'
import { type HttpRoute, httpBinding, readHttpRequest, routeOf } from './http-binding.ts'
import { cacheableJson } from './json-response.ts'
import { type Negotiated, negotiate } from './negotiation.ts'
import type { AgentServerOptions } from './options.ts'
import { absoluteCard, completeCard } from './published-card.ts'
import { takesNames } from './push-post.ts'
import { readBody } from './request-body.ts'
import { readRpcRequest, rpcBinding, rpcIdOf } from './rpc-binding.ts'
import { createServerState, type ServerState } from './server-state.ts'
import type { Caller } from './types.ts'

/** Answers every request. Never rejects. No answer contains the message of a host's error. */
export type AgentServer = (request: Request) => Promise<Response>

interface Server {
  readonly options: AgentServerOptions
  readonly state: ServerState
}

/** A request whose sender and version are known. */
interface Accepted {
  readonly caller: Caller
  readonly negotiated: Negotiated
}

/** Throws a `TypeError` for a card without a usable interface. */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  const card = completeCard(options.card, {
    extendedCard: options.extendedCard !== undefined,
    pushNotifications: takesNames(options),
  })
  const server: Server = { options, state: createServerState(card, options) }
  const endpoints = endpointsOf(card)
  const cors = createCors(options.cors, card)

  async function route(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (pathname === cardPath && reads) {
      return cacheableJson(request, absoluteCard(card, options.origin ?? request.url), 'public, max-age=300')
    }
    const place = placeOf(endpoints, pathname)
    if (place?.endpoint.binding === 'JSONRPC' && request.method === 'POST') {
      return respondRpc(server, request, place.endpoint)
    }
    const found = place?.endpoint.binding === 'HTTP+JSON' ? routeOf(request.method, place.rest) : undefined
    if (place && found) return respondHttp(server, request, place.endpoint, found)
    if (place?.endpoint.binding === 'JSONRPC') return methodNotAllowed(['POST'])
    return pathname === cardPath ? methodNotAllowed(['GET', 'HEAD']) : failed(server, httpBinding, notFound())
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return cors.preflight(request)
    const response = await route(request).catch((error: unknown) => failed(server, httpBinding, error))
    return cors.allow(request, response)
  }
}

async function respondRpc(server: Server, request: Request, endpoint: Endpoint): Promise<Response> {
  let body: JsonValue | undefined
  try {
    const caller = await authenticateCaller(request, server.options.authenticate)
    body = await readBody(request, server.state.limits)
    const negotiated = negotiate(request, server.state.card, server.options.defaultVersion)
    const called = readRpcRequest(body, server.options.oldMethodNames ?? false)
    return await perform(server, request, rpcBinding(called.id), { caller, negotiated }, withTenant(called, endpoint))
  } catch (error) {
    return failed(server, rpcBinding(rpcIdOf(body)), error)
  }
}

async function respondHttp(server: Server, request: Request, endpoint: Endpoint, route: HttpRoute): Promise<Response> {
  const { name, verbs } = route
  if (name === undefined) return methodNotAllowed(verbs)
  try {
    const caller = await authenticateCaller(request, server.options.authenticate)
    const body = await readBody(request, server.state.limits)
    const negotiated = negotiate(request, server.state.card, server.options.defaultVersion)
    const called = readHttpRequest({ ...route, name }, new URL(request.url).searchParams, body)
    return await perform(server, request, httpBinding, { caller, negotiated }, withTenant(called, endpoint))
  } catch (error) {
    return failed(server, httpBinding, error)
  }
}

/** A request without a tenant is for the tenant of its interface. */
function withTenant(called: BindingRequest, { tenant }: Endpoint): BindingRequest {
  return { ...called, tenant: called.tenant ?? tenant }
}

async function perform(
  { state, options }: Server,
  request: Request,
  binding: Binding,
  { caller, negotiated }: Accepted,
  { name, params, tenant }: BindingRequest,
): Promise<Response> {
  const { spelling, extensions, headers } = negotiated
  const { signal } = request
  const url = options.origin ?? request.url
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
    })
    return new Response(stream, { headers: { ...streamHeaders, ...headers } })
  }
  if (name === 'GetExtendedAgentCard' && request.method === 'GET') {
    return cacheableJson(request, result.value, 'private, no-cache')
  }
  const contentType = binding.contentType(spelling)
  return new Response(binding.value(result.value), { headers: { 'content-type': contentType, ...headers } })
}

const streamHeaders = {
  'content-type': contentTypes.stream,
  'cache-control': 'no-cache',
  // Some proxies collect a response before they pass it on.
  'x-accel-buffering': 'no',
}

function failed({ state }: Server, binding: Binding, error: unknown): Response {
  if (!isWireError(error)) state.onError(error)
  const wireError = wireErrorOf(error)
  const status = binding.errorStatus(wireErrors[wireError.code].http)
  const headers = new Headers({ 'content-type': binding.errorType, 'cache-control': 'no-store' })
  if (status === 401) headers.set('www-authenticate', challengesOf(state.card))
  const retryAfter = retryAfterOf(wireError)
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  return new Response(binding.error(wireError), { status, headers })
}

function notFound(): AgentError {
  return new AgentError('METHOD_NOT_FOUND', 'There is no operation at this address', {
    hint: `Read the addresses in ${cardPath}.`,
  })
}

function methodNotAllowed(verbs: readonly string[]): Response {
  const error = new AgentError('METHOD_NOT_FOUND', 'There is no operation with this method at this address', {
    hint: `Use ${verbs.join(' or ')}.`,
  })
  const problem = problemOf(wireErrorOf(error))
  const status = { ...(problem['error'] as JsonObject), code: 405, status: 'UNIMPLEMENTED' }
  const body = { ...problem, title: 'Method not allowed', status: 405, error: status }
  const headers = { 'content-type': contentTypes.problem, allow: [...verbs, 'OPTIONS'].join(', ') }
  return new Response(JSON.stringify(body), { status: 405, headers })
}
