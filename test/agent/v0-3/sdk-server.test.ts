// Our client against the server of the public SDK in version 0.3.
import { createServer } from 'node:http'
import type { AgentCard, Part, TaskState } from 'a2a-sdk-0.3'
import {
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from 'a2a-sdk-0.3/server'
import { agentCardHandler, jsonRpcHandler, UserBuilder } from 'a2a-sdk-0.3/server/express'
import express from 'express'
import { expect, it } from 'vitest'
import { type Agent, connectAgent } from '../../../src/agent/client/agent.ts'
import { connectSurfaces } from '../../../src/agent/client/conversation.ts'
import type { Task } from '../../../src/agent/protocol/types.ts'
import { listOf } from '../../support/list-of.ts'
import { CS, T, UC } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { readThroughBreak } from '../both/read-through-break.ts'
import { listen } from '../client/fake-agent.ts'

const words = ['one', 'two', 'three', 'four', 'five']
const surfaceUri = 'https://a2ui.org/a2a-extension/a2ui/v0.9'

function surfaceParts(...messages: Record<string, unknown>[]): Part[] {
  return messages.map((data) => ({ kind: 'data', data, metadata: { mimeType: 'application/json+a2ui' } }))
}

/** Says what it is asked for. `slowly`: waits for `go` after the second word. */
function executor(go: Promise<void>, actions: unknown[]): AgentExecutor {
  return {
    async execute({ taskId, contextId, userMessage, task }, bus) {
      const text = userMessage.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join()
      const data = userMessage.parts.flatMap((part) => (part.kind === 'data' ? [part.data] : []))
      const message = (parts: Part[]) =>
        ({ kind: 'message', role: 'agent', messageId: `m-${Math.random()}`, parts, taskId, contextId }) as const
      const status = (state: TaskState, parts?: Part[]): void =>
        bus.publish({
          ...({ kind: 'status-update', taskId, contextId, final: state !== 'working' } as const),
          status: { state, timestamp: new Date().toISOString(), ...(parts && { message: message(parts) }) },
        })
      if (text === 'hello') bus.publish({ ...message([{ kind: 'text', text: 'Hello.' }]) })
      else {
        const history = [userMessage]
        if (!task) bus.publish({ kind: 'task', id: taskId, contextId, status: { state: 'submitted' }, history })
        if (data.length > 0) actions.push(...data)
        await answer(text, bus, status)
      }
      bus.finished()

      async function answer(asked: string, out: ExecutionEventBus, say: typeof status): Promise<void> {
        if (asked === 'ask') return say('input-required', [{ kind: 'text', text: 'When?' }])
        if (asked === 'surface') {
          say('working', surfaceParts(CS('s'), UC('s', [T('root', 'from 0.3')])))
          return say('completed')
        }
        for (const word of words) {
          const artifact = { artifactId: 'a', parts: [{ kind: 'text', text: word } as const] }
          out.publish({ kind: 'artifact-update', taskId, contextId, artifact, append: true })
          if (word === 'two' && asked === 'slowly') await go
        }
        say('completed')
      }
    },
    async cancelTask(taskId, bus) {
      const status = { state: 'canceled', timestamp: new Date().toISOString() } as const
      bus.publish({ kind: 'status-update', taskId, contextId: '', status, final: true })
      bus.finished()
    },
  }
}

interface SetUp {
  readonly agent: Agent
  readonly go: () => void
  readonly actions: readonly unknown[]
  readonly headers: readonly Record<string, unknown>[]
}

async function setUp(): Promise<SetUp> {
  let go: () => void = () => undefined
  const actions: unknown[] = []
  const headers: Record<string, unknown>[] = []
  const app = express()
  const origin = await listen(createServer(app))
  const card: AgentCard = {
    ...{ name: 'Old', description: 'A server of version 0.3', version: '1', protocolVersion: '0.3.0', skills: [] },
    ...{ url: `${origin}/old`, preferredTransport: 'JSONRPC', supportsAuthenticatedExtendedCard: true },
    capabilities: { streaming: true, pushNotifications: true, extensions: [{ uri: surfaceUri }] },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    security: [{ key: [] }],
  }
  const execute = executor(new Promise((resolve) => (go = resolve)), actions)
  const pushes = new InMemoryPushNotificationStore()
  const extended = async (): Promise<AgentCard> => ({ ...card, name: 'Extended' })
  const requestHandler = new DefaultRequestHandler(
    ...([card, new InMemoryTaskStore(), execute, undefined, pushes, undefined, extended] as const),
  )
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
  app.use('/old', (request, _response, next) => {
    headers.push(request.headers)
    next()
  })
  app.use('/old', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
  const agent = await connectAgent(origin, { allowInsecureLoopback: true, reconnect: { minDelay: 5 } })
  return { agent, go, actions, headers }
}

const say = (text: string): { message: { parts: { text: string }[] } } => ({ message: { parts: [{ text }] } })

it('[AV-1] reads the card, and sends and reads', async () => {
  const { agent, headers } = await setUp()
  expect(agent.interface).toMatchObject({ protocolBinding: 'JSONRPC', protocolVersion: '0.3' })
  expect(agent.card.capabilities.extendedAgentCard).toBe(true)
  expect(agent.card.securityRequirements).toEqual([{ schemes: { key: { list: [] } } }])
  expect(await agent.sendMessage(say('hello'))).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: 'Hello.' }] })
  const task = (await agent.sendMessage(say('words'))) as Task
  expect(task.status.state).toBe('TASK_STATE_COMPLETED')
  expect(task.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(words)
  const read = await agent.getTask({ id: task.id })
  expect(read.history).toMatchObject([{ role: 'ROLE_USER', parts: [{ text: 'words' }] }])
  expect((await agent.getTask({ id: task.id, historyLength: 0 })).history).toBeUndefined()
  await expect(agent.getTask({ id: 'nobody' })).rejects.toMatchObject({ code: 'TASK_NOT_FOUND', rpcCode: -32001 })
  await expect(agent.listTasks()).rejects.toMatchObject({
    code: 'UNSUPPORTED_OPERATION',
    message: expect.stringContaining('0.3'),
  })
  // A browser would ask the agent for permission to send any other header.
  expect(headers.every((sent) => !('a2a-version' in sent) && sent['x-a2a-extensions'] === surfaceUri)).toBe(true)
})

it('[AV-1] streams, and goes on after a break with nothing lost and nothing twice', async () => {
  const { agent, go } = await setUp()
  const { id, texts } = await readThroughBreak(agent, go)
  expect(texts).toEqual(words)
  expect(await listOf(agent.subscribe({ id }))).toMatchObject([{ kind: 'task', task: { id } }])
})

it('[AV-1] cancels a task, and its stream ends', async () => {
  const { agent } = await setUp()
  const stream = agent.streamMessage(say('slowly'))
  const events = listOf(stream)
  await expect.poll(() => stream.task.getSnapshot()?.artifacts?.[0]?.parts.length).toBe(2)
  const id = stream.task.getSnapshot()?.id ?? ''
  expect((await agent.cancelTask({ id })).status.state).toBe('TASK_STATE_CANCELED')
  await events
  expect(stream.task.getSnapshot()?.status.state).toBe('TASK_STATE_CANCELED')
  const over = (await agent.sendMessage(say('words'))) as Task
  await expect(agent.cancelTask({ id: over.id })).rejects.toMatchObject({ code: 'TASK_NOT_CANCELABLE' })
})

it('[AV-1] keeps push configurations, and gets the extended card', async () => {
  const { agent } = await setUp()
  const { id: taskId } = (await agent.sendMessage(say('ask'))) as Task
  const authentication = { scheme: 'Bearer', credentials: 'c' }
  const config = { taskId, configId: 'config-1', url: 'https://example.com/push', token: 'secret', authentication }
  expect(await agent.createPushConfig(config)).toEqual(config)
  expect(await agent.getPushConfig(config)).toEqual(config)
  expect((await agent.listPushConfigs({ taskId })).configs).toEqual([config])
  await agent.deletePushConfig(config)
  expect((await agent.listPushConfigs({ taskId })).configs).toEqual([])
  expect(await agent.extendedCard()).toMatchObject({ name: 'Extended', supportedInterfaces: [{}] })
})

it('[AV-1] shows surfaces, and sends a press and the client capabilities as agents of 0.3 read them', async () => {
  const { agent, actions } = await setUp()
  const { runtime, shown, codes } = record()
  const conversation = connectSurfaces(agent, runtime)
  await conversation.send('surface')
  await expect.poll(() => shown('s')).toBe('from 0.3')
  expect(codes()).toEqual([])
  const press = { version: 'v0.9', action: { name: 'go', surfaceId: 's' } }
  await conversation.send([{ data: [press], mediaType: 'application/json+a2ui' }])
  expect(actions).toEqual([press])
  const [, task = ''] = conversation.taskIds
  const { history = [] } = await agent.getTask({ id: task })
  expect(history[0]?.metadata).toMatchObject({ a2uiClientCapabilities: { 'v0.9': {} } })
  conversation.dispose()
})
