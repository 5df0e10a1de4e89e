/** Bodies of requests and answers: read with a limit, and parsed once. */
import { readBytes as readWithin } from '../http/read-bytes.ts'
import { CommerceError, type CommerceErrorCode } from './error.ts'

/** The bytes as they came. Throws `code` as soon as they are more than `maxBytes`; the rest is not read. */
export async function readBytes(
  response: Response,
  maxBytes: number,
  code: CommerceErrorCode,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(response.headers.get('content-length'))
  const bytes = await readWithin(response.body, declared > maxBytes ? -1 : maxBytes)
  if (bytes) return bytes
  throw new CommerceError(code, `The body has over ${maxBytes} bytes`)
}

/** JSON (RFC 8259) out of UTF-8 bytes. Throws `code` for anything else. */
export function parseBytes(bytes: Uint8Array, code: CommerceErrorCode): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (cause) {
    throw new CommerceError(code, 'The body is not valid JSON', { cause })
  }
}
