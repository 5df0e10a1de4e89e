// The public SDK's client against this server, in the public spelling, over both bindings. Exceptions are written down at
// the end of the file.
import {
  ListTasksRequest,
  type Message,
  SendMessageRequest,
  type StreamResponse,
  type Task,
  TaskPushNotificationConfig,
  TaskState,
} from '@a2a-js/sdk'
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client'
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc'
import { describe, expect, it } from 'vitest'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { listOf } from '../../support/list-of.ts'
import { freePort, interfacesAt, serveGrpc } from '../grpc/setup.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { serve } from './http-calls.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const agent = conformanceAgent({
  allowPrivatePushTargets: true,
  extendedCard: { name: 'Extended agent', supportedInterfaces: interfacesAt(port) },
  authenticate: () => 'ann',
  card: { name: 'Conformance agent', defaultInputModes: [], supportedInterfaces: interfacesAt(port) },
})
await serveGrpc(agent, {}, port)

const transports = {
  JSONRPC: new JsonRpcTransportFactory(),
  'HTTP+JSON': new RestTransportFactory(),
  GRPC: new GrpcTransportFactory(),
}

function say(text: string, message: object = {}, configuration: object = {}): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }], ...message },
    configuration,
  })
}

const casesOf = (events: readonly StreamResponse[]): (string | undefined)[] =>
  events.map(({ payload }) => payload?.$case)

describe.each(Object.entries(transports))('%s', async (_name, transport) => {
  const client = await new ClientFactory({ transports: [transport] }).createFromUrl(origin)
  const taskOf = async (request: SendMessageRequest): Promise<Task> => (await client.sendMessage(request)) as Task

  it('[AS-17] sends messages and gets messages and tasks', async () => {
    const message = (await client.sendMessage(say('message'))) as Message
    expect(message.parts[0]?.content).toEqual({ $case: 'text', value: 'No task is needed.' })
    const task = await taskOf(say('artifacts'))
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    expect(task.artifacts.map(({ parts }) => parts[0]?.content?.$case)).toEqual(['text', 'raw', 'url', 'data'])
    const read = await client.getTask({ tenant: '', id: task.id, historyLength: 1 })
    expect([read.id, read.history.length]).toEqual([task.id, 1])
  })

  it('[AS-17] streams, in order, in words that it knows', async () => {
    const events = await listOf(client.sendMessageStream(say('chunks')))
    expect(casesOf(events)).toEqual(['task', ...Array<string>(5).fill('artifactUpdate'), 'statusUpdate'])
    expect(casesOf(await listOf(client.sendMessageStream(say('message'))))).toEqual(['message'])
  })

  it('[AS-17] goes on with a task that asked, subscribes, and cancels', async () => {
    const asked = await taskOf(say('ask'))
    const stream = client.resubscribeTask({ tenant: '', id: asked.id })
    expect((await stream.next()).value?.payload?.$case).toBe('task')
    await taskOf(say('Friday', { taskId: asked.id, contextId: asked.contextId }))
    expect(casesOf(await listOf(stream))).toEqual(['statusUpdate', 'statusUpdate'])
    const running = await taskOf(say('wait', {}, { returnImmediately: true }))
    const canceled = await client.cancelTask({ tenant: '', id: running.id, metadata: undefined })
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
  })

  it('[AS-17] lists tasks page by page', async () => {
    const contextId = `context-${_name}`
    for (let count = 0; count < 3; count++) await taskOf(say('complete', { contextId }))
    const list = (pageToken: string) =>
      client.listTasks(
        ListTasksRequest.fromJSON({ contextId, pageSize: 2, pageToken, status: 'TASK_STATE_UNSPECIFIED' }),
      )
    const first = await list('')
    expect([first.tasks.length, first.totalSize, first.nextPageToken === '']).toEqual([2, 3, false])
    const second = await list(first.nextPageToken)
    expect([second.tasks.length, second.nextPageToken]).toEqual([1, ''])
  })

  it('[AS-17] keeps push notification configurations', async () => {
    const { id: taskId } = await taskOf(say('wait', {}, { returnImmediately: true }))
    const config = TaskPushNotificationConfig.fromJSON({ taskId, id: 'c1', url: 'http://127.0.0.1:9/hook', token: 't' })
    const made = await client.createTaskPushNotificationConfig(config)
    expect([made.id, made.token]).toEqual(['c1', 't'])
    const one = { tenant: '', taskId, id: 'c1' }
    expect(await client.getTaskPushNotificationConfig(one)).toEqual(made)
    const page = await client.listTaskPushNotificationConfig({ tenant: '', taskId, pageSize: 10, pageToken: '' })
    expect(page.configs).toEqual([made])
    await client.deleteTaskPushNotificationConfig(one)
    await expect(client.getTaskPushNotificationConfig(one)).rejects.toThrow()
    await client.cancelTask({ tenant: '', id: taskId, metadata: undefined })
  })

  it('[AS-17] gets the extended card, and errors as its own classes', async () => {
    expect((await client.getAgentCard()).name).toBe('Extended agent')
    const nameOf = (failing: Promise<unknown>): Promise<string> =>
      failing.then(
        () => 'none',
        (error: Error) => error.name,
      )
    expect(await nameOf(client.getTask({ tenant: '', id: 'none' }))).toBe('TaskNotFoundError')
    const done = await taskOf(say('complete'))
    expect(await nameOf(client.cancelTask({ tenant: '', id: done.id, metadata: undefined }))).toBe(
      'TaskNotCancelableError',
    )
    expect(await nameOf(listOf(client.resubscribeTask({ tenant: '', id: done.id })))).toBe('UnsupportedOperationError')
  })
})

it('[AS-17] what the client loses is lost in the client: the wire has it', async () => {
  // A `data` part of null has no place in the SDK's types.
  const card = { name: 'Null' }
  const nulls = await serve(
    createAgentServer({
      card,
      async *execute() {
        yield { artifact: { parts: [{ data: null }] } }
      },
    }),
  )
  const client = await new ClientFactory({ transports: [transports.JSONRPC] }).createFromUrl(nulls)
  const task = (await client.sendMessage(say('x'))) as Task
  expect(task.artifacts[0]?.parts[0]?.content).toBeUndefined()
  const headers = { 'a2a-version': '1.0' }
  const wire = await (await fetch(`${nulls}/tasks/${task.id}`, { headers })).json()
  expect(wire.artifacts[0].parts).toEqual([{ data: null }])
})
