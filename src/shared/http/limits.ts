/** Limits on what comes from outside: the bytes of a request or an answer, the time that they take, the levels of JSON. */

/** A body that is read with a limit. */
export type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** The bytes as they came. `undefined`: they are more than `most`, and the rest is canceled. -1: nothing is read. */
export async function readBytes(body: Body | null, max: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  // Not every browser can iterate a stream.
  const reader = body?.getReader()
  for (let left = max; left >= 0; ) {
    const part = await reader?.read()
    if (!part || part.done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    chunks.push(part.value)
    left -= part.value.length
  }
  reader?.cancel().catch(() => undefined)
  return undefined
}

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

/** Milliseconds at most in which the rest of a late body is still read, so that its sender sees the answer. */
const longestGrace = 1_000

/**
 * Never rejects. The rest of a body that is too large or late is discarded as it comes: many clients read an answer only
 * when they have sent everything, and would see a broken connection in its place. The body is canceled when `time` and as
 * much again, a second at most, have passed.
 */
export async function readRequestBytes(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  limits: RequestLimits,
): Promise<RequestBytes> {
  const late = new AbortController()
  const over = new AbortController()
  // A busy process may come to the second timer first, and would take a late body for a broken one.
  const end = (): void => {
    late.abort()
    over.abort()
  }
  const timers = [
    setTimeout(() => late.abort(), limits.time),
    setTimeout(end, limits.time + Math.min(limits.time, longestGrace)),
  ]
  const timed = body?.pipeThrough(new TransformStream(), { signal: over.signal }).getReader()
  let rest: Promise<void> | undefined
  try {
    const declared = Number(headers.get('content-length'))
    const source = timed ? pulledFrom(timed, late.signal) : null
    const bytes = declared > limits.bytes ? undefined : await readBytes(source, limits.bytes)
    if (!bytes && timed) rest = discard(timed)
    return bytes ? { kind: 'bytes', bytes } : { kind: 'tooLarge' }
  } catch (cause) {
    if (!late.signal.aborted) return { kind: 'broken', cause }
    if (timed) rest = discard(timed)
    return { kind: 'late' }
  } finally {
    void Promise.resolve(rest).finally(() => timers.forEach(clearTimeout))
  }
}

/** The same bytes, until `late` is aborted. What cancels or ends this stream leaves the reader as it is. */
function pulledFrom(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, late: AbortSignal): Body {
  return new ReadableStream(
    {
      start(controller) {
        late.addEventListener('abort', () => controller.error(late.reason), { once: true })
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (late.aborted) return
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

/** Whether a value has more levels of arrays and objects than allowed. Recursion ends at the limit. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1))
  // Not `Object.values`: a copy for each object is half of the whole check.
  for (const name in value) if (isDeeper((value as { readonly [name: string]: unknown })[name], levels - 1)) return true
  return false
}
