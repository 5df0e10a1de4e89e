/**
 * Events → Server-Sent Events. Nothing is written before the other side has read what was written: a slow reader costs its
 * place in the log and no more. A reader that falls behind is disconnected, and subscribes again.
 */
import type { LogEntry, ReadStep } from './event-log.ts'
import type { EventReader } from './event-reader.ts'

export interface EventStreamOptions {
  /** An event as the `data` of its binding. */
  readonly write: (entry: LogEntry) => string
  /** An error after the stream has begun, as the `data` of its binding. */
  readonly writeError: (error: unknown) => string
  /** Milliseconds of silence before a comment. */
  readonly pingInterval: number
}

/** UTF-16 units of events that are written at once; a longer event is written by itself. */
const mostInOneWrite = 16_384

const encoder = new TextEncoder()
/** Sent at once, so that headers reach the client before the first event. */
const opening = encoder.encode(': open\n\n')
const ping = encoder.encode(': ping\n\n')

export function eventStream(reader: EventReader, options: EventStreamOptions): ReadableStream<Uint8Array> {
  let opened = false
  let closed = false
  let failed = false
  let wake: () => void = () => undefined

  function close(): void {
    closed = true
    reader.close()
  }

  /** Resolves to false when nothing came for as long as a ping takes. */
  function more(): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (come: boolean): void => {
        clearTimeout(timer)
        takeBack()
        resolve(come)
      }
      const timer = setTimeout(() => finish(false), options.pingInterval)
      wake = () => finish(true)
      const takeBack = reader.onNext(wake)
    })
  }

  /** An event and those behind it that are there already: one write for a burst is a fifth of the work of one for each. */
  function withWaiting(first: LogEntry): string {
    let text = ''
    for (let step: ReadStep = first; typeof step !== 'string'; step = reader.read()) {
      text += `data: ${options.write(step)}\n\n`
      if (text.length >= mostInOneWrite) break
    }
    return text
  }

  async function next(): Promise<Uint8Array | undefined> {
    while (!failed) {
      const step = reader.read()
      if (step === 'wait') {
        const come = await more()
        if (closed) return undefined
        if (!come) return ping
      } else if (typeof step === 'string') return undefined
      else return encoder.encode(withWaiting(step))
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
        wake()
      },
    },
    { highWaterMark: 0 },
  )
}
