/**
 * `grpcHandler`: one listener for gRPC, gRPC-Web and, by default, the agent's other bindings. The library's own adapter is not
 * used: a `Host` that is no address ends the process there, and it decodes what nothing has counted.
 */
import { createConnectRouter, createContextValues } from '@connectrpc/connect'
import type { UniversalHandler, UniversalServerResponse } from '@connectrpc/connect/protocol'
import { universalRequestFromNodeRequest } from '@connectrpc/connect-node'
import { allowOrigin, authenticateCaller } from '../request.ts'
import type { AgentServer, Server } from '../server.ts'
import { addCalls, type Incoming, incomingKey } from './calls.ts'
import { addHealth } from './health.ts'
import { addressOf, connectionOf, headersOf, listenerOf, refuse, writeBody, writeResponse } from './node-http.ts'
import {
  defaultGrpcLimits,
  type GrpcLimits,
  type GrpcOptions,
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
} from './options.ts'
import { emptyMessage, readMessage } from './read-message.ts'
import { addReflection } from './reflection.ts'
import { guardSession } from './session.ts'

/**
 * Serves an agent that `createAgentServer` made over gRPC and gRPC-Web; everything else goes to `fallback`. For servers of
 * `node:http2`, with TLS and `allowHTTP1` or without, and for gRPC-Web also of `node:http`. `createGrpcServer` makes a server
 * with all bounds. Throws a `TypeError` for any other agent.
 */
export function grpcHandler(agent: AgentServer, options: GrpcOptions = {}): NodeListener {
  const { server } = agent
  if (!server) throw new TypeError('grpcHandler needs what createAgentServer returned, not a function around it')
  const limits = { ...defaultGrpcLimits, ...options.limits }
  const { fallback = listenerOf(agent) } = options
  const handlers = handlersOf(server, options)
  return (request, response) => {
    if (!takes(request, response, limits)) return
    const handler = handlers.get((request.url ?? '').split('?')[0] ?? '')
    const type = /^application\/grpc(-web)?(\+proto)?$/.exec(essenceOf(request))
    if (!type && !(handler && request.method === 'OPTIONS')) return fallback(request, response)
    if (isOver(request, limits)) return refuse(request, response, 431)
    const [url, headers] = [addressOf(request), headersOf(request)]
    if (!url || !headers) return refuse(request, response, 400)
    if (!type) return void askedByPage(server, url, headers, response).catch(() => response.destroy())
    if (!handler) return unimplemented(request, response)
    answer(server, limits, handler, { request, response, url, headers }).catch((error: unknown) => {
      server.state.onError(error)
      response.destroy()
    })
  }
}

/** Counts the request. False: its connection has too many. */
function takes(request: NodeRequest, response: NodeResponse, limits: GrpcLimits): boolean {
  if (!('stream' in request) || !request.stream.session) return true
  const guard = guardSession(request.stream.session, limits)
  if (guard.open >= limits.streamsPerConnection) {
    // Clients of gRPC read it as UNAVAILABLE, and may try again.
    refuse(request, response, 429)
    return false
  }
  guard.open++
  response.once('close', () => guard.open--)
  return true
}

/** By path. */
function handlersOf(server: Server, options: GrpcOptions): ReadonlyMap<string, UniversalHandler> {
  const router = createConnectRouter({
    // Events are written in the binary format, once for all readers.
    connect: false,
    readMaxBytes: server.state.limits.requestBytes,
    // Compressed requests are refused: a small one could be 200 MB.
    acceptCompression: [],
    // The library refuses longer deadlines, and without a bound takes the longest ones for 1 ms.
    maxTimeoutMs: 2 ** 31 - 1,
    binaryOptions: { readUnknownFields: false },
  })
  addCalls(router, server)
  if (options.health) addHealth(router, server.options.closing)
  if (options.reflection) addReflection(router, options.health === true)
  return new Map(router.handlers.map((handler) => [handler.requestPath, handler]))
}

function essenceOf({ headers }: NodeRequest): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The sum of names and values. Node refuses nothing below 300 kB over HTTP/2. */
function isOver({ rawHeaders }: NodeRequest, { headerBytes }: GrpcLimits): boolean {
  return rawHeaders.reduce((bytes, text) => bytes + text.length, 0) > headerBytes
}

function unimplemented(request: NodeRequest, response: NodeResponse): void {
  const status = { 'grpc-status': '12', 'grpc-message': 'There is no such rpc' }
  response.writeHead(200, { 'content-type': essenceOf(request), ...status })
  response.end()
  request.resume()
}

interface Exchange {
  readonly request: NodeRequest
  readonly response: NodeResponse
  readonly url: URL
  readonly headers: Headers
}

async function answer(
  server: Server,
  limits: GrpcLimits,
  handler: UniversalHandler,
  { request, response, url, headers }: Exchange,
): Promise<void> {
  const contextValues = createContextValues()
  const allowed = allowedHeaders(server, url, headers)
  const asked = universalRequestFromNodeRequest(request, response, undefined, contextValues)
  const begin = (answered: Headers): void => writeHead(response, 200, answered, allowed)
  const send = (frames: AsyncIterable<Uint8Array>): Promise<void> => writeBody(response, frames)
  let incoming: Incoming = { ...{ url, headers, begin, send }, caller: { id: '' }, refused: undefined }
  let { body } = asked
  // The messages of a stream of requests come as they are sent.
  if (handler.method.methodKind !== 'bidi_streaming') {
    let message = emptyMessage
    try {
      const shown = new Request(url, { method: 'POST', headers, signal: asked.signal })
      // The messages are not what `authenticate` reads.
      const empty = (): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(new Uint8Array())
      const caller = await authenticateCaller(shown, empty, server.options.authenticate, connectionOf(request))
      incoming = { ...incoming, caller }
      message = await readMessage(request, handler.method.input, { ...server.state.limits, ...limits })
    } catch (refused) {
      incoming = { ...incoming, refused }
      request.resume()
    }
    body = once(message)
  }
  contextValues.set(incomingKey, incoming)
  await write(response, await handler({ ...asked, body }), allowed)
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* once(message: Uint8Array): AsyncGenerator<Uint8Array> {
  yield message
}

function writeHead(
  response: NodeResponse,
  status: number,
  headers: Headers,
  allowed: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { ...Object.fromEntries(headers), ...allowed })
  // The first event may take a while.
  if ('flushHeaders' in response) response.flushHeaders()
}

async function write(
  response: NodeResponse,
  { status, header, body, trailer }: UniversalServerResponse,
  allowed: Readonly<Record<string, string>>,
): Promise<void> {
  const chunks = (body ?? nothing())[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done && trailer && !response.headersSent) {
    // One frame, as gRPC wants it: clients see a refusal before they read a stream. `writeHead` would not end the answer.
    const head = { ...Object.fromEntries([...(header ?? []), ...trailer]), ...allowed }
    for (const [name, value] of Object.entries(head)) response.setHeader(name, value)
    response.end()
    return
  }
  writeHead(response, status, header ?? new Headers(), allowed)
  if (!first.done) {
    await writeBody(response, [first.value])
    await writeBody(response, { [Symbol.asyncIterator]: () => chunks })
  }
  if (trailer) response.addTrailers(Object.fromEntries(trailer))
  response.end()
}

/** Headers of gRPC-Web that a page of another origin sends, and reads. */
const requested = 'x-grpc-web, x-user-agent, grpc-timeout'
const readable = 'grpc-status, grpc-message, grpc-status-details-bin'

/** What lets pages read the answer, as over the other bindings. */
function allowedHeaders({ options }: Server, url: URL, headers: Headers): Readonly<Record<string, string>> {
  if (!headers.has('origin')) return {}
  const answer = allowOrigin(options.cors, new Request(url, { headers }), new Response())
  const exposed = answer.headers.get('access-control-expose-headers')
  if (exposed !== null) answer.headers.set('access-control-expose-headers', `${exposed}, ${readable}`)
  return Object.fromEntries(answer.headers)
}

async function askedByPage(server: Server, url: URL, headers: Headers, response: NodeResponse): Promise<void> {
  const { preflight } = await import('../preflight.ts')
  const answer = preflight(server.state.card)
  const names = answer.headers.get('access-control-allow-headers')
  answer.headers.set('access-control-allow-headers', `${names}, ${requested}`)
  await writeResponse(response, allowOrigin(server.options.cors, new Request(url, { headers }), answer))
}
