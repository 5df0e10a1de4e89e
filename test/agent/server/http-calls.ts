/** Agents on loopback, and requests to them in both bindings as the protocol writes them, without the library. */
import { serve as serveNode } from 'srvx/node'
import { afterAll } from 'vitest'
import type { AgentServer } from '../../../src/agent/server/index.ts'

export const bindings = ['JSONRPC', 'HTTP+JSON'] as const
export type Binding = (typeof bindings)[number]

const closing: (() => Promise<void>)[] = []

/** The origin of an agent that answers until the tests of the file have run. */
export async function serve(handle: AgentServer): Promise<string> {
  const server = serveNode({ fetch: handle, port: 0, hostname: '127.0.0.1', silent: true })
  await server.ready()
  closing.push(() => server.close(true))
  return new URL(server.url ?? '').origin
}

afterAll(async () => {
  for (const close of closing.splice(0)) await close()
})

type Json = Readonly<Record<string, unknown>>

interface HttpShape {
  readonly verb: string
  readonly path: string
  readonly body?: Json
}

const shapes: Readonly<Record<string, (params: Record<string, string>) => HttpShape>> = {
  SendMessage: (body) => ({ verb: 'POST', path: '/message:send', body }),
  SendStreamingMessage: (body) => ({ verb: 'POST', path: '/message:stream', body }),
  GetTask: ({ id, ...query }) => ({ verb: 'GET', path: `/tasks/${id}${queryOf(query)}` }),
  ListTasks: (query) => ({ verb: 'GET', path: `/tasks${queryOf(query)}` }),
  CancelTask: ({ id, ...body }) => ({ verb: 'POST', path: `/tasks/${id}:cancel`, body }),
  SubscribeToTask: ({ id }) => ({ verb: 'POST', path: `/tasks/${id}:subscribe` }),
  CreatePushNotificationConfig: ({ taskId, ...body }) => ({ verb: 'POST', path: pushPath(taskId), body }),
  GetPushNotificationConfig: ({ taskId, configId }) => ({ verb: 'GET', path: `${pushPath(taskId)}/${configId}` }),
  ListPushNotificationConfigs: ({ taskId, ...query }) => ({
    verb: 'GET',
    path: `${pushPath(taskId)}${queryOf(query)}`,
  }),
  DeletePushNotificationConfig: ({ taskId, configId }) => ({ verb: 'DELETE', path: `${pushPath(taskId)}/${configId}` }),
  GetExtendedAgentCard: () => ({ verb: 'GET', path: '/extendedAgentCard' }),
}

function pushPath(taskId = ''): string {
  return `/tasks/${taskId}/pushNotificationConfigs`
}

function queryOf(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

export const seedHeaders = { 'content-type': 'application/json', 'agent-version': '1.0' }

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Default: over the network. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export function request(
  origin: string,
  binding: Binding,
  name: string,
  params: Json = {},
  { headers = seedHeaders, signal, fetch: send = fetch }: CallOptions = {},
): Promise<Response> {
  const init = { headers, ...(signal && { signal }) }
  if (binding === 'JSONRPC') {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: name, params })
    return send(`${origin}/rpc`, { ...init, method: 'POST', body })
  }
  const { verb, path, body } = shapes[name]?.(params as Record<string, string>) ?? { verb: 'GET', path: '/' }
  return send(`${origin}${path}`, { ...init, method: verb, ...(body && { body: JSON.stringify(body) }) })
}

/** An answer, whichever binding it came by. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: JSON whose shape the test asserts.
  readonly result: any
  /** `reason` of the error, if it is one. */
  readonly reason: string | undefined
}

export async function call(...args: Parameters<typeof request>): Promise<Answer> {
  const response = await request(...args)
  const body = JSON.parse((await response.text()) || '{}')
  const details = body.error?.data ?? body.error?.details
  return {
    status: response.status,
    result: args[1] === 'JSONRPC' ? body.result : body,
    reason: details?.[0]?.reason,
  }
}

/** Each event of a stream, without the binding around it. */
export async function* eventsOf(response: Response, binding: Binding): AsyncGenerator<Record<string, unknown>> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const line = text.slice(0, end).split('\n').at(-1) ?? ''
      text = text.slice(end + 2)
      if (!line.startsWith('data: ')) continue
      const data = JSON.parse(line.slice('data: '.length))
      yield binding === 'JSONRPC' ? (data.result ?? data) : data
    }
  }
}

export async function allEvents(...args: Parameters<typeof request>): Promise<readonly Record<string, unknown>[]> {
  const events = []
  for await (const event of eventsOf(await request(...args), args[1])) events.push(event)
  return events
}

/** The request of a user who writes a text. */
export function saying(text: string, more: Json = {}, configuration: Json = {}): Json {
  return { message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }], ...more }, configuration }
}

/** A POST to an agent without a network. `init` replaces headers and body. */
export function ask(handle: AgentServer, path: string, body?: object, init: RequestInit = {}): Promise<Response> {
  const text = body && { body: JSON.stringify(body) }
  return handle(new Request(`http://agent.example${path}`, { method: 'POST', headers: seedHeaders, ...text, ...init }))
}

/** The headers of a caller whom `authenticate` knows by the header itself. */
export function as(id: string): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { ...seedHeaders, authorization: id } }
}
