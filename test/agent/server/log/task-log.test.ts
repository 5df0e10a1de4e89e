// What every log of shared tasks does, whichever store has it: what the runtime over it relies on.
import { randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { findNats, noNats, startNats } from '../../../../.ci/nats-server.mjs'
import { type DueReceiver, type TaskLog, type TaskWrite, taskFirst } from '../../../../src/agent/server/log/task-log.ts'
import { openBroker } from '../../../../src/agent/server/nats/broker.ts'
import { createNatsLog } from '../../../../src/agent/server/nats/nats-log.ts'
import { createPostgresLog } from '../../../../src/agent/server/postgres/postgres-log.ts'
import { agentSteps } from '../../../../src/agent/server/postgres/tables.ts'
import type { StoredPushConfig } from '../../../../src/agent/server/task-store.ts'
import { migrate } from '../../../../src/shared/postgres/migrate.ts'
import { emptySchema } from '../../../support/embedded.ts'
import { waitUntil } from '../../../support/wait-until.ts'

/** Two processes' ways to one log. */
type Open = () => Promise<{ readonly logs: readonly [TaskLog, TaskLog]; readonly close: () => Promise<void> }>

const kinds: readonly (readonly [name: string, open: Open])[] = [
  [
    'PostgreSQL',
    async () => {
      const tables = await emptySchema()
      await migrate(tables.database, tables.schema, agentSteps)
      return {
        logs: [createPostgresLog(tables, false), createPostgresLog(tables, false)],
        close: tables.database.close,
      }
    },
  ],
  ...(findNats()
    ? [
        [
          'NATS JetStream',
          async () => {
            const server = (await startNats()) ?? expect.fail()
            const maxAge = 86_400_000
            const open = async () =>
              createNatsLog(
                await openBroker(await connect({ servers: server.url }), { prefix: 'test', replicas: 1, maxAge }),
                maxAge,
              )
            const logs = [await open(), await open()] as const
            const close = async () => {
              for (const log of logs) await log.close()
              server.stop()
            }
            return { logs, close }
          },
        ] as const,
      ]
    : []),
]
if (!findNats()) console.warn(`The log on JetStream is not tested. ${noNats}`)

describe.each(kinds)('a log of tasks on %s', (_name, open) => {
  let opened: Awaited<ReturnType<Open>>
  let a: TaskLog
  let b: TaskLog
  /** The processes of `a` and of `b`. */
  let here: string
  let there: string
  beforeAll(async () => {
    opened = await open()
    ;[a, b] = opened.logs
  })
  afterAll(() => opened.close())

  const lease = 60_000
  const owner = '["acme","ann"]'

  async function begin(): Promise<void> {
    here = randomUUID()
    there = randomUUID()
    await a.leases.renew(here, lease)
    await b.leases.renew(there, lease)
  }

  const working = { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:00.000Z' } as const
  const textOf = (seq: number, size = 1): string => `${seq};`.repeat(size)

  /** Events with the numbers from one to another as texts of one artifact. */
  function events(from: number, to: number, size = 1): TaskWrite['events'] {
    return Array.from({ length: to - from + 1 }, (_, index) => {
      const seq = from + index
      const artifact = { artifactId: 'n', parts: [{ text: textOf(seq, size) }] }
      const event = { kind: 'artifact', taskId: 't', contextId: 'c', artifact, index: 0, append: seq > 1 }
      return { seq, at: working.timestamp, body: JSON.stringify(event) }
    })
  }

  interface Made {
    readonly id: string
    readonly key: string
  }

  /** A task that the process of `a` works on, with its first three events. */
  async function make(
    more: {
      readonly digest?: string
      readonly released?: boolean
      readonly configs?: readonly StoredPushConfig[]
    } = {},
  ): Promise<Made> {
    const id = randomUUID()
    const key = await a.keyFor(owner, id)
    const first = {
      id,
      contextId: 'c',
      status: working,
      history: [{ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'go' }] }],
    } as const
    const made = { owner, caller: 'ann', digest: more.digest, first, bytes: 100, pushConfigs: more.configs ?? [] }
    const { written } = await a.append(here, [
      {
        key,
        fence: 0,
        before: 0,
        events: events(1, 3),
        task: { ...first, artifacts: [] },
        bytes: 200,
        snapshot: false,
        released: more.released ?? false,
        turn: '{"say":"go"}',
        made,
      },
    ])
    expect([...written]).toEqual([key])
    return { id, key }
  }

  const more = (key: string, before: number, after: number, rest: Partial<TaskWrite> = {}): TaskWrite => ({
    ...{ key, fence: 0, before, events: events(before + 1, after), task: undefined, bytes: 300 },
    ...{ snapshot: false, released: false, turn: undefined },
    ...rest,
  })

  const isWritten = async (log: TaskLog, holder: string, write: TaskWrite): Promise<boolean> =>
    (await log.append(holder, [write])).written.has(write.key)

  const seqsOf = async (log: TaskLog, key: string, seq: number, most = 100): Promise<readonly number[]> =>
    ((await log.read([{ key, seq }], most)).get(key) ?? []).map((event) => event.seq)

  const said = async (log: TaskLog, id: string): Promise<string | undefined> =>
    (await log.load(owner, id))?.stored.task.artifacts?.[0]?.parts.map(({ text }) => text).join('')

  it('[AF-17] events are read in order from any place, by any process', async () => {
    await begin()
    const { key, id } = await make()
    for (let before = 3; before < 30; before += 3)
      expect(await isWritten(a, here, more(key, before, before + 3))).toBe(true)
    for (const log of [a, b]) {
      expect(await seqsOf(log, key, 0)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
      expect(await seqsOf(log, key, 14, 5)).toEqual([15, 16, 17, 18, 19])
      expect(await seqsOf(log, key, 19, 5)).toEqual([20, 21, 22, 23, 24])
      expect(await seqsOf(log, key, 30)).toEqual([])
      expect(await said(log, id)).toBe(Array.from({ length: 30 }, (_, index) => textOf(index + 1)).join(''))
      expect(await log.load('["acme","bob"]', id)).toBeUndefined()
    }
    expect((await b.places([key, await b.keyFor(owner, 'none')])).get(key)).toEqual({ fence: 0, seq: 30 })
  })

  it('[AF-17] a read leaves out what has nothing new, and has an empty list where the events behind the place are gone', async () => {
    await begin()
    const [{ key, id }, other] = [await make(), await make()]
    const behind = async (log: TaskLog, seq: number) =>
      (
        await log.read(
          [
            { key: other.key, seq: 2 },
            { key, seq },
          ],
          100,
        )
      )
        .get(key)
        ?.map((event) => event.seq)
    for (const log of [a, b]) expect(await behind(log, 3)).toBeUndefined()
    const task = { id, contextId: 'c', status: { ...working, state: 'TASK_STATE_COMPLETED' } } as const
    await b.put({ owner, caller: 'ann', task, bytes: 10, pushConfigs: [] })
    for (const log of [a, b]) {
      expect(await behind(log, 1)).toEqual([2, 3])
      expect(await behind(log, 3)).toEqual([])
      const { seq } = (await log.places([key])).get(key) ?? expect.fail()
      expect(seq).toBeGreaterThan(3)
      expect(await behind(log, seq)).toBeUndefined()
    }
  })

  it('[AF-17] one process writes: a write with another fence or behind another event changes nothing', async () => {
    await begin()
    const { key } = await make()
    expect(await isWritten(a, here, more(key, 5, 6))).toBe(false)
    expect(await isWritten(a, here, more(key, 2, 4))).toBe(false)
    expect(await b.leases.acquire(there, key, undefined)).toBe(1)
    expect(await isWritten(a, here, more(key, 3, 4))).toBe(false)
    expect(await isWritten(b, there, more(key, 3, 4, { fence: 1 }))).toBe(true)
    // Sent again because its answer was lost.
    expect(await isWritten(b, there, more(key, 3, 4, { fence: 1 }))).toBe(false)
    expect((await a.places([key])).get(key)).toEqual({ fence: 1, seq: 4 })
    expect(await seqsOf(a, key, 0)).toEqual([1, 2, 3, 4])
  })

  it('[AF-17] of two processes that write at one moment one is written', async () => {
    await begin()
    const { key } = await make()
    const fences = await Promise.all([a.leases.acquire(here, key, undefined), b.leases.acquire(there, key, undefined)])
    expect([...fences].sort()).toEqual([1, 2])
    const done = await Promise.all([
      isWritten(a, here, more(key, 3, 4, { fence: fences[0] ?? 0 })),
      isWritten(b, there, more(key, 3, 4, { fence: fences[1] ?? 0 })),
    ])
    expect(done).toEqual([fences[0] === 2, fences[1] === 2])
  })

  it('[AF-17] a turn begins at another process where no living one works on the task', async () => {
    await begin()
    const { key, id } = await make()
    expect((await b.load(owner, id))?.works).toBe(true)
    expect(await b.leases.acquire(there, key, '{"say":"next"}')).toBeUndefined()
    const waits = { state: 'TASK_STATE_INPUT_REQUIRED', timestamp: working.timestamp }
    const body = JSON.stringify({ kind: 'status', taskId: id, contextId: 'c', status: waits })
    const asks = more(key, 3, 4, {
      events: [{ seq: 4, at: working.timestamp, body }],
      task: { id, contextId: 'c', status: waits },
    })
    expect(await isWritten(a, here, { ...asks, released: true })).toBe(true)
    expect(await b.load(owner, id)).toMatchObject({ works: false, stored: { task: { status: waits } } })
    expect(await b.leases.acquire(there, key, '{"say":"next"}')).toBe(1)
    expect(await a.leases.acquire(here, key, '{"say":"late"}')).toBeUndefined()
  })

  it('[AF-17] the turns of a process that has ended are taken over once, with what they began with', async () => {
    await begin()
    const long = await make()
    const over = await make({ released: true })
    const words = JSON.stringify({ say: 'long '.repeat(100_000) })
    expect(await isWritten(a, here, more(long.key, 3, 4, { turn: words }))).toBe(true)
    expect(await a.leases.turnsOf(here)).toEqual([{ key: long.key, fence: 0 }])
    expect(await b.leases.takeOrphans(there, { lease: 0, idle: [] })).toEqual([])
    await a.leases.end(here)
    const taken = await b.leases.takeOrphans(there, { lease: 0, idle: [] })
    expect(taken).toEqual([{ key: long.key, id: long.id, owner, fence: 1, turn: words }])
    expect(await b.leases.takeOrphans(there, { lease: 0, idle: [] })).toEqual([])
    expect(await isWritten(a, here, more(long.key, 4, 5))).toBe(false)
    // A look that is older than the turn.
    expect(await b.leases.takeOrphans(there, { lease: 0, idle: [{ key: long.key, fence: 0 }] })).toEqual([])
    // Nothing here works on it: it is taken anew.
    expect(await b.leases.takeOrphans(there, { lease: 0, idle: [{ key: long.key, fence: 1 }] })).toMatchObject([
      { fence: 2 },
    ])
    expect((await b.places([over.key])).get(over.key)?.fence).toBe(0)
  })

  it('[AF-17] a message leads to one task, and says so to every process', async () => {
    await begin()
    const digest = randomUUID()
    expect(await a.messages.claim(here, digest, lease)).toBe('mine')
    expect(await b.messages.claim(there, digest, lease)).toBe('pending')
    expect(await a.messages.renew(here, [digest], lease)).toEqual([digest])
    const { id } = await make({ digest })
    for (const [log, holder] of [
      [a, here],
      [b, there],
    ] as const)
      expect(await log.messages.claim(holder, digest, lease)).toEqual({ taskId: id })
    expect(await a.messages.renew(here, [digest], lease)).toEqual([])
    const said = randomUUID()
    const message = { messageId: 'r', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } as const
    expect(await a.messages.claim(here, said, lease)).toBe('mine')
    await b.messages.settle(there, said, undefined)
    expect(await b.messages.claim(there, said, lease)).toBe('pending')
    await a.messages.settle(here, said, message)
    expect(await b.messages.claim(there, said, lease)).toEqual({ message })
    const long = { ...message, parts: [{ text: '\u{1f600}'.repeat(200_000) }] }
    const longSaid = randomUUID()
    expect(await a.messages.claim(here, longSaid, lease)).toBe('mine')
    await a.messages.settle(here, longSaid, long)
    expect(await b.messages.claim(there, longSaid, lease)).toEqual({ message: long })
    const refused = randomUUID()
    expect(await a.messages.claim(here, refused, lease)).toBe('mine')
    await a.messages.settle(here, refused, undefined)
    expect(await b.messages.claim(there, refused, lease)).toBe('mine')
  })

  it('[AF-17] a claim that is renewed while its message is answered or begins a task is lost by neither', async () => {
    await begin()
    const message = { messageId: 'r', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } as const
    for (let round = 0; round < 10; round++) {
      const [said, made, refused] = [randomUUID(), randomUUID(), randomUUID()]
      for (const digest of [said, made, refused]) await a.messages.claim(here, digest, lease)
      const renewed = [said, made, refused].map((digest) => a.messages.renew(here, [digest], lease))
      const [{ id }] = await Promise.all([
        make({ digest: made }),
        a.messages.settle(here, said, message),
        a.messages.settle(here, refused, undefined),
        ...renewed,
      ])
      expect(await b.messages.claim(there, said, lease)).toEqual({ message })
      expect(await b.messages.claim(there, made, lease)).toEqual({ taskId: id })
      expect(await b.messages.claim(there, refused, lease)).toBe('mine')
    }
  })

  it('[AF-17] a message of a process that has ended belongs to the next one, and its task is not made any more', async () => {
    await begin()
    const digest = randomUUID()
    expect(await a.messages.claim(here, digest, lease)).toBe('mine')
    await a.leases.end(here)
    expect(await b.messages.claim(there, digest, lease)).toBe('mine')
    const id = randomUUID()
    const key = await a.keyFor(owner, id)
    const made = { owner, caller: 'ann', digest, first: { id, status: working }, bytes: 100, pushConfigs: [] }
    expect(await isWritten(a, here, { ...more(key, 0, 1), made, turn: '{}' })).toBe(false)
    expect(await b.load(owner, id)).toBeUndefined()
    // A claim that nobody renews, of a process that lives.
    const idle = randomUUID()
    expect(await b.messages.claim(there, idle, 1)).toBe('mine')
    await a.leases.renew(here, lease)
    await waitUntil(async () => (await a.messages.claim(here, idle, lease)) === 'mine')
  })

  it('[AF-17] long events and snapshots come back whole, and what is behind a snapshot counts', async () => {
    await begin()
    const { key, id } = await make()
    const before = (await a.load(owner, id))?.stored.task ?? expect.fail()
    const long = events(4, 4, 300_000)
    expect(await isWritten(a, here, more(key, 3, 4, { events: long }))).toBe(true)
    const text = [1, 2, 3].map((seq) => textOf(seq)).join('') + textOf(4, 300_000)
    expect(await said(b, id)).toBe(text)
    const whole = { ...before, artifacts: [{ artifactId: 'n', parts: [{ text }] }] }
    expect(
      await isWritten(
        a,
        here,
        more(key, 4, 5, {
          task: { ...whole, artifacts: [{ artifactId: 'n', parts: [{ text: `${text}${textOf(5)}` }] }] },
          snapshot: true,
        }),
      ),
    ).toBe(true)
    expect(await isWritten(a, here, more(key, 5, 6))).toBe(true)
    expect(await b.load(owner, id)).toMatchObject({ seq: 6, snapshot: 5 })
    expect(await said(b, id)).toBe(`${text}${textOf(5)}${textOf(6)}`)
    expect((await b.load(owner, id))?.stored.task.history).toEqual(before.history)
  })

  const hookOf = (key: string, url = 'https://hook.example'): StoredPushConfig => ({
    ...{ taskId: key, configId: 'hook', url, format: 'document' },
  })
  const bounds = { lease, maxReceivers: 10, maxReceiversPerCaller: 10, taken: new Map() }

  /** The receiver of the task, as soon as the process gets it. */
  async function due(log: TaskLog, holder: string, key: string): Promise<DueReceiver> {
    let found: DueReceiver | undefined
    await waitUntil(async () => {
      const taken = await log.receivers.take(holder, bounds)
      found = taken.find((one) => one.key === key)
      return found
    })
    return found ?? expect.fail()
  }

  it('[AF-17] a receiver that is saved while events are written gets those behind its place, by one process', async () => {
    await begin()
    const { key, id } = await make()
    const config = hookOf(id)
    await b.receivers.save(key, [], [config], 3)
    // The writer did not know of it.
    expect(await isWritten(a, here, more(key, 3, 4))).toBe(true)
    const mine = async (log: TaskLog, holder: string) =>
      (await log.receivers.take(holder, bounds)).filter((one) => one.key === key)
    const receiver = await due(a, here, key)
    expect(receiver).toMatchObject({ config, sent: 3, attempts: 0, owner, taskId: id })
    expect(await mine(b, there)).toEqual([])
    expect(await b.receivers.noteSent(there, receiver, { sent: 4, lease })).toBeUndefined()
    expect(await a.receivers.noteSent(here, receiver, { sent: 4, lease })).toBe(receiver.body)
    // Its next attempt, at whichever process.
    await a.receivers.release(here, receiver, { attempts: 2, wait: 1 })
    let again: Awaited<ReturnType<typeof mine>> = []
    await waitUntil(async () => {
      again = await mine(b, there)
      return again.length > 0
    })
    expect(again).toMatchObject([{ sent: 4, attempts: 2 }])
    await b.receivers.save(key, [config], [], 4)
    expect(await b.receivers.noteSent(there, again[0] ?? expect.fail(), { sent: 5, lease })).toBeUndefined()
    expect((await a.load(owner, id))?.stored.pushConfigs).toEqual([])
  })

  it('[AF-17] a receiver that comes with a task gets it from its first event, also where it is saved again at once', async () => {
    await begin()
    for (const log of [a, b]) {
      const config = hookOf('t')
      const { key, id } = await make({ configs: [config] })
      // The message came again, at either process: the configuration is the same, but for its time.
      await log.receivers.save(key, [config], [{ ...config, createdAt: working.timestamp }], 3)
      const receiver = await due(b, there, key)
      expect(receiver).toMatchObject({ sent: 0, config: { createdAt: working.timestamp } })
      expect((await a.load(owner, id))?.stored.pushConfigs).toHaveLength(1)
      await b.receivers.noteSent(there, receiver, { sent: 2, lease })
      await log.receivers.save(key, [config], [hookOf('t', 'https://other.example')], 3)
      await b.receivers.release(there, receiver, { attempts: 0 })
      expect(await due(a, here, key)).toMatchObject({ sent: 2, config: { url: 'https://other.example' } })
    }
  })

  it('[AF-17] a receiver that has everything gets the task again where it is registered again, and else what follows', async () => {
    await begin()
    const config = hookOf('t')
    const { key } = await make({ configs: [config] })
    const receiver = await due(a, here, key)
    await a.receivers.noteSent(here, receiver, { sent: 3, lease })
    await a.receivers.release(here, receiver, { attempts: 0 })
    expect((await b.receivers.take(there, bounds)).filter((one) => one.key === key)).toEqual([])
    await b.receivers.save(key, [config], [{ ...config, createdAt: working.timestamp }], 3)
    expect(await isWritten(a, here, more(key, 3, 4))).toBe(true)
    const next = await due(b, there, key)
    expect(next.sent).toBe(3)
    await b.receivers.noteSent(there, next, { sent: 4, lease })
    await b.receivers.release(there, next, { attempts: 0 })
    await a.receivers.save(key, [config], [hookOf('t')], taskFirst)
    expect((await due(b, there, key)).sent).toBe(taskFirst)
  })

  it('[AF-17] a receiver of a process that has ended belongs to the next one, behind what it has', async () => {
    await begin()
    const { key } = await make({ configs: [hookOf('t')] })
    const receiver = await due(a, here, key)
    await a.receivers.noteSent(here, receiver, { sent: 1, lease })
    expect((await b.receivers.take(there, bounds)).filter((one) => one.key === key)).toEqual([])
    await a.leases.end(here)
    expect(await due(b, there, key)).toMatchObject({ sent: 1 })
    expect(await a.receivers.noteSent(here, receiver, { sent: 2, lease })).toBeUndefined()
  })

  it('[AF-17] others hear of what is written, and of a process that has ended', async () => {
    await begin()
    const { key } = await make()
    const heard: string[] = []
    const stop = await b.listen(
      (holder, keys) => heard.push(`${holder} ${keys.includes(key)}`),
      () => undefined,
    )
    const seen: number[] = []
    const unwatch = b.watch?.(key, (come) => seen.push(...come.map(({ seq }) => seq)))
    await b.isReached()
    await isWritten(a, here, more(key, 3, 5))
    await waitUntil(() => (b.watch ? seen.includes(5) : heard.includes(`${here} true`)))
    if (b.watch) expect(seen).toEqual([4, 5])
    await a.leases.end(here)
    await waitUntil(() => heard.includes(`${here} false`))
    unwatch?.()
    await stop()
  })
})
