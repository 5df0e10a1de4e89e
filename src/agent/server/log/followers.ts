/**
 * Readers of tasks that any process may write. The log in the store is the truth: what this process has written, or was
 * notified of, is read from there once for all readers of a task. Events stay in memory until all readers have them; a reader that
 * falls too far behind reads pages of its own.
 */
import { isInterrupted, isTerminal, type Task } from '../../protocol/types.ts'
import { withHistory } from '../bindings.ts'
import { type EventReader, type FollowOptions, isLast, type LogEntry, logEntry, type ReadStep } from '../event-log.ts'
import { type EventsBehind, readBehind } from './read-behind.ts'
import type { StoredEvent, TaskLog } from './task-log.ts'

/** A task whose events come, as long as somebody needs them. */
export interface Followed {
  readonly key: () => string | undefined
  /** Place of the latest event that is known here. */
  readonly seq: () => number
  /** Of a task that was not in the store. */
  readonly setKey: (key: string) => void
  /** Events that this process has written. */
  readonly take: (events: readonly StoredEvent[]) => void
  readonly read: (begin: BeginReading, options: FollowOptions) => EventReader
  readonly close: () => void
}

/** Where a reader begins. */
export interface ReadBegin {
  /** The task as it is at this place, for readers that do not have it. */
  readonly task?: Task
  /** Place of the latest event that the reader has. */
  readonly seq: number
  /** The task is over: the place of its last event. */
  readonly end?: number
}

/** Called again where events that the reader needs were removed: then it begins with the task as it is. */
type BeginReading = () => Promise<ReadBegin>

export interface Followers {
  readonly open: (key: string | undefined, seq: number) => Followed
  /** Events may have come: of these tasks, or of all. */
  readonly wake: (keys?: Iterable<string>) => void
  /** Tasks that are followed now. */
  readonly size: () => number
}

/** What readers of one task share. */
interface FollowedTask {
  key: string | undefined
  /** The latest events, which some reader may not have yet. */
  readonly entries: FollowedEntry[]
  /** Place before the first of `entries`. */
  base: number
  /** UTF-16 units of `entries` as JSON. */
  length: number
  seq: number
  opened: number
  /** Ends the watch of the log. */
  unwatch?: (() => void) | undefined
  readonly readers: Set<TaskReader>
}

interface FollowedEntry {
  readonly entry: LogEntry
  readonly length: number
}

interface TaskReader extends Pick<EventReader, 'read' | 'onNext'> {
  /** Place of the latest event that it has. Undefined until it knows where to begin. */
  readonly position: () => number | undefined
  readonly awake: () => void
}

type ReadLog = Pick<TaskLog, 'read' | 'places' | 'watch'>

/** Events of one task in one page. */
const page = 256
/** Tasks in one read: with a page of each it has at most 16,384 events. */
const tasksInOneRead = 64
const nothingBehind: EventsBehind = { events: [], removed: undefined, more: false }

/** `backlog`: UTF-16 units of one task's events that are kept for readers that are slow. */
export function createFollowers(log: ReadLog, backlog: number, onError: (error: unknown) => void): Followers {
  const byKey = new Map<string, FollowedTask>()
  const dirty = new Set<FollowedTask>()
  let running = false

  function wake(keys: Iterable<string> = byKey.keys()): void {
    for (const key of keys) {
      const shared = byKey.get(key)
      if (shared) dirty.add(shared)
    }
    if (!running && dirty.size > 0) void fetchAll()
  }

  async function fetchAll(): Promise<void> {
    running = true
    while (dirty.size > 0) {
      const asked = [...dirty].slice(0, tasksInOneRead)
      for (const one of asked) dirty.delete(one)
      // The next notification, or the next second, tries again.
      await fetch(asked).catch(onError)
    }
    running = false
  }

  async function fetch(asked: readonly FollowedTask[]): Promise<void> {
    const after = asked.flatMap(({ key, seq }) => (key === undefined ? [] : [{ key, seq }]))
    const found = await readBehind(log, after, page, onError)
    for (const shared of asked) {
      const { events, removed, more } = found.get(shared.key ?? '') ?? nothingBehind
      // Others may have given events meanwhile.
      if (removed !== undefined && removed > shared.seq) skipTo(shared, removed)
      take(shared, events)
      if (more) dirty.add(shared)
    }
  }

  function take(shared: FollowedTask, events: readonly StoredEvent[]): void {
    const { seq: before, readers } = shared
    forgetRead(shared)
    for (const { seq, event, body } of events) {
      if (seq <= shared.seq) continue
      if (seq > shared.seq + 1) {
        // Events between them come with the next page.
        wake([shared.key ?? ''])
        break
      }
      shared.seq = seq
      shared.entries.push({ entry: logEntry(event, String(seq)), length: body.length })
      shared.length += body.length
    }
    if (shared.seq === before) return
    forgetOldest(shared)
    for (const { awake } of readers) awake()
  }

  /** Events up to this place were removed from the log: readers who lack one of them begin with the task as it is. */
  function skipTo(shared: FollowedTask, seq: number): void {
    shared.entries.length = 0
    shared.length = 0
    shared.base = seq
    shared.seq = seq
    for (const { awake } of shared.readers) awake()
  }

  /** Drops the events that all readers have. */
  function forgetRead(shared: FollowedTask): void {
    let read = shared.seq
    for (const { position } of shared.readers) read = Math.min(read, position() ?? shared.base)
    if (read > shared.base) forget(shared, read - shared.base)
  }

  /** Drops events that are too many. The latest one is kept. */
  function forgetOldest(shared: FollowedTask): void {
    let { length } = shared
    let count = 0
    while (length > backlog && count < shared.entries.length - 1) length -= shared.entries[count++]?.length ?? 0
    if (count > 0) forget(shared, count)
  }

  function forget(shared: FollowedTask, count: number): void {
    for (const { length } of shared.entries.splice(0, count)) shared.length -= length
    shared.base += count
  }

  function enter(key: string, shared: FollowedTask): void {
    byKey.set(key, shared)
    shared.unwatch = log.watch?.(key, (events) => take(shared, events))
  }

  function open(key: string | undefined, seq: number): Followed {
    const known = key === undefined ? undefined : byKey.get(key)
    const shared = known ?? { key, base: seq, seq, opened: 0, entries: [], length: 0, readers: new Set() }
    if (key !== undefined && !known) enter(key, shared)
    if (known) wake([key ?? ''])
    return handleOf(shared)
  }

  function handleOf(shared: FollowedTask): Followed {
    shared.opened++
    let isOpen = true
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      shared.opened--
      if (shared.opened > 0 || shared.key === undefined || byKey.get(shared.key) !== shared) return
      byKey.delete(shared.key)
      shared.unwatch?.()
    }
    return {
      key: () => shared.key,
      seq: () => shared.seq,
      setKey(key) {
        shared.key = key
        if (isOpen) enter(key, shared)
      },
      take: (events) => take(shared, events),
      close,
      read(begin, options) {
        // The reader outlives the request that opened the task.
        const held = handleOf(shared)
        const reader = createReader(log, shared, begin, options)
        shared.readers.add(reader)
        return {
          ...reader,
          close() {
            shared.readers.delete(reader)
            held.close()
            options.onClose()
          },
        }
      },
    }
  }

  return { open, wake, size: () => byKey.size }
}

function createReader(
  log: ReadLog,
  shared: FollowedTask,
  begin: BeginReading,
  { untilInterrupted = false, historyLength }: FollowOptions,
): TaskReader {
  /** Place of the latest event that was read. */
  let position: number | undefined
  let end: number | undefined
  let first: LogEntry | undefined
  let over = false
  let failure: { readonly error: unknown } | undefined
  let waiting: (() => void) | undefined
  let pages: readonly StoredEvent[] = []
  let loading = false

  function awake(): void {
    const notify = waiting
    waiting = undefined
    notify?.()
  }

  function load(coming: Promise<void>): void {
    loading = true
    coming
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => {
        loading = false
        awake()
      })
  }

  async function start(): Promise<void> {
    const { task, seq, end: last } = await begin()
    const again = position !== undefined
    position = seq
    end = last
    if (task) first = logEntry({ kind: 'task', task: withHistory(task, historyLength) }, String(seq))
    // A task that is over has nothing more than its snapshot.
    if (task && isTerminal(task.status.state)) over = true
    // The event that interrupted it may be among those that were removed.
    if (task && again && untilInterrupted && isInterrupted(task.status.state)) over = true
  }

  async function nextPage(after: number): Promise<void> {
    const found = await readBehind(log, [{ key: shared.key ?? '0', seq: after }], page)
    pages = found.get(shared.key ?? '')?.events ?? []
    if (pages[0]?.seq !== after + 1) await start()
  }

  load(start())

  /** The entry behind the place, from the page or from memory. */
  function next(after: number): ReadStep {
    while (pages[0] && pages[0].seq <= after) pages = pages.slice(1)
    const [stored] = pages
    if (stored) return logEntry(stored.event, String(stored.seq))
    if (after < shared.base) return 'behind'
    return shared.entries[after - shared.base]?.entry ?? 'wait'
  }

  function read(): ReadStep {
    for (;;) {
      if (failure) throw failure.error
      if (loading || position === undefined) return 'wait'
      if (first) {
        const entry = first
        first = undefined
        return entry
      }
      if (over || (end !== undefined && position >= end)) return 'end'
      const step = next(position)
      if (step === 'behind') {
        load(nextPage(position))
        return 'wait'
      }
      if (typeof step === 'string') return step
      position++
      over = isLast(step.event, untilInterrupted)
      // The client's own message is no event for readers.
      if (step.event.kind !== 'message') return step
    }
  }

  return {
    read,
    position: () => position,
    awake,
    onNext(notify) {
      waiting = notify
      return () => {
        if (waiting === notify) waiting = undefined
      }
    },
  }
}
