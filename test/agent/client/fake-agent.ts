// A hand-written agent on loopback that answers as a test says, well or badly, in both bindings.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Agent, type ConnectOptions, connectAgent } from '../../../src/agent/client/agent.ts'
import type { AgentError, WireErrorCode } from '../../../src/agent/protocol/error.ts'
import type { OperationName } from '../../../src/agent/protocol/routes.ts'
import { operations } from '../../../src/agent/protocol/routes.ts'
import { wireErrors } from '../../../src/agent/protocol/wire-errors.ts'

export type Json = { readonly [name: string]: unknown }
export type BindingName = 'JSONRPC' | 'HTTP+JSON'
export const bindings: readonly BindingName[] = ['JSONRPC', 'HTTP+JSON']

/** One request, and the ways to answer it in its own binding. */
export interface Exchange {
  readonly operation: OperationName
  /** Parameters from wherever the binding has them. Numbers of a query are texts. */
  readonly params: Json
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** A good answer. */
  result(value: unknown, headers?: Record<string, string>): void
  /** An error of the protocol, as this binding writes it. */
  fail(code: WireErrorCode, headers?: Record<string, string>): void
  /** Begins a stream of events. */
  stream(): Stream
}

export interface Stream {
  /** One event: a result in the envelope of the binding. `id`: the SSE id. */
  event(value: unknown, id?: number): Stream
  /** Text as it is. */
  raw(text: string | Uint8Array): Stream
  end(): void
  /** Breaks the connection. */
  cut(): void
}

export type Handle = (exchange: Exchange) => unknown

export interface FakeAgent {
  readonly origin: string
  readonly exchanges: readonly Exchange[]
  /** How often an operation was asked for. */
  count(operation: OperationName): number
}

/** The agent is closed when the test is over. */
export async function serve(binding: BindingName, handle: Handle, card: Json = {}): Promise<FakeAgent> {
  const exchanges: Exchange[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (url.pathname === '/.well-known/agent-card.json') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...cardOf(url.origin, binding), ...card }))
      return
    }
    const exchange = exchangeOf(binding, url, request, response, await bodyOf(request))
    exchanges.push(exchange)
    await handle(exchange)
  })
  const origin = await listen(server)
  const count = (operation: OperationName): number => exchanges.filter((one) => one.operation === operation).length
  return { origin, exchanges, count }
}

export interface Connected extends FakeAgent {
  readonly agent: Agent
  /** What the client has put right by itself. */
  readonly errors: readonly AgentError[]
}

/** A client of a fake agent. */
export async function connectFake(binding: BindingName, handle: Handle, options: ConnectOptions): Promise<Connected> {
  const fake = await serve(binding, handle)
  const errors: AgentError[] = []
  const onError = (error: AgentError): void => void errors.push(error)
  const agent = await connectAgent(fake.origin, { allowInsecureLoopback: true, onError, ...options })
  return { ...fake, agent, errors }
}

/** Any server on a free port of this machine. */
export async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  // A busy machine may stand still for longer than the default.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function cardOf(origin: string, binding: BindingName): Json {
  return {
    name: 'Fake',
    description: 'Answers as it is asked.',
    version: '1.0.0',
    supportedInterfaces: [{ url: `${origin}/agent`, protocolBinding: binding, protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  }
}

function exchangeOf(
  binding: BindingName,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  body: Json,
): Exchange {
  const rpc = binding === 'JSONRPC'
  const { operation, params } = rpc ? ofRpc(body) : ofPath(request.method ?? '', url, body)
  const { id } = body
  const wrap = (value: unknown): unknown => (rpc ? { jsonrpc: '2.0', id, result: value } : value)
  const json = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }
  return {
    ...{ operation, params, request, response, url },
    result: (value, headers) => json(200, wrap(value), headers),
    fail(code, headers) {
      const { rpc: number, http, status } = wireErrors[code]
      const title = `The fake agent refused: ${code}`
      const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'example' }]
      if (rpc) json(200, { jsonrpc: '2.0', id, error: { code: number, message: title, data: details } }, headers)
      else
        json(http, { type: 'about:blank', title, status: http, error: { code: http, status, message: title, details } })
    },
    stream() {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      const stream: Stream = {
        event: (value, number) =>
          stream.raw(`${number === undefined ? '' : `id: ${number}\n`}data: ${JSON.stringify(wrap(value))}\n\n`),
        raw(text) {
          response.write(text)
          return stream
        },
        end: () => void response.end(),
        // The text that was written must leave before the connection breaks.
        cut: () => void setTimeout(() => response.destroy(), 5),
      }
      return stream
    },
  }
}

function ofRpc(body: Json): { operation: OperationName; params: Json } {
  return { operation: body['method'] as OperationName, params: (body['params'] ?? {}) as Json }
}

function ofPath(method: string, url: URL, body: Json): { operation: OperationName; params: Json } {
  const path = url.pathname.replace(/^\/agent/, '')
  for (const [name, { verb, path: pattern }] of Object.entries(operations)) {
    const found = new RegExp(`^(?:/tenant)?${pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)')}$`).exec(path)
    const params = { ...Object.fromEntries(url.searchParams), ...body, ...found?.groups }
    if (found && verb === method) return { operation: name as OperationName, params }
  }
  throw new Error(`no operation at ${method} ${path}`)
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? {} : (JSON.parse(text) as Json)
}

/** A task as agents send it. */
export function taskOf(state: string, more: Json = {}): Json {
  return { id: 'task-1', contextId: 'context-1', status: { state: `TASK_STATE_${state}` }, ...more }
}

export function statusOf(state: string, text?: string): Json {
  const message = text === undefined ? {} : { message: agentSays(text) }
  return {
    taskStatusUpdate: {
      taskId: 'task-1',
      contextId: 'context-1',
      status: { state: `TASK_STATE_${state}`, ...message },
    },
  }
}

export function agentSays(text: string, messageId = `message-${text}`): Json {
  return { messageId, role: 'ROLE_AGENT', parts: [{ text }] }
}

/** The next chunk of an artifact. */
export function chunkOf(part: Json, more: Json = {}, artifactId = 'artifact-1'): Json {
  const artifact = { artifactId, parts: [part] }
  return { taskArtifactUpdate: { taskId: 'task-1', contextId: 'context-1', artifact, append: true, ...more } }
}
