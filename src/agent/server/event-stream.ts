/**
 * Events → Server-Sent Events. Nothing is written before the other side has read what was written: a slow reader costs its
 * place in the log and no more. A reader that falls behind is disconnected, and subscribes again.
 */
import type { LogEntry, ReadStep } from './event-log.ts'
import type { EventReader } from './event-reader.ts'

export interface EventStreamOptions {
  /** The JSON of an event, shared by all its readers. */
  readonly json: (entry: LogEntry) => string
  /** What the binding writes before and after an event. */
  readonly frame: readonly [before: string, after: string]
  /** An error after the stream has begun, as the `data` of its binding. */
  readonly writeError: (error: unknown) => string
  /** Milliseconds of silence before a comment. */
  readonly pingInterval: number
}

/** UTF-16 units that are written at once: a longer event is written in pieces, so that no reader holds a copy of it. */
const maxInOneWrite = 16_384

const encoder = new TextEncoder()
/** Sent at once, so that headers reach the client before the first event. */
const opening = encoder.encode(': open\n\n')
const ping = encoder.encode(': ping\n\n')

/** The text of the events that a reader can have now. */
interface EventText {
  /** Up to the size of one write. Empty: nothing is there now. */
  readonly take: () => string
  /** The last result of `read`. */
  readonly step: () => ReadStep
}

function createEventText(reader: EventReader, { json, frame }: EventStreamOptions): EventText {
  /** Texts to write, and the place in the first one. */
  const pending: string[] = []
  let at = 0
  let step: ReadStep = 'wait'

  function put(entry: LogEntry): void {
    const text = json(entry)
    const [before, after] = frame
    // A long text stays by itself: joined with others it would be copied.
    if (text.length > maxInOneWrite) pending.push(`data: ${before}`, text, `${after}\n\n`)
    else pending.push(`data: ${before}${text}${after}\n\n`)
  }

  return {
    step: () => step,
    // One write for all that is there is a fifth of the work of one for each event.
    take() {
      let text = ''
      while (text.length < maxInOneWrite) {
        const [piece] = pending
        if (piece === undefined) {
          step = reader.read()
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

export function eventStream(reader: EventReader, options: EventStreamOptions): ReadableStream<Uint8Array> {
  const events = createEventText(reader, options)
  let opened = false
  let closed = false
  let failed = false
  let notify: () => void = () => undefined

  function close(): void {
    closed = true
    reader.close()
  }

  /** Resolves to false when nothing came during `pingInterval`. */
  function more(): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (come: boolean): void => {
        clearTimeout(timer)
        takeBack()
        resolve(come)
      }
      const timer = setTimeout(() => finish(false), options.pingInterval)
      notify = () => finish(true)
      const takeBack = reader.onNext(notify)
    })
  }

  async function next(): Promise<Uint8Array | undefined> {
    while (!failed) {
      const text = events.take()
      if (text !== '') return encoder.encode(text)
      if (events.step() !== 'wait') return undefined
      const come = await more()
      if (closed) return undefined
      if (!come) return ping
    }
    return undefined
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!opened) {
          opened = true
          controller.enqueue(opening)
          return
        }
        let chunk: Uint8Array | undefined
        try {
          chunk = await next()
        } catch (error) {
          chunk = encoder.encode(`event: error\ndata: ${options.writeError(error)}\n\n`)
          failed = true
        }
        if (closed) return
        if (chunk) controller.enqueue(chunk)
        else {
          close()
          controller.close()
        }
      },
      cancel() {
        close()
        notify()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The place to cut a text, not between the halves of a surrogate pair. */
function cutOf(text: string, wanted: number): number {
  const unit = text.charCodeAt(wanted - 1)
  return wanted < text.length && unit >= 0xd800 && unit <= 0xdbff ? wanted + 1 : Math.min(wanted, text.length)
}
