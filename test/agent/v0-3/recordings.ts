/**
 * Short recordings of agents of version 0.3, made for these tests: what such agents do that the text does not say. `serveOld` plays
 * them over HTTP.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Agent, type ConnectOptions, connectAgent } from '../../../src/agent/client/agent.ts'
import type { AgentError } from '../../../src/agent/protocol/error.ts'
import { type Json, listen } from '../client/fake-agent.ts'

/** The card of an agent that offers JSON-RPC at its root. */
export function oldCard(url: string, more: Json = {}): Json {
  return {
    ...{
      protocolVersion: '0.3.0',
      name: 'Old agent',
      description: 'Speaks version 0.3.',
      version: '1',
      url,
      skills: [],
    },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
    capabilities: { streaming: true, pushNotifications: true },
    ...more,
  }
}

export interface OldExchange {
  readonly method: string
  readonly params: Json
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** A good answer. */
  result(value: unknown): void
  /** The members of an answer beside its id. */
  answer(members: Json): void
  error(code: number, message: string): void
  /** Server-sent events. `newline`: as the agent writes it. Text goes out as it is; anything else is a result. */
  stream(events: readonly unknown[], options?: { readonly newline?: string; readonly open?: boolean }): void
}

export interface OldAgent {
  readonly agent: Agent
  /** What the client has put right by itself. */
  readonly errors: readonly AgentError[]
  readonly calls: readonly Json[]
}

/** Connects with an agent that answers as `handle` says. */
export async function connectOld(
  handle: (exchange: OldExchange) => unknown,
  options: ConnectOptions & { readonly card?: Json } = {},
): Promise<OldAgent> {
  const calls: Json[] = []
  const server = createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(oldCard(origin, options.card)))
      return
    }
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as { id: number; method: string; params?: Json }
    calls.push(body)
    handle(exchangeOf(body, request, response))
  })
  const origin = await listen(server)
  const errors: AgentError[] = []
  const agent = await connectAgent(origin, {
    ...{ allowInsecureLoopback: true, reconnect: { tries: 2, minDelay: 1, maxDelay: 2 } },
    onError: (error) => errors.push(error),
    ...options,
  })
  return { agent, errors, calls }
}

function exchangeOf(
  { id, method, params = {} }: { id: number; method: string; params?: Json },
  request: IncomingMessage,
  response: ServerResponse,
): OldExchange {
  const wrap = (members: Json): string => JSON.stringify({ id, jsonrpc: '2.0', ...members })
  const answer = (members: Json): void => {
    response.setHeader('content-type', 'application/json')
    response.end(wrap(members))
  }
  return {
    ...{ method, params, request, response, answer },
    result: (result) => answer({ result }),
    error: (code, message) => answer({ error: { code, message } }),
    stream(events, { newline = '\n', open = false } = {}) {
      response.setHeader('content-type', 'text/event-stream; charset=utf-8')
      for (const event of events)
        response.write(
          typeof event === 'string'
            ? event.replaceAll('\n', newline)
            : `data: ${wrap({ result: event })}${newline}${newline}`,
        )
      if (!open) response.end()
    },
  }
}

/** `error`: the text of an event that says the request has failed. Half of the agents name the event. */
export const errorEvent = (code: number, message: string, name = ''): string =>
  `${name}data: ${JSON.stringify({ error: { code, message }, jsonrpc: '2.0' })}\n\n`

const ids = { taskId: 'task-1', contextId: 'context-1' }

export function oldTask(state: string, more: Json = {}): Json {
  return { kind: 'task', id: 'task-1', contextId: 'context-1', status: { state }, ...more }
}

export function oldMessage(parts: readonly Json[], messageId = 'm-1'): Json {
  return { kind: 'message', role: 'agent', messageId, parts, ...ids }
}

export function oldStatus(state: string, parts?: readonly Json[], more: Json = {}): Json {
  const message = parts && { message: oldMessage(parts, `m-${JSON.stringify(parts)}`) }
  return { kind: 'status-update', ...ids, final: false, status: { state, ...message }, ...more }
}

export function oldChunk(text: string, more: Json = {}): Json {
  return {
    kind: 'artifact-update',
    ...ids,
    artifact: { artifactId: 'a', parts: [oldText(text)] },
    append: true,
    ...more,
  }
}

export const oldText = (text: string): Json => ({ kind: 'text', text })

/** A surface message as agents of 0.3 send it: one in each part. */
export function oldSurface(data: Json, mimeType = 'application/json+a2ui'): Json {
  return { kind: 'data', data, metadata: { mimeType } }
}
