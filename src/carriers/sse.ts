/** `surface-runtime/sse`: surfaces from a server that answers with server-sent events (WHATWG HTML). */
import type { EventSourceMessage } from 'eventsource-parser'
import { type SourceOption, sourceIn } from '../live/source-option.ts'
import { messagesInText } from '../protocol/carried.ts'
import type { ClientEvent } from '../protocol/message.ts'
import { eventsOf, isLastEvent, ServerError } from '../stream/events.ts'
import {
  type CarriedRuntime,
  type Connection,
  connectionOf,
  createAnswers,
  createReconnect,
  type Reply,
} from './carried.ts'

export type { CarriedRuntime, Connection, ConnectionState } from './carried.ts'

export interface SseOptions extends SourceOption {
  /** Of the request: method, headers, body. Default: GET. */
  readonly request?: RequestInit | undefined
  /**
   * Names the source of its surfaces. A call with the name of an earlier one goes on with its surfaces. Default: the address, with a
   * number behind it from the second call on, so that each call is a source of its own.
   */
  readonly source?: string | undefined
  /** An event of another name than `message` and `a2ui`: the text of the chat, say. */
  readonly onOther?: ((event: { readonly event: string; readonly data: string }) => void) | undefined
  /**
   * Sends what the user did on surfaces of this connection. Its promise shows the control as busy. Default: a POST of the message to the
   * address. Its answer may be events, or messages as JSON, and is a source of its own: its surfaces stand behind those that are there.
   */
  readonly onEvent?: ((wire: unknown) => unknown) | undefined
}

/**
 * Reads an address whose events without a name, or named `a2ui`, hold a surface message, a list of them or a list of parts of
 * the agent protocol. The end of the body, `event: done` and `[DONE]` say that everything has come. An answer that breaks off
 * is asked for again, with `Last-Event-ID` where the server numbers its events; what it repeats is applied once. Another method
 * than GET is repeated by itself only where events have numbers. After five attempts, or at a refusal or `event: error`, the
 * state is `failed` and `STREAM_FAILED` is reported.
 */
export function connectSse(address: string | URL, runtime: CarriedRuntime, options: SseOptions = {}): Connection {
  const { request = {}, onOther, onEvent } = options
  const reconnect = createReconnect(runtime, () => void read())
  const answers = createAnswers(runtime, {
    source: sourceIn(options),
    otherwise: String(address),
    onEvent: onEvent ? (_, wire) => onEvent(wire) : post,
  })
  let lastId = ''

  async function read(): Promise<void> {
    try {
      await ask({ signal: reconnect.signal }, lastId === '' ? {} : { 'Last-Event-ID': lastId }, () => {
        answers.restart()
        reconnect.opened()
        return (event) => {
          lastId = event.id ?? lastId
          take(event, answers.add)
        }
      })
      answers.end()
      reconnect.ended()
    } catch (cause) {
      // What was posted may have been done: only the user may send it again.
      const repeatable = (request.method ?? 'GET') === 'GET' || lastId !== ''
      reconnect.broke(cause, cause instanceof ServerError || !repeatable)
    }
  }

  /** A connection that the host has stopped ends what is under way. A later press is a request of its own all the same. */
  async function post(answerTo: ClientEvent, wire: unknown): Promise<void> {
    const { signal } = reconnect
    const going = signal.aborted ? {} : { signal }
    let reply: Reply | undefined
    const add = (messages: readonly unknown[]): void => {
      reply ??= answers.addReply(answerTo)
      reply.add(messages)
    }
    try {
      const init = { method: 'POST', body: JSON.stringify(wire), ...going }
      await ask(init, { 'Content-Type': 'application/json' }, () => (event) => take(event, add))
      reply?.end()
    } catch (cause) {
      // Where the host has stopped, nobody waits for the answer.
      if (!going.signal?.aborted) throw cause
    }
  }

  /** The answer is events, or messages as JSON. `opened`: the server has taken the request. Gives what takes each event. */
  async function ask(
    init: RequestInit,
    more: { readonly [name: string]: string },
    opened: () => (event: EventSourceMessage) => void,
  ): Promise<void> {
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries({ Accept: 'text/event-stream', ...more })) headers.set(name, value)
    const response = await fetch(address, { ...request, ...init, headers })
    if (!response.ok) throw new ServerError(`The server answered ${response.status}`)
    const takeEvent = opened()
    if (response.headers.get('Content-Type')?.includes('json')) return takeEvent({ data: await response.text() })
    for await (const event of response.body ? eventsOf(response.body) : []) {
      if (isLastEvent(event)) return
      takeEvent(event)
    }
  }

  function take({ event = 'message', data }: EventSourceMessage, add: Reply['add']): void {
    if (event === 'message' || event === 'a2ui') add(messagesInText(data))
    else onOther?.({ event, data })
  }

  reconnect.start()
  return connectionOf(reconnect, answers)
}
