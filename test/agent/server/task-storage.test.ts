// Where a server keeps its tasks: how many, how long, and what a store that fails costs.
import { describe, expect, it } from 'vitest'
import { memoryTaskStore } from '../../../src/agent/server/index.ts'
import { createLiveTasks } from '../../../src/agent/server/live-tasks.ts'
import { createRecentMessages } from '../../../src/agent/server/recent-messages.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { gate } from './agent-of.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { allEvents, call, saying, seedHeaders, serve } from './http-calls.ts'

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
        ...{ onEvent: () => undefined, onConfigs: () => undefined, onError: () => undefined, timestamp: () => '' },
        messages: createRecentMessages(1, 1),
        ...{ backlogBytes: 1_000, taskBytes: 1_000 },
      },
    )
    const lease = tasks.add({ owner: 'o', bytes: 0, pushConfigs: [], task: { id: 't', status: { state: 'A' } } })
    lease.live.setStatus({ state: 'TASK_STATE_WORKING' })
    lease.live.setStatus({ state: 'TASK_STATE_COMPLETED' })
    lease.release()
    expect((await tasks.peek('o', 't'))?.task.status.state).toBe('TASK_STATE_COMPLETED')
    saving.open()
    await waitUntil(async () => (await tasks.peek('o', 't')) === undefined)
    // A slow store is not given every step, but always the last one.
    expect(saved).toEqual(['A', 'TASK_STATE_COMPLETED'])
  })

  it('[AS-16] the last step of a task is stored, also where the store fails at the step before', async () => {
    const saving = gate()
    const saved: string[] = []
    const errors: unknown[] = []
    let puts = 0
    const tasks = createLiveTasks(
      {
        get: () => undefined,
        list: () => ({ tasks: [], total: 0 }),
        async put({ task }) {
          if (++puts === 1) {
            await saving.passed
            throw new Error('busy')
          }
          saved.push(task.status.state)
        },
      },
      {
        ...{ onEvent: () => undefined, onConfigs: () => undefined, timestamp: () => '' },
        onError: (error) => void errors.push(error),
        messages: createRecentMessages(1, 1),
        ...{ backlogBytes: 1_000, taskBytes: 1_000 },
      },
    )
    const lease = tasks.add({ owner: 'o', bytes: 0, pushConfigs: [], task: { id: 't', status: { state: 'A' } } })
    lease.live.setStatus({ state: 'TASK_STATE_WORKING' })
    lease.live.setStatus({ state: 'TASK_STATE_COMPLETED' })
    lease.release()
    saving.open()
    await waitUntil(async () => (await tasks.peek('o', 't')) === undefined)
    expect([saved, errors.length]).toEqual([['TASK_STATE_COMPLETED'], 1])
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
      { status: 503 },
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
