/** `surface-runtime/websocket`: surfaces from a server that speaks in WebSocket frames. */
import { isObject } from '../json/value.ts'
import { type SourceOption, sourceIn } from '../live/source-option.ts'
import { messagesIn } from '../protocol/carried.ts'
import type { ClientEvent } from '../protocol/message.ts'
import { type CarriedRuntime, type Connection, connectionOf, createAnswers, createReconnect } from './carried.ts'

export type { CarriedRuntime, Connection, ConnectionState } from './carried.ts'

export interface WebSocketOptions extends SourceOption {
  /** Sub-protocols to ask for. Default: none. */
  readonly protocols?: string | string[] | undefined
  /**
   * Names the source of its surfaces; those of later answers have a number behind it. Default: the address, with a number behind it from
   * the second connection on.
   */
  readonly source?: string | undefined
  /**
   * Gives the surface messages of a parsed frame; `undefined` for a frame that is something else, such as the text of the chat.
   * Default: those of a message, a list, JSON Lines or a `chunk`; none for `{"type":"done"}`.
   */
  readonly messagesOf?: ((frame: unknown) => unknown) | undefined
  /**
   * The first frame, such as the question to the agent. A text is not sent again by itself: where the connection breaks, the
   * state is `failed`. A function is asked for the frame of each connection; `again` is true behind the first one. Default: none.
   */
  readonly hello?: string | ((again: boolean) => string | undefined) | undefined
  /** What the user did → the frame that is sent. Default: the message as JSON. */
  readonly encode?: ((wire: unknown) => string) | undefined
}

export interface WebSocketConnection extends Connection {
  /** Sends a further question; its answer is a source of its own. False where the WebSocket is not open. */
  ask(frame: string): boolean
}

/**
 * Opens a WebSocket whose frames hold a surface message, a list of them or JSON Lines. It is opened again when it breaks,
 * unless a question was asked with it; what the server repeats is applied once. `{"type":"done"}` ends an answer, that to an event too,
 * and what comes behind it begins the next one, a source of its own: answers come in the order of what was asked. A close behind that, and a close with code 1000 or without a code, say that everything
 * has come. After five attempts, or at `{"error": …}`, the state is `failed` and
 * `STREAM_FAILED` is reported.
 */
export function connectWebSocket(
  address: string | URL,
  runtime: CarriedRuntime,
  options: WebSocketOptions = {},
): WebSocketConnection {
  const { protocols, messagesOf = inFrame, hello, encode = JSON.stringify } = options
  let socket: WebSocket | undefined
  let again = false
  const reconnect = createReconnect(runtime, () => {
    const opened = new WebSocket(address, protocols)
    socket = opened
    opened.onopen = () => {
      answers.restart()
      asked.splice(0)
      reconnect.opened()
      const frame = typeof hello === 'function' ? hello(again) : hello
      again = true
      if (frame !== undefined) opened.send(frame)
    }
    opened.onmessage = ({ data }) => {
      if (socket === opened) take(data)
    }
    opened.onclose = ({ code, reason }) => {
      if (socket !== opened) return
      socket = undefined
      // RFC 6455, 7.4.1: 1005 is a close in order without a code.
      if (isDone) reconnect.ended()
      else if (code === 1000 || code === 1005) done()
      // What was asked may have been done: only the user may ask again.
      else reconnect.broke(new Error(`Connection closed: ${code} ${reason}`.trimEnd()), typeof hello === 'string')
    }
  })
  const answers = createAnswers(runtime, {
    source: sourceIn(options),
    otherwise: String(address),
    async onEvent(event, wire) {
      if (!send(encode(wire), event))
        throw new Error(
          'the WebSocket that brought this surface is closed; connect again, or keep it open after the answer',
        )
    },
  })
  /** The last answer is whole. */
  let isDone = false
  /** The server says where answers end, so each that comes is for the first of what was asked: an event, or a question. */
  let saysEnds = false
  const asked: (ClientEvent | undefined)[] = []

  function send(frame: string, event?: ClientEvent): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(frame)
    if (saysEnds) asked.push(event)
    return true
  }

  /** What still comes by the connection does not count. */
  function close(): void {
    const closing = socket
    socket = undefined
    closing?.close()
  }

  function done(): void {
    isDone = true
    answers.end()
    reconnect.ended()
  }

  function take(data: unknown): void {
    const frames = typeof data === 'string' ? framesOf(data) : []
    for (const frame of frames) {
      const { type, error }: { type?: unknown; error?: unknown } = isObject(frame) ? frame : {}
      if (error) {
        close()
        reconnect.broke(new Error(JSON.stringify(error)), true)
        return
      }
      if (type === 'done') {
        // An answer may say nothing.
        if (isDone) asked.shift()
        saysEnds = true
        done()
      } else {
        const messages = messagesOf(frame)
        if (messages !== undefined) {
          const answerTo = isDone ? asked.shift() : undefined
          if (isDone) reconnect.opened()
          isDone = false
          answers.add(messagesIn(messages), answerTo)
        }
      }
    }
  }

  reconnect.start()
  return { ...connectionOf(reconnect, answers, close), ask: (frame) => send(frame) }
}

/** A frame is one JSON value or JSON Lines. What is neither stays a text, which the runtime reports. */
function framesOf(data: string): readonly unknown[] {
  try {
    return [JSON.parse(data)]
  } catch {
    const lines = data.split('\n').filter((line) => line.trim() !== '')
    return lines.length > 1 ? lines.flatMap(framesOf) : [data]
  }
}

/** Some servers put a frame's content into `chunk`. */
function inFrame(frame: unknown): unknown {
  return isObject(frame) && 'chunk' in frame ? frame['chunk'] : frame
}
