// Mastra: its remote agent as a client, in both versions, and its Hono server, with the model of its own test kit.
// Its client cancels nothing. Its server answers each message with a task, in one artifact, and its route refuses the method names of 1.0.
import assert from 'node:assert/strict'
import { A2AAgent } from '@mastra/core/a2a'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { MastraLanguageModelV2Mock, simulateReadableStream } from '@mastra/core/test-utils/llm-mock'
import { MastraServer } from '@mastra/hono'
import { InMemoryTaskStore } from '@mastra/server/a2a/store'
import { Hono } from 'hono'
import { check, finish, listOf, served } from './checks.mjs'
import { greeting, serveOurAgent, words } from './our-agent.mjs'
import { checkOurClient } from './our-client.mjs'

const counted = words.join('')
const origin = await serveOurAgent()
for (const protocolVersion of ['0.3', '1.0']) await checkTheirClient(protocolVersion)
const address = `${await serveTheirAgent()}/api/.well-known/counter/agent-card.json`
await checkOurClient('JSONRPC', address, { counted, version: '0.3' })
finish()

async function checkTheirClient(protocolVersion) {
  const remote = new A2AAgent({ url: origin, protocolVersion })
  const name = `their client, ${protocolVersion}`
  await check(`${name}: a message and its answer`, async () => {
    const { text, message } = await remote.generate('hello')
    assert.deepEqual([text, message.role], [greeting, 'agent'])
  })
  await check(`${name}: a task`, async () => {
    const { text, task } = await remote.generate('count')
    assert.deepEqual([text.replaceAll('\n', ''), task.status.state], [counted, 'completed'])
  })
  await check(`${name}: a stream`, async () => {
    const { fullStream, text, task } = await remote.stream('count')
    const deltas = (await listOf(fullStream)).filter(({ type }) => type === 'text-delta')
    assert.equal(deltas.map(({ payload }) => payload.text).join(''), counted)
    assert.deepEqual([(await text).replaceAll('\n', ''), (await task).status.state], [counted, 'completed'])
  })
  await check(`${name}: a task that asks, and goes on with the answer`, async () => {
    const { task, resumePayload, runId } = await remote.generate('ask')
    assert.deepEqual([task.status.state, resumePayload.waitingForInput], ['input-required', true])
    const { text, task: resumed } = await remote.resumeGenerate('count', { runId })
    assert.deepEqual([resumed.id, resumed.status.state], [task.id, 'completed'])
    assert.ok(text.replaceAll('\n', '').includes(counted))
  })
}

async function serveTheirAgent() {
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async () => generated(),
    doStream: async (options) => streamed(options),
  })
  const counter = new Agent({ id: 'counter', name: 'Counter', instructions: 'Count.', model })
  const app = new Hono()
  const mastra = new Mastra({ agents: { counter }, logger: false })
  await new MastraServer({ app, mastra, taskStore: new InMemoryTaskStore() }).init()
  return served(app.fetch)
}

function usage() {
  return { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
}

function generated() {
  return { content: [{ type: 'text', text: counted }], finishReason: 'stop', usage: usage(), warnings: [] }
}

function streamed({ prompt, abortSignal }) {
  const deltas = words.map((delta) => ({ type: 'text-delta', id: 't', delta }))
  const begin = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 't' },
  ]
  const end = [
    { type: 'text-end', id: 't' },
    { type: 'finish', finishReason: 'stop', usage: usage() },
  ]
  if (!JSON.stringify(prompt).includes('wait')) {
    return { stream: simulateReadableStream({ chunks: [...begin, ...deltas, ...end] }) }
  }
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of [...begin, deltas[0]]) controller.enqueue(chunk)
      abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason))
    },
  })
  return { stream }
}
