// Our client against the server of the public SDK, in both bindings and both texts that it can be asked in.
// What the SDK's server does otherwise than the protocol document says is tested at the end of this file.
import { createServer } from 'node:http'
import { AgentCard as SdkCard, Task as SdkTask, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import { A2AService, grpcService } from '@a2a-js/sdk/server/grpc'
import { Server as GrpcServer, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js'
import express from 'express'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Agent, connectAgent } from '../../../src/agent/client/agent.ts'
import { connectSurfaces } from '../../../src/agent/client/conversation.ts'
import { type PushNotification, readNotification } from '../../../src/agent/client/notification.ts'
import { grpc } from '../../../src/agent/grpc/index.ts'
import type { Task } from '../../../src/agent/protocol/types.ts'
import type { WireFormat } from '../../../src/agent/protocol/wire-format.ts'
import { listOf } from '../../support/list-of.ts'
import { CS, T, UC } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { readThroughBreak } from '../both/read-through-break.ts'
import { freePort } from '../grpc/setup.ts'
import { type BindingName, bindings, listen } from './fake-agent.ts'

const words = ['one', 'two', 'three', 'four', 'five']

/** Streams its words; waits for `go` after the second one if the message says so. */
function executor(go: Promise<void>): AgentExecutor {
  const status = (taskId: string, contextId: string, state: string): ReturnType<typeof AgentEvent.statusUpdate> =>
    AgentEvent.statusUpdate(
      TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: { state: `TASK_STATE_${state}` } }),
    )
  const publish = (bus: ExecutionEventBus, taskId: string, contextId: string, part: object): void => {
    const artifact = { artifactId: 'artifact-1', parts: [part] }
    bus.publish(
      AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, artifact, append: true })),
    )
  }
  return {
    async execute({ taskId, contextId, userMessage }, bus) {
      const content = userMessage.parts[0]?.content
      const text = content?.$case === 'text' ? content.value : ''
      const history = [{ messageId: 'user-1', role: 'ROLE_USER', parts: [{ text }], taskId, contextId }]
      bus.publish(
        AgentEvent.task(SdkTask.fromJSON({ id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' }, history })),
      )
      if (text === 'ask') bus.publish(status(taskId, contextId, 'INPUT_REQUIRED'))
      else if (text === 'surface') {
        const data = [CS('s'), UC('s', [T('root', 'from the SDK')])]
        publish(bus, taskId, contextId, {
          data,
          mediaType: 'application/a2ui+json',
          metadata: { mimeType: 'application/json+a2ui' },
        })
        bus.publish(status(taskId, contextId, 'COMPLETED'))
      } else {
        for (const word of words) {
          publish(bus, taskId, contextId, { text: word })
          if (word === 'two' && text === 'slowly') await go
        }
        bus.publish(status(taskId, contextId, 'COMPLETED'))
      }
      bus.finished()
    },
    async cancelTask(taskId, bus) {
      bus.publish(status(taskId, '', 'CANCELED'))
      bus.finished()
    },
  }
}

/** The interface of gRPC is on a port of its own, as a host and a port. */
async function setUp(binding: SdkBinding, wireFormat: WireFormat = 'both'): Promise<{ agent: Agent; go: () => void }> {
  let go: () => void = () => undefined
  const app = express()
  const origin = await listen(createServer(app))
  const grpcPort = await freePort()
  const url = binding === 'GRPC' ? `127.0.0.1:${grpcPort}` : `${origin}/agent`
  const card = SdkCard.fromJSON({
    ...{ name: 'SDK', description: 'The public server', version: '1', skills: [] },
    supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
  })
  const execute = executor(new Promise((resolve) => (go = resolve)))
  const pushes = new InMemoryPushNotificationStore()
  const extended = async (): Promise<SdkCard> => ({ ...card, name: 'Extended' })
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    execute,
    undefined,
    pushes,
    undefined,
    extended,
  )
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication }
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
  if (binding === 'GRPC') await listenGrpc(grpcService(options), grpcPort)
  else app.use('/agent', binding === 'JSONRPC' ? jsonRpcHandler(options) : restHandler(options))
  const more = { bindings: [grpc()], reconnect: { minDelay: 5 } }
  const agent = await connectAgent(origin, { allowInsecureLoopback: true, wireFormat, ...more })
  return { agent, go }
}

async function listenGrpc(service: UntypedServiceImplementation, port: number): Promise<void> {
  const server = new GrpcServer()
  server.addService(A2AService, service)
  const credentials = ServerCredentials.createInsecure()
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error) => (error ? reject(error) : resolve()))
  })
  onTestFinished(() => server.forceShutdown())
}

const say = (text: string): { message: { parts: { text: string }[] } } => ({ message: { parts: [{ text }] } })

type SdkBinding = BindingName | 'GRPC'
const sdkBindings: readonly SdkBinding[] = [...bindings, 'GRPC']

describe.each(
  sdkBindings.flatMap((binding) => (['both', 'public'] as const).map((wireFormat) => [binding, wireFormat] as const)),
)('%s, names of %s', (binding, wireFormat) => {
  it('[AC-23] sends, reads, lists and pages', async () => {
    const { agent } = await setUp(binding, wireFormat)
    const task = (await agent.sendMessage(say('hello'))) as Task
    expect(task.status.state).toBe('TASK_STATE_COMPLETED')
    expect(task.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(words)
    expect(await agent.getTask({ id: task.id, historyLength: 1 })).toMatchObject({ id: task.id })
    await agent.sendMessage(say('again'))
    const first = await agent.listTasks({ limit: 1 })
    expect([first.tasks.length, typeof first.nextCursor]).toEqual([1, 'string'])
    expect(await listOf(agent.allTasks({ limit: 1 }))).toHaveLength(2)
    const { contextId = '' } = task
    expect(await listOf(agent.allTasks({ contextId, includeArtifacts: true }))).toMatchObject([{ artifacts: [{}] }])
  })

  it('[AC-23] streams, and goes on after a break with nothing lost and nothing twice', async () => {
    const { agent, go } = await setUp(binding, wireFormat)
    expect((await readThroughBreak(agent, go)).texts).toEqual(words)
  })

  it('[AC-23] cancels, and gets the errors of what is over', async () => {
    const { agent } = await setUp(binding, wireFormat)
    const { id } = (await agent.sendMessage(say('ask'))) as Task
    expect((await agent.cancelTask({ id })).status.state).toBe('TASK_STATE_CANCELED')
    const over = (await agent.sendMessage(say('hello'))) as Task
    // The SDK answers a second cancellation with the task, where the protocol has this error.
    await expect(agent.cancelTask({ id: over.id })).rejects.toMatchObject({ code: 'TASK_NOT_CANCELABLE' })
    await expect(agent.getTask({ id: 'nobody' })).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
    // The SDK refuses to subscribe to a task that is over; the client reads it instead.
    expect(await listOf(agent.subscribe({ id }))).toMatchObject([{ kind: 'task', task: { id } }])
  })

  it('[AC-23] keeps push configurations', async () => {
    const { agent } = await setUp(binding, wireFormat)
    const { id: taskId } = (await agent.sendMessage(say('ask'))) as Task
    const config = { taskId, configId: 'config-1', url: 'https://example.com/push', token: 'secret' }
    expect(await agent.createPushConfig(config)).toMatchObject(config)
    expect(await agent.getPushConfig(config)).toMatchObject(config)
    expect((await agent.listPushConfigs({ taskId })).configs).toMatchObject([config])
    await agent.deletePushConfig(config)
    expect((await agent.listPushConfigs({ taskId })).configs).toEqual([])
  })

  it('[AR-1] posts what `readNotification` reads', async () => {
    const got: PushNotification[] = []
    const url = await listen(
      createServer(async (request, response) => {
        got.push(await readNotification(request, { token: 'secret' }))
        response.end()
      }),
    )
    const { agent } = await setUp(binding, wireFormat)
    await agent.sendMessage({
      ...say('hello'),
      configuration: { taskPushNotificationConfig: { url, token: 'secret' } },
    })
    await expect
      .poll(() => got.map(({ event }) => event.kind))
      .toEqual(['task', ...words.map(() => 'artifact'), 'status'])
    expect(got.at(-1)?.event).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
  })

  it('[AC-23] shows surfaces', async () => {
    const { agent } = await setUp(binding, wireFormat)
    const { runtime, shown, codes } = record()
    const conversation = connectSurfaces(agent, runtime)
    await conversation.send('surface')
    await expect.poll(() => shown('s')).toBe('from the SDK')
    expect(codes()).toEqual([])
    conversation.dispose()
  })

  it('[AC-23] gets the extended card', async () => {
    const { agent } = await setUp(binding, wireFormat)
    const card = await agent.extendedCard().catch((error: unknown) => error)
    expect(card).toMatchObject({ name: 'Extended' })
  })
})

describe('exceptions', () => {
  it.each(bindings)(
    '[AC-23] the SDK wants its own version header, so the seed spelling alone is refused: %s',
    async (binding) => {
      // The SDK writes each refusal to the console.
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const { agent } = await setUp(binding, 'document')
      await expect(agent.getTask({ id: 'x' })).rejects.toMatchObject({ code: 'VERSION_NOT_SUPPORTED' })
    },
  )
})
