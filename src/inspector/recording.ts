/**
 * A record of one runtime: the lines that came in, what became of each, the events that went out and the faults.
 *
 * The runtime says itself what becomes of a line, see `runtime/trace.ts`. A runtime without a record runs no line of this file.
 * Input that was taken before the record began is not in it.
 */
import { SurfaceError } from '../errors/surface-error.ts'
import { utf8Bytes } from '../json/data-bytes.ts'
import type { Binding } from '../live/binding.ts'
import type { ClientEvent, Received } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import type { CoreRuntime } from '../runtime/runtime.ts'
import { type Given, type GivenBy, tracedOf } from '../runtime/trace.ts'

/**
 * `held`: it waits for the beginning of its surface. `warned`: applied, with a report, or without some components. `refused`: nothing
 * of it was applied.
 */
export type Verdict = 'applied' | 'warned' | 'held' | 'refused'

export interface RecordedLine {
  /** 1-based, over all sources. */
  readonly id: number
  /** 1-based, in its own stream, or in the list of `sync`; `undefined` for a message of `apply`. */
  readonly number: number | undefined
  /** What it came by: the name of its source, else `push`, `read 2` or `apply`. The second stream of `push` is `push 2`. */
  readonly source: string
  /** As it came, without the newline. Empty for a line that is too long, or no UTF-8. */
  readonly text: string
  /** UTF-8 bytes of `text`. */
  readonly bytes: number
  readonly verdict: Verdict
  readonly faults: readonly SurfaceError[]
}

export interface RecordedError {
  readonly error: SurfaceError
  /** `id` of the line that is at fault, where one is. */
  readonly line: number | undefined
}

export interface RecordedEvent {
  readonly event: ClientEvent
  readonly wire: ClientMessage
}

/** What was recorded so far. */
export interface Recorded {
  readonly lines: readonly RecordedLine[]
  /** The beginning of a line of `push` whose end has not come. */
  readonly open: string
  readonly errors: readonly RecordedError[]
  readonly events: readonly RecordedEvent[]
  /** Lines that were let go: the newest `mostLines` are kept. */
  readonly dropped: number
}

/** Another snapshot after each change. */
export interface Recording extends Binding<Recorded> {
  /**
   * The lines as they came, as JSON Lines: `push` or `read` of another runtime, and the inspector's *Open*, take them. Holds
   * what the agent sent and nothing that the user typed.
   */
  toJsonl(): string
  /** Ends the record. What was recorded stays. */
  stop(): void
}

/** Of lines, events and faults each. */
const mostEntries = 5_000

/** A line, and how its reports are found. */
interface Entry {
  line: RecordedLine
  readonly by: GivenBy
  received: Received | undefined
  held: boolean
  /** Parts of it that were not refused. */
  parts: number
}

const recordings = new WeakMap<object, Recording>()

/**
 * Records the runtime from now on. A second call for the same runtime gives the same record, until it is stopped. `<Inspector>`
 * calls it itself; call it where the runtime is made, so that the first lines are there when the inspector opens.
 */
export function recordRuntime(runtime: CoreRuntime): Recording {
  const known = recordings.get(runtime)
  if (known) return known
  const recording = createRecording(runtime, () => recordings.delete(runtime))
  recordings.set(runtime, recording)
  return recording
}

function createRecording(runtime: CoreRuntime, forget: () => void): Recording {
  const { trace, pushed } = tracedOf(runtime)
  const nameOf = createNames()
  const listeners = new Set<() => void>()
  const entries: Entry[] = []
  const errors: RecordedError[] = []
  const events: RecordedEvent[] = []
  /** By the message: lines that wait for their surface. */
  const held = new WeakMap<object, Entry>()
  /** Lines whose faults are reported later. */
  const keptBack = new WeakMap<SurfaceError, Entry>()
  let snapshot: Recorded | undefined
  let dropped = 0
  /** The line that is applied. */
  let running: Entry | undefined

  function changed(): void {
    snapshot = undefined
    for (const listener of [...listeners]) listener()
  }

  function add(given: Given, by: GivenBy): Entry {
    const name = nameOf(by, given.number)
    const text = textOf(given.text)
    const line = { id: 1 + dropped + entries.length, number: given.number, source: name, text, bytes: utf8Bytes(text) }
    const entry: Entry = {
      line: { ...line, verdict: 'applied', faults: [] },
      by,
      received: undefined,
      held: false,
      parts: 1,
    }
    entries.push(entry)
    // In steps, because each costs the length of the list.
    if (entries.length > mostEntries + 500) dropped += entries.splice(0, 500).length
    return entry
  }

  /** The entry of a message that comes again: a list of `sync` that did more than go on is applied again from its first message. */
  function known({ number, text }: Given, by: GivenBy): Entry | undefined {
    if (by.key === undefined || number === undefined) return undefined
    const last = entries.findLast((entry) => entry.by === by && entry.line.number === number)
    return last?.line.text === textOf(text) ? last : undefined
  }

  function settle(entry: Entry, faults = entry.line.faults): void {
    const applied = faults.length > 0 ? 'warned' : 'applied'
    entry.line = { ...entry.line, faults, verdict: entry.held ? 'held' : entry.parts > 0 ? applied : 'refused' }
  }

  function refuse(entry: Entry): void {
    entry.held = false
    entry.parts--
    settle(entry)
  }

  /** A surface that has gone begins no more: what waits for it was for nothing. */
  function refuseHeld({ by, received }: Entry): void {
    if (received?.kind !== 'deleteSurface') return
    for (const entry of entries)
      if (entry.held && entry.received?.surfaceId === received.surfaceId && entry.by.key === by.key) refuse(entry)
  }

  /** The line that the report is about. A part may be reported long after its line: when it is drawn, or missing at the end. */
  function entryOf(error: SurfaceError): Entry | undefined {
    const { line: number, surfaceId } = error.place
    const at = keptBack.get(error) ?? running
    if (number === undefined || number === at?.line.number) return at
    const isIt = at
      ? (entry: Entry): boolean => entry.by === at.by
      : (entry: Entry): boolean => entry.received?.surfaceId === surfaceId
    return entries.findLast((entry) => entry.line.number === number && isIt(entry)) ?? at
  }

  const stopListening = runtime.listen({
    onError(error) {
      const entry = entryOf(error)
      if (entry) settle(entry, [...entry.line.faults, error])
      errors.push({ error, line: entry?.line.id })
      if (errors.length > mostEntries) errors.shift()
      changed()
    },
    onEvent(event, wire) {
      events.push({ event, wire })
      if (events.length > mostEntries) events.shift()
      changed()
    },
  })

  trace.to = {
    begin(given, by, { received, more = [] }) {
      running = known(given, by) ?? add(given, by)
      Object.assign(running, { received, held: false, parts: 1 + more.length } satisfies Partial<Entry>)
      settle(running)
    },
    held() {
      if (!running?.received) return
      running.held = true
      settle(running)
      held.set(running.received, running)
    },
    refused: () => running && refuse(running),
    release(received) {
      running = held.get(received) ?? running
      if (!running?.held) return
      running.held = false
      settle(running)
    },
    end() {
      if (running) refuseHeld(running)
      running = undefined
      changed()
    },
    keptBack: (error) => void (running && keptBack.set(error, running)),
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot() {
      snapshot ??= {
        lines: entries.map(({ line }) => line),
        open: pushed.open(),
        errors: [...errors],
        events: [...events],
        dropped,
      }
      return snapshot
    },
    toJsonl: () => entries.map(({ line }) => `${line.text}\n`).join(''),
    stop() {
      forget()
      stopListening()
      trace.to = undefined
    },
  }
}

/** Names sources in the order of their first lines. `push` and `apply` are one source; only lines of `push` have numbers. */
function createNames(): (by: GivenBy, number: number | undefined) => string {
  const reads = new WeakMap<GivenBy, string>()
  let last = 0
  let pushes = 1
  let count = 0
  return (by, number) => {
    if (by.key !== undefined) return by.key
    if (by.endless && number === undefined) return 'apply'
    if (by.endless) {
      if ((number ?? 0) <= last) pushes++
      last = number ?? 0
      return pushes > 1 ? `push ${pushes}` : 'push'
    }
    const name = reads.get(by) ?? `read ${++count}`
    reads.set(by, name)
    return name
  }
}

/** The runtime reports what JSON cannot carry. */
function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  if (given instanceof SurfaceError) return ''
  try {
    return JSON.stringify(given) ?? String(given)
  } catch {
    return String(given)
  }
}
