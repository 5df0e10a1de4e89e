// Several servers that share tasks: streams, messages and cancellations reach whichever of them works on the task.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Task } from 'a2a-sdk-0.3'
import { ClientFactory } from 'a2a-sdk-0.3/client'
import { type PostgresTaskStore, postgresTaskStore } from 'surface-runtime/agent/postgres'
import {
  type AgentServerOptions,
  createAgentServer,
  type Execute,
  type ExecuteContext,
} from 'surface-runtime/agent/server'
import { v03 } from 'surface-runtime/agent/v0-3'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sleep } from '../../../../src/shared/http/sleep.ts'
import { listOf } from '../../../support/list-of.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { gate } from '../agent-of.ts'
import { allEvents, call, eventsOf, request, saying, seedHeaders, serve } from '../http-calls.ts'
import { embeddedStore, sharedKinds } from './task-store-kinds.ts'

/** What is closed after each test. */
const opened = new Set<PostgresTaskStore>()

afterEach(async () => {
  for (const store of opened) await store.close({ grace: 0 })
  opened.clear()
})

let receive: NonNullable<AgentServerOptions['fetch']> = async () => new Response(null, { status: 204 })

/** The same at each server: any of them may post what another one has written. */
const pushing: Partial<AgentServerOptions> = {
  ...{ allowPrivatePushTargets: true, pushRetryDelay: 5 },
  fetch: (...request) => receive(...request),
}

async function serverOn(
  opening: Promise<PostgresTaskStore>,
  execute: Execute,
  options: Partial<AgentServerOptions> = {},
): Promise<string> {
  const store = await opening
  opened.add(store)
  return serve(createAgentServer({ card: { name: 'Agent' }, execute, store, ...pushing, ...options }))
}

const begin = async (origin: string, text = 'go', message = {}): Promise<string> => {
  const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying(text, message, { returnImmediately: true }))
  return result.task.id
}

const stateOf = async (origin: string, id: string): Promise<string> =>
  (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result.status.state

const textOf = (event: unknown): string => (JSON.stringify(event).match(/(?<="text":")[^"]*/g) ?? []).join('')

/** Counts to ten as the gate opens. */
const counting = (passed: Promise<void>): Execute =>
  async function* ({ signal }: ExecuteContext) {
    yield { text: '0 ' }
    await passed
    for (let number = 1; number < 10 && !signal.aborted; number++) yield { text: `${number} ` }
  }

/** A message with an id that is remembered. */
const known = { messageId: 'message-0123456789' }

describe.each(sharedKinds)('two servers on %s', (name, place) => {
  it('[AF-3] a reader at the other server gets every event once, in order', async () => {
    const open = place()
    const { passed, open: go } = gate()
    const [a, b] = [await serverOn(open(), counting(passed)), await serverOn(open(), counting(passed))]
    const id = await begin(a)
    await waitUntil(async () => (await call(b, 'HTTP+JSON', 'GetTask', { id })).result.artifacts?.length === 1)
    const subscribe = async (origin: string) =>
      eventsOf(await request(origin, 'HTTP+JSON', 'SubscribeToTask', { id }), 'HTTP+JSON')
    const readers = await Promise.all([a, b, b].map(subscribe))
    const firsts = await Promise.all(readers.map(async (reader) => (await reader.next()).value))
    go()
    for (const [index, reader] of readers.entries()) {
      const events = [firsts[index], ...(await listOf(reader))]
      expect(events.map(textOf).join('')).toContain('0 1 2 3 4 5 6 7 8 9 ')
      expect(events.at(-1)).toMatchObject({ taskStatusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } })
      expect(events).toHaveLength(11)
    }
  })

  it('[AF-3] a reader goes on behind the event that it names, at either server, also after the end', async () => {
    const open = place()
    const { passed, open: go } = gate()
    const [a, b] = [await serverOn(open(), counting(passed)), await serverOn(open(), counting(passed))]
    const id = await begin(a)
    go()
    await waitUntil(async () => (await stateOf(b, id)) === 'TASK_STATE_COMPLETED')
    for (const origin of [a, b]) {
      const resume = async (after: string) => {
        const headers = { ...seedHeaders, 'last-event-id': after }
        const response = await request(origin, 'HTTP+JSON', 'SubscribeToTask', { id }, { headers })
        const events: unknown[] = []
        for await (const event of eventsOf(response, 'HTTP+JSON')) events.push(event)
        return events
      }
      // Place 0 is the task, and place 1 its first event.
      expect((await resume('0')).map(textOf).join('')).toBe('0 1 2 3 4 5 6 7 8 9 ')
      expect((await resume('4')).map(textOf).join('')).toBe('4 5 6 7 8 9 ')
      expect(await resume('11')).toEqual([])
      // A place that there is not: the task as it is.
      expect(await resume('4000')).toMatchObject([{ task: { id } }])
    }
    const refused = await call(b, 'HTTP+JSON', 'SubscribeToTask', { id })
    expect(refused.reason).toBe('UNSUPPORTED_OPERATION')
  })

  it('[AF-3] a slow reader reads from the log what memory does not keep', async () => {
    const open = place()
    const execute: Execute = async function* () {
      for (let number = 0; number < 600; number++) yield { text: `${number};${'x'.repeat(200)}` }
    }
    const a = await serverOn(open(), execute, { limits: { backlogBytes: 2_000 } })
    const response = await request(a, 'HTTP+JSON', 'SendStreamingMessage', saying('go'))
    await waitUntil(async () => {
      const { tasks } = (await call(a, 'HTTP+JSON', 'ListTasks', {})).result
      return tasks[0]?.status.state === 'TASK_STATE_COMPLETED'
    })
    let text = ''
    for await (const event of eventsOf(response, 'HTTP+JSON')) text += textOf(event)
    expect(text.match(/\d+;/g)?.join('')).toBe(Array.from({ length: 600 }, (_, number) => `${number};`).join(''))
  })

  it('[AF-3] readers that are fast, slow and late get every event while others drop what they have', async () => {
    const open = place()
    const { passed, open: go } = gate()
    const execute: Execute = async function* () {
      for (let number = 0; number < 400; number++) {
        if (number === 1) await passed
        if (number % 20 === 0) await sleep(5)
        yield { text: `${number};${'x'.repeat(200)}` }
      }
    }
    const limits = { backlogBytes: 20_000 }
    const [a, b] = [await serverOn(open(), execute, { limits }), await serverOn(open(), execute, { limits })]
    const id = await begin(a)
    await waitUntil(async () => (await call(b, 'HTTP+JSON', 'GetTask', { id })).result.artifacts?.length === 1)
    const subscribe = async (origin: string, after?: string) => {
      const headers = { ...seedHeaders, ...(after && { 'last-event-id': after }) }
      return eventsOf(await request(origin, 'HTTP+JSON', 'SubscribeToTask', { id }, { headers }), 'HTTP+JSON')
    }
    const numbersOf = async (reader: AsyncIterable<unknown>, pause = 0) => {
      let text = ''
      for await (const event of reader) {
        text += textOf(event)
        if (pause > 0) await sleep(pause)
      }
      return text.match(/\d+(?=;)/g)?.map(Number)
    }
    const first = await Promise.all([a, b, b].map((origin) => subscribe(origin)))
    const works = first.map((reader, index) => numbersOf(reader, index === 2 ? 3 : 0))
    go()
    await sleep(30)
    // Place 1 is the event of 0.
    works.push(numbersOf(await subscribe(a, '0')), numbersOf(await subscribe(b, '0')))
    const all = Array.from({ length: 400 }, (_, number) => number)
    for (const numbers of await Promise.all(works)) expect(numbers).toEqual(all)
  })

  it('[AF-4] a cancellation at the other server ends the turn', async () => {
    const open = place()
    let aborted = false
    const execute: Execute = async function* ({ signal }) {
      yield { status: 'working' }
      await sleep(60_000, signal)
      aborted = signal.aborted
      yield { text: 'too late' }
    }
    const [a, b] = [await serverOn(open(), execute), await serverOn(open(), execute)]
    const contextId = 'is-canceled'
    const waits = call(a, 'HTTP+JSON', 'SendMessage', saying('go', { contextId }))
    const list = async () => (await call(b, 'HTTP+JSON', 'ListTasks', { contextId })).result.tasks
    await waitUntil(async () => (await list()).length === 1)
    const [{ id }] = await list()
    expect((await call(b, 'HTTP+JSON', 'CancelTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED')
    await waitUntil(() => aborted)
    expect((await waits).result.task.status.state).toBe('TASK_STATE_CANCELED')
    expect((await call(a, 'HTTP+JSON', 'CancelTask', { id })).reason).toBe('TASK_NOT_CANCELABLE')
    expect((await call(a, 'HTTP+JSON', 'GetTask', { id })).result.artifacts).toBeUndefined()
  })

  it('[AF-4] an answer at the other server goes on with the task, and waits for the turn before', async () => {
    const open = place()
    const { passed, open: go } = gate()
    const execute: Execute = async function* ({ text, task }) {
      if (text === 'first') {
        yield { text: 'one ' }
        await passed
        yield { status: 'input-required', text: 'And?' }
      } else yield { text: `${text} after ${task.history?.length}` }
    }
    const [a, b] = [await serverOn(open(), execute), await serverOn(open(), execute)]
    const id = await begin(a, 'first')
    const answers = Promise.all([call(b, 'HTTP+JSON', 'SendMessage', saying('second', { taskId: id }))])
    await sleep(200)
    expect(await stateOf(b, id)).toBe('TASK_STATE_SUBMITTED')
    go()
    const [{ result }] = await answers
    expect(result.task.status.state).toBe('TASK_STATE_COMPLETED')
    expect(result.task.history.map(textOf)).toEqual(['first', 'And?', 'second'])
    expect(textOf(result.task.artifacts)).toContain('second after')
    const late = await call(a, 'HTTP+JSON', 'SendMessage', saying('third', { taskId: id }))
    expect(late.reason).toBe('UNSUPPORTED_OPERATION')
  })

  it('[AF-5] the same message at both servers has one turn', async () => {
    const open = place()
    let turns = 0
    const execute: Execute = async function* ({ text }) {
      turns++
      if (text === 'talk') yield { message: `answer ${turns}` }
      else yield { text: 'done' }
    }
    const [a, b] = [await serverOn(open(), execute), await serverOn(open(), execute)]
    const send = (origin: string, text: string) =>
      call(origin, 'HTTP+JSON', 'SendMessage', saying(text, { messageId: `${known.messageId}-${text}` }))
    const tasks = await Promise.all([a, b, a, b].map((origin) => send(origin, 'work')))
    expect(new Set(tasks.map(({ result }) => result.task.id)).size).toBe(1)
    expect(turns).toBe(1)
    const [first] = [await send(a, 'talk')]
    await waitUntil(async () => (await send(b, 'talk')).result.message !== undefined)
    expect((await send(b, 'talk')).result.message.parts).toEqual(first.result.message.parts)
    expect(turns).toBe(2)
  })

  it('[AF-5] an answer to a question that is sent again at the other server has one turn, during it and afterwards', async () => {
    const open = place()
    const turns: string[] = []
    const { passed, open: go } = gate()
    const execute: Execute = async function* ({ text }) {
      turns.push(text)
      if (text === 'ask') yield { status: 'input-required', text: 'Which one?' }
      else {
        yield { text: 'so ' }
        await passed
        yield { text: 'be it' }
      }
    }
    const [a, b] = [await serverOn(open(), execute), await serverOn(open(), execute)]
    const { result } = await call(a, 'HTTP+JSON', 'SendMessage', saying('ask', { messageId: `${known.messageId}-ask` }))
    const answer = saying('this', { taskId: result.task.id, messageId: `${known.messageId}-answer` })
    const first = call(a, 'HTTP+JSON', 'SendMessage', answer)
    await waitUntil(() => turns.length === 2)
    // Its client has lost the answer, and a proxy brings it to the other server.
    const during = call(b, 'HTTP+JSON', 'SendMessage', answer)
    const streamed = eventsOf(await request(b, 'HTTP+JSON', 'SendStreamingMessage', answer), 'HTTP+JSON')
    expect((await streamed.next()).value).toMatchObject({ task: { id: result.task.id } })
    go()
    const later = async () => call(b, 'HTTP+JSON', 'SendMessage', answer)
    for (const { result: again } of [await first, await during, await later()]) {
      expect(again.task).toMatchObject({ id: result.task.id, status: { state: 'TASK_STATE_COMPLETED' } })
      expect(textOf(again.task.artifacts)).toBe('so be it')
    }
    expect(textOf((await listOf(streamed)).at(-2))).toContain('be it')
    expect(turns).toEqual(['ask', 'this'])
  })

  it('[AF-6] push notifications come in order, once each, wherever the configuration was made', async () => {
    const open = place()
    const posts: { readonly id: string; readonly text: string }[] = []
    let refusals = 0
    receive = async (_url, init) => {
      if (refusals-- > 0) return new Response(null, { status: 500 })
      const headers = new Headers(init?.headers)
      posts.push({ id: headers.get('webhook-id') ?? '', text: textOf(JSON.parse(String(init?.body))) })
      return new Response(null, { status: 204 })
    }
    const { passed, open: go } = gate()
    const [a, b] = [await serverOn(open(), counting(passed)), await serverOn(open(), counting(passed))]
    const id = await begin(a)
    await waitUntil(async () => (await call(b, 'HTTP+JSON', 'GetTask', { id })).result.artifacts?.length === 1)
    const config = { taskId: id, url: 'http://127.0.0.1:9/hook', configId: 'hook' }
    await call(b, 'HTTP+JSON', 'CreatePushNotificationConfig', config)
    expect((await call(a, 'HTTP+JSON', 'ListPushNotificationConfigs', { taskId: id })).result.configs).toHaveLength(1)
    // The task as it is, with its message.
    await waitUntil(() => posts.length === 1)
    refusals = 2
    go()
    await waitUntil(() => posts.length === 11)
    expect(posts.map(({ text }) => text).join('')).toBe('go0 1 2 3 4 5 6 7 8 9 ')
    expect(new Set(posts.map((post) => post.id)).size).toBe(11)
    await call(a, 'HTTP+JSON', 'DeletePushNotificationConfig', { taskId: id, configId: 'hook' })
    expect((await call(b, 'HTTP+JSON', 'ListPushNotificationConfigs', { taskId: id })).result.configs).toEqual([])
  })

  it('[AF-3] a client of version 0.3 follows at one server what the other one works on, and comes back there', async () => {
    const open = place()
    const { passed, open: go } = gate()
    const address = (protocolVersion: string) => ({ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion })
    const card = { name: 'Both', supportedInterfaces: [address('1.0'), address('0.3')] }
    const options = { card, legacy: v03() }
    const a = await serverOn(open(), counting(passed), options)
    const b = await serverOn(open(), counting(passed), options)
    const clients = await Promise.all([a, b].map((origin) => new ClientFactory().createFromUrl(origin)))
    const [atA, atB] = [clients[0] ?? expect.fail(), clients[1] ?? expect.fail()]
    const parts = [{ kind: 'text' as const, text: 'go' }]
    const message = { kind: 'message' as const, role: 'user' as const, parts, messageId: `${known.messageId}-old` }
    const { id } = (await atA.sendMessage({ message, configuration: { blocking: false } })) as Task
    await waitUntil(async () => (await atB.getTask({ id })).artifacts?.length === 1)
    const first = atB.resubscribeTask({ id })
    expect((await first.next()).value).toMatchObject({ kind: 'task', id, status: { state: 'submitted' } })
    // Its connection ends, and it comes back while the task still runs.
    await first.return?.(undefined)
    const second = atB.resubscribeTask({ id })
    const again = (await second.next()).value
    expect(again).toMatchObject({ kind: 'task', id })
    go()
    const events = [again, ...(await listOf(second))]
    expect(events.map(textOf).join('')).toContain('0 1 2 3 4 5 6 7 8 9 ')
    expect(events.at(-1)).toMatchObject({ kind: 'status-update', final: true, status: { state: 'completed' } })
    expect(events).toHaveLength(11)
    // The message comes again at the other server: the same task.
    expect(await atB.sendMessage({ message })).toMatchObject({ kind: 'task', id, status: { state: 'completed' } })
  })

  it.skipIf(name.startsWith('embedded'))(
    '[AF-7] a server that closes hands its turns to the other one, which goes on where the log ends',
    async () => {
      const open = place()
      const contexts: ExecuteContext[] = []
      const { passed, open: go } = gate()
      const execute: Execute = async function* (context) {
        contexts.push(context)
        const said = textOf(context.task.artifacts ?? []).match(/\d/g)?.length ?? 0
        for (let number = said; number < 4; number++) {
          if (number === 2) await Promise.race([passed, sleep(60_000, context.signal)])
          if (context.signal.aborted) return
          yield { artifact: { artifactId: 'n', parts: [{ text: `${number} ` }] }, append: number > 0 }
        }
      }
      const [first, second] = [await open(), await open()]
      const [a, b] = [
        await serverOn(Promise.resolve(first), execute, { resumable: true }),
        await serverOn(Promise.resolve(second), execute, { resumable: true }),
      ]
      const id = await begin(a, 'go', known)
      const reader = allEvents(b, 'HTTP+JSON', 'SubscribeToTask', { id })
      await waitUntil(
        async () => textOf((await call(b, 'HTTP+JSON', 'GetTask', { id })).result.artifacts ?? []) === '0 1 ',
      )
      await first.close({ grace: 0 })
      opened.delete(first)
      go()
      await waitUntil(async () => (await stateOf(b, id)) === 'TASK_STATE_COMPLETED')
      const { result } = await call(b, 'HTTP+JSON', 'GetTask', { id })
      expect(textOf(result.artifacts)).toBe('0 1 2 3 ')
      expect((await reader).filter((event) => 'taskStatusUpdate' in event)).toHaveLength(1)
    },
  )
})

describe('an embedded store', () => {
  const parent = mkdtempSync(join(tmpdir(), 'agent-'))
  // One folder for all tests: to fill a new one takes seconds of CPU.
  const folder = join(parent, 'tasks')
  afterAll(() => rmSync(parent, { recursive: true, force: true }))

  it.each([true, false])(
    '[AF-7] a turn that was cut off is taken up after a restart (resumable: %s)',
    async (resumable) => {
      const contexts: ExecuteContext[] = []
      const execute: Execute = async function* (context) {
        contexts.push(context)
        if (context.resumed) {
          yield { text: 'and on' }
          return
        }
        yield { text: 'so far ' }
        await sleep(60_000, context.signal)
      }
      const place = { folder, schema: `resumable_${resumable}` }
      const first = await postgresTaskStore(place)
      const a = await serverOn(Promise.resolve(first), execute, { resumable })
      const id = await begin(a, 'go', { metadata: { x: 1 } })
      await waitUntil(async () => (await call(a, 'HTTP+JSON', 'GetTask', { id })).result.artifacts?.length === 1)
      await first.close({ grace: 0 })
      opened.delete(first)
      const b = await serverOn(postgresTaskStore(place), execute, { resumable })
      const wanted = resumable ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_FAILED'
      await waitUntil(async () => (await stateOf(b, id)) === wanted)
      const { result } = await call(b, 'HTTP+JSON', 'GetTask', { id })
      if (resumable) {
        expect(textOf(result.artifacts)).toContain('so far ')
        expect(contexts[1]).toMatchObject({ resumed: true, text: 'go', message: { metadata: { x: 1 } } })
        expect(textOf(contexts[1]?.task.artifacts)).toBe('so far ')
      } else expect(textOf(result.status)).toBe('The process that worked on this task has ended.')
    },
  )

  it('[AF-8] old tasks and events go, and those above the number of a tenant; what is worked on stays', async () => {
    const now = Date.parse('2026-06-01T00:00:00.000Z')
    const cleaning = { maxAge: 86_400_000, maxTasksPerTenant: 3, keepEvents: 1_000, interval: 20 }
    const store = await embeddedStore({ cleaning })
    const put = (id: string, timestamp: string, tenant = 'acme') =>
      store.put({
        owner: JSON.stringify([tenant, 'ann']),
        ...{ bytes: 100, pushConfigs: [] },
        task: { id, status: { state: 'TASK_STATE_COMPLETED', timestamp } },
      })
    await put('old', '2026-05-01T00:00:00.000Z')
    for (const minute of [1, 2, 3, 4]) await put(`new-${minute}`, `2026-05-31T23:0${minute}:00.000Z`)
    await put('other', '2026-05-31T23:00:00.000Z', 'other')
    const { passed } = gate()
    let clock = now - 3_600_000
    const a = await serverOn(
      Promise.resolve(store),
      async function* ({ text }) {
        yield { text: 'said ' }
        if (text === 'wait') await passed
      },
      { now: () => clock },
    )
    const done = await begin(a, 'done')
    const running = await begin(a, 'wait')
    const list = async (tenant: string) =>
      (await store.list({ owner: JSON.stringify([tenant, 'ann']), limit: 9 })).tasks.map(({ id }) => id)
    // An hour later the events of both are old, and the tasks are not.
    clock = now
    await waitUntil(async () => (await list('acme')).length === 3)
    expect(await list('acme')).toEqual(['new-4', 'new-3', 'new-2'])
    expect(await list('other')).toEqual(['other'])
    expect(await stateOf(a, running)).toBe('TASK_STATE_SUBMITTED')
    // The events of the one that is over were removed: a reader who names one begins with the task.
    const resume = async () => {
      const headers = { ...seedHeaders, 'last-event-id': '0' }
      const response = await request(a, 'HTTP+JSON', 'SubscribeToTask', { id: done }, { headers })
      const events: object[] = []
      for await (const event of eventsOf(response, 'HTTP+JSON')) events.push(event)
      return events
    }
    await waitUntil(async () => 'task' in ((await resume())[0] ?? {}))
    expect(textOf((await resume())[0])).toContain('said ')
  })

  it('[AF-9] says whether it is ready, and refuses what has no place', async () => {
    const store = await postgresTaskStore({ folder: 'memory://' })
    await serverOn(Promise.resolve(store), async function* () {})
    expect(store.healthz().status).toBe(200)
    await waitUntil(async () => (await store.readyz()).status === 200)
    await store.close()
    opened.delete(store)
    expect((await store.readyz()).status).toBe(503)
    await expect(postgresTaskStore({} as never)).rejects.toThrow(TypeError)
    await expect(postgresTaskStore({ folder: 'memory://', schema: 'a; DROP' })).rejects.toThrow(TypeError)
  })
})
