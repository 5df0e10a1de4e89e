// What every store of tasks does, whichever it is.
import type { StoredTask } from 'surface-runtime/agent/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from './task-store-kinds.ts'

type Opened = Awaited<ReturnType<(typeof kinds)[number][1]>>

describe.each(kinds)('%s', (_name, open) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  const task = (id: string, minute: number, more: Partial<StoredTask['task']> = {}): StoredTask['task'] => ({
    ...{ id, contextId: 'c1', createdAt: '2026-01-01T00:00:00.000Z' },
    status: { state: 'TASK_STATE_COMPLETED', timestamp: `2026-01-01T00:0${minute}:00.000Z` },
    ...more,
  })
  const stored = (owner: string, of: StoredTask['task'], more: Partial<StoredTask> = {}): StoredTask => ({
    ...{ owner, task: of, bytes: 300, pushConfigs: [] },
    ...more,
  })

  it('[AF-1] gives back what was put, and to nobody else', async () => {
    const { store } = opened
    const config = { taskId: 't1', configId: 'p1', url: 'https://hook.example', format: 'document' } as const
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Größe 😀' }, { data: null }] } as const
    const whole = task('t1', 1, {
      status: { state: 'TASK_STATE_WORKING', message },
      history: [{ ...message, role: 'ROLE_USER' }],
      artifacts: [{ artifactId: 'a', parts: [{ data: { deep: [1, 'x'] } }], metadata: { n: 1 } }],
    })
    const record = stored('["acme","ann"]', whole, { caller: 'ann', pushConfigs: [config], bytes: 12_345 })
    await store.put(record)
    expect(await store.get('["acme","ann"]', 't1')).toEqual(record)
    expect(await store.get('["acme","bob"]', 't1')).toBeUndefined()
    expect(await store.get('["acme","ann"]', 't2')).toBeUndefined()
    const replaced = stored('["acme","ann"]', task('t1', 2))
    await store.put(replaced)
    expect(await store.get('["acme","ann"]', 't1')).toEqual(replaced)
  })

  it('[AF-1] keeps texts that a database does not take as they are', async () => {
    const odd = 'nul \u0000 half \ud800 quote " \\ percent %'
    const record = stored(
      odd,
      task(odd, 1, { contextId: odd, artifacts: [{ artifactId: odd, parts: [{ text: odd }] }] }),
    )
    const { store } = opened
    await store.put({ ...record, caller: odd })
    expect(await store.get(odd, odd)).toEqual({ ...record, caller: odd })
    expect((await store.list({ owner: odd, contextId: odd, limit: 5 })).tasks).toEqual([record.task])
    expect((await store.list({ owner: odd, state: odd, since: odd, limit: 5 })).total).toBe(0)
    expect(await store.get(odd, 'nul \u0000')).toBeUndefined()
  })

  it('[AF-1] lists by the newest status, filtered and page by page', async () => {
    const { store } = opened
    const owner = '["","lists"]'
    for (const [index, minute] of [3, 1, 2, 2].entries()) {
      const contextId = index === 0 ? 'other' : 'c1'
      await store.put(stored(owner, task(`t${index}`, minute, { contextId })))
    }
    await store.put(
      stored(owner, task('w', 5, { status: { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:05:00.000Z' } })),
    )
    const ids = async (query: object) => {
      const { tasks, total } = await store.list({ owner, limit: 10, ...query })
      return [tasks.map(({ id }) => id).join(' '), total]
    }
    expect(await ids({})).toEqual(['w t0 t2 t3 t1', 5])
    expect(await ids({ limit: 2 })).toEqual(['w t0', 5])
    expect(await ids({ limit: 2, after: { timestamp: '2026-01-01T00:03:00.000Z', id: 't0' } })).toEqual(['t2 t3', 5])
    expect(await ids({ after: { timestamp: '2026-01-01T00:02:00.000Z', id: 't2' } })).toEqual(['t3 t1', 5])
    expect(await ids({ contextId: 'c1' })).toEqual(['w t2 t3 t1', 4])
    expect(await ids({ state: 'TASK_STATE_WORKING' })).toEqual(['w', 1])
    expect(await ids({ since: '2026-01-01T00:03:00.000Z' })).toEqual(['w t0', 2])
  })

  it('[AF-2] a long task comes back whole', async () => {
    const { store } = opened
    const parts = Array.from({ length: 40 }, (_, number) => ({ text: `${number}${'x😀'.repeat(20_000)}` }))
    const record = stored('["","long"]', task('long', 1, { artifacts: [{ artifactId: 'a', parts }] }))
    await store.put(record)
    expect(await store.get('["","long"]', 'long')).toEqual(record)
    const [head] = (await store.list({ owner: '["","long"]', limit: 1, artifacts: false, history: false })).tasks
    expect(head).toMatchObject({ id: 'long', status: record.task.status })
  })
})
