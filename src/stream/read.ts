/** Any source of chunks → lines, with a turn for the browser during long bursts. */
import { SurfaceError } from '../json/errors.ts'
import { clip } from '../json/value.ts'
import type { Chunk, Line, LineSplitter } from './lines.ts'

/** What `read` takes: a fetch response, a stream, or anything that gives chunks one by one. */
export type Source = Response | ReadableStream<Chunk> | AsyncIterable<Chunk> | Iterable<Chunk>

export interface ReadResult {
  /** Whether the source ended by itself; otherwise a report tells why it did not. */
  readonly complete: boolean
  /** Lines that were read, blank ones left out. */
  readonly lines: number
}

export interface Reader {
  readonly splitter: LineSplitter
  /** Takes one line; returns false to stop reading. */
  readonly onLine: (line: Line) => boolean
  readonly report: (error: SurfaceError) => void
  /** Cancels a stream that is being waited for. */
  readonly signal: AbortSignal
}

/** How long lines are taken in one go. A frame has 16 ms, and React wants its part of them. */
const turn = 8

/** Resolves when the source ends or fails; a failure is reported as `STREAM_FAILED`, never thrown. */
export async function readLines(source: Source, reader: Reader): Promise<ReadResult> {
  const pause = createPause()
  let complete = false
  let lines = 0
  const take = (line: Line): boolean => {
    lines++
    return reader.onLine(line)
  }
  try {
    complete = await pump(await source, { ...reader, onLine: take }, pause.turn)
  } catch (cause) {
    reader.report(streamFailed(cause))
  }
  const last = reader.splitter.end()
  if (last) take(last)
  pause.end()
  return { complete, lines }
}

async function pump(
  source: Source,
  { splitter, onLine, signal }: Reader,
  pause: () => Promise<void>,
): Promise<boolean> {
  let started = performance.now()
  const late = (): boolean => performance.now() - started >= turn
  const rest = async (): Promise<void> => {
    await pause()
    started = performance.now()
  }
  for await (const chunk of chunksOf(source, signal)) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) throw notAChunk(chunk)
    for (const line of splitter.feed(chunk)) {
      if (!onLine(line)) return false
      if (late()) await rest()
    }
    // A long line in small chunks completes none for a while.
    if (late()) await rest()
  }
  return !signal.aborted
}

function chunksOf(source: Source, signal: AbortSignal): AsyncIterable<Chunk> | Iterable<Chunk> {
  // A text is an iterable too, of its characters.
  if (typeof source === 'string') return [source]
  if (isResponse(source)) {
    if (!source.ok) throw new Error(`the agent answered with HTTP ${source.status}`)
    return source.body ? chunksOfStream(source.body, signal) : []
  }
  return isStream(source) ? chunksOfStream(source, signal) : source
}

function isResponse(source: Source): source is Response {
  return typeof Response !== 'undefined' && source instanceof Response
}

function isStream(source: Source): source is ReadableStream<Chunk> {
  return 'getReader' in source
}

/** A reader's loop, because not every browser can iterate a stream. Pulls one chunk at a time, so back-pressure holds. */
async function* chunksOfStream(stream: ReadableStream<Chunk>, signal: AbortSignal): AsyncGenerator<Chunk> {
  const reader = stream.getReader()
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
    reader.releaseLock()
  }
}

interface Pause {
  turn(): Promise<void>
  end(): void
}

/**
 * A message to ourselves is a task of its own: input and frames come first, and no timer's minimum delay applies.
 * Node takes up to a thousand messages before it looks at its timers, and has `setImmediate` instead.
 */
function createPause(): Pause {
  const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown }
  if (setImmediate) return { turn: () => new Promise((resolve) => setImmediate(resolve)), end: () => undefined }
  let channel: MessageChannel | undefined
  return {
    turn: () =>
      new Promise((resolve) => {
        channel ??= new MessageChannel()
        channel.port1.onmessage = () => resolve()
        channel.port2.postMessage(undefined)
      }),
    end: () => channel?.port1.close(),
  }
}

function notAChunk(chunk: unknown): Error {
  return new TypeError(`a chunk must be a string or a Uint8Array, not ${chunk === null ? 'null' : typeof chunk}`)
}

function streamFailed(cause: unknown): SurfaceError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SurfaceError(
    'STREAM_FAILED',
    `The stream broke off: ${clip(reason)}`,
    { hint: 'What came before stays as it is; connect again and read the new stream.' },
    { cause },
  )
}
