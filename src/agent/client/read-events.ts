/** The answer to a streaming request → server-sent events (WHATWG HTML) → typed events, in batches as they arrive. */

import { createParser } from 'eventsource-parser'
import { AgentError } from '../protocol/error.ts'
import { errorOfBody } from '../protocol/read-error.ts'
import { readAnswer } from '../protocol/read-value.ts'
import { readStreamEvent } from '../protocol/stream-event.ts'
import type { StreamBatches, StreamItem } from '../protocol/stream-item.ts'
import { contentTypes } from '../protocol/wire-format.ts'
import { type Envelope, essenceOf, overLimit, parseJson, readJson, refuseType } from './http.ts'

interface ReadEventsOptions extends SseOptions {
  /** Bytes of an answer that is no stream. */
  readonly bodyBytes: number
}

/**
 * The events of a good answer, which another binding has read already. An agent may answer with all that it has to say in one JSON value. An error that the
 * agent sends ends the stream, after the events before it.
 */
export async function readEvents(
  response: Response | StreamBatches,
  envelope: Envelope,
  options: ReadEventsOptions,
): Promise<StreamBatches> {
  if ('next' in response) return response
  const type = essenceOf(response)
  if (type === contentTypes.stream) {
    const { body } = response
    return body ? readSse(body, options, (data, id) => itemOf(data, id, envelope)) : batch([])
  }
  if (type === '') return refuseType(response, 'none')
  const value = await readJson(response, options.bodyBytes)
  if (envelope.isError(value)) throw errorOfBody(value)
  return batch([{ event: readAnswer(envelope.result(value)), id: undefined, units: 0 }])
}

async function* batch(items: readonly StreamItem[]): StreamBatches {
  yield items
}

/** An event with a fault of its own is an item like any other. */
function itemOf(data: string, id: number | undefined, envelope: Envelope): StreamItem | undefined {
  let value: unknown
  try {
    value = parseJson(data)
  } catch (error) {
    return faulty(error)
  }
  if (envelope.isError(value)) throw errorOfBody(value)
  try {
    const event = readStreamEvent(envelope.result(value))
    return event && { event, id, units: data.length }
  } catch (error) {
    return faulty(error)
  }
}

function faulty(error: unknown): StreamItem {
  if (error instanceof AgentError) return { error }
  throw error
}

interface SseOptions {
  /** UTF-16 units of one event. Over it: `LIMIT_BYTES`. */
  readonly eventBytes: number
  /** Milliseconds without a byte. Over it: `STREAM_IDLE`. Pings of the server count as bytes. */
  readonly idleTimeout: number
}

/**
 * Yields what `read` makes of the events of each chunk: one asynchronous step a chunk and not one an event. `id`: the
 * number of the event within its task, where the server sends one. `undefined` is passed over; what `read` throws ends
 * the stream after the events before it. An event that is cut off by the end of the body is dropped, as the standard says.
 */
export async function* readSse<T>(
  body: ReadableStream<Uint8Array>,
  { eventBytes, idleTimeout }: SseOptions,
  read: (data: string, id: number | undefined) => T | undefined,
): AsyncGenerator<readonly T[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let batch: T[] = []
  let failure: { readonly error: unknown } | undefined
  const fail = (error: unknown): void => {
    failure ??= { error }
  }
  /** The agent sends fields that the standard does not know. Chunks before the first of them are not searched. */
  let hasUnknown = false
  const parser = createParser({
    maxBufferSize: eventBytes,
    onEvent({ data, id }) {
      if (failure || data === '') return
      try {
        if (data.length > eventBytes) throw overLimit('An event', eventBytes)
        const value = read(data, id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined)
        if (value !== undefined) batch.push(value)
      } catch (error) {
        fail(error)
      }
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') fail(overLimit('An event', eventBytes))
      else if (type === 'unknown-field') hasUnknown = true
    },
  })
  const chunks = readChunks(body, idleTimeout)
  try {
    for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) {
      const text = decodeChunk(decoder, chunk)
      parser.feed(hasUnknown ? text.replace(unknownField, '$1:') : text)
      if (batch.length > 0) yield batch
      if (failure) throw failure.error
      batch = []
    }
  } finally {
    chunks.end()
  }
}

/**
 * Whole lines of fields that the standard does not know, to be made comments: the parser makes an error object for each unknown
 * field, which took 1.3 s for a megabyte of short lines.
 */
const unknownField = /([\r\n])(?!(?:data|event|id|retry)[:\r\n])[^:\r\n][^\r\n]*(?=[\r\n])/g

function decodeChunk(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (cause) {
    throw new AgentError('JSON_SYNTAX', 'The stream holds bytes that are no UTF-8', {
      hint: 'Report this to the maker of the agent.',
      cause,
    })
  }
}

interface Chunks {
  /** `undefined` at the end of the body. */
  next(): Promise<Uint8Array | undefined>
  /** Cancels the body, also while a chunk is awaited. */
  end(): void
}

/** One timer serves the whole body: it looks at the last chunk's time when it fires, so a chunk starts no timer. */
function readChunks(body: ReadableStream<Uint8Array>, idleTimeout: number): Chunks {
  const reader = body.getReader()
  let giveUp: (error: AgentError) => void = () => undefined
  let last = performance.now()
  let id: ReturnType<typeof setTimeout> | undefined
  const checkIdle = (): void => {
    const left = last + idleTimeout - performance.now()
    if (left > 0) id = setTimeout(checkIdle, left)
    else giveUp(streamIdle(idleTimeout))
  }
  if (idleTimeout > 0) id = setTimeout(checkIdle, idleTimeout)
  return {
    async next() {
      last = performance.now()
      // `Promise.race` with one promise for all chunks would keep a reaction for each of them.
      const read = await new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
        giveUp = reject
        reader.read().then(resolve, reject)
      })
      last = performance.now()
      return read.done ? undefined : read.value
    },
    end() {
      clearTimeout(id)
      void reader.cancel().catch(() => undefined)
    },
  }
}

function streamIdle(idleTimeout: number): AgentError {
  return new AgentError('STREAM_IDLE', `Nothing came for ${idleTimeout} ms, not even a ping`, {
    hint: 'The client subscribes again; the agent should send a comment line every 15 seconds.',
  })
}
