/**
 * Events → Server-Sent Events. Nothing is written before the other side has read what was written: a slow reader costs its
 * place in the log and no more. A stream that ends before its task ends with an error event.
 */
import { type EventReader, endsEarly, type LogEntry, type ReadStep } from './event-log.ts'

interface EventStreamOptions extends EventTextOptions {
  /** An error after the stream has begun, as the `data` of its binding. */
  readonly writeError: (error: unknown) => string
  /** Milliseconds of silence before a comment. */
  readonly pingInterval: number
  /** Aborted when the host shuts down. */
  readonly closing: AbortSignal | undefined
}

const encoder = new TextEncoder()
/** Sent at once, so that headers reach the client before the first event. */
const opening = encoder.encode(': open\n\n')
const ping = encoder.encode(': ping\n\n')

export function eventStream(reader: EventReader, options: EventStreamOptions): ReadableStream<Uint8Array> {
  const events = createEventText(reader, options)
  const nextEvent = createWait(reader)
  let opened = false
  let closed = false
  let failed = false

  function close(): void {
    closed = true
    options.closing?.removeEventListener('abort', nextEvent.end)
    reader.close()
  }

  /** The next write. `undefined`: the stream ends. */
  async function read(): Promise<Uint8Array | undefined> {
    while (!failed) {
      if (options.closing?.aborted) throw endsEarly('The agent shuts down')
      const text = events.take()
      if (text !== '') return encoder.encode(text)
      if (events.step() !== 'wait') return undefined
      const come = await nextEvent.wait(options.pingInterval)
      if (closed) return undefined
      if (!come) return ping
    }
    return undefined
  }

  async function readOrFail(): Promise<Uint8Array | undefined> {
    try {
      return await read()
    } catch (error) {
      failed = true
      return encoder.encode(`event: error\ndata: ${options.writeError(error)}\n\n`)
    }
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (!opened) {
      opened = true
      controller.enqueue(opening)
      return
    }
    const chunk = await readOrFail()
    if (closed) return
    if (chunk) controller.enqueue(chunk)
    else {
      close()
      controller.close()
    }
  }

  function cancel(): void {
    close()
    nextEvent.end()
  }

  options.closing?.addEventListener('abort', nextEvent.end)
  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
}

export interface Wait {
  /** Resolves to true when the reader may have more, to false when nothing came for so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<boolean>
  /** Resolves a wait that goes on. */
  readonly end: () => void
}

/** Lets one reader wait. */
export function createWait(reader: EventReader): Wait {
  let end: () => void = () => undefined
  return {
    end: () => end(),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const finish = (come: boolean): void => {
          clearTimeout(timer)
          takeBack()
          resolve(come)
        }
        const timer = setTimeout(() => finish(false), milliseconds)
        end = () => finish(true)
        const takeBack = reader.onNext(end)
      }),
  }
}

/** The events of one reader as text, in pieces of the size of one write. */
interface EventTextOptions {
  /** The JSON of an event, shared by all its readers. */
  readonly json: (entry: LogEntry) => string
  /** What the binding writes before and after an event. */
  readonly frame: readonly [before: string, after: string]
}

/** The text of the events that a reader can have now. */
interface EventText {
  /** Up to the size of one write. Empty: nothing is there now. Throws what the reader throws, after the events before. */
  readonly take: () => string
  /** The last result of `read`. */
  readonly step: () => ReadStep
}

/** UTF-16 units that are written at once: a longer event is written in pieces, so that no reader holds a copy of it. */
const maxInOneWrite = 16_384

function createEventText(reader: EventReader, { json, frame }: EventTextOptions): EventText {
  /** Texts to write, and the place in the first one. */
  const pending: string[] = []
  let at = 0
  let step: ReadStep = 'wait'

  function put(entry: LogEntry): void {
    const text = json(entry)
    const [before, after] = frame
    const id = entry.id === undefined ? '' : `id: ${entry.id}\n`
    // A long text stays by itself: joined with others it would be copied.
    if (text.length > maxInOneWrite) pending.push(`${id}data: ${before}`, text, `${after}\n\n`)
    else pending.push(`${id}data: ${before}${text}${after}\n\n`)
  }

  return {
    step: () => step,
    // One write for all that is there is a fifth of the work of one for each event.
    take() {
      let text = ''
      while (text.length < maxInOneWrite) {
        const [piece] = pending
        if (piece === undefined) {
          try {
            step = reader.read()
          } catch (error) {
            // The events before the failure are written first. The next call meets it again.
            if (text === '') throw error
            break
          }
          if (typeof step === 'string') break
          put(step)
          continue
        }
        const end = cutOf(piece, at + maxInOneWrite - text.length)
        text += piece.slice(at, end)
        at = end < piece.length ? end : 0
        if (at === 0) pending.shift()
      }
      return text
    },
  }
}

/** The place to cut a text, not between the halves of a surrogate pair. */
function cutOf(text: string, wanted: number): number {
  const unit = text.charCodeAt(wanted - 1)
  return wanted < text.length && unit >= 0xd800 && unit <= 0xdbff ? wanted + 1 : Math.min(wanted, text.length)
}
