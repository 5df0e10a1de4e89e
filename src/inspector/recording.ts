/**
 * A record of one runtime: the lines that came in, what became of each, the events that went out and the faults.
 *
 * The record stands in front of the runtime: `push`, `end`, `read`, `apply` and `sync` of this one runtime note their input and
 * hand it on. A runtime without a record runs no line of this file. Input that was taken before the record began is not in it.
 */
import type { SurfaceError } from '../errors/surface-error.ts'
import { utf8Bytes } from '../json/data-bytes.ts'
import { isObject } from '../json/value.ts'
import type { Binding } from '../live/binding.ts'
import { componentIndex } from '../protocol/component-place.ts'
import type { ClientEvent } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import type { CoreRuntime, Runtime } from '../runtime/runtime.ts'
import { kindOf } from './line.ts'
import { noted } from './noted.ts'

/**
 * `reading`: the runtime has not said yet. `held`: it waits for the beginning of its surface. `warned`: applied, with a
 * report, or without some components. `refused`: nothing of it was applied.
 */
export type Verdict = 'reading' | 'applied' | 'warned' | 'held' | 'refused'

export interface RecordedLine {
  /** 1-based, over all sources. */
  readonly id: number
  /** 1-based, in its own stream; `undefined` for a message of `apply` or `sync`. */
  readonly number: number | undefined
  /** What it came by: `push`, `read 2`, `apply`, or `apply` and `sync` with the name of the source. The second stream of `push` is `push 2`. */
  readonly source: string
  /** As it came, without the newline. */
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
  /** Ends the record: the runtime's methods are its own again. What was recorded stays. */
  stop(): void
}

/** Of lines, events and faults each. */
const mostEntries = 5_000

/** One stream of lines, cut anywhere. */
interface Stream {
  name: string
  open: string
  number: number
  decoder: TextDecoder
}

const recordings = new WeakMap<object, Recording>()

/**
 * Records the runtime from now on. A second call for the same runtime gives the same record, until it is stopped. `<Inspector>`
 * calls it itself; call it where the runtime is made, so that the first lines are there when the inspector opens.
 */
export function recordRuntime(runtime: CoreRuntime): Recording {
  const known = recordings.get(runtime)
  if (known) return known
  const recording = createRecording(runtime as Runtime, () => recordings.delete(runtime))
  recordings.set(runtime, recording)
  return recording
}

function createRecording(runtime: Runtime, forget: () => void): Recording {
  const own = { push: runtime.push, end: runtime.end, read: runtime.read, apply: runtime.apply, sync: runtime.sync }
  const listeners = new Set<() => void>()
  const lines: RecordedLine[] = []
  const errors: RecordedError[] = []
  const events: RecordedEvent[] = []
  /** Messages that a source of `sync` has sent. */
  const synced = new Map<string, readonly string[]>()
  const pushed = createStream('push')
  let snapshot: Recorded | undefined
  let ids = 0
  let dropped = 0
  let reads = 0
  let pushes = 1
  /** Some line is held. */
  let holding = false
  /** What the running call has brought. */
  let running: string | undefined

  function changed(): void {
    snapshot = undefined
    for (const listener of [...listeners]) listener()
  }

  function add(source: string, number: number | undefined, text: string): void {
    lines.push({ id: ++ids, number, source, text, bytes: utf8Bytes(text), verdict: 'reading', faults: [] })
    // In steps, because each costs the length of the list.
    if (lines.length > mostEntries + 500) dropped += lines.splice(0, 500).length
  }

  /** The lines that this piece completes. */
  function take(stream: Stream, piece: string): void {
    const parts = piece.split('\n')
    // What is open is not looked at again: a line may come in a million pieces.
    parts[0] = stream.open + parts[0]
    stream.open = parts.pop() ?? ''
    for (const part of parts) {
      stream.number++
      if (part.trim() !== '') add(stream.name, stream.number, part.replace(/\r$/, ''))
    }
  }

  function takeLast(stream: Stream): void {
    if (stream.open.trim() !== '') take(stream, '\n')
    stream.open = ''
    stream.number = 0
  }

  function change(index: number, to: Partial<RecordedLine>): void {
    lines[index] = { ...(lines[index] as RecordedLine), ...to }
  }

  /** What became of the lines of a source that the runtime has dealt with. */
  function settle(source: string): void {
    for (let index = lines.length - 1; index >= 0; index--) {
      const line = lines[index] as RecordedLine
      if (line.source !== source) continue
      if (line.verdict !== 'reading') break
      change(index, { verdict: verdictOf(line, index) })
    }
    beginHeld()
    changed()
  }

  function verdictOf(line: RecordedLine, index: number): Verdict {
    if (waits(line, index)) {
      holding = true
      return 'held'
    }
    return settled(line)
  }

  /** Of v0.9 an early update is reported, and kept all the same. */
  function waits({ text, faults }: RecordedLine, index: number): boolean {
    const { kind, surfaceId } = kindOf(text)
    if (surfaceId === undefined || !isUpdate(kind) || runtime.surface(surfaceId) || faults.some(isMore)) return false
    const [from, to] = faults.length > 0 ? [0, index] : [index, lines.length]
    return !lines.slice(from, to).some((other) => deletes(other, surfaceId))
  }

  /** Lines that waited for a surface which is there now. */
  function beginHeld(): void {
    if (!holding) return
    holding = false
    lines.forEach((line, index) => {
      if (line.verdict !== 'held') return
      const { surfaceId = '' } = kindOf(line.text)
      holding ||= !runtime.surface(surfaceId)
      if (!runtime.surface(surfaceId)) return
      change(index, { verdict: settled({ faults: line.faults.filter(isMore) }) })
    })
  }

  /** The line that the report is about, as far as that can be told: a number alone does not say of which stream. */
  function lineAt({ place: { line: number, surfaceId, componentId } }: SurfaceError): number {
    if (number === undefined) {
      // Messages of `apply` and `sync` have no number, and are dealt with in their order.
      const ids = [surfaceId, componentId].filter((id) => id !== undefined).map((id) => JSON.stringify(id))
      const isIt = ({ source, verdict, text }: RecordedLine): boolean =>
        source === running && verdict === 'reading' && ids.every((id) => text.includes(id))
      return running === undefined ? -1 : lines.findIndex(isIt)
    }
    const mentions = ({ text }: RecordedLine): boolean =>
      surfaceId === undefined || text.includes(JSON.stringify(surfaceId))
    return lines.findLastIndex(
      (line) => line.number === number && (running === undefined ? mentions(line) : line.source === running),
    )
  }

  function run<T>(source: string, task: () => T): T {
    const before = running
    running = source
    try {
      return task()
    } finally {
      running = before
      settle(source)
    }
  }

  const stopListening = runtime.listen({
    onError(error) {
      const index = lineAt(error)
      const line = lines[index]
      if (line)
        change(index, { faults: [...line.faults, error], ...(line.verdict === 'applied' && { verdict: 'warned' }) })
      errors.push({ error, line: line?.id })
      if (errors.length > mostEntries) errors.shift()
      changed()
    },
    onEvent(event, wire) {
      events.push({ event, wire })
      if (events.length > mostEntries) events.shift()
      changed()
    },
  })

  Object.assign(runtime, {
    push(chunk) {
      take(pushed, textOf(pushed, chunk))
      run(pushed.name, () => own.push(chunk))
    },
    end() {
      takeLast(pushed)
      run(pushed.name, own.end)
      pushed.name = `push ${++pushes}`
    },
    async read(source, options) {
      const stream = createStream(`read ${++reads}`)
      const tap = (chunk: unknown): void => {
        settle(stream.name)
        take(stream, textOf(stream, chunk))
      }
      const result = await own.read(noted(source, tap), options)
      takeLast(stream)
      settle(stream.name)
      return result
    },
    apply(messages, options) {
      const name = options?.source === undefined ? 'apply' : `apply ${options.source}`
      for (const message of listOf(messages)) add(name, undefined, jsonOf(message))
      run(name, () => own.apply(messages, options))
    },
    sync(key, messages, options) {
      const texts = listOf(messages).map((message) => (typeof message === 'string' ? message.trim() : jsonOf(message)))
      const before = synced.get(key) ?? []
      const same = texts.findIndex((text, index) => text !== before[index])
      for (const text of same < 0 ? [] : texts.slice(same)) add(`sync ${key}`, undefined, text)
      synced.set(key, texts)
      run(`sync ${key}`, () => own.sync(key, messages, options))
    },
  } satisfies Pick<Runtime, keyof typeof own>)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot() {
      snapshot ??= { lines: [...lines], open: pushed.open, errors: [...errors], events: [...events], dropped }
      return snapshot
    },
    toJsonl: () => lines.map(({ text }) => `${text}\n`).join(''),
    stop() {
      forget()
      stopListening()
      Object.assign(runtime, own)
    },
  }
}

function createStream(name: string): Stream {
  return { name, open: '', number: 0, decoder: new TextDecoder() }
}

/** What is no chunk is empty here; the runtime reports it. */
function textOf({ decoder }: Stream, chunk: unknown): string {
  if (typeof chunk === 'string') return chunk
  if (chunk instanceof ArrayBuffer || ArrayBuffer.isView(chunk)) return decoder.decode(chunk, { stream: true })
  return Array.isArray(chunk) ? chunk.map((line) => String(line).replace(/\n?$/, '\n')).join('') : ''
}

function settled({ faults }: Pick<RecordedLine, 'faults'>): Verdict {
  const isWhole = ({ severity, place }: SurfaceError): boolean =>
    severity === 'error' && componentIndex(place.at) === undefined
  if (faults.some(isWhole)) return 'refused'
  return faults.length > 0 ? 'warned' : 'applied'
}

/** More than that the surface is not there yet. */
function isMore({ code }: SurfaceError): boolean {
  return code !== 'SURFACE_NOT_FOUND'
}

function deletes({ text }: RecordedLine, surfaceId: string): boolean {
  const glance = kindOf(text)
  return glance.kind === 'deleteSurface' && glance.surfaceId === surfaceId
}

function isUpdate(kind: string): boolean {
  return kind === 'surfaceUpdate' || kind === 'dataModelUpdate' || kind.startsWith('update')
}

function listOf(messages: unknown): readonly unknown[] {
  if (Array.isArray(messages)) return messages
  const list = isObject(messages) ? messages['messages'] : undefined
  return Array.isArray(list) ? list : [messages]
}

/** The runtime reports what JSON cannot carry. */
function jsonOf(message: unknown): string {
  try {
    return JSON.stringify(message) ?? String(message)
  } catch {
    return String(message)
  }
}
