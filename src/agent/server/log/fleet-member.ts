/** One server's part in a fleet: it says that it lives, hears of others' writes, takes over what they leave, and ends in order. */
import { sleep } from '../../../shared/http/sleep.ts'
import { AgentError } from '../../protocol/error.ts'
import type { LiveTasks } from '../live-tasks.ts'
import type { ServerParts } from '../options.ts'
import { createFollowers } from './followers.ts'
import { createPushDeliveries } from './push-deliveries.ts'
import { createSharedTasks } from './shared-tasks.ts'
import type { TaskLog } from './task-log.ts'
import { createWriter, unavailable } from './writer.ts'

export interface FleetMember {
  readonly tasks: LiveTasks
  /** Rejects with `UNAVAILABLE` where the store fails, and the host is told. */
  readonly reach: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether the store was reached a short time ago. */
  readonly isReady: () => boolean
  /** Running turns get `grace` milliseconds to end; those that are left go on in other processes. */
  readonly close: (grace: number) => Promise<void>
}

/** Milliseconds between two looks at what no notification has told. */
const pollInterval = 1_000

export function joinFleet(log: TaskLog, server: ServerParts, lease: number): FleetMember {
  const { cleaning } = log
  const holder = crypto.randomUUID()
  const ending = new AbortController()
  const { signal } = ending
  /** When the latest renewal that came began. Until the first one, nobody counts on this process. */
  let renewed = performance.now()
  let reachedAt = Number.NEGATIVE_INFINITY
  let complained = false
  let closing = false

  /** A store that is away is told to the host once. */
  function complain(error: unknown): void {
    if (!complained) server.onError(error)
    complained = true
  }

  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AgentError) throw error
      complain(error)
      throw unavailable()
    }
  }

  // Shorter than what the store counts: another process takes a task over after this one has ended its turn.
  const isAlive = (): boolean => performance.now() - renewed < lease * 0.8
  const pushes = createPushDeliveries(log, holder, { ...server, onError: complain })
  const writer = createWriter({ log, holder, isAlive, onError: complain, onPushes: pushes.wake })
  const followers = createFollowers(log, server.backlogBytes, complain)
  const tasks = createSharedTasks({ log, holder, lease, server, writer, followers, onPushes: pushes.wake, reach })

  async function renew(): Promise<void> {
    const begun = performance.now()
    await log.leases.renew(holder, lease)
    renewed = begun
    reachedAt = begun
    complained = false
    await tasks.renewClaims()
  }

  /** Others may have taken the tasks over: nothing that the turns here still do may count. A statement may hang meanwhile. */
  async function checkLease(): Promise<void> {
    if (!isAlive()) writer.abandon()
  }

  /** Gives up tasks that another process has taken. */
  async function checkOwned(keys: readonly string[]): Promise<void> {
    const owned = keys.filter((key) => writer.owned().has(key))
    if (owned.length === 0) return
    const places = await log.places(owned)
    for (const key of owned) {
      const own = writer.owned().get(key)
      const place = places.get(key)
      if (own && place && place.fence !== own.fence) own.lose()
    }
  }

  /** One after the other: what one has taken is in this process's hand when the next one looks. */
  let taking: Promise<void> = Promise.resolve()
  function takeOver(): Promise<void> {
    const result = taking.then(takeOverNow)
    taking = result.catch(() => undefined)
    return result
  }

  async function takeOverNow(): Promise<void> {
    const turns = await log.leases.turnsOf(holder)
    const confirmed = new Map(turns.map(({ key, fence }) => [key, fence]))
    const rest = [...writer.owned()].filter(([key, { fence }]) => confirmed.get(key) !== fence)
    await checkOwned(rest.map(([key]) => key))
    if (closing || !isAlive()) return
    // Stored turns of this process that do not run here. `held` is asked behind the answer: tasks are made meanwhile.
    const held = new Set(tasks.held())
    const idle = turns.filter(({ key }) => !held.has(key))
    const orphans = await log.leases.takeOrphans(holder, { lease, idle })
    for (const orphan of orphans) tasks.resume(orphan).catch(complain)
  }

  function hear(writerId: string, keys: readonly string[]): void {
    if (writerId === holder) return
    if (keys.length > 0) {
      followers.wake(keys)
      checkOwned(keys).catch(complain)
    } else {
      followers.wake()
      takeOver().catch(complain)
    }
  }

  /** Repeats the work until the process ends. What it rejects with is told. */
  async function every(interval: number, work: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      await work().catch(complain)
      await sleep(interval, signal)
    }
  }

  async function poll(): Promise<void> {
    followers.wake()
    pushes.wake()
    await takeOver()
  }

  /** Listens again where the connection ends. */
  async function listen(): Promise<void> {
    const lost = new AbortController()
    const stop = await log.listen(hear, () => lost.abort())
    // What was sent before is not heard.
    followers.wake()
    await sleep(2 ** 31 - 1, AbortSignal.any([signal, lost.signal]))
    await stop()
  }

  const begun = renew().catch(complain)
  const loops = [
    every(lease / 4, renew),
    every(lease / 20, checkLease),
    every(300, listen),
    begun.then(() => every(pollInterval, poll)),
    ...(cleaning ? [every(cleaning.interval, () => cleaning.clean(holder, now()))] : []),
  ]

  function now(): number {
    return (server.options.now ?? Date.now)()
  }

  return {
    tasks,
    reach,
    isReady: () => performance.now() - reachedAt < lease && !writer.fails() && !signal.aborted,
    async close(grace) {
      closing = true
      const deadline = performance.now() + grace
      while (tasks.running() > 0 && performance.now() < deadline) await sleep(20)
      await tasks.handOver()
      await pushes.close()
      ending.abort()
      await Promise.all(loops)
      await log.leases.end(holder).catch(complain)
    },
  }
}
