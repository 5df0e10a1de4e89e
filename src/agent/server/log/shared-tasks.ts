/**
 * The tasks of one process where several share them: the same as `LiveTasks` in memory, but a task's record is what the
 * store has, unless this process is the task's writer. A writer has the task's fencing number. The process that takes the
 * task over gets the next number, and nothing that the first one writes counts from then on.
 */
import { sleep } from '../../../shared/http/sleep.ts'
import { sameJson } from '../../protocol/read-value.ts'
import { isTerminal, type SendMessageRequest, stateClass } from '../../protocol/types.ts'
import type { FollowOptions } from '../event-log.ts'
import {
  createTaskSessions,
  type LiveTask,
  type LiveTasks,
  openTask,
  type TaskSession,
  type Turn,
  type TurnOrigin,
  taskNotFound,
} from '../live-tasks.ts'
import type { Caller, ServerParts } from '../options.ts'
import { surfaceVersionOf } from '../surfaces.ts'
import { createTaskRecord, type TaskRecord } from '../task-record.ts'
import type { StoredTask } from '../task-store.ts'
import { contextOf, failTask, messageIn, startTurn } from '../turn.ts'
import type { Followed, Followers, ReadBegin } from './followers.ts'
import { shareLoads } from './shared-loads.ts'
import { type LoadedTask, type OrphanedTask, type TaskLog, taskFirst } from './task-log.ts'
import type { OwnTask, Writer } from './writer.ts'

export interface SharedTasks extends LiveTasks {
  /** Keys of the tasks that this process writes, or is about to. */
  readonly held: () => readonly string[]
  /** Works on a task that was taken over from a process that has ended. */
  readonly resume: (orphan: OrphanedTask) => Promise<void>
  /** Ends the turns of this process, so that others go on with them. */
  readonly handOver: () => Promise<void>
  /** Turns that are under way here. */
  readonly running: () => number
  /** Renews the claims of messages that have led to nothing yet. */
  readonly renewClaims: () => Promise<void>
}

export interface SharedTasksOptions {
  readonly log: TaskLog
  readonly holder: string
  /** Milliseconds that a claimed message belongs to the process. */
  readonly lease: number
  readonly server: ServerParts
  readonly writer: Writer
  readonly followers: Followers
  /** Receivers of push notifications were saved. */
  readonly onPushes: () => void
  /** Rejects with `UNAVAILABLE` where the store fails. */
  readonly reach: <T>(work: () => Promise<T>) => Promise<T>
}

interface SharedSession extends TaskSession {
  /** This process is the writer. */
  own: OwnTask | undefined
  readonly setPlace: (loaded: LoadedTask) => void
}

export function createSharedTasks(options: SharedTasksOptions): SharedTasks {
  const { log: store, holder, lease: leaseTime, server, writer, followers, onPushes, reach } = options
  const { forCallers = (work) => work() } = store
  const load = shareLoads((owner, id) => reach(() => forCallers(() => store.load(owner, id))))
  const { get, enter, leave, lease, open, share } = createTaskSessions(load, (loaded: LoadedTask) =>
    add(loaded.stored, loaded),
  )
  const turns = new Set<SharedSession>()
  /** Keys of tasks that become this process's at this moment. */
  const coming = new Set<string>()
  /** Messages that this process has claimed, as far as it does not know that they have led to something. */
  const claimed = new Set<string>()

  async function whileComing<T>(key: string, work: () => Promise<T>): Promise<T> {
    coming.add(key)
    try {
      return await work()
    } finally {
      coming.delete(key)
    }
  }

  /** A task that is in the store, or one that is made. */
  function add(begin: StoredTask, loaded?: LoadedTask, origin?: TurnOrigin): SharedSession {
    const {
      owner,
      task: { id },
    } = begin
    const followed: Followed = followers.open(loaded?.key, loaded?.seq ?? 0)
    let place = loaded
    let base: TaskRecord
    let turn: Turn | undefined
    /** Messages that have led to this task here. */
    const messages = origin?.name === undefined ? [] : [origin.name]

    function see(stored: StoredTask, own?: OwnTask): void {
      entry.own = own
      const { timestamp, taskBytes } = server
      base = createTaskRecord(stored, {
        ...{ timestamp, taskBytes },
        // Readers have it from the store.
        onEvent: (event, record) => own?.append(event, record.task.lastModified ?? '', record),
      })
    }

    function becomeWriter(
      stored: StoredTask,
      given: Pick<Parameters<Writer['own']>[0], 'stored' | 'made' | 'turn'>,
    ): void {
      const own = writer.own({
        ...given,
        onKey: followed.setKey,
        onWritten: followed.take,
        onLost() {
          if (entry.own !== own) return
          entry.own = undefined
          for (const name of messages) claimed.delete(name)
          turn?.abort()
          leave(entry)
        },
      })
      see(stored, own)
    }

    async function reload(): Promise<LoadedTask> {
      const found = await load(owner, id)
      if (!found) throw taskNotFound(id)
      place = found
      return found
    }

    /** The turn of another process. It ends when the task waits for its client, or is over. */
    function remoteTurn(seq: number): Turn {
      let settled: Promise<void> | undefined
      return {
        abort: () => undefined,
        get settled() {
          settled ??= untilSettled(seq)
          return settled
        },
      }
    }

    /** Never rejects. */
    async function untilSettled(seq: number): Promise<void> {
      let begun = false
      const begin = async (): Promise<ReadBegin> => {
        if (!begun) {
          begun = true
          return { seq }
        }
        // Events behind the place were removed: what they have led to is stored.
        const { seq: now, works } = await reload()
        return { seq: now, ...(!works && { end: now }) }
      }
      const reader = followed.read(begin, { untilInterrupted: true, onClose: () => undefined })
      for (;;) {
        try {
          const step = reader.read()
          if (step === 'end') break
          if (step === 'wait') await new Promise<void>((resolve) => reader.onNext(resolve))
        } catch (error) {
          server.onError(error)
          break
        }
      }
      reader.close()
    }

    let claiming: Promise<unknown> = Promise.resolve()
    function claim(start: () => void, claimed?: TurnOrigin): Promise<boolean> {
      const result = claiming.then(() => claimNow(start, claimed))
      claiming = result.catch(() => undefined)
      return result
    }

    async function claimNow(start: () => void, claimed: TurnOrigin | undefined): Promise<boolean> {
      const input = claimed && JSON.stringify(turnInput(claimed))
      if (entry.own) {
        if (claimed && isAtWork(live)) return false
        if (input) entry.own.setTurn(input)
        start()
        return true
      }
      const { key: taken } = place ?? (await reload())
      return whileComing(taken, async () => {
        const fence = await reach(() => store.leases.acquire(holder, taken, input))
        const found = await reload()
        if (fence !== found.fence) {
          // Another process was faster.
          see(found.stored)
          turn = remoteTurn(found.seq)
          if (claimed) return false
          return claimNow(start, claimed)
        }
        becomeWriter(found.stored, { stored: found })
        turn = undefined
        enter(entry)
        start()
        return true
      })
    }

    async function committed(): Promise<void> {
      if (entry.own) await entry.own.written().catch(failUnlessLost)
      if (entry.own) return
      // Another process has the task now, or always had it.
      const found = await reload()
      if (found.works) await untilSettled(found.seq)
      see((found.works ? await reload() : found).stored)
    }

    function failUnlessLost(error: unknown): void {
      if (entry.own) throw error
    }

    async function beginAtNow(): Promise<ReadBegin> {
      const { own } = entry
      if (own && !own.isLost()) {
        const { task } = base.record()
        const seq = own.seq()
        await own.written().catch(failUnlessLost)
        if (!own.isLost()) return { task, seq }
      }
      const { stored, seq } = await reload()
      return { task: stored.task, seq }
    }

    function follow(wanted: FollowOptions): ReturnType<Followed['read']> {
      let after = /^\d{1,9}$/.test(wanted.after ?? '') ? Number(wanted.after) : undefined
      return followed.read(async () => {
        if (after === undefined) return beginAtNow()
        const behind = after
        // Where events behind it were removed, the reader begins with the task as it is.
        after = undefined
        const { seq, stored } = await reload()
        if (behind > seq) return { task: stored.task, seq }
        return { seq: behind, ...(isTerminal(stored.task.status.state) && { end: seq }) }
      }, wanted)
    }

    const live: LiveTask = {
      record: () => base.record(),
      task: () => base.task(),
      checkRoom: (message) => base.checkRoom(message),
      addMessage(message, name) {
        base.addMessage(message)
        if (name !== undefined) messages.push(name)
        entry.own?.append({ kind: 'message', message }, server.timestamp(), base.record(), name)
      },
      setStatus: (...status) => base.setStatus(...status),
      setArtifact: (...artifact) => base.setArtifact(...artifact),
      setPushConfigs(configs, registered) {
        const before = base.record().pushConfigs
        const seen = registered ? taskFirst : (entry.own?.seq() ?? followed.seq())
        base.setPushConfigs(configs)
        saving = saving
          .catch(() => undefined)
          .then(() => entry.own?.written())
          .then(() => reach(() => store.receivers.save(followed.key() ?? '0', before, configs, seen)))
          .then(onPushes)
        // The error was reported, and a caller that waits for the promise gets it too.
        saving.catch(() => undefined)
        return saving
      },
      get turn() {
        return turn
      },
      set turn(next) {
        turn = next
        if (next && entry.own) turns.add(entry)
        else turns.delete(entry)
      },
      waiting: 0,
      claim,
      follow,
      numbered: true,
      pace: () => entry.own?.pace(),
      async committed() {
        await saving
        await committed()
      },
    }
    let saving: Promise<void> = Promise.resolve()
    const entry: SharedSession = {
      live,
      leases: 0,
      own: undefined,
      async written() {
        await saving.catch(() => undefined)
        while (entry.own && entry.leases === 0) {
          const written = await entry.own.written().then(
            () => true,
            () => false,
          )
          if (written) break
          await sleep(100)
        }
      },
      end() {
        // The writer lets go of the task.
        entry.own?.release()
        entry.own = undefined
        followed.close()
      },
      setPlace(found) {
        place = found
        becomeWriter(found.stored, { stored: found })
      },
    }
    if (loaded) {
      see(begin)
      if (loaded.works) turn = remoteTurn(loaded.seq)
    } else {
      const { caller, task: first, pushConfigs, bytes } = begin
      const made = { owner, caller, digest: origin?.name, first, pushConfigs, bytes }
      becomeWriter(begin, { made, turn: origin && JSON.stringify(turnInput(origin)) })
    }
    return enter(entry)
  }

  async function takeUp({ key, owner, id, turn, fence }: OrphanedTask): Promise<void> {
    const found = await store.load(owner, id)
    if (found?.fence !== fence) return
    const entry = get(owner, id) ?? add(found.stored, found)
    entry.setPlace(found)
    const { live, release } = lease(entry)
    try {
      if (isTerminal(live.task().status.state)) return release()
      if (writer.refused.delete(key)) fail(live, release)
      else if (server.options.resumable) begin(live, release, JSON.parse(turn))
      else fail(live, release, 'The process that worked on this task has ended.')
    } catch (error) {
      server.onError(error)
      fail(live, release)
    }
  }

  function fail(live: LiveTask, release: () => void, text?: string): void {
    failTask(live, server.newId, text)
    release()
  }

  function begin(live: LiveTask, release: () => void, input: TurnInput): void {
    const { options, newId, onError } = server
    const { caller, tenant, extensions, request } = input
    const { owner, task } = live.record()
    const message = messageIn(task, request.message)
    const endTurn = server.takeTurn(caller.id)
    if (!task.history?.some((one) => sameJson(one, message))) {
      live.setStatus({ state: 'TASK_STATE_WORKING' })
      live.addMessage(message, input.name)
    }
    startTurn({
      ...{ newId, onError, live, execute: options.execute, surfaceVersion: surfaceVersionOf(extensions) },
      context: { ...contextOf({ caller, tenant, owner, extensions }, request, message, task), resumed: true },
      open: () => live,
      answer: () => undefined,
      refuse: onError,
      onEnd() {
        endTurn()
        release()
      },
    })
  }

  /** The task from memory where this process is its writer: then the store says only that no other process is. */
  async function ownRecord(owner: string, id: string): Promise<StoredTask | undefined> {
    const session = get(owner, id)
    const { own } = session ?? {}
    if (!session || !own || own.isLost()) return undefined
    const record = session.live.record()
    await own.written().catch((error: unknown) => {
      if (!own.isLost()) throw error
    })
    const key = own.key()
    if (own.isLost() || key === undefined) return undefined
    const places = await reach(() => forCallers(() => store.places([key])))
    return places.get(key)?.fence === own.fence ? record : undefined
  }

  const tasks: SharedTasks = {
    open,
    share,
    add: (stored, origin) => lease(add(stored, undefined, origin)),
    async peek(owner, id, { configs = false } = {}) {
      return (!configs && (await ownRecord(owner, id))) || (await load(owner, id))?.stored
    },
    async recall(name, owner, signal) {
      for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
        signal.throwIfAborted()
        const recalled = await reach(() => store.messages.claim(holder, name, leaseTime))
        if (recalled === 'mine') {
          claimed.add(name)
          return undefined
        }
        if (recalled !== 'pending')
          return 'message' in recalled ? recalled : { lease: await openTask(tasks, owner, recalled.taskId) }
        await sleep(pause, signal)
      }
    },
    remember(name, outcome) {
      const said = outcome && 'message' in outcome ? outcome.message : undefined
      // The statement that writes the message into a task is its answer.
      if (outcome && !said && !('again' in outcome)) return
      claimed.delete(name)
      store.messages.settle(holder, name, said).catch(server.onError)
    },
    held: () => [...writer.owned().keys(), ...coming],
    resume: (orphan) => whileComing(orphan.key, () => takeUp(orphan)),
    async handOver() {
      const left = [...turns]
      for (const { live } of left) live.turn?.abort()
      // Without a writer here no lease ends: the turns stay in the store, for another process.
      for (const entry of left) entry.own = undefined
      await writer.stop(2_000)
    },
    running: () => turns.size,
    async renewClaims() {
      if (claimed.size === 0) return
      const names = [...claimed]
      const left = new Set(await store.messages.renew(holder, names, leaseTime))
      for (const name of names) if (!left.has(name)) claimed.delete(name)
    },
  }
  return tasks
}

/** What a turn begins with, as JSON. */
interface TurnInput {
  readonly caller: Caller
  readonly tenant?: string | undefined
  readonly extensions: readonly string[]
  readonly request: SendMessageRequest
  readonly name?: string | undefined
}

function turnInput({ caller, tenant, extensions, request, name }: TurnOrigin): TurnInput {
  return { caller, tenant, extensions, request, name }
}

function isAtWork({ turn, task }: LiveTask): boolean {
  return turn !== undefined && stateClass(task().status.state) === 'running'
}
