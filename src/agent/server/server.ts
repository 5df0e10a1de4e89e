/**
 * `createAgentServer`: a web-standard handler that makes an agent out of one function (agent protocol v1.0, in the two
 * bindings that a browser can speak).
 */
import type { JsonValue } from '../../json/value.ts'
import { contentTypes } from '../dialect.ts'
import { AgentError, wireErrors } from '../error.ts'
import type { Binding, BindingRequest } from './binding.ts'
import { authenticateCaller, challengesOf, ownerOf } from './caller.ts'
import { createCors } from './cors.ts'
import { dispatch } from './dispatch.ts'
import { cardPath, type Endpoint, endpointsOf, placeOf } from './endpoints.ts'
import { isWireError, problemOf, retryAfterOf, wireErrorOf } from './error-body.ts'
import { eventStream } from './event-stream.ts'
import { httpBinding, readHttpRequest, routeOf } from './http-binding.ts'
import { cacheableJson } from './json-response.ts'
import { type Negotiated, negotiate } from './negotiation.ts'
import { type AgentServerOptions, checkOptions } from './options.ts'
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
  const rpc: Reading = {
    bindingOf: (body) => rpcBinding(rpcIdOf(body)),
    read: (body) => readRpcRequest(body, options.oldMethodNames ?? false),
  }

  async function route(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (pathname === cardPath && reads) {
      return cacheableJson(request, absoluteCard(card, options.origin ?? request.url), 'public, max-age=300')
    }
    const place = placeOf(endpoints, pathname)
    if (place?.endpoint.binding === 'JSONRPC' && request.method === 'POST') {
      return respond(server, request, place.endpoint, rpc)
    }
    const found = place?.endpoint.binding === 'HTTP+JSON' ? routeOf(request.method, place.rest) : undefined
    if (place && found) {
      const { name, verbs } = found
      if (name === undefined) return methodNotAllowed(verbs)
      const read: Reading['read'] = (body) => readHttpRequest({ ...found, name }, searchParams, body)
      return respond(server, request, place.endpoint, { bindingOf: () => httpBinding, read })
    }
    if (place?.endpoint.binding === 'JSONRPC') return methodNotAllowed(['POST'])
    return pathname === cardPath ? methodNotAllowed(['GET', 'HEAD']) : failed(server, httpBinding, notFound())
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return cors.preflight(request)
    const response = await route(request).catch((error: unknown) => failed(server, httpBinding, error))
    return cors.allow(request, response)
  }
}

/** `bindingOf`, `read`: the binding and the operation of a request, by its body. */
interface Reading {
  readonly bindingOf: (body: JsonValue | undefined) => Binding
  readonly read: (body: JsonValue | undefined) => BindingRequest
}

async function respond(server: Server, request: Request, endpoint: Endpoint, reading: Reading): Promise<Response> {
  const { options, state } = server
  const { bindingOf, read } = reading
  let body: JsonValue | undefined
  try {
    const caller = await authenticateCaller(request, options.authenticate)
    body = await readBody(request, state.limits)
    const negotiated = negotiate(request, state.card, options.defaultVersion)
    return await perform(server, request, bindingOf(body), { caller, negotiated }, withTenant(read(body), endpoint))
  } catch (error) {
    return failed(server, bindingOf(body), error)
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
  const body = problemOf(wireErrorOf(error), { http: 405, status: 'UNIMPLEMENTED' })
  const headers = { 'content-type': contentTypes.problem, allow: [...verbs, 'OPTIONS'].join(', ') }
  return new Response(JSON.stringify(body), { status: 405, headers })
}
