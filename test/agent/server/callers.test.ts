// Callers and their tasks: what one sees of another, and how much of the server one may use.
import { describe, expect, it } from 'vitest'
import { memoryTaskStore } from '../../../src/agent/server/index.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { conformanceAgent } from './conformance-agent.ts'
import { as, ask, call, request, saying, seedHeaders, serve } from './http-calls.ts'

const authenticate = (sent: Request): string => sent.headers.get('authorization') ?? 'nobody'

it('[AS-13] a context that two callers name alike is a conversation of each, in every turn the same', async () => {
  const seen: (readonly [caller: string, conversation: string])[] = []
  const origin = await serve(
    conformanceAgent({
      authenticate,
      async *execute({ caller, conversation }) {
        seen.push([caller.id, conversation])
        yield { text: 'yes' }
      },
    }),
  )
  for (const who of ['ann', 'eve', 'ann'])
    await call(origin, 'JSONRPC', 'SendMessage', saying('hello', { contextId: 'plans' }), as(who))
  expect(seen.map(([who]) => who)).toEqual(['ann', 'eve', 'ann'])
  const [ann, eve, again] = seen.map(([, conversation]) => conversation)
  expect(again).toBe(ann)
  expect(eve).not.toBe(ann)
})

describe('visibility', () => {
  it.each([
    ['asks', 'ask'],
    ['works', 'wait'],
  ])('[AS-13] a task that %s looks to others, and in other tenants, as if it were not there', async (_what, word) => {
    const origin = await serve(
      conformanceAgent({
        guardedFetch: true,
        tenants: ['acme', 'other'],
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

describe('bounds of one caller', () => {
  it('[AS-20] one caller cannot take all streams', async () => {
    const origin = await serve(conformanceAgent({ authenticate, limits: { streamsPerCaller: 2 } }))
    const sent = saying('wait', {}, { returnImmediately: true })
    const begin = async (who: string) => (await call(origin, 'JSONRPC', 'SendMessage', sent, as(who))).result.task.id
    const [ann, bob] = [await begin('ann'), await begin('bob')]
    const leaving = new AbortController()
    const open = (who: string, id: string, signal?: AbortSignal) =>
      request(origin, 'HTTP+JSON', 'SubscribeToTask', { id }, { ...as(who), ...(signal && { signal }) })
    expect([(await open('ann', ann)).status, (await open('ann', ann, leaving.signal)).status]).toEqual([200, 200])
    const refused = await open('ann', ann)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await refused.json()).error).toMatchObject({ status: 'RESOURCE_EXHAUSTED' })
    const rpc = await request(origin, 'JSONRPC', 'SendStreamingMessage', saying('message'), as('ann'))
    expect([rpc.status, (await rpc.json()).error.code]).toEqual([429, -32012])
    expect((await open('bob', bob)).status).toBe(200)
    leaving.abort()
    await waitUntil(async () => (await open('ann', ann)).status === 200)
  })

  it('[AS-20] one caller cannot take all turns, whatever tenant it names', async () => {
    const origin = await serve(
      conformanceAgent({ authenticate, tenants: ['a', 'b'], limits: { runningTasksPerCaller: 1 } }),
    )
    const send = (who: string, tenant: string, text = 'wait') => {
      const sent = { ...saying(text, {}, { returnImmediately: text === 'wait' }), tenant }
      return call(origin, 'JSONRPC', 'SendMessage', sent, as(who))
    }
    const { task } = (await send('ann', 'a')).result
    expect((await send('ann', 'b')).reason).toBe('RATE_LIMITED')
    expect((await send('bob', 'a')).result.task.status.state).toMatch(/SUBMITTED|WORKING/)
    await call(origin, 'JSONRPC', 'CancelTask', { id: task.id, tenant: 'a' }, as('ann'))
    await waitUntil(async () => (await send('ann', 'b', 'message')).result?.message)
  })

  it('[AS-20] without authenticate everybody is one caller, and only the bounds of all hold', async () => {
    const handle = conformanceAgent({ limits: { runningTasksPerCaller: 1, streamsPerCaller: 1 } })
    const sent = saying('wait', {}, { returnImmediately: true })
    const statuses = [1, 2, 3].map(async () => (await ask(handle, '/message:send', sent)).status)
    expect(await Promise.all(statuses)).toEqual([200, 200, 200])
  })

  it('[AS-20] the tasks of one caller do not push those of others out of the memory store', async () => {
    const store = memoryTaskStore({ maxTasks: 100 })
    const put = (owner: string, id: string, state = 'TASK_STATE_COMPLETED', bytes = 100) =>
      store.put({ owner, bytes, pushConfigs: [], task: { id, status: { state } } })
    for (const owner of ['ann', 'bob', 'cat']) for (const id of ['1', '2']) put(owner, id)
    put('eve', 'running', 'TASK_STATE_WORKING')
    put('eve', 'asks', 'TASK_STATE_INPUT_REQUIRED')
    for (let count = 0; count < 500; count++) put('eve', `e${count}`)
    const total = async (owner: string) => (await store.list({ owner, limit: 1 })).total
    expect([await total('ann'), await total('bob'), await total('cat')]).toEqual([2, 2, 2])
    expect(store.size()).toBe(100)
    expect(await store.get('eve', 'e499')).toBeDefined()
    expect(await store.get('eve', 'e0')).toBeUndefined()
    expect([await store.get('eve', 'running'), await store.get('eve', 'asks')]).not.toContain(undefined)
    // Of callers with equally many, the one that did nothing for longest.
    const few = memoryTaskStore({ maxTasks: 2 })
    for (const owner of ['a', 'b', 'c'])
      few.put({ owner, bytes: 1, pushConfigs: [], task: { id: owner, status: { state: 'TASK_STATE_COMPLETED' } } })
    expect([few.size(), await few.get('a', 'a')]).toEqual([2, undefined])
  })

  it('[AS-20] nor do they in many tenants', async () => {
    const store = memoryTaskStore({ maxTasks: 20 })
    const handle = conformanceAgent({ store, authenticate, tenants: (name) => name.startsWith('tenant-') })
    const send = async (who: string, tenant: string) => {
      const headers = { ...seedHeaders, authorization: who }
      const body = JSON.stringify({ ...saying('complete'), tenant })
      await handle(new Request('http://agent.example/message:send', { method: 'POST', headers, body }))
    }
    for (let count = 0; count < 5; count++) await send('ann', '')
    for (let count = 0; count < 40; count++) await send('eve', `tenant-${count}`)
    const total = async (...owner: string[]) => (await store.list({ owner: JSON.stringify(owner), limit: 1 })).total
    expect([store.size(), await total('', 'ann'), await total('tenant-39', 'eve')]).toEqual([20, 5, 1])
  })

  it('[AS-20] nor do tasks of many bytes', async () => {
    const store = memoryTaskStore({ maxBytes: 10_000 })
    const put = (owner: string, id: string, bytes: number) =>
      store.put({ owner, bytes, pushConfigs: [], task: { id, status: { state: 'TASK_STATE_COMPLETED' } } })
    for (const id of ['1', '2', '3']) put('ann', id, 100)
    for (const id of ['1', '2', '3', '4']) put('eve', id, 4_000)
    expect([(await store.list({ owner: 'ann', limit: 9 })).total, await store.get('eve', '2')]).toEqual([3, undefined])
  })
})
