// The server under load: how large a task is, what readers cost, and what a caller learns.
import { describe, expect, it } from 'vitest'
import { jsonBytes, utf8Length } from '../../../src/agent/server/bindings.ts'
import { AgentError, type AgentServer, type Yielded } from '../../../src/agent/server/index.ts'
import { createLiveTask } from '../../../src/agent/server/live-tasks.ts'
import { agentOf } from './agent-of.ts'
import { eventsOf, saying, seedHeaders } from './http-calls.ts'

function ask(handle: AgentServer, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  const init = { method: 'POST', headers: { ...seedHeaders, ...headers }, ...(body && { body: JSON.stringify(body) }) }
  return handle(new Request(`http://agent.example${path}`, init))
}

async function say(handle: AgentServer, text: string) {
  return (await (await ask(handle, '/message:send', saying(text))).json()).task
}

const liveOptions = {
  ...{ save: () => undefined, onEvent: () => undefined, onConfigs: () => undefined, onError: () => undefined },
  ...{ timestamp: () => '2026-01-01T00:00:00.000Z', backlogBytes: 1_000, taskBytes: 1e6 },
}

describe('the size of a task', () => {
  it('[AS-19] bytes are those of UTF-8', () => {
    for (const text of ['', 'abc', 'é', '€', '😀', 'a😀é€']) {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
    }
  })

  it.each<[string, (number: number) => Yielded]>([
    ['a state', () => ({ status: 'working' })],
    ['an artifact', (number) => ({ artifact: { artifactId: 'a', parts: [{ text: `progress ${number}` }] } })],
  ])('[AS-19] %s that is replaced for long does not fill the task', async (_what, next) => {
    const handle = agentOf(
      async function* () {
        for (let number = 0; number < 500; number++) yield next(number)
      },
      { limits: { taskBytes: 2_000 } },
    )
    expect((await say(handle, 'x')).status.state).toBe('TASK_STATE_COMPLETED')
  })

  it('[AS-19] the bytes of a record are those of the task that is stored', () => {
    const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_SUBMITTED', timestamp: '' } }
    const { live } = createLiveTask({ owner: 'o', task, bytes: jsonBytes(task), pushConfigs: [] }, liveOptions)
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Größe 😀' }] } as const
    live.addMessage({ ...message, role: 'ROLE_USER' })
    for (const text of ['eins', 'zwei €', 'drei'])
      live.setArtifact({ artifactId: 'a', parts: [{ text }] }, { append: true })
    live.setArtifact({ artifactId: 'b', parts: [{ data: 1 }, { text: 'x' }] })
    live.setArtifact(
      { artifactId: 'b', parts: [{ text: 'y' }, { data: { a: 'é' } }], metadata: { a: 1 } },
      { append: true },
    )
    live.setArtifact({ artifactId: 'b', parts: [{ text: 'short' }] })
    live.setStatus({ state: 'TASK_STATE_WORKING', message })
    live.setStatus({ state: 'TASK_STATE_WORKING' })
    live.setPushConfigs([{ taskId: 't', configId: 'p', url: 'https://hook.example', format: 'document' }])
    const { bytes, pushConfigs } = live.record()
    const counted = jsonBytes(live.task()) + jsonBytes(pushConfigs)
    // Brackets, commas and names of members are not counted one by one.
    expect(Math.abs(bytes - counted)).toBeLessThan(120)
    for (let count = 0; count < 2_000; count++)
      live.setArtifact({ artifactId: 'a', parts: [{ text: '😀' }] }, { append: true })
    expect(Math.abs(live.record().bytes - bytes - 8_000)).toBeLessThan(20)
  })

  it('[AS-19] chunks of text become one part, and their events stay as they were', async () => {
    const handle = agentOf(async function* () {
      for (const text of ['one ', 'two ', 'three']) yield { text }
      yield { artifact: { artifactId: 'mixed', parts: [{ text: 'a' }, { data: 1 }, { text: 'b' }] } }
      yield { artifact: { artifactId: 'mixed', parts: [{ text: 'c' }, { text: 'd' }] }, append: true }
      yield { artifact: { artifactId: 'typed', parts: [{ text: 'a', mediaType: 'text/html' }] } }
      yield { artifact: { artifactId: 'typed', parts: [{ text: 'b', mediaType: 'text/html' }] }, append: true }
    })
    const response = await ask(handle, '/message:stream', saying('x'))
    const events = []
    for await (const event of eventsOf(response, 'HTTP+JSON')) events.push(event)
    expect(events.filter((event) => 'taskArtifactUpdate' in event)).toHaveLength(7)
    const { artifacts } = await say(handle, 'x')
    expect(artifacts.map(({ parts }: { parts: object[] }) => parts)).toEqual([
      [{ text: 'one two three' }],
      [{ text: 'a' }, { data: 1 }, { text: 'bc' }, { text: 'd' }],
      [
        { text: 'a', mediaType: 'text/html' },
        { text: 'b', mediaType: 'text/html' },
      ],
    ])
  })
})

describe('readers', () => {
  it('[AS-19] readers that begin with the same task share its text', () => {
    const task = { id: 't', status: { state: 'TASK_STATE_WORKING' } }
    const { live } = createLiveTask({ owner: 'o', task, bytes: 100, pushConfigs: [] }, liveOptions)
    const begin = () => live.follow({ onClose: () => undefined }).read()
    const first = begin()
    expect(first).toMatchObject({ event: { kind: 'task', task } })
    expect(begin()).toBe(first)
    live.setStatus({ state: 'TASK_STATE_WORKING' })
    expect(begin()).not.toBe(first)
  })

  it.each(['JSONRPC', 'HTTP+JSON'] as const)(
    '[AS-19] %s: a long event is written in pieces, whole',
    async (binding) => {
      const text = `${'x'.repeat(16_300)}${'😀'.repeat(60_000)}`
      const handle = agentOf(async function* () {
        yield { artifact: { artifactId: 'a', parts: [{ text }] } }
      })
      const rpc = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: saying('x') }
      const response = await (binding === 'JSONRPC'
        ? ask(handle, '/rpc', rpc)
        : ask(handle, '/message:stream', saying('x')))
      const sizes: number[] = []
      const measured = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          sizes.push(chunk.length)
          controller.enqueue(chunk)
        },
      })
      const events = []
      for await (const event of eventsOf(new Response(response.body?.pipeThrough(measured)), binding))
        events.push(event)
      expect(events[1]).toMatchObject({ taskArtifactUpdate: { artifact: { parts: [{ text }] } } })
      expect(Math.max(...sizes)).toBeLessThan(70_000)
    },
  )

  it('[AS-19] a quick reader keeps up with an agent that yields more than the backlog and never waits', async () => {
    const handle = agentOf(
      async function* () {
        for (let number = 0; number < 40; number++) yield { text: `${'x'.repeat(10_000)}${number};` }
      },
      { limits: { backlogBytes: 100_000 } },
    )
    const response = await ask(handle, '/message:stream', saying('x'))
    const events = []
    // As over a socket: each read takes a turn of the platform.
    const paced = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        await new Promise((resolve) => setImmediate(resolve))
        controller.enqueue(chunk)
      },
    })
    const body = response.body?.pipeThrough(paced)
    for await (const event of eventsOf(new Response(body), 'HTTP+JSON')) events.push(event)
    expect(events.at(-1)).toMatchObject({ taskStatusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } })
    expect(events).toHaveLength(42)
  })
})

describe('what a caller learns', () => {
  it.each([
    new AgentError('UNAUTHENTICATED', 'no secret', { hint: 'secret', httpStatus: 401 }),
    new AgentError('TASK_NOT_FOUND', 'no secret', { hint: 'secret', rpcCode: -32001 }),
    new AgentError('RATE_LIMITED', 'The agent answered RATE_LIMITED: secret', { hint: 'secret' }),
    new AgentError('INVALID_AGENT_RESPONSE', 'The agent answered no JSON-RPC response: secret', { hint: '' }),
    new AgentError('INVALID_AGENT_RESPONSE', "The agent's answer is wrong: secret must be a text", { hint: '' }),
  ])('[AS-3] nothing of what another agent answered to the host: $code', async (upstream) => {
    const errors: unknown[] = []
    const handle = agentOf(
      // biome-ignore lint/correctness/useYield: it throws before.
      async function* () {
        throw upstream
      },
      { onError: (error) => errors.push(error) },
    )
    const text = await (await ask(handle, '/message:send', saying('x'))).text()
    expect(text).not.toContain('secret')
    expect(errors).toEqual([upstream])
  })

  it('[AS-3] details of the host do not take the place of members of the problem', async () => {
    const details = [{ status: 200, title: 'other', extra: 1 }]
    const refusal = new AgentError('RATE_LIMITED', 'Later', { hint: 'Wait.', details })
    // biome-ignore lint/correctness/useYield: it throws before.
    const handle = agentOf(async function* () {
      throw refusal
    })
    const problem = await (await ask(handle, '/message:send', saying('x'))).json()
    expect(problem).toMatchObject({ status: 429, title: 'Rate limited', extra: 1 })
  })

  it('[AS-3] a wrong method has the status 405 in both forms of the body', async () => {
    const response = await agentOf(async function* () {
      yield { text: '' }
    })(new Request('http://agent.example/message:send'))
    expect(await response.json()).toMatchObject({ status: 405, error: { code: 405 } })
  })

  it('[AS-11] the addresses of the card are below the public address, where there is one', async () => {
    const handle = agentOf(
      async function* () {
        yield { text: '' }
      },
      { origin: 'https://agent.example' },
    )
    const card = await (await handle(new Request('http://evil.example/.well-known/agent-card.json'))).json()
    expect(card.supportedInterfaces[0].url).toBe('https://agent.example/rpc')
  })
})

it('[AS-14] a message has 1,000 parts at most, and a body full of parts is refused before they are read', async () => {
  const handle = agentOf(async function* () {
    yield { message: 'ok' }
  })
  const send = (count: number) => ask(handle, '/message:send', saying('x', { parts: Array(count).fill({ text: '' }) }))
  expect((await send(1_000)).status).toBe(200)
  const refused = await (await send(1_001)).json()
  expect(refused).toMatchObject({ status: 400, detail: '"/message/parts" must not have more than 1000 parts' })
})

it.each<[string, object]>([
  ['a context id that is too long', { contextId: 'c'.repeat(257) }],
  ['a message id that is too long', { messageId: 'm'.repeat(257) }],
  ['base64 of no length', { parts: [{ raw: 'abcde' }] }],
])('[AS-14] %s is refused', async (_what, message) => {
  const handle = agentOf(async function* () {
    yield { text: '' }
  })
  expect((await ask(handle, '/message:send', saying('x', { ...message }))).status).toBe(400)
})
