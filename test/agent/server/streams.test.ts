// Streams of the server and their readers.
import { describe, expect, it } from 'vitest'
import { AgentError, type Yielded } from '../../../src/agent/server/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { agentOf, beginTask, gate, textsOf } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { allEvents, call, eventsOf, request, saying, seedHeaders, serve } from './http-calls.ts'

describe('streams', () => {
  it('[AS-2] every reader has the same events in the same order, whenever it came', async () => {
    const [first, second] = [gate(), gate()]
    const origin = await serve(
      agentOf(async function* () {
        yield { status: 'working' }
        await first.passed
        for (let number = 0; number < 100; number++) yield { text: `${number} ` }
        await second.passed
        for (let number = 100; number < 200; number++) yield { text: `${number} ` }
      }),
    )
    const id = await beginTask(origin)
    const early = (['JSONRPC', 'HTTP+JSON'] as const).map((binding) =>
      allEvents(origin, binding, 'SubscribeToTask', { id }),
    )
    await request(origin, 'HTTP+JSON', 'GetTask', { id })
    first.open()
    await waitUntil(async () => textsOf([(await call(origin, 'HTTP+JSON', 'GetTask', { id })).result]).endsWith('99'))
    const late = allEvents(origin, 'HTTP+JSON', 'SubscribeToTask', { id })
    await request(origin, 'HTTP+JSON', 'GetTask', { id })
    second.open()
    const all = Array.from({ length: 200 }, (_, number) => number).join(' ')
    for (const events of await Promise.all([...early, late])) expect(textsOf(events)).toBe(all)
    const { result } = await call(origin, 'HTTP+JSON', 'GetTask', { id })
    expect(textsOf([result])).toBe(all)
  })

  it('[AS-6] a reader that goes away frees its stream, and the others go on', async () => {
    const origin = await serve(conformanceAgent({ limits: { streams: 2 } }))
    const id = await beginTask(origin, 'wait')
    const leaving = new AbortController()
    const open = (signal?: AbortSignal) =>
      request(origin, 'HTTP+JSON', 'SubscribeToTask', { id }, signal ? { signal } : {})
    const staying = eventsOf(await open(), 'HTTP+JSON')
    await staying.next()
    await open(leaving.signal)
    const refused = await open()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    leaving.abort()
    await waitUntil(async () => (await open()).status === 200)
    await call(origin, 'HTTP+JSON', 'CancelTask', { id })
    expect((await staying.next()).value).toMatchObject({
      taskStatusUpdate: { status: { state: 'TASK_STATE_CANCELED' } },
    })
    expect((await staying.next()).done).toBe(true)
  })

  it('[AS-6] [AS-27] a slow reader holds no events: what it missed ends its stream with an error, and the task has it all', async () => {
    const go = gate()
    const chunk = 'x'.repeat(10_000)
    const handle = agentOf(
      async function* () {
        yield { status: 'working' }
        await go.passed
        for (let number = 0; number < 60; number++) yield { text: chunk }
        yield { status: 'input-required' }
      },
      { limits: { backlogBytes: 100_000 } },
    )
    const ask = (path: string, method = 'GET', body?: object) =>
      handle(
        new Request(`http://agent.example${path}`, {
          method,
          headers: seedHeaders,
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
    const sent = await ask('/message:send', 'POST', saying('go', {}, { returnImmediately: true }))
    const { id } = (await sent.json()).task
    const slow = (await ask(`/tasks/${id}:subscribe`)).body?.getReader()
    await slow?.read()
    go.open()
    const asks = async () => (await (await ask(`/tasks/${id}`)).json()).status.state === 'TASK_STATE_INPUT_REQUIRED'
    await waitUntil(asks)
    const held: string[] = []
    for (let step = await slow?.read(); step && !step.done; step = await slow?.read())
      held.push(new TextDecoder().decode(step.value))
    // The first snapshot, and nothing that was sent since.
    expect(held.at(-1)).toMatch(/^event: error\ndata: .*"UNAVAILABLE"/)
    expect(held.join('').length).toBeLessThan(2_000)
    const task = await (await ask(`/tasks/${id}`)).json()
    expect(task.artifacts[0].parts).toEqual([{ text: chunk.repeat(60) }])
  })

  it('[AS-6] events that wait for a reader are written together, in pieces of bounded size', async () => {
    const ended = gate()
    const handle = agentOf(async function* () {
      for (let number = 0; number < 50; number++) yield { text: 'x'.repeat(5_000) }
      ended.open()
    })
    const body = JSON.stringify(saying('x'))
    const sent = new Request('http://agent.example/message:stream', { method: 'POST', headers: seedHeaders, body })
    const reader = (await handle(sent)).body?.getReader()
    await ended.passed
    const sizes: number[] = []
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) sizes.push(step.value.length)
    expect(sizes.length).toBeLessThan(20)
    expect(Math.max(...sizes)).toBeLessThan(16_384 + 6_000)
  })

  it('[AS-6] a silent stream is pinged, and a quiet one opens before its first event', async () => {
    const handle = agentOf(
      async function* ({ signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        yield { status: 'working' }
      },
      { pingInterval: 5 },
    )
    const body = JSON.stringify(saying('x'))
    const sent = new Request('http://agent.example/message:stream', { method: 'POST', headers: seedHeaders, body })
    const reader = (await handle(sent)).body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect([await read(), await read(), await read()]).toEqual([': open\n\n', ': ping\n\n', ': ping\n\n'])
    await reader?.cancel()
  })

  it('[AS-7] a turn that nobody can know of ends when its client leaves', async () => {
    const began = gate()
    const ended = gate()
    const origin = await serve(
      agentOf(async function* ({ signal }) {
        began.open()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        ended.open()
        yield { status: 'working' }
      }),
    )
    for (const name of ['SendStreamingMessage', 'SendMessage']) {
      const leaving = new AbortController()
      const sent = request(origin, 'JSONRPC', name, saying('x'), { signal: leaving.signal }).then(
        (response) => response.text(),
        () => undefined,
      )
      await began.passed
      leaving.abort()
      await ended.passed
      await sent.catch(() => undefined)
    }
    expect((await call(origin, 'HTTP+JSON', 'ListTasks')).result.tasks).toEqual([])
  })

  it('[AS-2] an error after the stream has begun is an event of it', async () => {
    const refuse = async function* (): AsyncGenerator<Yielded> {
      await Promise.resolve()
      throw new AgentError('RATE_LIMITED', 'Later', { hint: 'Wait.', retryAfter: 2_500 })
      // biome-ignore lint/correctness/noUnreachable: a generator yields.
      yield { text: '' }
    }
    const origin = await serve(agentOf(refuse))
    const events = await allEvents(origin, 'HTTP+JSON', 'SendStreamingMessage', saying('x'))
    expect(events).toMatchObject([{ status: 429, error: { details: [{ reason: 'RATE_LIMITED' }] } }])
    const rpc = await allEvents(origin, 'JSONRPC', 'SendStreamingMessage', saying('x'))
    expect(rpc).toMatchObject([{ id: 7, error: { code: -32012 } }])
    const plain = await request(origin, 'HTTP+JSON', 'SendMessage', saying('x'))
    expect([plain.status, plain.headers.get('retry-after')]).toEqual([429, '3'])
  })
})
