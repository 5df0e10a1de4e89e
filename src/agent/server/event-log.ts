/**
 * The events of one task while it is live, kept once for all its readers. A reader is a position in the log, so a thousand
 * readers hold the events once, and a slow reader holds nothing but its place.
 */

import { AgentError } from '../protocol/error.ts'
import { isInterrupted, isTerminal, type StreamEvent } from '../protocol/types.ts'
import { utf8Length } from './bindings.ts'
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
  /** Drops the events before a position. Where it is behind the end, the next event has this position. */
  readonly drop: (position: number) => void
  /** Bytes of all events until now, dropped ones included. */
  readonly bytes: () => number
  /** Events that readers have taken until now. It stands still when all readers have everything, or cannot take more. */
  readonly taken: () => number
  /** Calls `notify` once, at the next event or at the end. The result cancels the call. */
  readonly onNext: (notify: () => void) => () => void
}

/**
 * `bytes`: events are dropped, oldest first, when all together are longer than this as JSON. The latest one is kept. `first`: position
 * of the first event.
 */
export function createEventLog(bytes: number, first = 0): EventLog {
  const entries: LogEntry[] = []
  let begin = first
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

  function drop(position: number): void {
    for (; begin < position; begin++) length -= entries.shift()?.bytes() ?? 0
  }

  return {
    drop,
    end: () => begin + entries.length,
    append(entry) {
      entries.push(entry)
      length += entry.bytes()
      appended += entry.bytes()
      while (length > bytes && entries.length > 1) drop(begin + 1)
      notifySoon()
    },
    close() {
      closed = true
      notifySoon()
    },
    at(position) {
      if (position < begin) return 'behind'
      const entry = entries[position - begin]
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

/** An event with its JSON, which is made when first asked for. `length`: of the JSON, where it is known. */
export function logEntry(event: StreamEvent, id?: string, length?: number): LogEntry {
  const made: { [format in WireCodec['name']]?: string } = {}
  let bytes = length
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
  /** The `id` of the last event that the reader has. */
  readonly after?: string | undefined
  readonly onClose: () => void
}

/**
 * Reads the events behind a place until the task's end. Each event is at the place of the one before it. `first`: the task as it is at the
 * place, for a reader that does not have it.
 */
export function followTask(
  { at, onNext }: Pick<EventLog, 'at' | 'onNext'>,
  first: LogEntry | undefined,
  place: number,
  { untilInterrupted = false, onClose }: FollowOptions,
): EventReader {
  let begin = first
  let position = place
  let over = false
  return {
    read() {
      const entry = begin
      begin = undefined
      if (entry) return entry
      for (;;) {
        const step = over ? 'end' : at(position)
        if (typeof step === 'string') return step
        position++
        over = isLast(step.event, untilInterrupted)
        // The client's own message is no event for readers.
        if (step.event.kind !== 'message') return step
      }
    },
    onNext,
    close: onClose,
  }
}

function isLast(event: StreamEvent, untilInterrupted: boolean): boolean {
  if (event.kind !== 'status') return false
  return isTerminal(event.status.state) || (untilInterrupted && isInterrupted(event.status.state))
}

/** Events that are taken before the platform gets its turn: an agent that never waits must not hold up its readers. */
const eventsInOneGo = 64
/** Turns of the platform that an agent waits at most for readers that still take events. */
const maxPauses = 32

/** `bytesInOneGo`: bytes of events after which there is a pause. The result is called after each event. */
export function createReaderPause(log: EventLog, bytesInOneGo: number): () => Promise<void> | undefined {
  let events = 0
  let bytesAtPause = 0
  return () => {
    const bytes = log.bytes()
    if (++events % eventsInOneGo !== 0 && bytes - bytesAtPause < bytesInOneGo) return undefined
    bytesAtPause = bytes
    return letReadersTake(log)
  }
}

/** Waits until the readers have everything or take nothing more. A slow reader does not stop the agent for long. */
async function letReadersTake(log: EventLog): Promise<void> {
  let idle = 0
  for (let pauses = 0; pauses < maxPauses && idle < 3; pauses++) {
    const before = log.taken()
    await new Promise((resolve) => setTimeout(resolve, 0))
    // A reader over a socket needs more than one turn of the platform.
    idle = log.taken() === before ? idle + 1 : 0
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
