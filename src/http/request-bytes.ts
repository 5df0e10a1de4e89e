/** The body of a request, within a size and a time. */
import { type Body, readBytes } from './read-bytes.ts'

/** `late`: it did not end in time. `broken`: the connection ended, which is a fault of the network or of the sender. */
export type RequestBytes =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'tooLarge' | 'late' }
  | { readonly kind: 'broken'; readonly cause: unknown }

export interface RequestLimits {
  readonly bytes: number
  /** Milliseconds until the body must have ended: otherwise it would hold its request for ever. */
  readonly time: number
}

/**
 * Never rejects. The rest of a body that is too large is discarded as it comes: many clients read an answer only when they
 * have sent everything, and would see a broken connection in its place. After `time` the body is canceled.
 */
export async function readRequestBytes({ headers, body }: Request, limits: RequestLimits): Promise<RequestBytes> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limits.time)
  const timed = body?.pipeThrough(new TransformStream(), { signal: late.signal }).getReader()
  let rest: Promise<void> | undefined
  try {
    const declared = Number(headers.get('content-length'))
    const bytes = declared > limits.bytes ? undefined : await readBytes(timed ? pulledFrom(timed) : null, limits.bytes)
    if (!bytes && timed) rest = discard(timed)
    return bytes ? { kind: 'bytes', bytes } : { kind: 'tooLarge' }
  } catch (cause) {
    return late.signal.aborted ? { kind: 'late' } : { kind: 'broken', cause }
  } finally {
    void Promise.resolve(rest).finally(() => clearTimeout(timer))
  }
}

/** The same bytes. What cancels this stream leaves the reader as it is. */
function pulledFrom(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Body {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Ends with the body, however it ends. */
async function discard(reader: ReadableStreamDefaultReader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The body broke off or is late, and nobody waits for it.
  }
}
