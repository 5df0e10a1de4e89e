// What a public test kit of the protocol asks for, over gRPC; and one conversation that is the same over every binding.
import { ConnectError, createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { ErrorInfoSchema } from '../../../src/agent/grpc/generated/google/rpc/error_details_pb.ts'
import {
  A2AService,
  SendMessageRequestSchema,
  StreamResponseSchema,
  TaskState,
} from '../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { grpc } from '../../../src/agent/grpc/index.ts'
import { jsonOf, messageOf } from '../../../src/agent/grpc/messages.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'
import { listOf } from '../../support/list-of.ts'
import { conformanceAgent } from '../server/conformance-agent.ts'
import { kitAgent, kitTasks } from '../server/kit-agent.ts'
import { tellsNoEnd } from '../server/public-calls.ts'
import { serveGrpc } from './setup.ts'

type Json = Readonly<Record<string, unknown>>

const baseUrl = `http://127.0.0.1:${await serveGrpc(kitAgent())}`
const client = createClient(A2AService, createGrpcTransport({ baseUrl }))
const headers = { 'a2a-version': '1.0' }
let count = 0

const message = (prefix: string, more: Json = {}): Json => ({
  ...{ messageId: `${prefix}-grpc-${++count}`, role: 'ROLE_USER', parts: [{ text: 'Hello from a kit.' }] },
  ...more,
})
const requestOf = (request: Json) => messageOf(SendMessageRequestSchema, request)

// biome-ignore lint/suspicious/noExplicitAny: JSON whose shape the test asserts.
async function send(prefix: string, more: Json = {}, configuration: Json = {}): Promise<any> {
  const answer = await client.sendMessage(requestOf({ message: message(prefix, more), configuration }), { headers })
  return jsonOf(A2AService.method.sendMessage.output, answer)
}

async function events(prefix: string): Promise<Json[]> {
  const found = await listOf(client.sendStreamingMessage(requestOf({ message: message(prefix) }), { headers }))
  return found.map((event) => jsonOf(StreamResponseSchema, event))
}

const reasonOf = (failing: Promise<unknown>): Promise<readonly [reason: string | undefined, code: number]> =>
  failing.then(
    () => ['none', 0] as const,
    (error: unknown) => {
      const found = ConnectError.from(error)
      return [found.findDetails(ErrorInfoSchema)[0]?.reason, found.code] as const
    },
  )

describe('a public test kit', () => {
  it.each(kitTasks)('[AS-28] %s', async (prefix, task) => {
    expect(await send(prefix)).toMatchObject({
      task: { id: expect.any(String), contextId: expect.any(String), ...task },
    })
  })

  it('[AS-28] messages, blocking requests and streams', async () => {
    expect(await send('tck-message-response')).toMatchObject({ message: { parts: [{ text: 'No task.' }] } })
    expect(await events('tck-message-response')).toMatchObject([{ message: { role: 'ROLE_AGENT' } }])
    expect(tellsNoEnd(await send('tck-delayed-complete', {}, { returnImmediately: true }))).toBe(true)
    expect(tellsNoEnd(await send('tck-delayed-complete'))).toBe(false)
    for (const prefix of [
      'tck-stream-001',
      'tck-stream-ordering-001',
      'tck-stream-artifact-text',
      'tck-stream-artifact-file',
      'tck-stream-artifact-chunked',
    ]) {
      const names = (await events(prefix)).flatMap((event) => Object.keys(event))
      expect([names[0], names.at(-1)]).toEqual(['task', 'statusUpdate'])
      expect(names).toContain('artifactUpdate')
    }
  })

  it('[AS-28] subscriptions of one task have the same events, and one that is over has none', async () => {
    const { task } = await send('test-resubscribe-message-id', {}, { returnImmediately: true })
    const read = async () =>
      (await listOf(client.subscribeToTask({ id: task.id }, { headers }))).map((event) =>
        jsonOf(StreamResponseSchema, event),
      )
    const both = await Promise.all([read(), read()])
    // A busy machine may open the second one when the task has gone on.
    expect(both[1]?.at(-1)).toEqual(both[0]?.at(-1))
    expect(both[0]?.[0]).toMatchObject({ task: { id: task.id } })
    expect(await reasonOf(read())).toEqual(['UNSUPPORTED_OPERATION', 9])
  })

  it('[AS-28] tasks are inferred, refused, cut, listed and canceled once', async () => {
    const asked = (await send('tck-input-required')).task
    expect((await send('tck-input-required', { taskId: asked.id })).task).toMatchObject({
      id: asked.id,
      contextId: asked.contextId,
    })
    for (const historyLength of [0, 1, 2])
      expect((await client.getTask({ id: asked.id, historyLength }, { headers })).history.length).toBe(historyLength)
    const page = await client.listTasks({ contextId: asked.contextId, pageSize: 100 }, { headers })
    expect([
      page.tasks.length,
      page.nextPageToken,
      page.pageSize,
      page.totalSize,
      page.tasks[0]?.artifacts.length,
    ]).toEqual([1, '', 100, 1, 0])
    expect(await reasonOf(client.listTasks({ pageSize: 0 }, { headers }))).toEqual(['INVALID_PARAMS', 3])
    expect(await reasonOf(client.listTasks({ status: 99 as TaskState }, { headers }))).toEqual(['INVALID_PARAMS', 3])
    expect((await client.cancelTask({ id: asked.id }, { headers })).status?.state).toBe(TaskState.CANCELED)
    expect(await reasonOf(client.cancelTask({ id: asked.id }, { headers }))).toEqual(['TASK_NOT_CANCELABLE', 9])
    expect(await reasonOf(client.getTask({ id: 'none' }, { headers }))).toEqual(['TASK_NOT_FOUND', 5])
    expect(await reasonOf(send('tck-complete-task', { taskId: 'none' }))).toEqual(['TASK_NOT_FOUND', 5])
  })

  it('[AS-28] readers of a task that waits get the same, also where one of them leaves', async () => {
    const { task } = await send('tck-input-required')
    const open = () => client.subscribeToTask({ id: task.id }, { headers })[Symbol.asyncIterator]()
    const readers = [open(), open(), open()] as const
    // The first event says that the reader is there.
    for (const reader of readers) expect((await reader.next()).value?.payload.case).toBe('task')
    await readers[0].return?.()
    await send('tck-complete-task', { taskId: task.id })
    const [second, third] = await Promise.all(
      readers.slice(1).map(async (reader) => {
        const rest = await listOf({ [Symbol.asyncIterator]: () => reader })
        return rest.map((event) => jsonOf(StreamResponseSchema, event))
      }),
    )
    expect(second?.at(-1)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } })
    expect(third).toEqual(second)
    expect(await reasonOf(listOf(client.subscribeToTask({ id: 'none' }, { headers })))).toEqual(['TASK_NOT_FOUND', 5])
  })

  it('[AS-28] chunks of one artifact are told from artifacts', async () => {
    const updates = (await events('tck-stream-artifact-chunked')).flatMap(({ artifactUpdate }) => artifactUpdate ?? [])
    expect(updates).toMatchObject([
      { artifact: { parts: [{ text: 'one ' }] } },
      { artifact: { parts: [{ text: 'two' }] }, append: true },
    ])
    expect(new Set(updates.map((update) => (update as { artifact: Json }).artifact.artifactId)).size).toBe(1)
  })

  it('[AS-28] contexts and tasks of messages: made, kept, or refused', async () => {
    const first = (await send('tck-complete-task', { contextId: 'own-context' })).task
    // Lists go by the millisecond of the last status.
    await sleep(2)
    const second = (await send('tck-complete-task', { contextId: 'own-context' })).task
    expect([first.contextId, second.contextId, second.id === first.id]).toEqual(['own-context', 'own-context', false])
    expect(await reasonOf(send('tck-complete-task', { taskId: first.id }))).toEqual(['UNSUPPORTED_OPERATION', 9])
    const waits = (await send('tck-input-required')).task
    expect(await reasonOf(send('tck-complete-task', { taskId: waits.id, contextId: 'other' }))).toEqual([
      'INVALID_PARAMS',
      3,
    ])
    const { task } = await send('tck-complete-task', { taskId: waits.id }, { historyLength: 0 })
    expect([task.status.state, task.history]).toEqual(['TASK_STATE_COMPLETED', undefined])
    expect(await reasonOf(client.cancelTask({ id: first.id }, { headers }))).toEqual(['TASK_NOT_CANCELABLE', 9])
    expect(await reasonOf(client.cancelTask({ id: 'none' }, { headers }))).toEqual(['TASK_NOT_FOUND', 5])
    const page = await client.listTasks({ contextId: 'own-context', pageSize: 1 }, { headers })
    expect(page.tasks.map(({ id }) => id)).toEqual([second.id])
    const next = { contextId: 'own-context', pageSize: 1, pageToken: page.nextPageToken }
    const last = await client.listTasks(next, { headers })
    expect([last.tasks[0]?.id, last.nextPageToken]).toEqual([first.id, ''])
  })

  it('[AS-28] push notifications are kept, told, posted with their credentials, and deleted twice', async () => {
    let posted = (_: Request): void => {}
    const arrives = new Promise<Request>((resolve) => {
      posted = resolve
    })
    const port = await serveGrpc(kitAgent(true, (request) => posted(request)))
    const whole = createClient(A2AService, createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` }))
    const config = {
      ...{ id: 'tck-push-id', url: 'https://hook.example/kit' },
      authentication: { scheme: 'Bearer', credentials: 'kit-credentials' },
    }
    const asked = requestOf({
      message: message('tck-input-required'),
      configuration: { taskPushNotificationConfig: config },
    })
    const { payload } = await whole.sendMessage(asked, { headers })
    const taskId = payload.case === 'task' ? payload.value.id : ''
    await whole.sendMessage(requestOf({ message: message('tck-complete-task', { taskId }) }), { headers })
    const request = await arrives
    expect([request.url, request.headers.get('authorization')]).toEqual([config.url, 'Bearer kit-credentials'])
    expect(Object.keys((await request.json()) as object)).toHaveLength(1)

    const waits = await whole.sendMessage(requestOf({ message: message('tck-input-required') }), { headers })
    const target = { taskId: waits.payload.case === 'task' ? waits.payload.value.id : '', id: config.id }
    expect(await whole.createTaskPushNotificationConfig({ ...config, ...target }, { headers })).toMatchObject(target)
    expect(await whole.getTaskPushNotificationConfig(target, { headers })).toMatchObject({ ...target, url: config.url })
    const { configs } = await whole.listTaskPushNotificationConfigs({ taskId: target.taskId }, { headers })
    expect(configs.map(({ id }) => id)).toEqual([config.id])
    for (let i = 0; i < 2; i++) await whole.deleteTaskPushNotificationConfig(target, { headers })
    expect(await reasonOf(whole.getTaskPushNotificationConfig(target, { headers }))).toEqual(['TASK_NOT_FOUND', 5])
    expect((await whole.getExtendedAgentCard({}, { headers })).name).toBe('Extended')
  })

  it('[AS-28] what is not supported is refused by its own error', async () => {
    const parts = [{ raw: 'dGNr', mediaType: 'application/x-unsupported' }]
    expect(await reasonOf(send('tck-send-003', { parts }))).toEqual(['CONTENT_TYPE_NOT_SUPPORTED', 3])
    const push = { taskId: 'none', url: 'https://hook.example' }
    expect(await reasonOf(client.createTaskPushNotificationConfig(push, { headers }))).toEqual([
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
      9,
    ])
    expect(await reasonOf(client.getExtendedAgentCard({}, { headers }))).toEqual(['UNSUPPORTED_OPERATION', 9])
    expect(await reasonOf(client.listTasks({}, { headers: { 'a2a-version': '99.0' } }))).toEqual([
      'VERSION_NOT_SUPPORTED',
      9,
    ])
    expect(await reasonOf(client.listTasks({}))).toEqual(['VERSION_NOT_SUPPORTED', 9])
    expect(await reasonOf(client.sendMessage({}, { headers }))).toEqual(['INVALID_PARAMS', 3])
    let told: string | null = null
    await client.listTasks(
      {},
      {
        headers: { ...headers, 'a2a-extensions': 'urn:known,urn:other' },
        onHeader: (found) => (told = found.get('a2a-extensions')),
      },
    )
    expect(told).toBe('urn:known')
  })
})

describe('one conversation', () => {
  /** Its tasks and events over one binding, with ids by the order in which they came. */
  async function played(protocolBinding: string): Promise<string> {
    let time = 0
    let ids = 0
    const agent = conformanceAgent({
      card: {
        name: 'Same',
        supportedInterfaces: [{ url: '/', protocolBinding, protocolVersion: '1.0', tenant: 'acme' }],
        extensions: [{ uri: 'urn:x' }],
      },
      now: () => Date.UTC(2026, 0, 1) + 1_000 * time++,
      newId: () => `id-${++ids}-of-sixteen`,
      allowPrivatePushTargets: true,
    })
    const port = await serveGrpc(agent)
    const options = {
      wireFormat: 'public',
      allowInsecureLoopback: true,
      bindings: [grpc()],
      extensions: ['urn:x'],
    } as const
    const found = await connectAgent(`http://127.0.0.1:${port}`, options)
    expect(found.interface.protocolBinding).toBe(protocolBinding)
    const seen: unknown[] = []
    let step = 0
    const say = (text: string, more: object = {}) => ({
      message: { messageId: `step-${++step}`, parts: [{ text }, { data: null }], ...more },
    })
    const note = async (running: Promise<unknown>): Promise<unknown> => {
      const result = await running.catch((error: { readonly code: string }) => ({ code: error.code }))
      seen.push(result)
      return result
    }
    const asked = (await note(found.sendMessage(say('ask')))) as { readonly id: string; readonly contextId: string }
    await note(found.sendMessage(say('Friday', { taskId: asked.id })))
    for (const text of ['message', 'complete', 'artifacts', 'chunks', 'reject', 'fail']) {
      await note(found.sendMessage(say(text, { contextId: asked.contextId })))
      await note(listOf(found.streamMessage(say(text))))
    }
    await note(found.getTask({ id: asked.id, historyLength: 1 }))
    await note(found.getTask({ id: 'none' }))
    await note(found.listTasks({ limit: 2, includeArtifacts: true }))
    await note(
      found.listTasks({
        contextId: asked.contextId,
        status: 'TASK_STATE_FAILED',
        statusTimestampAfter: '2026-01-01T00:00:00.000Z',
      }),
    )
    await note(found.listTasks({ limit: 0 }))
    const waits = (await note(found.sendMessage({ ...say('wait'), configuration: { returnImmediately: true } }))) as {
      readonly id: string
    }
    const push = (await note(
      found.createPushConfig({ taskId: waits.id, url: 'http://127.0.0.1:9/x', token: 't' }),
    )) as { readonly configId: string }
    await note(found.getPushConfig({ taskId: waits.id, configId: push.configId }))
    await note(found.listPushConfigs({ taskId: waits.id }))
    await note(found.deletePushConfig({ taskId: waits.id, configId: push.configId }))
    await note(found.cancelTask({ id: waits.id }))
    await note(found.cancelTask({ id: waits.id }))
    expect(seen.length).toBeGreaterThanOrEqual(23)
    expect(found.activated.getSnapshot()).toEqual(['urn:x'])
    // The schema of gRPC has no place for these two; false and an empty list are the same as none.
    return JSON.stringify(seen, (name, value) =>
      name === 'createdAt' || name === 'lastModified' || value === false ? undefined : sorted(value),
    )
  }

  it('[AG-2] of 23 steps is the same in the three bindings', async () => {
    const [rpc, rest, grpcs] = await Promise.all(['JSONRPC', 'HTTP+JSON', 'GRPC'].map(played))
    expect(JSON.parse(rest ?? '')).toEqual(JSON.parse(rpc ?? ''))
    expect(JSON.parse(grpcs ?? '')).toEqual(JSON.parse(rpc ?? ''))
  })
})

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
