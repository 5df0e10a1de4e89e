// The public agent SDK for version 0.3, as client and as server.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { ClientFactory } from 'a2a-sdk-0.3/client'
import { DefaultRequestHandler, InMemoryTaskStore } from 'a2a-sdk-0.3/server'
import { agentCardHandler, jsonRpcHandler, UserBuilder } from 'a2a-sdk-0.3/server/express'
import express from 'express'
import { check, finish, listOf } from './checks.mjs'
import { greeting, serveOurAgent, words } from './our-agent.mjs'
import { checkOurClient } from './our-client.mjs'

await checkTheirClient()
await checkOurClient('JSONRPC', await serveTheirAgent(), {
  ...{ counted: words.join(''), answer: greeting, version: '0.3' },
})
finish()

async function checkTheirClient() {
  const client = await new ClientFactory().createFromUrl(await serveOurAgent())
  const say = (text, configuration) => ({
    message: { kind: 'message', role: 'user', messageId: text, parts: [{ kind: 'text', text }] },
    ...(configuration && { configuration }),
  })
  const textOf = ({ artifacts }) => artifacts.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')

  await check('their client: a message and its answer', async () => {
    const { kind, parts } = await client.sendMessage(say('hello'))
    assert.deepEqual([kind, parts], ['message', [{ kind: 'text', text: greeting }]])
  })
  await check('their client: a stream, and its task fetched again', async () => {
    const events = await listOf(client.sendMessageStream(say('count')))
    const kinds = ['task', ...words.map(() => 'artifact-update'), 'status-update']
    assert.deepEqual(
      events.map(({ kind }) => kind),
      kinds,
    )
    const task = await client.getTask({ id: events[0].id })
    assert.deepEqual([task.status.state, textOf(task)], ['completed', words.join('')])
  })
  await check('their client: a task is canceled', async () => {
    const { id } = await client.sendMessage(say('wait', { blocking: false }))
    assert.equal((await client.cancelTask({ id })).status.state, 'canceled')
  })
}

async function serveTheirAgent() {
  const app = express()
  const server = createServer(app)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}`
  const card = {
    ...{ name: 'SDK', description: 'Counts', version: '1', protocolVersion: '0.3.0', skills: [] },
    ...{ url: `${address}/agent`, preferredTransport: 'JSONRPC', capabilities: { streaming: true } },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
  }
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor())
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
  app.use('/agent', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
  return address
}

function executor() {
  const canceled = new Map()
  const status = (taskId, contextId, state) => ({
    ...{ kind: 'status-update', taskId, contextId, final: true },
    status: { state, timestamp: new Date().toISOString() },
  })
  return {
    async execute({ taskId, contextId, userMessage }, bus) {
      const wish = userMessage.parts[0].text
      if (wish === 'hello') {
        const parts = [{ kind: 'text', text: greeting }]
        bus.publish({ kind: 'message', role: 'agent', messageId: `answer to ${taskId}`, parts, contextId })
        return bus.finished()
      }
      bus.publish({ kind: 'task', id: taskId, contextId, status: { state: 'working' }, history: [userMessage] })
      if (wish === 'wait') return new Promise((resolve) => canceled.set(taskId, resolve))
      for (const [index, text] of words.entries()) {
        const artifact = { artifactId: 'words', parts: [{ kind: 'text', text }] }
        bus.publish({ kind: 'artifact-update', taskId, contextId, artifact, append: index > 0 })
      }
      bus.publish(status(taskId, contextId, 'completed'))
      return bus.finished()
    },
    async cancelTask(taskId, bus) {
      bus.publish(status(taskId, '', 'canceled'))
      bus.finished()
      canceled.get(taskId)?.()
    },
  }
}
