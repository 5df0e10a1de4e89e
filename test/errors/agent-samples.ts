// A call for each error of the agent client and server. `protocols.md` has what they say.
import { type ConnectOptions, connectAgent } from '../../src/agent/client/agent.ts'
import { type NotificationOptions, readNotification } from '../../src/agent/client/notification.ts'
import { readSse } from '../../src/agent/client/read-events.ts'
import type { AgentError } from '../../src/agent/protocol/error.ts'
import { errorOfBody } from '../../src/agent/protocol/read-error.ts'
import { readPart } from '../../src/agent/protocol/read-value.ts'
import { cardOf, connectFake, type Handle, statusOf, taskOf } from '../agent/client/fake-agent.ts'
import { conformanceAgent } from '../agent/server/conformance-agent.ts'
import { request, saying, seedHeaders, serve } from '../agent/server/http-calls.ts'
import { listOf } from '../support/list-of.ts'

/** What an error says. */
export interface Said {
  readonly code: string
  readonly at: string
  readonly text: string
  readonly hint: string
}

export interface ProtocolSample {
  readonly what: string
  readonly error: () => Promise<Said>
}

type Server = Parameters<typeof conformanceAgent>[0]
type Params = Readonly<Record<string, unknown>>

const said = ({ code, message, hint }: AgentError): Said => ({ code, at: '', text: message, hint })

/** What is thrown. */
export async function thrown<E>(work: () => unknown): Promise<E> {
  try {
    await work()
  } catch (error) {
    return error as E
  }
  throw new Error('Nothing was thrown')
}

const fails = (what: string, work: () => unknown): ProtocolSample => ({
  what,
  error: async () => said(await thrown<AgentError>(work)),
})

/** A request to the server of this package, as the client reads its answer. */
function asked(
  what: string,
  name: string,
  params: Params = {},
  options: Server = {},
  headers: Readonly<Record<string, string>> = {},
): ProtocolSample {
  const answer = async (): Promise<Response> => {
    const origin = await serve(conformanceAgent(options))
    return request(origin, 'HTTP+JSON', name, params, { headers: { ...seedHeaders, ...headers } })
  }
  return { what, error: async () => refusalOf(await answer()) }
}

async function refusalOf(response: Response): Promise<Said> {
  return said(errorOfBody(await response.json(), { httpStatus: response.status }))
}

const plain = { name: 'Plain', capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: true } }

/** To the server, as it stands. */
const sent = (what: string, path: string, init: RequestInit): ProtocolSample => ({
  what,
  error: async () =>
    refusalOf(await fetch((await serve(conformanceAgent())) + path, { headers: seedHeaders, ...init })),
})

/** The client reads a task from an agent that answers so. */
function answered(
  what: string,
  answer: (signal: AbortSignal | null | undefined) => Response | Promise<Response>,
  options: ConnectOptions = {},
  signal?: AbortSignal,
): ProtocolSample {
  const fetched: typeof fetch = async (input, init) =>
    String(input).includes('/.well-known/')
      ? Response.json(cardOf('https://agent.example', 'HTTP+JSON'))
      : answer(init?.signal)
  return fails(what, async () => {
    const agent = await connectAgent('https://agent.example', { fetch: fetched, ...options })
    await agent.getTask({ id: 't1' }, signal && { signal })
  })
}

/** The client connects to what has this card. */
function card(what: string, answer: () => Response, options: ConnectOptions = {}): ProtocolSample {
  return fails(what, () => connectAgent('https://agent.example', { fetch: async () => answer(), ...options }))
}

const valid = cardOf('https://agent.example', 'HTTP+JSON')

const quick = { tries: 0, minDelay: 1, maxDelay: 2, reorderTime: 20 }

const streamed = (what: string, handle: Handle, options: ConnectOptions = {}): ProtocolSample => ({
  what,
  async error() {
    const { agent, errors } = await connectFake('HTTP+JSON', handle, { reconnect: quick, ...options })
    const stream = agent.streamMessage({ message: { parts: [{ text: 'hello' }] } })
    const ended = await listOf(stream).catch((error: unknown) => error as AgentError)
    return said(errors[0] ?? (ended as AgentError))
  },
})

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const never = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** Of the agent server. */
export const serverSamples: readonly ProtocolSample[] = [
  asked('an unknown task', 'GetTask', { id: 'none' }),
  {
    what: 'a task that is over',
    async error() {
      const origin = await serve(conformanceAgent())
      const task = await (await request(origin, 'HTTP+JSON', 'SendMessage', saying('complete'))).json()
      return refusalOf(await request(origin, 'HTTP+JSON', 'CancelTask', { id: task.task.id }))
    },
  },
  asked('no push notifications', 'ListPushNotificationConfigs', { taskId: 'x' }, { card: plain }),
  asked('no streams', 'SendStreamingMessage', saying('x'), { card: plain }),
  asked('no extended card', 'GetExtendedAgentCard', {}, { card: plain }),
  asked(
    'a medium that the agent does not take',
    'SendMessage',
    saying('x', { parts: [{ raw: 'aaaa', mediaType: 'video/mp4' }] }),
  ),
  asked('a body of another type', 'SendMessage', saying('x'), {}, { 'content-type': 'text/plain' }),
  asked(
    'an extension that is required',
    'ListTasks',
    {},
    { card: { name: 'Strict', extensions: [{ uri: 'urn:needed', required: true }] } },
  ),
  asked('another version', 'ListTasks', {}, {}, { 'agent-version': '0.3' }),
  asked('two versions', 'ListTasks', {}, {}, { 'a2a-version': '0.3' }),
  sent('a body that is no JSON', '/message:send', { method: 'POST', body: '{' }),
  sent('a body that is no object', '/message:send', { method: 'POST', body: '[]' }),
  sent('another address', '/nothing', {}),
  sent('another method', '/message:send', { method: 'PUT', body: '{}' }),
  asked('no message', 'SendMessage', {}),
  asked('a page of too many', 'ListTasks', { pageSize: '101' }),
  asked('nobody', 'ListTasks', {}, { authenticate: () => undefined }),
  asked(
    'another tenant',
    'SendMessage',
    { ...saying('x'), tenant: 'other' },
    { authenticate: () => ({ id: 'eve', tenants: ['acme'] }), tenants: ['other'] },
  ),
  asked('a tenant that is none', 'SendMessage', { ...saying('x'), tenant: 'none' }),
  {
    what: 'too many turns at once',
    async error() {
      const origin = await serve(conformanceAgent({ limits: { runningTasksPerCaller: 1 }, authenticate: () => 'ann' }))
      const ask = () => request(origin, 'HTTP+JSON', 'SendMessage', saying('wait', {}, { returnImmediately: true }))
      await ask()
      return refusalOf(await ask())
    },
  },
  asked('a large body', 'SendMessage', saying('x'.repeat(200)), { limits: { requestBytes: 100 } }),
]

/** Of the agent client. */
export const clientSamples: readonly ProtocolSample[] = [
  card('no card', () => new Response('', { status: 404 })),
  card('a card without a name', () => Response.json({ ...valid, name: undefined })),
  card('a card that nobody signed', () => Response.json(valid), { keys: { keys: [] } }),
  card('a card of another binding', () =>
    Response.json({
      ...valid,
      supportedInterfaces: [{ url: 'https://agent.example', protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    }),
  ),
  fails('an address without TLS', () => connectAgent('http://agent.example')),
  answered('a redirect', () => new Response(null, { status: 302, headers: { location: 'https://b.example' } })),
  answered('no network', () => Promise.reject(new TypeError('fetch failed'))),
  answered('no answer', never, { timeout: 10 }),
  answered('an error of the agent', () => new Response('', { status: 500 })),
  answered('an agent that is down', () => new Response('', { status: 503 })),
  answered('an unknown status', () => new Response('', { status: 418 })),
  answered('a request that is aborted', never, {}, AbortSignal.timeout(1)),
  answered('a page in place of JSON', () => new Response('<p>', { headers: html })),
  answered('broken JSON', () => new Response('{"id": ', { headers: json })),
  answered('an answer that is no task', () => Response.json({ id: 't1' })),
  answered('another task', () => Response.json(taskOf('WORKING', { id: 'other' }))),
  answered('a large answer', () => new Response('x'.repeat(200), { headers: json }), { bodyBytes: 100 }),
  fails('a part without content', () => readPart({ mediaType: 'text/plain' })),
  streamed('a stream that ends before its task', ({ operation, stream, fail, result }) => {
    if (operation === 'SendStreamingMessage')
      stream()
        .event({ task: taskOf('WORKING') })
        .end()
    else if (operation === 'GetTask') result(taskOf('WORKING'))
    else fail('UNSUPPORTED_OPERATION')
  }),
  fails('a stream that falls silent', async () => {
    for await (const _ of readSse(new ReadableStream(), { eventBytes: 100, idleTimeout: 10 }, String));
  }),
  streamed('a stream with a gap', ({ operation, stream, result }) => {
    if (operation === 'GetTask') result(taskOf('COMPLETED'))
    else
      stream()
        .event({ task: taskOf('WORKING') }, 1)
        .event(statusOf('WORKING'), 3)
        .event(statusOf('COMPLETED'), 4)
  }),
  notified('a notification without its token', { token: 'other' }),
  notified('a notification of yesterday', { now: () => Date.UTC(2026, 0, 2) }),
  notified('a notification that comes again', { now: () => Date.UTC(2026, 0, 1), seen: { has: () => true } }),
]

function notified(what: string, options: Partial<NotificationOptions>): ProtocolSample {
  const headers = { 'x-a2a-notification-token': 't', 'webhook-id': '7', 'webhook-timestamp': '1767225600' }
  const body = JSON.stringify({ task: taskOf('WORKING') })
  const request = new Request('https://hooks.example', { method: 'POST', headers, body })
  return fails(what, () => readNotification(request, { token: 't', ...options }))
}
