/** The bytes of a request or of an answer, never more than a limit. */

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
