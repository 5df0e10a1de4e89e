// The AI SDK with the community's provider for this protocol, which asks an agent in version 0.3. It has no server.
import assert from 'node:assert/strict'
import { a2a } from 'a2a-ai-provider'
import { generateText, streamText } from 'ai'
import { check, checkFault, finish, listOf } from './checks.mjs'
import { greeting, question, serveOurAgent, words } from './our-agent.mjs'

const model = a2a(`${await serveOurAgent()}/.well-known/agent-card.json`)
const counted = words.join('')

await check('generateText: a message', async () => {
  const { text, finishReason } = await generateText({ model, prompt: 'hello' })
  assert.deepEqual([text, finishReason], [greeting, 'stop'])
})
await check('generateText: a task', async () => {
  const { text } = await generateText({ model, prompt: 'count' })
  assert.equal(text, counted)
})
await check('generateText: a file', async () => {
  const { files } = await generateText({ model, prompt: 'file' })
  assert.deepEqual(
    files.map(({ mediaType, uint8Array }) => [mediaType, new TextDecoder().decode(uint8Array)]),
    [['text/plain', 'three small words']],
  )
})
await check('generateText: turns of one context', async () => {
  const providerOptions = { a2a: { contextId: 'chat-1' } }
  for (const prompt of ['count', 'count']) {
    const { response } = await generateText({ model, prompt, providerOptions })
    assert.equal(response.body.contextId, 'chat-1')
  }
})
await check('streamText: a message', async () => {
  const { textStream, finishReason } = streamText({ model, prompt: 'hello' })
  assert.deepEqual(await listOf(textStream), [greeting])
  assert.equal(await finishReason, 'stop')
})
await check('streamText: a task, as it comes', async () => {
  const { textStream, finishReason } = streamText({ model, prompt: 'count' })
  assert.deepEqual(await listOf(textStream), words)
  assert.equal(await finishReason, 'stop')
})
await check('generateText: what an agent asks', async () => {
  const { text } = await generateText({ model, prompt: 'ask' })
  assert.equal(text, question)
})
await checkFault(
  'streamText: what an agent asks',
  { fault: 'it passes over the message of a status update', says: /It streamed ""/ },
  async () => {
    const { textStream, finishReason } = streamText({ model, prompt: 'ask' })
    const text = (await listOf(textStream)).join('')
    assert.equal(await finishReason, 'stop')
    if (text !== question) throw new Error(`It streamed "${text}"`)
  },
)
finish()
