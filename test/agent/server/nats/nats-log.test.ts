// What happens to tasks on JetStream at moments that a broker gives only by chance: lost answers, late writes, unheard changes.
import { randomUUID } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { type NatsTaskStore, natsTaskStore } from 'surface-runtime/agent/nats'
import { afterAll, describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { noNats, startNats } from '../../../../.ci/nats-server.mjs'
import type { TaskLog, TaskWrite } from '../../../../src/agent/server/log/task-log.ts'
import { type Broker, openBroker } from '../../../../src/agent/server/nats/broker.ts'
import { createNatsLog } from '../../../../src/agent/server/nats/nats-log.ts'
import type { StoredPushConfig } from '../../../../src/agent/server/task-store.ts'
import { withResolvers } from '../../../../src/shared/http/sleep.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const nats = await startNats()
if (!nats) console.warn(`Faults of a broker are not tested. ${noNats}`)
const logs: TaskLog[] = []
afterAll(async () => {
  for (const log of logs) await log.close()
  nats?.stop()
})

const maxAge = 86_400_000
const lease = 60_000
const owner = '["acme","ann"]'
const working = { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:00.000Z' } as const
const bounds = { lease, maxReceivers: 1_000, maxReceiversPerCaller: 1_000, taken: new Map() }

/** A process of its own, which sees the broker as the function makes it. */
async function processOf(change: (broker: Broker) => Partial<Broker> = () => ({})) {
  const { url } = nats ?? expect.fail()
  const broker = await openBroker(await connect({ servers: url, reconnectTimeWait: 50 }), {
    ...{ prefix: 'test', replicas: 1, maxAge },
  })
  const log = await createNatsLog({ ...broker, ...change(broker) }, maxAge)
  logs.push(log)
  const holder = randomUUID()
  await log.leases.renew(holder, lease)
  return { log, holder }
}

const eventAt = (seq: number): TaskWrite['events'][number] => {
  const artifact = { artifactId: 'n', parts: [{ text: `${seq};` }] }
  const event = { kind: 'artifact', taskId: 't', contextId: 'c', artifact, index: 0, append: seq > 1 }
  return { seq, at: working.timestamp, body: JSON.stringify(event) }
}

/** The first write of a task: its message, one event, and a turn. */
async function newTask(
  log: TaskLog,
  more: { readonly digest?: string; readonly configs?: readonly StoredPushConfig[] } = {},
) {
  const id = randomUUID()
  const key = await log.keyFor(owner, id)
  const first = { id, contextId: 'c', status: working }
  const write: TaskWrite = {
    ...{ key, fence: 0, before: 0, events: [eventAt(1)], task: first, bytes: 200, snapshot: false, released: false },
    turn: '{"say":"go"}',
    made: { owner, caller: 'ann', digest: more.digest, first, bytes: 100, pushConfigs: more.configs ?? [] },
  }
  return { id, key, write }
}

const hook: StoredPushConfig = { taskId: 't', configId: 'hook', url: 'https://hook.example', format: 'document' }

/** The next write through this is held up until it is let go; or its answer is lost. */
function publishing(broker: Broker) {
  let act: ((publish: () => ReturnType<Broker['publish']>) => ReturnType<Broker['publish']>) | undefined
  const publish: Broker['publish'] = (...asked) => {
    const next = act
    act = undefined
    return next ? next(() => broker.publish(...asked)) : broker.publish(...asked)
  }
  return {
    publish,
    once(next: NonNullable<typeof act>) {
      act = next
    },
  }
}

async function processWithPublish() {
  let control: ReturnType<typeof publishing> | undefined
  const one = await processOf((broker) => {
    control = publishing(broker)
    return { publish: control.publish }
  })
  return { ...one, once: control?.once ?? expect.fail() }
}

/** A process that hears nothing of cursors. */
const deaf = (broker: Broker): Partial<Broker> => ({
  state: new Proxy(broker.state, {
    get(state, name) {
      if (name === 'watch') return () => state.watch({ key: 'push.nobody' })
      const value = Reflect.get(state, name)
      return typeof value === 'function' ? value.bind(state) : value
    },
  }),
})

describe.skipIf(!nats)('a log of tasks on JetStream', () => {
  it('[AF-12] a write whose answer was lost counts once, and its message has led to the task', async () => {
    const [a, b] = [await processWithPublish(), await processOf()]
    const digest = randomUUID()
    const { id, key, write } = await newTask(a.log, { digest })
    expect(await a.log.messages.claim(a.holder, digest, lease)).toBe('mine')
    const lost = new Error('no answer')
    a.once(async (publish) => {
      await publish()
      throw lost
    })
    await expect(a.log.append(a.holder, [write])).rejects.toBe(lost)
    expect(await b.log.messages.claim(b.holder, digest, lease)).toBe('pending')
    // As the writer does: again, and then it asks for the place.
    expect([...(await a.log.append(a.holder, [write])).written]).toEqual([])
    expect((await a.log.places([key])).get(key)).toEqual({ fence: 0, seq: 1 })
    expect(await b.log.messages.claim(b.holder, digest, lease)).toEqual({ taskId: id })
    expect((await b.log.read([{ key, seq: 0 }], 9)).get(key)).toHaveLength(1)
  })

  it('[AF-7] a task whose process is held up until others have looked is not made, as its turn would have no mark', async () => {
    const [a, b] = [await processWithPublish(), await processOf()]
    const { id, key, write } = await newTask(a.log)
    const [asked, goes] = [withResolvers<void>(), withResolvers<void>()]
    a.once(async (publish) => {
      asked.resolve()
      await goes.promise
      return publish()
    })
    const writing = a.log.append(a.holder, [write])
    await asked.promise
    await a.log.leases.end(a.holder)
    expect(await b.log.leases.takeOrphans(b.holder, { lease: 0, idle: [] })).toEqual([])
    goes.resolve()
    expect([...(await writing).written]).toEqual([])
    expect(await b.log.load(owner, id)).toBeUndefined()
    expect((await b.log.places([key])).size).toBe(0)
  })

  it('[AF-7] a turn that begins while others take its process for dead is found when it has ended', async () => {
    const [a, b] = [await processWithPublish(), await processOf()]
    const { key, id, write } = await newTask(b.log)
    await b.log.append(b.holder, [write])
    await b.log.append(b.holder, [
      { ...write, before: 1, events: [], made: undefined, turn: undefined, released: true },
    ])
    const [asked, goes] = [withResolvers<void>(), withResolvers<void>()]
    a.once(async (publish) => {
      asked.resolve()
      await goes.promise
      return publish()
    })
    const acquiring = a.log.leases.acquire(a.holder, key, '{"say":"next"}')
    await asked.promise
    await a.log.leases.end(a.holder)
    expect(await b.log.leases.takeOrphans(b.holder, { lease: 0, idle: [] })).toEqual([])
    await a.log.leases.renew(a.holder, lease)
    goes.resolve()
    const fence = (await acquiring) ?? expect.fail()
    expect(await a.log.leases.turnsOf(a.holder)).toEqual([{ key, fence }])
    await a.log.leases.end(a.holder)
    const taken = await b.log.leases.takeOrphans(b.holder, { lease: 0, idle: [] })
    expect(taken).toEqual([{ key, id, owner, fence: fence + 1, turn: '{"say":"next"}' }])
  })

  it('[AF-7] a turn is taken over although the task changes in the same moment', async () => {
    const [a, b] = [await processOf(), await processWithPublish()]
    const { key, write } = await newTask(a.log)
    await a.log.append(a.holder, [write])
    await a.log.leases.end(a.holder)
    b.once(async (publish) => {
      await a.log.receivers.save(key, [], [hook], 1)
      return publish()
    })
    const orphans = await b.log.leases.takeOrphans(b.holder, { lease: 0, idle: [] })
    expect(orphans).toMatchObject([{ key, fence: 1 }])
    expect((await b.log.load(owner, orphans[0]?.id ?? ''))?.stored.pushConfigs).toEqual([hook])
  })

  it('[AF-6] a receiver keeps its place where it is saved again by a process that has not heard of it', async () => {
    const [a, b] = [await processOf(), await processOf(deaf)]
    const { key, write } = await newTask(a.log, { configs: [hook] })
    await a.log.append(a.holder, [write])
    // The message came again there.
    await b.log.receivers.save(key, [hook], [{ ...hook, createdAt: working.timestamp }], 1)
    const taken = await b.log.receivers.take(b.holder, bounds)
    expect(taken.filter((one) => one.key === key)).toMatchObject([{ sent: 0 }])
  })

  it('[AF-6] a receiver is found whose process has ended, also where nobody has heard of it', async () => {
    const [a, b] = [await processOf(), await processOf(deaf)]
    const { key, write } = await newTask(a.log, { configs: [hook] })
    await a.log.append(a.holder, [write])
    await a.log.leases.end(a.holder)
    const mine = async () => (await b.log.receivers.take(b.holder, bounds)).filter((one) => one.key === key)
    expect(await mine()).toEqual([])
    await nats?.restart()
    let found: Awaited<ReturnType<typeof mine>> = []
    await waitUntil(async () => {
      found = await mine().catch(() => [])
      return found.length > 0
    })
    expect(found).toMatchObject([{ sent: 0, config: hook }])
  })

  it('[AF-9] a store without a server, or with a name that is none, is refused, and so is one that is not reached', async () => {
    const servers = nats?.url ?? ''
    for (const none of ['', []]) await expect(natsTaskStore({ servers: none })).rejects.toThrow(TypeError)
    for (const prefix of ['', 'a.b', '>', 'a b'])
      await expect(natsTaskStore({ servers, prefix })).rejects.toThrow('The prefix is a name of letters')
    await expect(natsTaskStore({ servers: 'nats://127.0.0.1:1' })).rejects.toThrow(/refused/i)
  })

  it('[AF-9] readiness says whether the server is reached', async () => {
    const own = (await startNats()) ?? expect.fail()
    const store: NatsTaskStore = await natsTaskStore({ servers: own.url, connection: { timeout: 1_000 } })
    expect((await store.readyz()).status).toBe(200)
    own.stop()
    expect((await store.readyz()).status).toBe(503)
    await store.close({ grace: 0 })
  })

  it('[AF-1] the latest messages of very many subjects come in several parts', async () => {
    let subjects = 0
    const { url } = nats ?? expect.fail()
    const broker = await openBroker(await connect({ servers: url }), { prefix: 'many', replicas: 1, maxAge })
    const subjectOf = (number: number): string => broker.subjectOf('task', `ann.${number}`)
    for (let number = 0; number < 6_000; number += 1_000)
      await Promise.all(Array.from({ length: 1_000 }, (_, index) => broker.publish(subjectOf(number + index), 'old')))
    await broker.publish(subjectOf(17), 'new')
    const seen = new Map<string, string>()
    await broker.latestOfEach(broker.subjectOf('task', 'ann.*'), async ({ subject, payload }) => {
      subjects++
      seen.set(subject, payload)
    })
    expect([subjects, seen.size, seen.get(subjectOf(17)), seen.get(subjectOf(18))]).toEqual([
      6_000,
      6_000,
      'new',
      'old',
    ])
    await broker.connection.close()
  })

  it('[AF-3] a task that cannot be read does not keep the others of a read from theirs', async () => {
    const { log, holder } = await processOf()
    const tasks = [await newTask(log), await newTask(log), await newTask(log)] as const
    await log.append(
      holder,
      tasks.map(({ write }) => write),
    )
    const [{ key: broken }] = tasks
    const fault = new Error('no answer for this one')
    const other = await processOf((broker) => ({
      readFrom: (subject, ...rest) =>
        subject.endsWith(broken) ? Promise.reject(fault) : broker.readFrom(subject, ...rest),
    }))
    const all = tasks.map(({ key }) => ({ key, seq: 0 }))
    const told: unknown[] = []
    const found = await other.log.read(all, 9, (error) => told.push(error))
    expect(tasks.map(({ key }) => found.get(key)?.length)).toEqual([undefined, 1, 1])
    expect(told).toEqual([fault])
    await expect(other.log.read(all, 9)).rejects.toBe(fault)
    // None can be read.
    await expect(other.log.read([{ key: broken, seq: 0 }], 9, (error) => told.push(error))).rejects.toBe(fault)
    expect(told).toHaveLength(1)
  })

  it('[AF-3] an event whose pieces were removed is removed, and what follows is read', async () => {
    let purge: Broker['purge'] | undefined
    const { log, holder } = await processOf((broker) => {
      purge = broker.purge
      return {}
    })
    const { key, write } = await newTask(log)
    await log.append(holder, [write])
    const long = { ...eventAt(2), body: eventAt(2).body.replace('2;', 'x'.repeat(600_000)) }
    const next = { ...write, made: undefined, turn: undefined }
    await log.append(holder, [{ ...next, before: 1, events: [long] }])
    await log.append(holder, [{ ...next, before: 2, events: [eventAt(3)] }])
    await purge?.(`test.piece.${key}.>`)
    const other = await processOf()
    const seqsOf = async (seq: number) => (await other.log.read([{ key, seq }], 9)).get(key)?.map((event) => event.seq)
    expect(await seqsOf(0)).toEqual([1])
    expect(await seqsOf(1)).toEqual([3])
  })

  it('[AF-3] many events are read by a consumer that does not outlive the read', async () => {
    const { log, holder } = await processOf()
    const { key, write } = await newTask(log)
    await log.append(holder, [write])
    for (let before = 1; before < 9; before++)
      await log.append(holder, [{ ...write, made: undefined, turn: undefined, before, events: [eventAt(before + 1)] }])
    const other = await processOf()
    const read = (await other.log.read([{ key, seq: 0 }], 100)).get(key)
    expect(read?.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const connection = await connect({ servers: nats?.url ?? '' })
    const manager = await jetstreamManager(connection)
    await waitUntil(async () => (await manager.streams.info('test_tasks')).state.consumer_count === 0)
    await connection.close()
  })
})
