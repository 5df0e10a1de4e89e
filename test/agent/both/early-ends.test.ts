// Streams that the server ends before their task, and how our client reads on.
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import {
  type AgentServer,
  type AgentServerOptions,
  memoryTaskStore,
  type Yielded,
} from '../../../src/agent/server/index.ts'
import { agentOf, gate, textsOf } from '../server/agent-of.ts'
import { ask, bindings, eventsOf, saying, seedHeaders } from '../server/http-calls.ts'

const numbers = Array.from({ length: 30 }, (_, number) => number)
const all = numbers.join(' ')

/** Yields a number, waits for `go`, and yields the others with `padding`. */
function counting(go: Promise<void>, padding = '', options: Partial<AgentServerOptions> = {}): AgentServer {
  const execute = async function* (): AsyncGenerator<Yielded> {
    yield { text: '0 ' }
    await go
    for (const number of numbers.slice(1)) yield { text: `${number} ${padding}` }
  }
  return agentOf(execute, options)
}

/** A client whose requests go to `handleOf()`; `passed` sees each answer before the client does. */
async function clientOf(
  handleOf: () => AgentServer,
  binding: (typeof bindings)[number],
  passed: (request: Request, response: Response) => Promise<Response> = async (_, response) => response,
) {
  const url = binding === 'JSONRPC' ? '/rpc' : '/'
  const asked: string[] = []
  const fetched = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (request.url.endsWith('.json')) {
      const card = await (await handleOf()(request)).json()
      const [one] = card.supportedInterfaces.filter(
        (each: { url: string }) => each.url.endsWith('rpc') === (url === '/rpc'),
      )
      return Response.json({ ...card, supportedInterfaces: [one] })
    }
    asked.push(
      binding === 'JSONRPC' ? (await request.clone().json()).method : new URL(request.url).pathname.replace(/.*:/, ''),
    )
    return passed(request, await handleOf()(request))
  }
  const agent = await connectAgent('https://agent.example', { fetch: fetched, reconnect: { minDelay: 1, maxDelay: 5 } })
  return { agent, asked }
}

const message = { parts: [{ text: 'count' }] }

describe.each(bindings)('%s: a stream that ends before its task', (binding) => {
  it('[AS-27] a reader that falls behind is told so, reads the task again, and has everything once', async () => {
    const go = gate()
    const handle = counting(go.passed, 'x'.repeat(5_000), { limits: { backlogBytes: 20_000 } })
    const held = gate()
    let first = true
    const { agent, asked } = await clientOf(
      () => handle,
      binding,
      async (_, response) => {
        const hold = first
        first = false
        const { body } = response
        if (!hold || !body) return response
        // The network stands still after the first number.
        let chunks = 0
        const stalled = new TransformStream<Uint8Array, Uint8Array>({
          async transform(chunk, controller) {
            controller.enqueue(chunk)
            if (++chunks === 2) await held.passed
          },
        })
        return new Response(body.pipeThrough(stalled), { headers: response.headers })
      },
    )
    const stream = agent.streamMessage({ message })
    const events: Record<string, unknown>[] = []
    let fell = false
    for await (const event of stream) {
      events.push(event as unknown as Record<string, unknown>)
      if (fell) continue
      fell = true
      go.open()
      const done = async () => (await agent.listTasks()).tasks[0]?.status.state === 'TASK_STATE_COMPLETED'
      await expect.poll(done).toBe(true)
      held.open()
    }
    expect(textsOf(events)).toBe(all)
    expect(asked.filter((name) => /subscribe/i.test(name)).length).toBeGreaterThan(0)
  })

  it('[AS-27] a host that shuts down ends its streams, and another one of its servers has the task', async () => {
    const [go, closing] = [gate(), new AbortController()]
    const store = memoryTaskStore()
    const [one, other] = [
      counting(go.passed, '', { store, closing: closing.signal }),
      counting(go.passed, '', { store }),
    ]
    let now = one
    const { agent, asked } = await clientOf(() => now, binding)
    const events: Record<string, unknown>[] = []
    for await (const event of agent.streamMessage({ message })) {
      events.push(event as unknown as Record<string, unknown>)
      if (now === other) continue
      closing.abort()
      now = other
      setTimeout(go.open, 20)
    }
    expect(textsOf(events)).toBe(all)
    expect(asked.filter((name) => /subscribe/i.test(name)).length).toBeGreaterThan(0)
    const refused = await ask(one, '/message:send', saying('x'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  })
})

it('[AS-27] a task that nobody here works on is shown, and then an error: its stream does not look completed', async () => {
  const store = memoryTaskStore()
  const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING', timestamp: '' } }
  await store.put({ owner: '["",""]', task, bytes: 100, pushConfigs: [] })
  const handle = counting(Promise.resolve(), '', { store })
  const response = await handle(
    new Request('http://agent.example/tasks/t:subscribe', { method: 'POST', headers: seedHeaders }),
  )
  const text = await response.clone().text()
  const events = []
  for await (const event of eventsOf(response, 'HTTP+JSON')) events.push(event)
  expect(events).toMatchObject([
    { task: { id: 't' } },
    { status: 503, error: { details: [{ reason: 'UNAVAILABLE' }] } },
  ])
  expect(text).toContain('event: error\n')
})
