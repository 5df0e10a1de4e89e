/**
 * The way of events into the log. Events that come within 10 ms are one append, for all tasks of this process; the
 * first one goes out at once. What could not be written is written again, until it is written or another process is the
 * task's writer. Readers see nothing that is not written.
 */
import { sleep, within, withResolvers } from '../../../shared/http/sleep.ts'
import { AgentError } from '../../protocol/error.ts'
import { isTerminal, type StreamEvent } from '../../protocol/types.ts'
import type { StoredTask } from '../task-store.ts'
import type { MadeTask, StoredEvent, TaskLog, TaskWrite } from './task-log.ts'

interface Pending extends StoredEvent {
  /** Name of the claimed message that the event is. */
  readonly message: string | undefined
  /** The task behind the event. */
  readonly record: StoredTask
}

/** A task that this process writes. */
export interface OwnTask {
  /** Undefined until its first write begins. */
  readonly key: () => string | undefined
  /** Place of the latest event, written or not. */
  readonly seq: () => number
  readonly fence: number
  readonly isLost: () => boolean
  /** `message`: name of the claimed message that the event is. It has led to this task as soon as the event is written. */
  readonly append: (event: StreamEvent, at: string, record: StoredTask, message?: string) => void
  /** A turn begins; `turn` as JSON. */
  readonly setTurn: (turn: string) => void
  /** The lease ends when everything is written. */
  readonly release: () => void
  /** Resolves when all events until now are written. Rejects with `UNAVAILABLE` where that takes too long or is lost. */
  readonly written: () => Promise<void>
  /** After each event: waits while too much is to be written. */
  readonly pace: () => Promise<void> | undefined
  /** Another process is the writer now: nothing more is written. */
  readonly lose: () => void
}

interface OwnTaskOptions {
  /** Of a task that is in the database: its key, its fencing number, and the places of its latest event and its snapshot. */
  readonly stored?:
    | { readonly key: string; readonly fence: number; readonly seq: number; readonly snapshot: number }
    | undefined
  readonly made?: MadeTask | undefined
  readonly turn?: string | undefined
  readonly onKey: (key: string) => void
  readonly onWritten: (events: readonly StoredEvent[]) => void
  /** Called once. */
  readonly onLost: () => void
}

export interface Writer {
  readonly own: (options: OwnTaskOptions) => OwnTask
  /** Tasks that this process writes. */
  readonly owned: () => ReadonlyMap<string, { readonly fence: number; readonly lose: () => void }>
  /** Gives up all tasks, because the lease is over by this process's own clock. */
  readonly abandon: () => void
  /** Keys of tasks of which the database has refused an event: what the agent says cannot be stored. */
  readonly refused: Set<string>
  /** Whether the latest write has failed. */
  readonly fails: () => boolean
  /** Resolves when nothing is left to write, or after so many milliseconds. Nothing is written afterwards. */
  readonly stop: (patience: number) => Promise<void>
}

export interface WriterOptions {
  readonly log: Pick<TaskLog, 'append' | 'keyFor' | 'places'>
  readonly holder: string
  readonly onError: (error: unknown) => void
  /** Receivers of push notifications have something to get. */
  readonly onPushes: () => void
  /** False: the process's lease is over by its own clock, so other processes may write. */
  readonly isAlive: () => boolean
}

/** Milliseconds between the beginnings of two statements. */
const interval = 10
/** Events, and UTF-16 units of them, in one statement: a longer event has a statement of its own. */
const most = { events: 2_000, length: 4 * 1024 * 1024 }
/** UTF-16 units of one task's events that wait; above, its agent waits. */
const mostWaiting = 512 * 1024
const eventsInOneGo = 64
/** Milliseconds that somebody waits for a write. */
const patience = 8_000
/**
 * A task is written whole behind so many events, if their JSON is half as long as the task, or if there are `most` of them. So a
 * reader of a task needs its snapshot and fewer than `most` events. By the first rule snapshots are at most three times as long as the
 * events. By the second they are longer where very short events follow a large artifact: 186 MB beside 17 MB of events, for 100,000 texts
 * of one character behind 4 MB.
 */
const snapshotAfter = { events: 256, part: 0.5, most: 2_048 }

interface Job {
  key: string | undefined
  readonly fence: number
  /** Place of the latest event that is written. */
  written: number
  snapshot: number
  /** UTF-16 units of the events that are written behind the snapshot, as far as this process has written them. */
  behindSnapshot: number
  made: MadeTask | undefined
  turn: string | undefined
  released: boolean
  /** The lease has ended in the database. */
  left: boolean
  lost: boolean
  waiting: Pending[]
  length: number
  seq: number
  record: StoredTask | undefined
  /** Where somebody waits for the next write. */
  progress: ReturnType<typeof withResolvers<void>> | undefined
  readonly options: OwnTaskOptions
}

export function createWriter({ log, holder, onError, onPushes, isAlive }: WriterOptions): Writer {
  /** Tasks with something to write. */
  const dirty = new Set<Job>()
  const owned = new Map<string, { readonly fence: number; readonly lose: () => void; readonly job: Job }>()
  const refused = new Set<string>()
  let begun = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let failing = false
  let stopped = false

  function schedule(job: Job): void {
    if (job.lost || stopped) return
    dirty.add(job)
    running ??= run()
  }

  async function run(): Promise<void> {
    while (dirty.size > 0) {
      await sleep(Math.max(0, begun + interval - performance.now()))
      begun = performance.now()
      await flush(takeBatch())
    }
    running = undefined
  }

  function takeBatch(): readonly Batch[] {
    let [events, length] = [0, 0]
    const batches: Batch[] = []
    for (const job of dirty) {
      if (events >= most.events || length >= most.length) break
      let count = 0
      for (const { body } of job.waiting) {
        if (events >= most.events || (length > 0 && length + body.length > most.length)) break
        count++
        events++
        length += body.length
      }
      const whole = count === job.waiting.length
      if (whole) dirty.delete(job)
      const taken = job.waiting.slice(0, count)
      // A task that is over needs no writer any more.
      const over = isTerminal(taken.at(-1)?.record.task.status.state ?? '')
      batches.push({ job, events: taken, turn: job.turn, released: whole && (job.released || over), over })
    }
    return batches
  }

  async function flush(batches: readonly Batch[]): Promise<void> {
    for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
      const left = batches.filter(({ job }) => !job.lost)
      if (left.length === 0 || stopped) return
      try {
        await write(left)
        failing = false
        return
      } catch (error) {
        if (!failing) onError(error)
        if (isRefusal(error)) return await flushEach(left, error)
        failing = true
        await sleep(pause)
      }
    }
  }

  /** The database takes none of them: one alone is to blame. */
  async function flushEach(batches: readonly Batch[], error: unknown): Promise<void> {
    const [first] = batches
    if (batches.length === 1 && first) {
      onError(error)
      if (first.job.key !== undefined) refused.add(first.job.key)
      lose(first.job)
      return
    }
    for (const batch of batches) await flush([batch])
  }

  async function write(wanted: readonly Batch[]): Promise<void> {
    for (const { job } of wanted) {
      if (job.key !== undefined) continue
      const { owner = '', first } = job.made ?? {}
      const key = await log.keyFor(owner, first?.id ?? '')
      // Lost while the key was fetched: as an owned task it would have no turn, and no other process would take it.
      if (job.lost) continue
      job.key = key
      enter(job, key)
    }
    const batches = wanted.filter(({ job }) => !job.lost)
    if (batches.length === 0) return
    const writes = batches.flatMap(({ job, ...batch }) => (job.key === undefined ? [] : [writeOf(job, job.key, batch)]))
    const { written, pushes } = await log.append(holder, writes)
    if (pushes) onPushes()
    const rest = batches.filter(({ job }) => !written.has(job.key ?? ''))
    // A write whose answer was lost may have come.
    const places = rest.length === 0 ? undefined : await log.places(rest.map(({ job }) => job.key ?? ''))
    for (const [index, batch] of batches.entries()) {
      const { job, events } = batch
      const place = rest.includes(batch) ? places?.get(job.key ?? '') : undefined
      const isOwn = place?.fence === job.fence
      const came = isOwn && place.seq === (events.at(-1)?.seq ?? job.written)
      if (!rest.includes(batch) || came) confirm(batch, writes[index]?.snapshot ?? false)
      // The next statement writes it.
      else if (isOwn && place.seq === job.written) dirty.add(job)
      else lose(job)
    }
  }

  function confirm({ job, events, turn, released }: Batch, snapshot: boolean): void {
    job.waiting.splice(0, events.length)
    const length = lengthOf(events)
    job.length -= length
    job.behindSnapshot = snapshot ? 0 : job.behindSnapshot + length
    job.written = events.at(-1)?.seq ?? job.written
    if (snapshot) job.snapshot = job.written
    job.made = undefined
    if (job.turn === turn) job.turn = undefined
    if (released) {
      job.left = true
      leave(job)
    }
    job.options.onWritten(events)
    progress(job)
  }

  function progress(job: Job): void {
    job.progress?.resolve()
    job.progress = undefined
  }

  function nextProgress(job: Job): Promise<void> {
    job.progress ??= withResolvers()
    return job.progress.promise
  }

  function enter(job: Job, key: string): void {
    owned.set(key, { fence: job.fence, lose: () => lose(job), job })
    job.options.onKey(key)
  }

  function leave(job: Job): void {
    if (job.key !== undefined && owned.get(job.key)?.fence === job.fence) owned.delete(job.key)
  }

  function lose(job: Job): void {
    if (job.lost) return
    job.lost = true
    job.waiting = []
    dirty.delete(job)
    leave(job)
    job.options.onLost()
    progress(job)
  }

  async function written(job: Job): Promise<void> {
    const { seq } = job
    const deadline = performance.now() + patience
    while (job.written < seq || job.made) {
      const left = deadline - performance.now()
      if (job.lost || left <= 0) throw unavailable()
      await within(nextProgress(job), left)
    }
  }

  return {
    owned: () => owned,
    abandon() {
      for (const { job } of [...owned.values()]) lose(job)
    },
    refused,
    fails: () => failing,
    async stop(patience) {
      if (running) await within(running, patience)
      stopped = true
      for (const job of [...dirty]) lose(job)
    },
    own(options) {
      const { stored, made, turn } = options
      const { key, fence = 0, seq = 0, snapshot = 0 } = stored ?? {}
      const job: Job = {
        ...{ key, fence, seq, snapshot, made, turn, written: seq, options },
        ...{
          behindSnapshot: 0,
          released: false,
          left: false,
          lost: false,
          waiting: [],
          length: 0,
          record: undefined,
          progress: undefined,
        },
      }
      let events = 0
      if (key !== undefined) enter(job, key)
      if (made) schedule(job)
      return {
        key: () => job.key,
        seq: () => job.seq,
        fence,
        isLost: () => job.lost,
        append(event, at, record, message) {
          if (!isAlive()) lose(job)
          if (job.lost) return
          const body = JSON.stringify(event)
          job.waiting.push({ seq: ++job.seq, at, event, body, record, message })
          job.length += body.length
          schedule(job)
        },
        setTurn(turn) {
          job.turn = turn
          job.released = false
          schedule(job)
        },
        release() {
          if (job.left) return
          job.released = true
          schedule(job)
        },
        written: () => written(job),
        pace() {
          if (job.length > mostWaiting) return untilShort(job)
          return ++events % eventsInOneGo === 0 ? sleep(0) : undefined
        },
        lose: () => lose(job),
      }
    },
  }

  async function untilShort(job: Job): Promise<void> {
    while (job.length > mostWaiting && !job.lost) await nextProgress(job)
  }
}

interface Batch {
  readonly job: Job
  readonly events: readonly Pending[]
  readonly turn: string | undefined
  readonly released: boolean
  /** The task is over. */
  readonly over: boolean
}

function writeOf(job: Job, key: string, { events, turn, released, over }: Omit<Batch, 'job'>): TaskWrite {
  const { made, fence, written: before, snapshot, behindSnapshot } = job
  const last = events.at(-1)
  const record = last?.record
  const behind = (last?.seq ?? before) - snapshot
  const length = behindSnapshot + lengthOf(events)
  const isLong = length >= (record?.bytes ?? 0) * snapshotAfter.part || behind >= snapshotAfter.most
  return {
    ...{ key, fence, before, turn, made },
    events: events.map(({ seq, at, body, message }) => ({ seq, at, body, message })),
    task: record?.task ?? made?.first,
    bytes: record?.bytes ?? made?.bytes ?? 0,
    snapshot: record !== undefined && (over || (behind >= snapshotAfter.events && isLong)),
    released,
  }
}

function lengthOf(events: readonly Pending[]): number {
  return events.reduce((sum, { body }) => sum + body.length, 0)
}

/** The database takes this statement never: a value, a constraint, or a size (SQLSTATE classes 22, 23 and 54). */
function isRefusal(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^(22|23|54)/.test(code)
}

export function unavailable(): AgentError {
  return new AgentError('UNAVAILABLE', 'The tasks cannot be reached', {
    hint: 'Send the request again.',
    retryAfter: 1_000,
  })
}
