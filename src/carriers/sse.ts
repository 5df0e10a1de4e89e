/** `surface-runtime/sse`: surfaces from a server that answers with server-sent events (WHATWG HTML). */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import {
  type CarriedRuntime,
  type Connection,
  connectionOf,
  createAttempts,
  createFeed,
  messagesInText,
} from './carried.ts'

export type { CarriedRuntime, Connection, ConnectionState } from './carried.ts'

export interface SseOptions {
  /** Of the request: method, headers, body. Default: GET. */
  readonly request?: RequestInit | undefined
  /** Names the source of `runtime.sync`. Default: the address. */
  readonly key?: string | undefined
  /** An event of another name than `message` and `a2ui`: the text of the chat, say. */
  readonly onOther?: ((event: { readonly event: string; readonly data: string }) => void) | undefined
  /**
   * Sends what the user did. Its promise shows the control as busy. Default: a POST of the message to the address. Its answer may
   * be events, or messages as JSON.
   */
  readonly onEvent?: ((wire: unknown) => unknown) | undefined
}

/** Data that say that everything has come. */
const endings = ['[DONE]', '{"type":"done"}']

/** An event of 4 MiB (UTF-16 units) is refused. */
const eventLength = 4 * 1024 * 1024

/**
 * Reads an address whose events without a name, or named `a2ui`, hold a surface message, a list of them or a list of parts of
 * the agent protocol. The end of the body, `event: done` and `[DONE]` say that everything has come. An answer that breaks off
 * is asked for again, with `Last-Event-ID` where the server numbers its events; what it repeats is applied once. Another method
 * than GET is repeated by itself only where events have numbers. After five attempts, or at a refusal or `event: error`, the
 * state is `failed` and `STREAM_FAILED` is reported.
 */
export function connectSse(address: string | URL, runtime: CarriedRuntime, options: SseOptions = {}): Connection {
  const { request = {}, key = String(address), onOther, onEvent = post } = options
  const attempts = createAttempts(runtime, () => void read())
  const feed = createFeed(runtime, key)
  let lastId = ''

  async function read(): Promise<void> {
    try {
      await ask({ signal: attempts.signal }, lastId === '' ? {} : { 'Last-Event-ID': lastId }, () => {
        feed.restart()
        attempts.opened()
      })
      feed.end()
      attempts.ended()
    } catch (cause) {
      // What was posted may have been done: only the user may send it again.
      const repeatable = (request.method ?? 'GET') === 'GET' || lastId !== ''
      attempts.broke(cause, cause instanceof ServerError || !repeatable)
    }
  }

  function post(wire: unknown): Promise<void> {
    const { signal } = attempts
    const body = JSON.stringify(wire)
    return ask({ method: 'POST', body, signal }, { 'Content-Type': 'application/json' }).catch((cause) => {
      // Where the host has stopped, nobody waits for the answer.
      if (!signal.aborted) throw cause
    })
  }

  /** The answer is events, or messages as JSON. */
  async function ask(init: RequestInit, more: { readonly [name: string]: string }, opened?: () => void): Promise<void> {
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries({ Accept: 'text/event-stream', ...more })) headers.set(name, value)
    const response = await fetch(address, { ...request, ...init, headers })
    if (!response.ok) throw new ServerError(`The server answered ${response.status}`)
    opened?.()
    if (response.headers.get('Content-Type')?.includes('json')) feed.add(messagesInText(await response.text()), !opened)
    else if (response.body) await readEvents(response.body, (event) => take(event, !opened))
  }

  /** Says whether everything has come. */
  function take({ event = 'message', data, id }: EventSourceMessage, answer: boolean): boolean {
    if (!answer) lastId = id ?? lastId
    if (event === 'error') throw new ServerError(data)
    if (event === 'done' || endings.includes(data.replace(/\s/g, ''))) return true
    if (event === 'message' || event === 'a2ui') feed.add(messagesInText(data), answer)
    else onOther?.({ event, data })
    return false
  }

  const unlisten = runtime.listen({ onEvent: (_, wire) => onEvent(wire) })
  attempts.start()
  return connectionOf(attempts, unlisten)
}

/** The server says that it failed: asking again is for the user. */
class ServerError extends Error {}

/** Calls `take` with each event until it says that everything has come. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  take: (event: EventSourceMessage) => boolean,
): Promise<void> {
  const events: EventSourceMessage[] = []
  let refused: Error | undefined
  const parser = createParser({
    maxBufferSize: eventLength,
    onEvent: (event) => void events.push(event),
    onError(error) {
      // Fields that the standard does not know are passed over.
      if (error.type === 'max-buffer-size-exceeded') refused = new ServerError('An event is larger than 4 MiB')
    },
  })
  const text = new TextDecoderStream('utf-8', { fatal: true }) as ReadableWritablePair<string, Uint8Array>
  const reader = body.pipeThrough(text).getReader()
  try {
    for (let over = false; !over; ) {
      const { done, value } = await reader.read()
      // The blank line behind the last event is often missing.
      parser.feed(done ? '\n\n' : value)
      if (refused) throw refused
      over = events.splice(0).some(take) || done
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
