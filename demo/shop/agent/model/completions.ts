/** One answer of a model, as it streams: a client of the chat-completions format, which most model servers speak. */
import { createParser } from 'eventsource-parser'
import { ModelError } from './model-error.ts'

/** An endpoint. Source of the format: the chat-completions API with `stream: true` and function tools. */
export interface ModelEndpoint {
  /** Base address, as in `https://models.example/v1`; requests go to `{url}/chat/completions`. */
  readonly url: string
  /** The model's name there. */
  readonly model: string
  /** Sent as a bearer token. Default: none. */
  readonly key?: string
  /** Default: the global one. */
  readonly fetch?: typeof fetch
}

export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  /** `arguments`: JSON as the model wrote it, so it may be broken. */
  readonly function: { readonly name: string; readonly arguments: string }
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

export interface CompletionRequest {
  readonly messages: readonly ChatMessage[]
  /** Function tools with JSON Schemas of their parameters. */
  readonly tools: readonly object[]
  readonly signal: AbortSignal
  /** Characters of text and arguments together. Over it: a `ModelError` with code `limit`. */
  readonly characters: number
}

interface Completion {
  readonly text: string
  readonly calls: readonly ToolCall[]
}

/** What of a piece of the stream counts. Everything may be absent: endpoints differ. */
interface Delta {
  readonly content?: unknown
  readonly tool_calls?: unknown
}

/** Calls of tools in one answer. */
const mostCalls = 16

/**
 * Yields the text as it comes; returns it whole, with the calls of tools. Rejects with a `ModelError`, or with the
 * signal's reason.
 */
export async function* complete(
  { url, model, key, fetch: get = fetch }: ModelEndpoint,
  { messages, tools, signal, characters }: CompletionRequest,
): AsyncGenerator<string, Completion> {
  const response = await get(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    // An empty list of tools is refused by some endpoints.
    body: JSON.stringify({ model, messages, ...(tools.length > 0 && { tools }), stream: true }),
    // A key does not follow to another address.
    redirect: 'error',
    signal,
  }).catch((cause: unknown) => failed(cause, signal))
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw ModelError.ofStatus(response.status)
  }
  const answer = createAnswer(characters)
  try {
    for await (const data of eventsIn(response.body, characters)) {
      if (data === '[DONE]') answer.finish()
      else yield* answer.add(data)
    }
  } catch (cause) {
    return failed(cause, signal)
  }
  return answer.whole()
}

function failed(cause: unknown, signal: AbortSignal): never {
  if (signal.aborted || cause instanceof ModelError) throw signal.aborted ? signal.reason : cause
  throw new ModelError('unreachable', 'The connection to the model broke off', { cause })
}

/** The data of Server-Sent Events. An endpoint that does not stream sends one JSON document, which counts as one event. */
async function* eventsIn(body: ReadableStream<Uint8Array>, characters: number): AsyncGenerator<string> {
  const events: string[] = []
  // Names, quotes and escapes come on top of the text.
  const most = 64 * characters
  const parser = createParser({ onEvent: ({ data }) => events.push(data) })
  const decoder = new TextDecoder()
  let [size, start] = [0, '']
  for await (const chunk of body) {
    size += chunk.length
    if (size > most) throw new ModelError('limit', 'The model sent too much')
    const text = decoder.decode(chunk, { stream: true })
    const isDocument = start.trimStart().startsWith('{')
    if (start.trim() === '' || isDocument) start += text
    if (!start.trimStart().startsWith('{')) parser.feed(text)
    yield* events.splice(0)
  }
  if (start.trimStart().startsWith('{')) yield start
}

function createAnswer(characters: number) {
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  let [text, count, begun, finished] = ['', 0, false, false]
  const grow = (piece: string): string => {
    count += piece.length
    if (count > characters) throw new ModelError('limit', 'The model wrote too much')
    return piece
  }

  function addCalls(pieces: readonly unknown[]): void {
    for (const [place, piece] of pieces.entries()) {
      const { index = place, id, function: called } = objectOf(piece)
      const { name, arguments: written } = objectOf(called)
      if (typeof index !== 'number' || index >= mostCalls)
        throw new ModelError('limit', 'The model calls too many tools')
      const call = calls.get(index) ?? { id: `call-${index}`, name: '', arguments: '' }
      calls.set(index, call)
      if (typeof id === 'string' && id !== '') call.id = id
      if (typeof name === 'string') call.name += grow(name)
      if (typeof written === 'string') call.arguments += grow(written)
    }
  }

  return {
    finish() {
      finished = true
    },
    *add(data: string): Generator<string> {
      begun = true
      const { choices, error } = objectOf(parse(data))
      if (error !== undefined) throw new ModelError('broken', 'The model stopped with an error')
      const { delta, message, finish_reason: reason } = objectOf(Array.isArray(choices) ? choices[0] : undefined)
      if (typeof reason === 'string') finished = true
      if (reason === 'length') throw new ModelError('limit', 'The model ran out of room')
      const { content, tool_calls: pieces }: Delta = objectOf(delta ?? message)
      if (typeof content === 'string' && content !== '') {
        text += grow(content)
        yield content
      }
      if (Array.isArray(pieces)) addCalls(pieces)
    },
    whole(): Completion {
      if (!begun) throw new ModelError('broken', 'The endpoint does not speak the chat-completions format')
      if (!finished) throw new ModelError('unreachable', 'The answer of the model ended too early')
      const sorted = [...calls].sort(([one], [other]) => one - other).map(([, call]) => call)
      return {
        text,
        calls: sorted.map(({ id, ...called }) => ({ id, type: 'function', function: called })),
      }
    },
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch (cause) {
    throw new ModelError('broken', 'The endpoint does not speak the chat-completions format', { cause })
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
