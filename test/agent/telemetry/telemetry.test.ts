// OpenTelemetry end to end: its real API and SDK, real requests in every binding. A client's span is the parent of the server's.
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { connectAgent } from 'surface-runtime/agent'
import { type AgentServerOptions, createAgentServer, type Execute } from 'surface-runtime/agent/server'
import { traceClient, traceServer } from 'surface-runtime/agent/telemetry'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { grpc } from '../../../src/agent/grpc/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { freePort, serveGrpc } from '../grpc/setup.ts'
import { gate } from '../server/agent-of.ts'
import { call, saying, seedHeaders, serve } from '../server/http-calls.ts'
import { receiver } from '../server/push-setup.ts'

const exporter = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
trace.setGlobalTracerProvider(provider)
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())

beforeEach(() => exporter.reset())
afterAll(async () => {
  await provider.shutdown()
  trace.disable()
  context.disable()
  propagation.disable()
})

const found = (name: string, kind: SpanKind): ReadableSpan | undefined =>
  exporter.getFinishedSpans().find((span) => span.name === name && span.kind === kind)

/** The span, as soon as it has ended. */
async function ended(name: string, kind: SpanKind): Promise<ReadableSpan> {
  await waitUntil(() => found(name, kind) !== undefined)
  return found(name, kind) ?? expect.fail()
}

const parentOf = ({ parentSpanContext }: ReadableSpan) => parentSpanContext?.spanId
const idOf = (span: ReadableSpan) => span.spanContext().spanId
const traceOf = (span: ReadableSpan) => span.spanContext().traceId

const secret = 'the garden behind the mill'
const agent: Execute = async function* ({ text }) {
  yield { status: 'working' }
  trace.getTracer('agent').startSpan('think').end()
  yield { text: `heard: ${text}` }
}

/** An agent with all three bindings; the one that is named stands first in its card. */
async function originOf(binding: string, options: Partial<AgentServerOptions> = {}): Promise<string> {
  const port = await freePort()
  const interfaces = [
    { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    { url: `127.0.0.1:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' },
  ]
  const supportedInterfaces = interfaces.sort((one) => (one.protocolBinding === binding ? -1 : 1))
  const server = { card: { name: 'Traced', supportedInterfaces }, execute: agent, ...options }
  await serveGrpc(createAgentServer(traceServer(server)), {}, port)
  return `http://127.0.0.1:${port}`
}

const connect = (origin: string) =>
  connectAgent(origin, traceClient({ allowInsecureLoopback: true, bindings: [grpc()] }))

describe.each(['JSONRPC', 'HTTP+JSON', 'GRPC'])('over %s', (binding) => {
  it('[AF-11] the client, the operation, the turn and what the agent does are one trace, each below the one before', async () => {
    const connected = await connect(await originOf(binding))
    const host = trace.getTracer('host').startSpan('click')
    const inClick = trace.setSpan(context.active(), host)
    const answer = await context.with(inClick, () => connected.sendMessage({ message: { parts: [{ text: secret }] } }))
    host.end()
    expect(JSON.stringify(answer)).toContain('heard')
    const client = await ended('SendMessage', SpanKind.CLIENT)
    const server = await ended('SendMessage', SpanKind.SERVER)
    const turn = await ended('execute', SpanKind.INTERNAL)
    const own = await ended('think', SpanKind.INTERNAL)
    expect([client, server, turn, own].map(parentOf)).toEqual(
      [host, client, server, turn].map((span) => span.spanContext().spanId),
    )
    expect(new Set([client, server, turn, own].map(traceOf))).toEqual(new Set([host.spanContext().traceId]))
    expect(server.attributes).toEqual({ 'rpc.method': 'SendMessage' })
    expect(turn.attributes).toMatchObject({ 'agent.task.id': expect.any(String), 'agent.task.state': 'working' })
    expect(JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes]))).not.toContain(
      'mill',
    )
  })

  it('[AF-11] the span of a stream ends with the stream', async () => {
    const { passed, open } = gate()
    const execute: Execute = async function* () {
      yield { text: 'one ' }
      await passed
      yield { text: 'two' }
    }
    const connected = await connect(await originOf(binding, { execute }))
    const stream = connected.streamMessage({ message: { parts: [{ text: 'go' }] } })
    let events = 0
    const reading = (async () => {
      for await (const _ of stream) events++
    })()
    const client = await ended('SendStreamingMessage', SpanKind.CLIENT)
    await waitUntil(() => events > 0)
    expect(found('SendStreamingMessage', SpanKind.SERVER)).toBeUndefined()
    open()
    await reading
    const server = await ended('SendStreamingMessage', SpanKind.SERVER)
    expect(parentOf(server)).toBe(idOf(client))
    expect(parentOf(await ended('execute', SpanKind.INTERNAL))).toBe(idOf(server))
    await connected.listTasks({})
    expect(parentOf(await ended('ListTasks', SpanKind.SERVER))).toBe(idOf(await ended('ListTasks', SpanKind.CLIENT)))
  })

  it('[AF-11] a mistake of the caller has its code and is no error of the server', async () => {
    const connected = await connect(await originOf(binding))
    await expect(connected.getTask({ id: 'nobody' })).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
    const server = await ended('GetTask', SpanKind.SERVER)
    expect(server.attributes['error.type']).toBe('TASK_NOT_FOUND')
    expect(server.status.code).toBe(SpanStatusCode.UNSET)
    expect(parentOf(server)).toBe(idOf(await ended('GetTask', SpanKind.CLIENT)))
  })
})

it('[AF-11] an agent that throws has a turn with an error, and an operation without', async () => {
  const execute: Execute = async function* () {
    yield { status: 'working' }
    throw new RangeError('no such planet')
  }
  const connected = await connect(await originOf('HTTP+JSON', { execute, onError: () => undefined }))
  await connected.sendMessage({ message: { parts: [{ text: 'go' }] } })
  const turn = await ended('execute', SpanKind.INTERNAL)
  expect(turn.attributes['error.type']).toBe('RangeError')
  expect(turn.status.code).toBe(SpanStatusCode.ERROR)
  expect(turn.events.map(({ name }) => name)).toEqual(['exception'])
  expect((await ended('SendMessage', SpanKind.SERVER)).status.code).toBe(SpanStatusCode.UNSET)
})

it('[AF-11] a turn that is canceled ends its span', async () => {
  const execute: Execute = async function* ({ signal }) {
    yield { status: 'working' }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  const connected = await connect(await originOf('JSONRPC', { execute }))
  const message = { parts: [{ text: 'go' }] }
  const sent = await connected.sendMessage({ message, configuration: { returnImmediately: true } })
  expect(found('execute', SpanKind.INTERNAL)).toBeUndefined()
  await connected.cancelTask({ id: 'id' in sent ? sent.id : expect.fail() })
  expect((await ended('execute', SpanKind.INTERNAL)).status.code).toBe(SpanStatusCode.UNSET)
})

it('[AF-11] each post of a push notification has a span, which the receiver can go on with', async () => {
  const heads: Headers[] = []
  const { fetch: receive } = receiver()
  let refusals = 1
  const fetch: AgentServerOptions['fetch'] = async (url, init) => {
    heads.push(new Headers(init?.headers))
    return refusals-- > 0 ? new Response(null, { status: 503 }) : ((await receive?.(url, init)) ?? expect.fail())
  }
  const options = { execute: agent, fetch, allowPrivatePushTargets: true, pushRetryDelay: 1 }
  const origin = await serve(createAgentServer(traceServer({ card: { name: 'Pushing' }, ...options })))
  const taskPushNotificationConfig = { url: 'http://127.0.0.1:9/hook' }
  const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, { taskPushNotificationConfig }))
  await waitUntil(() => exporter.getFinishedSpans().filter(({ name }) => name === 'push').length === 4)
  const posts = exporter.getFinishedSpans().filter(({ name }) => name === 'push')
  expect(posts.map(({ status }) => status.code === SpanStatusCode.ERROR)).toEqual([true, false, false, false])
  expect(posts.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([503, 204, 204, 204])
  expect(new Set(posts.map(({ attributes }) => attributes['agent.notification.id'])).size).toBe(3)
  expect(posts.map(({ attributes }) => attributes['agent.task.id'])).toEqual(posts.map(() => result.task.id))
  expect(heads.map((headers) => headers.get('traceparent'))).toEqual(
    posts.map((post) => `00-${traceOf(post)}-${idOf(post)}-01`),
  )
  expect(posts.map(parentOf)).toEqual(posts.map(() => undefined))
})

it('[AF-11] where the host has a span for the request, that is the parent', async () => {
  const handle = createAgentServer(traceServer({ card: { name: 'Below' }, execute: agent }))
  const host = trace.getTracer('host').startSpan('POST')
  const headers = { ...seedHeaders, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  const send = () =>
    handle(
      new Request('http://agent.example/message:send', { method: 'POST', headers, body: JSON.stringify(saying('go')) }),
    )
  await context.with(trace.setSpan(context.active(), host), send)
  expect(parentOf(await ended('SendMessage', SpanKind.SERVER))).toBe(host.spanContext().spanId)
  exporter.reset()
  await send()
  const server = await ended('SendMessage', SpanKind.SERVER)
  expect([traceOf(server), parentOf(server)]).toEqual(['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'])
})

it('[AF-11] what execute returns in place of values is told as without spans', async () => {
  const errors: unknown[] = []
  // @ts-expect-error a promise is no iterable.
  const execute: Execute = async () => undefined
  const onError = (error: unknown) => errors.push(error)
  const handle = createAgentServer(traceServer({ card: { name: 'Wrong' }, execute, onError }))
  const { result } = await call(await serve(handle), 'HTTP+JSON', 'SendMessage', saying('go'))
  expect(result.task.status.state).toBe('TASK_STATE_FAILED')
  expect(String(errors[0])).toContain('returned a promise')
  await ended('execute', SpanKind.INTERNAL)
  // @ts-expect-error it is missing.
  expect(() => createAgentServer(traceServer({ card: { name: 'None' } }))).toThrow('"execute" must be a function')
})
