/**
 * Readers of tasks that any process may write. The log in the database is the truth: what this process has written, or was
 * notified of, is read from there once for all readers of a task. The latest events stay in memory; a reader that falls
 * behind them reads pages of its own.
 */
import { isTerminal, type Task } from '../../types.ts'
import { withHistory } from '../bindings.ts'
import {
  createEventLog,
  type EventLog,
  type EventReader,
  type FollowOptions,
  isLast,
  type LogEntry,
  logEntry,
  type ReadStep,
} from '../event-log.ts'
import type { StoredEvent, Tables } from './stored-tasks.ts'
import { readEvents } from './task-rows.ts'

/** A task whose events come, as long as somebody needs them. */
export interface Followed {
  readonly key: () => string | undefined
  /** Of a task that was not in the database. */
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
interface Shared {
  key: string | undefined
  /** Place before the first event of `log`. */
  readonly base: number
  readonly log: EventLog
  seq: number
  opened: number
}

/** Events of one task in one page. */
const page = 256

export function createFollowers(tables: Tables, backlogBytes: number, onError: (error: unknown) => void): Followers {
  const byKey = new Map<string, Shared>()
  const dirty = new Set<Shared>()
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
    try {
      while (dirty.size > 0) {
        const asked = [...dirty]
        dirty.clear()
        await fetch(asked)
      }
    } catch (error) {
      // The next notification, or the next second, tries again.
      onError(error)
    }
    running = false
  }

  async function fetch(asked: readonly Shared[]): Promise<void> {
    const after = asked.flatMap(({ key, seq }) => (key === undefined ? [] : [{ key, seq }]))
    const found = await readEvents(tables, after, page)
    for (const shared of asked) {
      const events = found.get(shared.key ?? '') ?? []
      take(shared, events)
      if (events.length === page) dirty.add(shared)
    }
  }

  function take(shared: Shared, events: readonly StoredEvent[]): void {
    for (const { seq, event } of events) {
      if (seq <= shared.seq) continue
      if (seq > shared.seq + 1) {
        // Events between them come with the next page.
        wake([shared.key ?? ''])
        return
      }
      shared.seq = seq
      shared.log.append(logEntry(event, String(seq)))
    }
  }

  function open(key: string | undefined, seq: number): Followed {
    const known = key === undefined ? undefined : byKey.get(key)
    const shared = known ?? { key, base: seq, seq, opened: 0, log: createEventLog(backlogBytes) }
    if (key !== undefined) byKey.set(key, shared)
    if (known) wake([key ?? ''])
    return handleOf(shared)
  }

  function handleOf(shared: Shared): Followed {
    shared.opened++
    let isOpen = true
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      shared.opened--
      if (shared.opened > 0 || shared.key === undefined || byKey.get(shared.key) !== shared) return
      byKey.delete(shared.key)
    }
    return {
      key: () => shared.key,
      setKey(key) {
        shared.key = key
        if (isOpen) byKey.set(key, shared)
      },
      take: (events) => take(shared, events),
      close,
      read(begin, options) {
        // The reader outlives the request that opened the task.
        const held = handleOf(shared)
        const reader = createReader(tables, shared, begin, options)
        return {
          ...reader,
          close() {
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
  tables: Tables,
  shared: Shared,
  begin: BeginReading,
  { untilInterrupted = false, historyLength }: FollowOptions,
): Pick<EventReader, 'read' | 'onNext'> {
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
    position = seq
    end = last
    if (task) first = logEntry({ kind: 'task', task: withHistory(task, historyLength) }, String(seq))
    // A task that is over has nothing more than its snapshot.
    if (task && isTerminal(task.status.state)) over = true
  }

  async function nextPage(after: number): Promise<void> {
    const found = await readEvents(tables, [{ key: shared.key ?? '0', seq: after }], page)
    pages = found.get(shared.key ?? '') ?? []
    if (pages[0]?.seq !== after + 1) await start()
  }

  load(start())

  /** The entry behind the position, from the page or from memory. */
  function next(after: number): ReadStep {
    while (pages[0] && pages[0].seq <= after) pages = pages.slice(1)
    const [stored] = pages
    if (stored) return logEntry(stored.event, String(stored.seq))
    if (after < shared.base) return 'behind'
    return shared.log.at(after - shared.base)
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
    onNext(notify) {
      const takeBack = shared.log.onNext(notify)
      waiting = notify
      return () => {
        takeBack()
        if (waiting === notify) waiting = undefined
      }
    },
  }
}
