/** Any source of chunks → lines, with a turn for the browser during long bursts. */
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { clip, describeValue, isObject } from '../json/value.ts'
import { type Chunk, type Line, type LineSplitter, toChunk } from './lines.ts'
import { createPause } from './pause.ts'

/** What `read` takes: a fetch response, a stream, or anything that gives chunks one by one. */
export type Source = Response | ReadableStream<Chunk> | AsyncIterable<Chunk> | Iterable<Chunk>

export interface ReadResult {
  /** Whether the source ended by itself, and not within a line. If not, it was aborted, or a report says why. */
  readonly complete: boolean
  /** Whether the reading was ended from outside: by `signal`, by `dispose`, or by the signal of the host's `fetch`. */
  readonly aborted: boolean
  /** Lines that were read, blank ones left out. */
  readonly lines: number
}

/** A line that was parsed and is not applied yet. */
interface ParsedLine {
  /** What the line is for: lines for one place may be drawn together. */
  readonly place: string | undefined
  /** The source ended within the line. */
  readonly cut: boolean
  /** Whether something may be drawn now. */
  apply(): boolean
}

export interface Reader {
  readonly splitter: LineSplitter
  readonly onLine: (line: Line) => ParsedLine
  readonly report: (error: SurfaceError) => void
  /** The first one to abort ends the reading and cancels the source. */
  readonly signals: readonly AbortSignal[]
}

/** Milliseconds for which lines are applied in one go. A frame has 16 ms, and React needs a part of them. */
const sliceMs = 8

/** Resolves when the source ends, fails or is aborted. A failure is reported as `STREAM_FAILED`, never thrown. */
export async function readLines(source: Source, { splitter, onLine, report, signals }: Reader): Promise<ReadResult> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stop = (): void => stopping.abort()
  const result = { complete: false, aborted: false, lines: 0 }
  const take = (line: Line): ParsedLine => {
    result.lines++
    return onLine(line)
  }
  try {
    for (const outer of signals) {
      if (outer.aborted) stop()
      outer.addEventListener('abort', stop)
    }
    // A source may be silent for ever, so an abort does not wait for it.
    await Promise.race([pump(source, splitter, take, signal), new Promise<void>((end) => onAbort(signal, end))])
    result.complete = !signal.aborted
    result.aborted = signal.aborted
  } catch (cause) {
    result.aborted = signal.aborted || (isObject(cause) && cause['name'] === 'AbortError')
    if (!result.aborted) {
      const message = `The stream broke off: ${clip(reasonOf(cause))}`
      const place = { hint: 'What came before stays as it is; connect again and read the new stream.' }
      report(cause instanceof SurfaceError ? cause : new SurfaceError('STREAM_FAILED', message, place, { cause }))
    }
  }
  for (const outer of signals) outer.removeEventListener?.('abort', stop)
  const last = result.aborted ? undefined : splitter.end()
  if (last) {
    const { cut, apply } = take(last)
    if (cut) result.complete = false
    apply()
  }
  return result
}

async function pump(
  source: Source,
  splitter: LineSplitter,
  take: (line: Line) => ParsedLine,
  signal: AbortSignal,
): Promise<void> {
  const pause = createPause()
  let started = performance.now()
  let drawing: string | undefined
  const late = (): boolean => performance.now() - started >= sliceMs
  const rest = async (): Promise<void> => {
    // React requests its task in a microtask. Wait for it, so that its task runs first.
    await undefined
    await pause.turn()
    started = performance.now()
    drawing = undefined
  }
  try {
    for await (const chunk of chunksOf(await source, signal)) {
      const taken = toChunk(chunk)
      if (taken === undefined) throw notAChunk(chunk)
      const next = splitter.feed(taken)
      for (let line = next(); line; line = next()) {
        if (signal.aborted) return
        const { place, apply } = take(line)
        // One drawing covers one surface: 300 large surfaces in one task would take many seconds.
        if (drawing !== undefined && place !== undefined && place !== drawing) await rest()
        if (signal.aborted) return
        if (apply()) drawing = place
        if (late()) await rest()
      }
      // Small chunks of a long line complete no line for a while.
      if (late()) await rest()
      if (signal.aborted) return
    }
  } finally {
    pause.end()
  }
}

/** Runs `end` when the signal is aborted, or at once if it already is. The result of `end` is ignored. */
function onAbort(signal: AbortSignal, end: () => unknown): void {
  const run = (): void =>
    void Promise.resolve()
      .then(end)
      .catch(() => undefined)
  if (signal.aborted) run()
  else signal.addEventListener('abort', run, { once: true })
}

function chunksOf(source: Source, signal: AbortSignal): AsyncIterable<Chunk> | Iterable<Chunk> {
  // A text is an iterable too, of its characters.
  if (typeof source === 'string') return [source]
  if (typeof source === 'object' && source !== null) {
    if (typeof Response !== 'undefined' && source instanceof Response) {
      if (!source.ok) throw new Error(`the agent answered with HTTP ${source.status}`)
      return source.body ? chunksOfStream(source.body, signal) : []
    }
    if ('getReader' in source) return chunksOfStream(source, signal)
    if (Symbol.asyncIterator in source) return endedBy(signal, source)
    if (Symbol.iterator in source) return source
  }
  throw wrong('source', source, 'Pass a Response, a stream or an iterable.')
}

/** An iterator that is being waited for is asked to end. A generator does so when it is next awake. */
function endedBy(signal: AbortSignal, source: AsyncIterable<Chunk>): AsyncIterable<Chunk> {
  const iterator = source[Symbol.asyncIterator]()
  onAbort(signal, () => iterator.return?.())
  return { [Symbol.asyncIterator]: () => iterator }
}

/** A reader's loop, because not every browser can iterate a stream. Pulls one chunk at a time, so back-pressure holds. */
async function* chunksOfStream(stream: ReadableStream<Chunk>, signal: AbortSignal): AsyncGenerator<Chunk> {
  const reader = stream.getReader()
  onAbort(signal, () => reader.cancel())
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
    reader.releaseLock()
  }
}

export function notAChunk(chunk: unknown): SurfaceError {
  return wrong('chunk', chunk, 'Pass a string, a Uint8Array or an array of nothing but strings.')
}

function wrong(what: string, given: unknown, hint: string): SurfaceError {
  return new SurfaceError('STREAM_FAILED', `A ${what} cannot be ${describeValue(given)}`, { hint })
}
