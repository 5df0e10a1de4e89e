// Members and values as the protocol document names them: on the wire of our server, and refused as version 0.3 had them.
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { createAgentServer, type StatusName, type Yielded } from '../../../src/agent/server/index.ts'
import { listOf } from '../../support/list-of.ts'
import type { Json } from '../client/fake-agent.ts'
import { agentOf } from '../server/agent-of.ts'
import { conformanceAgent } from '../server/conformance-agent.ts'
import { allEvents, bindings, call, saying, serve } from '../server/http-calls.ts'

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const origin = await serve(conformanceAgent({ allowPrivatePushTargets: true, extendedCard: { name: 'Extended' } }))

/** Names of all members of a value, but for those of data. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => (name === 'data' ? [name] : [name, ...namesIn(member)]))
}

const older = [
  ...['kind', 'final', 'file', 'mimeType', 'bytes', 'blocking', 'pushNotificationConfig', 'schemes'],
  ...['preferredTransport', 'additionalInterfaces', 'supportsAuthenticatedExtendedCard', 'stateTransitionHistory'],
]

describe.each(bindings)('%s', (binding) => {
  it('[AS-33] times of tasks, statuses and push configurations are UTC with milliseconds', async () => {
    const sent = saying('wait', {}, { returnImmediately: true })
    const { task } = (await call(origin, binding, 'SendMessage', sent)).result
    const { result } = await call(origin, binding, 'GetTask', { id: task.id })
    const config = { taskId: task.id, url: 'http://127.0.0.1:9/hook' }
    const made = (await call(origin, binding, 'CreatePushNotificationConfig', config)).result
    for (const text of [result.createdAt, result.lastModified, result.status.timestamp, made.createdAt])
      expect(text).toMatch(time)
    expect(made.configId).toMatch(/./)
    await call(origin, binding, 'CancelTask', { id: task.id })
  })

  it('[AS-33] no answer, event or card has a member that version 0.3 had', async () => {
    const { task } = (await call(origin, binding, 'SendMessage', saying('artifacts'))).result
    const seen = [
      task,
      await allEvents(origin, binding, 'SendStreamingMessage', saying('chunks')),
      (await call(origin, binding, 'SendMessage', saying('message'))).result,
      (await call(origin, binding, 'ListTasks', { limit: 2, includeArtifacts: true })).result,
      await (await fetch(`${origin}/.well-known/agent-card.json`)).json(),
    ]
    const names = new Set(seen.flatMap(namesIn))
    expect(names.size).toBeGreaterThan(30)
    expect(older.filter((name) => names.has(name))).toEqual([])
    const card = seen.at(-1) as Json
    expect(['protocolVersion', 'url'].filter((name) => name in card)).toEqual([])
  })

  it.each<[string, Json]>([
    ['a role in small letters', { role: 'user' }],
    ['a role of no side', { role: 'ROLE_UNSPECIFIED' }],
    ['no part', { parts: [] }],
    ['a part without content', { parts: [{ mediaType: 'text/plain' }] }],
    ['a part with two contents', { parts: [{ text: 'x', url: 'https://files.example/x' }] }],
    ['a file', { parts: [{ kind: 'file', file: { bytes: 'AA==' } }] }],
    ['bytes that are no base64', { parts: [{ raw: '?' }] }],
  ])('[AS-33] a message with %s is refused', async (_, more) => {
    expect((await call(origin, binding, 'SendMessage', saying('x', more))).reason).toBe('INVALID_PARAMS')
  })

  it('[AS-33] extensions of messages and artifacts come and go as they are', async () => {
    const uri = 'https://extensions.example/a'
    const seen: unknown[] = []
    const agent = await serve(
      agentOf(async function* ({ message }) {
        seen.push(message.extensions)
        yield { artifact: { parts: [{ text: 'x' }], extensions: [uri] } }
        yield { status: 'completed', message: { parts: [{ text: 'Done.' }], extensions: [uri] } }
      }),
    )
    const { task } = (await call(agent, binding, 'SendMessage', saying('x', { extensions: [uri] }))).result
    expect(seen).toEqual([[uri]])
    expect(task).toMatchObject({ artifacts: [{ extensions: [uri] }], status: { message: { extensions: [uri] } } })
  })

  it('[AS-33] what a request says beside its message reaches the agent', async () => {
    const seen: unknown[] = []
    const agent = await serve(
      agentOf(async function* ({ metadata, configuration }) {
        seen.push(metadata, configuration.acceptedOutputModes)
        yield { message: 'ok' }
      }),
    )
    const sent = { ...saying('x', {}, { acceptedOutputModes: ['text/plain'] }), metadata: { a: [1, null] } }
    await call(agent, binding, 'SendMessage', sent)
    expect(seen).toEqual([{ a: [1, null] }, ['text/plain']])
  })

  it('[AS-33] events have the members of the document', async () => {
    const events = await allEvents(origin, binding, 'SendStreamingMessage', saying('chunks'))
    const task = events[0]?.['task'] as { id: string; contextId: string }
    const ids = { taskId: task.id, contextId: task.contextId }
    for (const event of events.slice(1)) {
      const [name = '', ...others] = Object.keys(event)
      expect(others).toEqual([])
      const isStatus = name === 'taskStatusUpdate'
      const more = isStatus
        ? { status: { state: expect.stringMatching(/^TASK_STATE_/) } }
        : { index: expect.any(Number) }
      expect(event[name]).toMatchObject({ ...ids, ...more })
      if (!isStatus) expect(event[name]).toMatchObject({ artifact: { artifactId: expect.any(String) } })
    }
  })

  it('[AS-33] names with underscores are read as well', async () => {
    const message = { message_id: 'm-1', role: 'ROLE_USER', parts: [{ text: 'x', media_type: 'text/plain' }] }
    const sent = { message, configuration: { return_immediately: true } }
    const { task } = (await call(origin, binding, 'SendMessage', sent)).result
    expect(task.history).toMatchObject([{ messageId: 'm-1', parts: [{ mediaType: 'text/plain' }] }])
  })

  it('[AS-33] a page has 1 to 100 results', async () => {
    for (const limit of [0, 101, -1])
      expect((await call(origin, binding, 'ListTasks', { limit })).reason).toBe('INVALID_PARAMS')
    expect((await call(origin, binding, 'ListTasks', { limit: 100 })).reason).toBeUndefined()
  })

  it('[AS-33] pages have no number: other parameters than cursor and limit change nothing', async () => {
    const pageOf = async (params: Json) => (await call(origin, binding, 'ListTasks', params)).result.tasks
    expect(await pageOf({ limit: 1, page: 7, offset: 5 })).toEqual(await pageOf({ limit: 1 }))
  })
})

it.each<[StatusName, string]>([
  ['submitted', 'TASK_STATE_SUBMITTED'],
  ['working', 'TASK_STATE_WORKING'],
  ['completed', 'TASK_STATE_COMPLETED'],
  ['failed', 'TASK_STATE_FAILED'],
  ['canceled', 'TASK_STATE_CANCELED'],
  ['rejected', 'TASK_STATE_REJECTED'],
  ['input-required', 'TASK_STATE_INPUT_REQUIRED'],
  ['auth-required', 'TASK_STATE_AUTH_REQUIRED'],
])('[AS-33] the state %s is %s on the wire, and our client knows it', async (status, name) => {
  const address = await serve(
    createAgentServer({
      card: { name: 'States' },
      async *execute(): AsyncGenerator<Yielded> {
        yield { text: 'first' }
        // In another millisecond than the snapshot: the same state at the same time is no other status.
        await new Promise((resolve) => setTimeout(resolve, 5))
        yield { status }
      },
    }),
  )
  const events = await allEvents(address, 'HTTP+JSON', 'SendStreamingMessage', saying('x'))
  const statesOf = events.map((event) => (event['taskStatusUpdate'] as { status: Json } | undefined)?.status['state'])
  expect(statesOf).toContain(name)
  const agent = await connectAgent(address, { allowInsecureLoopback: true })
  const stream = agent.streamMessage({ message: { parts: [{ text: 'x' }] } })
  const got = (await listOf(stream)).map((event) => (event.kind === 'status' ? event.status.state : undefined))
  expect(got).toContain(name)
  expect(stream.state.getSnapshot()).toBe(/REQUIRED/.test(name) ? 'waiting' : 'done')
})

it('[AS-33] a card lists every interface, the preferred one first, and each says its version', async () => {
  const supportedInterfaces = [
    { url: '/json', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: 'north' },
    { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ]
  const address = await serve(agentOf(async function* () {}, { card: { name: 'Both', supportedInterfaces } }))
  const card = await (await fetch(`${address}/.well-known/agent-card.json`)).json()
  expect(card.supportedInterfaces).toEqual(supportedInterfaces.map((one) => ({ ...one, url: `${address}${one.url}` })))
  const agent = await connectAgent(address, { allowInsecureLoopback: true })
  expect(agent.interface).toMatchObject({ protocolBinding: 'HTTP+JSON', tenant: 'north' })
})
