/** Bodies of requests and answers: read with a limit, and parsed once. */
import { CommerceError, type CommerceErrorCode } from './error.ts'

/** What `Request` and `Response` have in common. */
interface WithBody {
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null
}

/** The bytes as they came. Throws `code` as soon as they are more than `maxBytes`; the rest is not read. */
export async function readBytes(
  message: WithBody,
  maxBytes: number,
  code: CommerceErrorCode,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = (): CommerceError => new CommerceError(code, `The body is larger than ${maxBytes} bytes`)
  if (Number(message.headers.get('content-length') ?? 0) > maxBytes) {
    await message.body?.cancel().catch(() => undefined)
    throw tooLarge()
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = message.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length
    if (size > maxBytes) {
      await reader?.cancel().catch(() => undefined)
      throw tooLarge()
    }
    chunks.push(part.value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** JSON (RFC 8259) out of UTF-8 bytes. Throws `code` for anything else. */
export function parseBytes(bytes: Uint8Array, code: CommerceErrorCode): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (cause) {
    throw new CommerceError(code, 'The body is not valid JSON', { cause })
  }
}
