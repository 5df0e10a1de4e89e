/**
 * The events of one task while it is live, kept once for all its readers. A reader is a position in the log, so a thousand
 * readers hold the events once, and a slow reader holds nothing but its place.
 */

import { AgentError } from '../protocol/error.ts'
import { isInterrupted, isTerminal, type StreamEvent, type Task } from '../protocol/types.ts'
import { utf8Length, withHistory } from './bindings.ts'
import { documentCodec, type WireCodec } from './wire-codec.ts'

export interface LogEntry {
  readonly event: StreamEvent
  /** The event as JSON, made once for each codec. */
  readonly json: (codec: WireCodec) => string
  /** Bytes of the event as JSON in UTF-8. */
  readonly bytes: () => number
  /** Its place in the task's log, where that outlives the process: a reader goes on behind it (`Last-Event-ID`). */
  readonly id?: string | undefined
}

/** `wait`: nothing new yet. `behind`: events that the reader had not read were dropped. */
export type ReadStep = LogEntry | 'wait' | 'behind' | 'end'

export interface EventLog {
  /** Position behind the latest event. */
  readonly end: () => number
  readonly append: (entry: LogEntry) => void
  /** No event will follow. */
  readonly close: () => void
  readonly at: (position: number) => ReadStep
  /** Bytes of all events until now, dropped ones included. */
  readonly bytes: () => number
  /** Events that readers have taken until now. It stands still when all readers have everything, or cannot take more. */
  readonly taken: () => number
  /** Calls `notify` once, at the next event or at the end. The result cancels the call. */
  readonly onNext: (notify: () => void) => () => void
  /** Where the store has to keep up: called after each event, and what it returns is awaited. */
  readonly pace?: () => Promise<void> | undefined
}

/** `bytes`: events are dropped, oldest first, when all together are longer than this as JSON. The latest one is kept. */
export function createEventLog(bytes: number): EventLog {
  const entries: LogEntry[] = []
  let first = 0
  let length = 0
  let appended = 0
  let taken = 0
  let closed = false
  let waiting = new Set<() => void>()
  let notifying = false

  /** Readers are called once for all events of one turn of the platform: each of 1,000 readers then writes once. */
  function notifySoon(): void {
    if (!notifying) setTimeout(notifyAll, 0)
    notifying = true
  }

  function notifyAll(): void {
    notifying = false
    const notified = waiting
    waiting = new Set()
    for (const notify of notified) notify()
  }

  return {
    end: () => first + entries.length,
    append(entry) {
      entries.push(entry)
      length += entry.bytes()
      appended += entry.bytes()
      while (length > bytes && entries.length > 1) {
        length -= entries.shift()?.bytes() ?? 0
        first++
      }
      notifySoon()
    },
    close() {
      closed = true
      notifySoon()
    },
    at(position) {
      if (position < first) return 'behind'
      const entry = entries[position - first]
      if (!entry) return closed ? 'end' : 'wait'
      taken++
      return entry
    },
    bytes: () => appended,
    taken: () => taken,
    onNext(notify) {
      waiting.add(notify)
      return () => waiting.delete(notify)
    },
  }
}

/** An event with its JSON, which is made when first asked for. */
export function logEntry(event: StreamEvent, id?: string): LogEntry {
  const made: { [format in WireCodec['name']]?: string } = {}
  let bytes: number | undefined
  function json({ name, writeEvent }: WireCodec): string {
    const text = made[name] ?? JSON.stringify(writeEvent(event))
    made[name] = text
    return text
  }
  return {
    event,
    id,
    json,
    bytes() {
      bytes ??= utf8Length(json(documentCodec))
      return bytes
    },
  }
}

export interface EventReader {
  /** The next event. Throws what the operation failed with, and `UNAVAILABLE` where the stream ends before its task. */
  readonly read: () => ReadStep
  /** Calls `notify` once when `read` may have more. The result cancels the call. */
  readonly onNext: (notify: () => void) => () => void
  /** The reader is not needed any more. */
  readonly close: () => void
}

export interface FollowOptions {
  /** True: the stream ends where the task waits for the client. Default: it ends only with the task. */
  readonly untilInterrupted?: boolean
  /** Latest messages of the history in the first event at most. Default: all. */
  readonly historyLength?: number | undefined
  /** True: no turn of this process works on the task, so no event will come. Default: false. */
  readonly orphaned?: boolean
  /** The `id` of the last event that the reader has. */
  readonly after?: string | undefined
  readonly onClose: () => void
}

/** What of a live task is followed. */
interface Followed {
  readonly log: EventLog
  readonly task: () => Task
  readonly snapshot: () => LogEntry
  /** Where the log is in the store. */
  readonly follow?: (options: FollowOptions) => EventReader
}

/** Follows a task from this moment on. */
export function followTask({ log, ...live }: Followed, options: FollowOptions): EventReader {
  if (live.follow) return live.follow(options)
  const { untilInterrupted = false, orphaned = false, historyLength, onClose } = options
  const snapshot =
    historyLength === undefined
      ? live.snapshot()
      : logEntry({ kind: 'task', task: withHistory(live.task(), historyLength) })
  let position = log.end()
  let begun = false
  let over = false
  return {
    read() {
      if (over) return 'end'
      if (!begun) {
        begun = true
        return snapshot
      }
      if (orphaned) throw endsEarly('Nobody here works on the task')
      const step = log.at(position)
      if (step === 'behind') throw endsEarly('The reader fell behind')
      if (typeof step === 'string') return step
      position++
      over = isLast(step.event, untilInterrupted)
      return step
    },
    onNext: log.onNext,
    close: onClose,
  }
}

/**
 * Why a stream ends before its task. It is an event of the stream: a clean end would say that the task is completed
 * (agent protocol, Events).
 */
export function endsEarly(reason: string): AgentError {
  return new AgentError('UNAVAILABLE', `${reason}, so this stream ends before the task`, {
    hint: 'Subscribe to the task again, or read it with GetTask.',
  })
}

export function isLast(event: StreamEvent, untilInterrupted: boolean): boolean {
  if (event.kind !== 'status') return false
  return isTerminal(event.status.state) || (untilInterrupted && isInterrupted(event.status.state))
}

/** A reader that is made later: until then `read` waits. It throws what `coming` rejects with. */
export function readLater(coming: Promise<EventReader>, onClose: () => void): EventReader {
  let reader: EventReader | undefined
  let failure: { readonly error: unknown } | undefined
  let closed = false
  /** One stream reads here: at most one listener waits. */
  let waiting: (() => void) | undefined
  coming.then(
    (come) => {
      reader = come
      if (closed) come.close()
      waiting?.()
    },
    (error: unknown) => {
      failure = { error }
      waiting?.()
    },
  )
  return {
    read() {
      if (failure) throw failure.error
      return reader?.read() ?? 'wait'
    },
    onNext(notify) {
      if (reader) return reader.onNext(notify)
      waiting = notify
      return () => {
        waiting = undefined
      }
    },
    close() {
      if (closed) return
      closed = true
      reader?.close()
      onClose()
    },
  }
}

/** A stream of one event. */
export function readOnly(event: StreamEvent, onClose: () => void = () => undefined): EventReader {
  let step: ReadStep = logEntry(event)
  return {
    read() {
      const now = step
      step = 'end'
      return now
    },
    onNext: () => () => undefined,
    close: onClose,
  }
}
