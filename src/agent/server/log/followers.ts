/**
 * Readers of tasks that any process may write. The log in the store is the truth: what this process has written, or was
 * notified of, is read from there once for all readers of a task. Events stay in memory until all readers have them; a reader that
 * falls too far behind reads pages of its own.
 */
import { isInterrupted, isTerminal, type StreamEvent, type Task } from '../../protocol/types.ts'
import { withHistory } from '../bindings.ts'
import {
  createEventLog,
  type EventLog,
  type EventReader,
  type FollowOptions,
  followTask,
  type LogEntry,
  logEntry,
  type ReadStep,
} from '../event-log.ts'
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
}

/** What readers of one task share. */
interface FollowedTask {
  key: string | undefined
  /** The latest events, which some reader may not have yet: each at the place of the one before it. */
  readonly events: EventLog
  opened: number
  /** Ends the watch of the log. */
  unwatch?: (() => void) | undefined
  readonly readers: Set<TaskReader>
}

interface TaskReader extends EventReader {
  /** An event before this place is not needed any more. Undefined: the reader does not know yet where to begin. */
  readonly place: () => number | undefined
  /** The reader may have more to read. */
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
    const after = asked.flatMap(({ key, events }) => (key === undefined ? [] : [{ key, seq: events.end() }]))
    const found = await readBehind(log, after, page, onError)
    for (const shared of asked) {
      const { events, removed, more } = found.get(shared.key ?? '') ?? nothingBehind
      // Others may have given events meanwhile.
      if (removed !== undefined && removed > shared.events.end()) skipTo(shared, removed)
      take(shared, events)
      if (more) dirty.add(shared)
    }
  }

  /** Events up to this place were removed from the log: readers who lack one of them begin with the task as it is. */
  function skipTo({ events, readers }: FollowedTask, seq: number): void {
    events.drop(seq)
    for (const { awake } of readers) awake()
  }

  function take({ key, events, readers }: FollowedTask, written: readonly StoredEvent[]): void {
    // What all readers have is not needed any more.
    let read = events.end()
    for (const { place } of readers) read = Math.min(read, place() ?? 0)
    events.drop(read)
    for (const { seq, event, body } of written) {
      if (seq <= events.end()) continue
      if (seq > events.end() + 1) {
        // Events between them come with the next page.
        wake([key ?? ''])
        return
      }
      events.append(entryAt(seq, event, body.length))
    }
  }

  function enter(key: string, shared: FollowedTask): void {
    byKey.set(key, shared)
    shared.unwatch = log.watch?.(key, (events) => take(shared, events))
  }

  function open(key: string | undefined, seq: number): Followed {
    const known = key === undefined ? undefined : byKey.get(key)
    const shared = known ?? { key, events: createEventLog(backlog, seq), opened: 0, readers: new Set() }
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
      seq: shared.events.end,
      setKey(key) {
        shared.key = key
        if (isOpen) enter(key, shared)
      },
      take: (events) => take(shared, events),
      close,
      read(begin, options) {
        // The reader outlives the request that opened the task.
        const held = handleOf(shared)
        const reader = createReader(log, shared, begin, {
          ...options,
          onClose() {
            shared.readers.delete(reader)
            held.close()
            options.onClose()
          },
        })
        shared.readers.add(reader)
        return reader
      },
    }
  }

  return { open, wake }
}

/** A reader that begins later, and that reads pages where it lacks events which are not in memory any more. */
function createReader(log: ReadLog, shared: FollowedTask, begin: BeginReading, options: FollowOptions): TaskReader {
  let reader: EventReader | undefined
  let position: number | undefined
  let end = Number.POSITIVE_INFINITY
  let older: LogEntry[] = []
  let loading = false
  let failure: { readonly error: unknown } | undefined
  let awake: () => void = () => undefined

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
    const { task, seq: place, end: last } = await begin()
    const first = task && entryAt(place, { kind: 'task', task: withHistory(task, options.historyLength) })
    const { state = '' } = task?.status ?? {}
    // Where it begins again, the event that interrupted the task may be among those that were removed.
    const isOver = isTerminal(state) || (reader && options.untilInterrupted && isInterrupted(state))
    end = isOver ? place : (last ?? Number.POSITIVE_INFINITY)
    position = place
    reader = followTask({ at, onNext }, first, place, options)
  }

  async function nextPage(seq: number): Promise<void> {
    const key = shared.key ?? '0'
    const found = (await readBehind(log, [{ key, seq }], page)).get(key)?.events ?? []
    if (found[0]?.seq === seq + 1) older = found.map((one) => entryAt(one.seq, one.event))
    else await start()
  }

  function at(place: number): ReadStep {
    position = place
    if (place >= end) return 'end'
    const step = older.shift() ?? shared.events.at(place)
    if (step !== 'behind') return step
    load(nextPage(place))
    return 'wait'
  }

  function onNext(notify: () => void): () => void {
    const stop = (): void => {
      cancel()
      awake = () => undefined
    }
    awake = () => {
      stop()
      notify()
    }
    const cancel = shared.events.onNext(() => awake())
    return stop
  }

  load(start())
  return {
    read() {
      if (failure) throw failure.error
      return loading || !reader ? 'wait' : reader.read()
    },
    place: () => position,
    awake: () => awake(),
    onNext,
    close: options.onClose,
  }
}

function entryAt(seq: number, event: StreamEvent, length?: number): LogEntry {
  return logEntry(event, String(seq), length)
}
