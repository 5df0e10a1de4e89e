/**
 * The events of one task while it is live, kept once for all its readers. A reader is a position in the log, so a thousand
 * readers hold the events once, and a slow reader holds nothing but its place.
 */
import type { StreamEvent } from '../types.ts'
import { utf8Length } from './json-bytes.ts'
import { eventJson, type Spelling } from './wire.ts'

export interface LogEntry {
  readonly event: StreamEvent
  /** The event as JSON, made once for each spelling. */
  readonly json: (spelling: Spelling) => string
  /** Bytes of the event as JSON in UTF-8. */
  readonly bytes: () => number
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
export function logEntry(event: StreamEvent): LogEntry {
  const made: { [spelling in Spelling]?: string } = {}
  let bytes: number | undefined
  function json(spelling: Spelling): string {
    const text = made[spelling] ?? JSON.stringify(eventJson(event, spelling))
    made[spelling] = text
    return text
  }
  return {
    event,
    json,
    bytes() {
      bytes ??= utf8Length(json('seed'))
      return bytes
    },
  }
}
