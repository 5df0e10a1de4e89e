/** A source whose chunks are noted as they pass. What it is, gives and refuses stays the same for its reader. */
import type { Chunk } from '../stream/lines.ts'
import type { Source } from '../stream/read.ts'

type Tap = (chunk: unknown) => void

/** `tap` is called with each chunk, before its reader has it. What is no source is handed on as it is. */
export function noted(source: Source, tap: Tap): Source {
  const given: unknown = source
  if (typeof given === 'string') {
    tap(given)
    return source
  }
  if (typeof given !== 'object' || given === null) return source
  // In JavaScript a host may hand over what `fetch` returns.
  if (given instanceof Promise) return given.then((arrived: Source) => noted(arrived, tap)) as unknown as Source
  if (source instanceof Response) {
    if (!source.ok || !source.body) return source
    return new Response(notedStream(source.body, tap) as ReadableStream<BufferSource>, {
      status: source.status,
      headers: source.headers,
    })
  }
  if ('getReader' in source) return notedStream(source, tap)
  if (Symbol.asyncIterator in source) return notedAsync(source, tap)
  return Symbol.iterator in source ? notedList(source, tap) : source
}

function notedStream(stream: ReadableStream<Chunk>, tap: Tap): ReadableStream<Chunk> {
  const pass = new TransformStream<Chunk, Chunk>({
    transform(chunk, controller) {
      tap(chunk)
      controller.enqueue(chunk)
    },
  })
  return stream.pipeThrough(pass)
}

/** Not a generator: its `return` would wait for the chunk that is on its way. */
function notedAsync(source: AsyncIterable<Chunk>, tap: Tap): AsyncIterable<Chunk> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]()
      return {
        async next() {
          const result = await iterator.next()
          if (!result.done) tap(result.value)
          return result
        },
        return: async (value) => iterator.return?.(value) ?? { done: true, value },
      }
    },
  }
}

function* notedList(source: Iterable<Chunk>, tap: Tap): Generator<Chunk> {
  for (const chunk of source) {
    tap(chunk)
    yield chunk
  }
}
