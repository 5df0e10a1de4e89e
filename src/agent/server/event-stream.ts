/**
 * Events → Server-Sent Events. Nothing is written before the other side has read what was written: a slow reader costs its
 * place in the log and no more. A reader that falls behind is disconnected, and subscribes again.
 */
import type { EventReader } from './event-reader.ts'
import { createEventText, type EventTextOptions } from './event-text.ts'

export interface EventStreamOptions extends EventTextOptions {
  /** An error after the stream has begun, as the `data` of its binding. */
  readonly writeError: (error: unknown) => string
  /** Milliseconds of silence before a comment. */
  readonly pingInterval: number
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
    reader.close()
  }

  /** The next write. `undefined`: the stream ends. */
  async function read(): Promise<Uint8Array | undefined> {
    while (!failed) {
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

  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
}

interface Wait {
  /** Resolves to true when the reader may have more, to false when nothing came for so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<boolean>
  /** Resolves a wait that goes on. */
  readonly end: () => void
}

function createWait(reader: EventReader): Wait {
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
