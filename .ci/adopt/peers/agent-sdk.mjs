// The public agent SDK for version 1.0, as client and as server, in both bindings.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import {
  AgentCard,
  SendMessageRequest,
  Task,
  TaskArtifactUpdateEvent,
  TaskState,
  TaskStatusUpdateEvent,
} from 'a2a-sdk-1'
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from 'a2a-sdk-1/client'
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from 'a2a-sdk-1/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from 'a2a-sdk-1/server/express'
import express from 'express'
import { check, finish, listOf } from './checks.mjs'
import { greeting, serveOurAgent, words } from './our-agent.mjs'
import { checkOurClient } from './our-client.mjs'

const transports = { JSONRPC: new JsonRpcTransportFactory(), 'HTTP+JSON': new RestTransportFactory() }

const origin = await serveOurAgent()
for (const [binding, transport] of Object.entries(transports)) await checkTheirClient(binding, transport)
for (const binding of Object.keys(transports)) {
  const address = await serveTheirAgent(binding)
  await checkOurClient(binding, address, { counted: words.join(''), answer: greeting, version: '1.0' })
}
finish()

async function checkTheirClient(binding, transport) {
  const client = await new ClientFactory({ transports: [transport] }).createFromUrl(origin)
  const say = (text, configuration) =>
    SendMessageRequest.fromJSON({
      message: { messageId: `${binding} ${text}`, role: 'ROLE_USER', parts: [{ text }] },
      configuration,
    })
  const textOf = ({ artifacts }) => artifacts.flatMap(({ parts }) => parts.map(({ content }) => content.value)).join('')

  await check(`their client, ${binding}: a message and its answer`, async () => {
    const { parts } = await client.sendMessage(say('hello'))
    assert.deepEqual(parts[0].content, { $case: 'text', value: greeting })
  })
  await check(`their client, ${binding}: a stream, and its task fetched again`, async () => {
    const events = (await listOf(client.sendMessageStream(say('count')))).map(({ payload }) => payload)
    const kinds = ['task', ...words.map(() => 'artifactUpdate'), 'statusUpdate']
    assert.deepEqual(
      events.map(({ $case }) => $case),
      kinds,
    )
    const task = await client.getTask({ tenant: '', id: events[0].value.id })
    assert.deepEqual([task.status.state, textOf(task)], [TaskState.TASK_STATE_COMPLETED, words.join('')])
  })
  await check(`their client, ${binding}: a task is canceled`, async () => {
    const { id } = await client.sendMessage(say('wait', { returnImmediately: true }))
    const canceled = await client.cancelTask({ tenant: '', id, metadata: undefined })
    assert.equal(canceled.status.state, TaskState.TASK_STATE_CANCELED)
  })
}

async function serveTheirAgent(binding) {
  const app = express()
  const server = createServer(app)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}`
  const card = AgentCard.fromJSON({
    ...{ name: 'SDK', description: 'Counts', version: '1', skills: [], capabilities: { streaming: true } },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
    supportedInterfaces: [{ url: `${address}/agent`, protocolBinding: binding, protocolVersion: '1.0' }],
  })
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor())
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication }
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
  app.use('/agent', binding === 'JSONRPC' ? jsonRpcHandler(options) : restHandler(options))
  return address
}

function executor() {
  const canceled = new Map()
  const status = (taskId, contextId, state) =>
    AgentEvent.statusUpdate(
      TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: { state: `TASK_STATE_${state}` } }),
    )
  return {
    async execute({ taskId, contextId, userMessage }, bus) {
      const wish = userMessage.parts[0].content.value
      if (wish === 'hello') {
        const parts = [{ content: { $case: 'text', value: greeting } }]
        bus.publish(AgentEvent.message({ ...userMessage, role: 2, messageId: `answer to ${taskId}`, parts }))
        return bus.finished()
      }
      bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } })))
      if (wish === 'wait') return new Promise((resolve) => canceled.set(taskId, resolve))
      for (const [index, text] of words.entries()) {
        const artifact = { artifactId: 'words', parts: [{ text }] }
        bus.publish(
          AgentEvent.artifactUpdate(
            TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, artifact, append: index > 0 }),
          ),
        )
      }
      bus.publish(status(taskId, contextId, 'COMPLETED'))
      return bus.finished()
    },
    async cancelTask(taskId, bus) {
      bus.publish(status(taskId, '', 'CANCELED'))
      bus.finished()
      canceled.get(taskId)?.()
    },
  }
}
