// A real endpoint behind the demo's page: the page asks, is answered as the model writes, and never sees the key.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { examples, promptFor, type Revised, type Round, reviseUntilValid } from 'surface-runtime/authoring'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { httpServer } from '../../demo/servers/server-process.ts'
import { liveModel, modelPath } from '../../demo/writer/live-model.ts'
import { createModelServer } from '../../demo/writer/model-server.ts'
import { basic } from '../../src/authoring/index.ts'
import { createFakeModel, type FakeModel } from '../demo/shop/fake-model.ts'

let model: FakeModel
let server: Server
let agent: string
const reported: string[] = []

async function serve(timeout = 30_000): Promise<void> {
  const onError = ({ message }: Error): void => void reported.push(message)
  const endpoint = { url: model.url, model: 'small', key: 'secret-key' }
  server = httpServer(createModelServer({ ...endpoint, timeout, onError })) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  agent = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  reported.length = 0
  model = await createFakeModel()
})

afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await model.stop()
})

const lines = examples(basic)[0]?.messages.map((message) => JSON.stringify(message)) ?? []
const wrong = lines.map((line) => line.replace('"variant":"h2"', '"usageHint":"h2"'))

async function ask(rounds: Round[] = []): Promise<Revised> {
  return reviseUntilValid(liveModel(agent, 'A form, please.'), {
    catalog: basic,
    onRound: (round) => rounds.push(round),
  })
}

it('[MW-13] a model at an endpoint is asked again for the wrong line, with its answer and the report', async () => {
  await serve()
  model.answers.push({ text: wrong.join('\n') }, { text: lines[1] ?? '' })
  const rounds: Round[] = []
  expect(await ask(rounds)).toMatchObject({ stopped: 'valid', rounds: 1, messages: { length: lines.length + 1 } })
  expect(rounds.map(({ faults }) => faults.map(({ at }) => at))).toEqual([
    ['/updateComponents/components/1/usageHint'],
    [],
  ])
  const [first, second] = model.asked
  expect(first).toMatchObject({ key: 'Bearer secret-key', model: 'small', stream: true })
  expect(first).not.toHaveProperty('tools')
  expect(first?.messages).toEqual([
    { role: 'system', content: promptFor(basic) },
    { role: 'user', content: 'A form, please.' },
  ])
  expect(second?.messages.slice(2)).toEqual([
    { role: 'assistant', content: wrong.join('\n') },
    { role: 'user', content: expect.stringContaining('Did you mean "variant"?') },
  ])
})

it.each([
  ['no model there', { status: 500 }, 'The model cannot be reached'],
  ['a wrong key', { status: 401 }, 'The model does not let me in'],
  ['no answer in time', { hangs: true }, 'The model takes too long'],
])('[MW-13] %s is told in a sentence', async (_, answer, sentence) => {
  await serve('hangs' in answer ? 300 : undefined)
  model.answers.push(answer)
  await expect(ask()).rejects.toThrow(sentence)
  expect(reported).toHaveLength(1)
})

it('[MW-13] an answer that breaks off is told too, and what is right of it is delivered', async () => {
  await serve()
  model.answers.push({ text: `${lines.join('\n')}\n`, hangs: true })
  const delivered: unknown[] = []
  const onMessage = (message: unknown): void => {
    if (delivered.push(message) === lines.length) void model.stop()
  }
  const asked = reviseUntilValid(liveModel(agent, 'A form'), { catalog: basic, onMessage })
  await expect(asked).rejects.toThrow('The connection to the model broke off')
  expect(delivered).toHaveLength(lines.length)
})

it('[MW-12] a page that ends it leaves the model alone', async () => {
  await serve()
  model.answers.push({ text: `${lines.join('\n')}\n`, hangs: true })
  const ended = new AbortController()
  const { signal } = ended
  const onMessage = (): void => ended.abort()
  const { stopped } = await reviseUntilValid(liveModel(agent, 'A form'), { catalog: basic, signal, onMessage })
  expect(stopped).toBe('aborted')
  // Nothing is wrong with a page that has gone.
  expect(reported).toEqual([])
})

it('[MW-13] a page of another machine, and what is no question, are refused', async () => {
  await serve()
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${agent}${modelPath}`, { method: 'POST', headers, body })
  const question = JSON.stringify({ task: 'A form', answer: '', report: '' })
  const json = { 'content-type': 'application/json' }
  expect((await post({ ...json, origin: 'https://elsewhere.example' }, question)).status).toBe(403)
  expect((await post({ 'content-type': 'text/plain' }, question)).status).toBe(415)
  expect((await post(json, '{"task":1}')).status).toBe(415)
  expect((await post(json, '{')).status).toBe(415)
  expect(model.asked).toEqual([])
})
