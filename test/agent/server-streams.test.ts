// What lasts longer than a request: streams and their readers, turns of an agent, tasks in the store, push notifications.
import { describe, expect, it, vi } from 'vitest'
import {
  AgentError,
  type AgentServer,
  type AgentServerOptions,
  createAgentServer,
  type ExecuteContext,
  memoryTaskStore,
  type Yielded,
} from '../../src/agent/server/index.ts'
import { createLiveTasks } from '../../src/agent/server/live-tasks.ts'
import { isPrivateHost } from '../../src/agent/server/push-target.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { allEvents, call, eventsOf, request, saying, seedHeaders, serve } from './http-calls.ts'

type Run = (context: ExecuteContext) => AsyncGenerator<Yielded>

function agentOf(execute: Run, options: Partial<AgentServerOptions> = {}): AgentServer {
  return createAgentServer({ card: { name: 'Agent' }, execute, ...options })
}

/** A promise that the test settles: the agent waits for it. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

async function beginTask(origin: string, text = 'go'): Promise<string> {
  const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying(text, {}, { returnImmediately: true }))
  return result.task.id
}

const texts = (events: readonly Record<string, unknown>[]): string =>
  events
    .flatMap((event) => JSON.stringify(event).match(/(?<="text":")[^"]*/g) ?? [])
    .flatMap((text) => text.match(/\d+/g) ?? [])
    .join(' ')

describe('streams', () => {
  it('[AS-2] I5 every reader has the same events in the same order, whenever it came', async () => {
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
    await vi.waitUntil(async () => texts([(await call(origin, 'HTTP+JSON', 'GetTask', { id })).result]).endsWith('99'))
    const late = allEvents(origin, 'HTTP+JSON', 'SubscribeToTask', { id })
    await request(origin, 'HTTP+JSON', 'GetTask', { id })
    second.open()
    const all = Array.from({ length: 200 }, (_, number) => number).join(' ')
    for (const events of await Promise.all([...early, late])) expect(texts(events)).toBe(all)
    const { result } = await call(origin, 'HTTP+JSON', 'GetTask', { id })
    expect(texts([result])).toBe(all)
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
    await vi.waitUntil(async () => (await open()).status === 200)
    await call(origin, 'HTTP+JSON', 'CancelTask', { id })
    expect((await staying.next()).value).toMatchObject({
      taskStatusUpdate: { status: { state: 'TASK_STATE_CANCELED' } },
    })
    expect((await staying.next()).done).toBe(true)
  })

  it('[AS-6] a slow reader holds no events: what it missed ends its stream, and the task has it all', async () => {
    const go = gate()
    const chunk = 'x'.repeat(10_000)
    const handle = agentOf(
      async function* () {
        yield { status: 'working' }
        await go.passed
        for (let number = 0; number < 300; number++) yield { text: chunk }
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
    await vi.waitUntil(asks, 10_000)
    let held = 0
    for (let step = await slow?.read(); step && !step.done; step = await slow?.read()) held += step.value.length
    // The first snapshot, and nothing that was sent since.
    expect(held).toBeLessThan(1_000)
    const task = await (await ask(`/tasks/${id}`)).json()
    expect(task.artifacts[0].parts).toEqual([{ text: chunk.repeat(300) }])
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
    const refuse: Run = async function* () {
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

describe('turns', () => {
  it('[AS-8] canceling aborts the agent, and what it yields afterwards is nothing', async () => {
    const aborted = gate()
    const origin = await serve(
      agentOf(async function* ({ signal }) {
        yield { status: 'working' }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        aborted.open()
        yield { text: 'too late' }
      }),
    )
    const id = await beginTask(origin)
    await call(origin, 'HTTP+JSON', 'CancelTask', { id })
    await aborted.passed
    const { result } = await call(origin, 'HTTP+JSON', 'GetTask', { id })
    expect(result.status.state).toBe('TASK_STATE_CANCELED')
    expect(result).not.toHaveProperty('artifacts')
  })

  it('[AS-5] messages to one task take turns, in bounds', async () => {
    const gates = [gate(), gate(), gate()]
    const order: string[] = []
    const origin = await serve(
      agentOf(
        async function* ({ text }) {
          order.push(`begin ${text}`)
          yield { status: 'working' }
          await gates[Number(text)]?.passed
          order.push(`end ${text}`)
          yield { status: 'input-required' }
        },
        { limits: { waitingMessages: 1 } },
      ),
    )
    const taskId = await beginTask(origin, '0')
    const send = (text: string) => call(origin, 'HTTP+JSON', 'SendMessage', saying(text, { taskId }))
    const answers = [send('1'), send('1')]
    const refused = await Promise.race(answers)
    expect(refused.reason).toBe('RATE_LIMITED')
    for (const { open } of gates) open()
    const states = (await Promise.all(answers)).map(({ result, reason }) => reason ?? result.task.status.state)
    expect(states.sort()).toEqual(['RATE_LIMITED', 'TASK_STATE_INPUT_REQUIRED'])
    expect(order).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1'])
  })

  it('[AS-5] a subscription outlasts a question, and sees the answer to it', async () => {
    const origin = await serve(conformanceAgent())
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', saying('ask'))).result
    const events = allEvents(origin, 'HTTP+JSON', 'SubscribeToTask', { id: task.id })
    await request(origin, 'HTTP+JSON', 'GetTask', { id: task.id })
    await call(origin, 'HTTP+JSON', 'SendMessage', saying('Friday', { taskId: task.id }))
    const states = (await events).map((event) => JSON.stringify(event).match(/TASK_STATE_\w+/)?.[0])
    expect(states).toEqual(['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_WORKING', 'TASK_STATE_COMPLETED'])
  })

  it('[AS-7] text that follows text is one artifact; a surface has its own; a task that just ends is completed', async () => {
    const create = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'c' } }
    const write = { version: 'v0.9', updateDataModel: { surfaceId: 's', value: 1 } }
    const other = { beginRendering: { surfaceId: 'o', root: 'r' } }
    const origin = await serve(
      agentOf(async function* () {
        yield { text: 'a' }
        yield { text: 'b' }
        yield { surface: [create, write, other] }
        yield { text: 'c' }
        yield { surface: write }
        yield { message: 'said while working' }
      }),
    )
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', saying('x'))).result
    const artifacts = task.artifacts.map(({ artifactId, parts }: { artifactId: string; parts: unknown[] }) => [
      artifactId.replace(/-.*/, ''),
      parts,
    ])
    const part = (data: unknown) => ({
      data,
      mediaType: 'application/json+a2ui',
      metadata: { mimeType: 'application/json+a2ui' },
    })
    expect(artifacts).toEqual([
      ['text', [{ text: 'ab' }]],
      ['surface:s', [part([create, write]), part([write])]],
      ['surface:o', [part(other)]],
      ['text', [{ text: 'c' }]],
    ])
    expect(task.status.state).toBe('TASK_STATE_COMPLETED')
    expect(task.history.at(-1)).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: 'said while working' }] })
  })

  it('[AS-9] surfaces of a version that the client did not choose are not sent; actions are read in both', async () => {
    const uri = 'https://a2ui.org/a2a-extension/a2ui/'
    const errors: unknown[] = []
    const seen: ExecuteContext[] = []
    const origin = await serve(
      agentOf(
        async function* (context) {
          seen.push(context)
          yield { surface: { beginRendering: { surfaceId: 'old', root: 'r' } } }
          yield { surface: { version: 'v0.9', deleteSurface: { surfaceId: 'new' } } }
        },
        {
          card: { name: 'Surfaces', extensions: [{ uri: `${uri}v0.8` }, { uri: `${uri}v0.9` }] },
          onError: (error) => errors.push(error),
        },
      ),
    )
    const press = { name: 'go', surfaceId: 's', sourceComponentId: 'b', timestamp: 't', context: { a: 1 } }
    const mimeType = 'application/json+a2ui'
    const parts = [
      { data: { userAction: press }, metadata: { mimeType } },
      { data: [{ version: 'v0.9', action: press }], mediaType: mimeType },
      { data: { version: 'v0.9', error: { code: 'X', surfaceId: 's', message: 'm' } }, mediaType: mimeType },
      { data: { userAction: press } },
    ]
    const metadata = { a2uiClientDataModel: { version: 'v0.9', surfaces: { s: { n: 1 } } } }
    const headers = { ...seedHeaders, 'agent-extensions': `${uri}v0.8,${uri}v0.9` }
    const sent = { message: { messageId: 'm', role: 'ROLE_USER', parts, metadata } }
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', sent, { headers })).result
    expect(task.artifacts.map((artifact: { artifactId: string }) => artifact.artifactId)).toEqual(['surface:new'])
    expect(errors).toHaveLength(1)
    const { actions, surfaceErrors, dataModels, surfaceVersion } = seen[0] as ExecuteContext
    expect(actions).toEqual([
      { ...press, version: 'v0.8' },
      { ...press, version: 'v0.9' },
    ])
    expect([surfaceErrors.length, dataModels, surfaceVersion]).toEqual([1, { s: { n: 1 } }, 'v0.9'])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an unknown member', { say: 'x' }],
    ['an unknown status', { status: 'done' }],
    ['an artifact without parts', { artifact: { parts: [] } }],
    ['a part with two contents', { artifact: { parts: [{ text: 'a', url: 'b' }] } }],
    ['a surface message without a surface', { surface: { version: 'v0.9' } }],
    ['more than a task may hold', { text: 'x'.repeat(2_000) }],
    ['a longer word than a task may hold', { status: 'working', text: 'x'.repeat(2_000) }],
  ])('[AS-7] an agent that yields %s fails its task, and the host is told', async (_what, value) => {
    const errors: unknown[] = []
    const handle = agentOf(
      async function* () {
        yield { status: 'working' }
        yield value as Yielded
      },
      { limits: { taskBytes: 1_000 }, onError: (error) => errors.push(error) },
    )
    const body = JSON.stringify(saying('x'))
    const sent = new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body })
    expect((await (await handle(sent)).json()).task.status.state).toBe('TASK_STATE_FAILED')
    expect(errors).toHaveLength(1)
  })

  it('[AS-7] an agent that never waits holds up nobody: its task can be canceled', async () => {
    const origin = await serve(
      agentOf(async function* () {
        for (;;) yield { status: 'working' }
      }),
    )
    const id = await beginTask(origin)
    expect((await call(origin, 'HTTP+JSON', 'CancelTask', { id })).result.status?.state).toBe('TASK_STATE_CANCELED')
  })

  it('[AS-14] an agent works on a bounded number of tasks', async () => {
    const origin = await serve(conformanceAgent({ limits: { runningTasks: 1 } }))
    const id = await beginTask(origin, 'wait')
    expect((await call(origin, 'JSONRPC', 'SendMessage', saying('message'))).reason).toBe('UNAVAILABLE')
    await call(origin, 'JSONRPC', 'CancelTask', { id })
    await vi.waitUntil(async () => (await call(origin, 'JSONRPC', 'SendMessage', saying('message'))).result?.message)
  })
})

describe('visibility', () => {
  it.each([
    ['asks', 'ask'],
    ['works', 'wait'],
  ])('[AS-13] a task that %s looks to others, and in other tenants, as if it were not there', async (_what, word) => {
    const origin = await serve(
      conformanceAgent({
        guardedFetch: true,
        authenticate: (sent) => {
          const id = sent.headers.get('authorization') ?? ''
          return id === 'eve' ? { id, tenants: ['acme'] } : id
        },
      }),
    )
    const as = (id: string) => ({ headers: { ...seedHeaders, authorization: id } })
    const { task } = (
      await call(
        origin,
        'JSONRPC',
        'SendMessage',
        { ...saying(word, {}, { returnImmediately: true }), tenant: 'acme' },
        as('ann'),
      )
    ).result
    const { id } = task
    const missing = async (params: object, who: string) =>
      (await call(origin, 'JSONRPC', 'GetTask', { id, ...params }, as(who))).reason
    expect(await missing({ tenant: 'acme' }, 'ann')).toBeUndefined()
    expect(await missing({}, 'ann')).toBe('TASK_NOT_FOUND')
    expect(await missing({ tenant: 'acme' }, 'bob')).toBe('TASK_NOT_FOUND')
    expect(await missing({ tenant: 'acme' }, 'eve')).toBe('TASK_NOT_FOUND')
    expect(await missing({ tenant: 'other' }, 'eve')).toBe('PERMISSION_DENIED')
    const names = ['CancelTask', 'SubscribeToTask', 'ListPushNotificationConfigs', 'SendMessage']
    for (const name of names) {
      const unseen = { id, taskId: id, tenant: 'acme', ...saying('x', { taskId: id }) }
      const none = { ...unseen, id: 'none', taskId: 'none', ...saying('x', { taskId: 'none' }) }
      const answers = [
        await call(origin, 'JSONRPC', name, unseen, as('bob')),
        await call(origin, 'JSONRPC', name, none, as('bob')),
      ]
      expect(answers.map(({ status, reason }) => [status, reason])).toEqual(Array(2).fill([200, 'TASK_NOT_FOUND']))
    }
    const path = `${origin}/acme/tasks/${id}`
    expect((await fetch(path, as('ann'))).status).toBe(200)
    expect((await fetch(path, as('bob'))).status).toBe(404)
    const lists = await Promise.all(
      ['ann', 'bob'].map((who) => call(origin, 'JSONRPC', 'ListTasks', { tenant: 'acme' }, as(who))),
    )
    expect(lists.map(({ result }) => result.totalSize)).toEqual([1, 0])
  })
})

describe('the store', () => {
  it('[AS-16] ten thousand finished tasks do not grow it past its bound; running and interrupted ones stay longest', async () => {
    const store = memoryTaskStore({ maxTasks: 100 })
    const handle = conformanceAgent({ store })
    const post = async (text: string, configuration = {}) => {
      const body = JSON.stringify(saying(text, {}, configuration))
      const sent = new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body })
      return (await (await handle(sent)).json()).task.id as string
    }
    const running = await post('wait', { returnImmediately: true })
    const asking = await post('ask')
    // Through the store alone: ten thousand requests would take seconds.
    const owner = JSON.stringify(['', ''])
    const status = { state: 'TASK_STATE_COMPLETED', timestamp: '2026-01-01T00:00:00.000Z' }
    for (let count = 0; count < 10_000; count++) {
      store.put({ owner, bytes: 200, pushConfigs: [], task: { id: `t${count}`, status } })
    }
    for (let count = 0; count < 20; count++) await post('complete')
    expect(store.size()).toBe(100)
    const list = await store.list({ owner, limit: 200 })
    expect(list.tasks.map((task) => task.id)).toEqual(expect.arrayContaining([running, asking]))
  })

  it('[AS-16] it is bounded by bytes as well', async () => {
    const store = memoryTaskStore({ maxBytes: 1_000 })
    const put = (id: string, bytes: number) =>
      store.put({ owner: 'o', bytes, pushConfigs: [], task: { id, status: { state: 'TASK_STATE_COMPLETED' } } })
    for (const id of ['a', 'b', 'c']) put(id, 400)
    expect([store.size(), await store.get('o', 'a')]).toEqual([2, undefined])
    put('b', 900)
    expect([store.size(), await store.get('o', 'c')]).toEqual([1, undefined])
  })

  it('[AS-16] a task leaves memory when nobody needs it and the store has it', async () => {
    const saving = gate()
    const saved: string[] = []
    const tasks = createLiveTasks(
      {
        get: () => undefined,
        list: () => ({ tasks: [], total: 0 }),
        async put({ task }) {
          await saving.passed
          saved.push(task.status.state)
        },
      },
      {
        ...{ onEvent: () => undefined, onError: () => undefined, timestamp: () => '' },
        ...{ backlogBytes: 1_000, taskBytes: 1_000 },
      },
    )
    const lease = tasks.add({ owner: 'o', bytes: 0, pushConfigs: [], task: { id: 't', status: { state: 'A' } } })
    lease.live.setStatus({ state: 'TASK_STATE_WORKING' })
    lease.live.setStatus({ state: 'TASK_STATE_COMPLETED' })
    lease.release()
    expect([tasks.size(), (await tasks.peek('o', 't'))?.task.status.state]).toEqual([1, 'TASK_STATE_COMPLETED'])
    saving.open()
    await vi.waitUntil(() => tasks.size() === 0)
    // A slow store is not given every step, but always the last one.
    expect(saved).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_COMPLETED'])
  })

  it('[AS-16] a task of a process that has ended can be read, subscribed to and canceled, and goes on with a message', async () => {
    const store = memoryTaskStore()
    const owner = JSON.stringify(['', ''])
    const lost = (id: string) => ({ id, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } })
    for (const id of ['t1', 't2']) store.put({ owner, bytes: 100, pushConfigs: [], task: lost(id) })
    const origin = await serve(conformanceAgent({ store }))
    // The stream ends without a terminal state: there is nobody who would write to it.
    expect(await allEvents(origin, 'HTTP+JSON', 'SubscribeToTask', { id: 't1' })).toMatchObject([
      { task: { id: 't1' } },
    ])
    const { result } = await call(origin, 'HTTP+JSON', 'CancelTask', { id: 't1' })
    expect(result.status.state).toBe('TASK_STATE_CANCELED')
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', saying('complete', { taskId: 't2' }))).result
    expect(task.status.state).toBe('TASK_STATE_COMPLETED')
  })

  it('[AS-14] a task that is full takes no more messages', async () => {
    const origin = await serve(conformanceAgent({ limits: { taskBytes: 2_000 } }))
    const { task } = (await call(origin, 'HTTP+JSON', 'SendMessage', saying('ask'))).result
    const long = saying('x'.repeat(2_000), { taskId: task.id })
    expect((await call(origin, 'HTTP+JSON', 'SendMessage', long)).reason).toBe('REQUEST_TOO_LARGE')
    const short = saying('x', { taskId: task.id })
    expect((await call(origin, 'HTTP+JSON', 'SendMessage', short)).result.task.status.state).toBe(
      'TASK_STATE_COMPLETED',
    )
  })

  it('[AS-16] a store that fails is told to the host, and its tasks go on', async () => {
    const errors: unknown[] = []
    const broken = { ...memoryTaskStore(), put: () => Promise.reject(new Error('full')) }
    const origin = await serve(conformanceAgent({ store: broken, onError: (error) => errors.push(error) }))
    const events = await allEvents(origin, 'HTTP+JSON', 'SendStreamingMessage', saying('complete'))
    expect(events.at(-1)).toMatchObject({ taskStatusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } })
    expect(errors.length).toBeGreaterThan(0)
  })
})

describe('push notifications', () => {
  /** A receiver that fails as often as it is told to. */
  async function receiver(failures = 0): Promise<{ readonly url: string; readonly got: Received[] }> {
    const got: Received[] = []
    let left = failures
    const origin = await serve(async (sent) => {
      if (left-- > 0) return new Response('no', { status: 500 })
      got.push({ headers: Object.fromEntries(sent.headers), body: await sent.json() })
      return new Response(null, { status: 204 })
    })
    return { url: `${origin}/hook`, got }
  }

  interface Received {
    readonly headers: Readonly<Record<string, string>>
    readonly body: Record<string, unknown>
  }

  it('[AS-10] every event is posted, in order, at least once, with the credentials of its configuration', async () => {
    const { url, got } = await receiver(2)
    const origin = await serve(conformanceAgent({ allowPrivatePushTargets: true, pushRetryDelay: 1 }))
    const authentication = { scheme: 'Bearer', credentials: 'abc' }
    const push = { url, token: 'token-1', authentication }
    await call(origin, 'JSONRPC', 'SendMessage', saying('chunks', {}, { taskPushNotificationConfig: push }))
    await vi.waitUntil(() => got.length === 6)
    expect(got.map(({ body }) => Object.keys(body)[0])).toEqual([
      ...Array<string>(5).fill('taskArtifactUpdate'),
      'taskStatusUpdate',
    ])
    expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-a2a-notification-token': 'token-1' })
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
    const sent = saying('complete', {}, { taskPushNotificationConfig: { url } })
    await call(origin, 'JSONRPC', 'SendMessage', sent, { headers })
    await vi.waitUntil(() => got.length === 7)
    expect(got[6]?.body).toHaveProperty('statusUpdate')
  })

  it('[AS-10] a receiver that does not keep up gets the task as it is; one that is gone is told to the host', async () => {
    const hold = gate()
    const bodies: string[] = []
    const errors: unknown[] = []
    const handle = agentOf(
      async function* () {
        for (let number = 0; number < 500; number++) yield { text: `${number} ` }
      },
      {
        allowPrivatePushTargets: true,
        pushRetryDelay: 1,
        onError: (error) => errors.push(error),
        fetch: async (address, init) => {
          if (String(address).endsWith('/gone')) throw new TypeError('refused')
          await hold.passed
          bodies.push(String(init?.body))
          return new Response(null, { status: 204 })
        },
      },
    )
    for (const path of ['/slow', '/gone']) {
      const configuration = { taskPushNotificationConfig: { url: `http://push.example${path}` } }
      const body = JSON.stringify(saying('x', {}, configuration))
      await handle(new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body }))
    }
    hold.open()
    await vi.waitUntil(() => bodies.at(-1)?.includes('TASK_STATE_COMPLETED'))
    expect(bodies.length).toBeLessThan(140)
    const snapshot = bodies.findIndex((body) => body.startsWith('{"task":'))
    expect(snapshot).toBeGreaterThan(0)
    expect(texts([JSON.parse(bodies[0] ?? ''), ...bodies.slice(snapshot).map((body) => JSON.parse(body))])).toMatch(
      /499$/,
    )
    await vi.waitUntil(() => errors.length > 0)
  })

  it.each([
    'http://hooks.example.com/x',
    'https://localhost/x',
    'https://127.1/x',
    'https://0x7f000001/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://printer/x',
    'https://user:secret@hooks.example.com/x',
    'ftp://hooks.example.com/x',
    'hooks',
  ])('[AS-10] %s may not be a target outside of development', async (url) => {
    const handle = conformanceAgent({ lookup: () => ['93.184.216.34'] })
    const body = JSON.stringify(saying('wait', {}, { taskPushNotificationConfig: { url } }))
    const sent = new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body })
    expect((await handle(sent)).status).toBe(400)
  })

  it('[AS-10] names that lead into the private network are found out, and redirects are not followed', async () => {
    const errors: unknown[] = []
    const posts: RequestInit[] = []
    const handle = conformanceAgent({
      pushRetryDelay: 1,
      lookup: (name) => (name === 'inside.example.com' ? ['93.184.216.34', '10.0.0.7'] : ['93.184.216.34']),
      fetch: async (_address, init) => {
        posts.push(init ?? {})
        return new Response(null, { status: 307, headers: { location: 'http://127.0.0.1/' } })
      },
      onError: (error) => errors.push(String(error)),
    })
    for (const host of ['inside.example.com', 'outside.example.com']) {
      const push = { taskPushNotificationConfig: { url: `https://${host}/hook` } }
      const body = JSON.stringify(saying('complete', {}, push))
      await handle(new Request('http://agent.example/message:send', { method: 'POST', headers: seedHeaders, body }))
    }
    await vi.waitUntil(() => errors.length === 2)
    expect(errors.sort()).toEqual([
      expect.stringContaining('inside.example.com has a private address'),
      expect.stringContaining('answered 307'),
    ])
    expect(posts.every(({ redirect }) => redirect === 'manual')).toBe(true)
  })

  it.each([
    ['8.8.8.8', false],
    ['100.64.0.1', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['224.0.0.1', true],
    ['[2606:4700::1111]', false],
    ['2606:4700::1111', false],
    ['[fd00::1]', true],
    ['[fe80::1]', true],
    ['[64:ff9b::a00:1]', true],
    ['[64:ff9b::808:808]', false],
    ['[::]', true],
    ['a.localhost.', true],
    ['db.internal', true],
    ['hooks.slack.com', false],
  ])('[AS-10] %s is private: %s', (host, expected) => {
    expect(isPrivateHost(host)).toBe(expected)
  })
})
