/** The body of a request that comes in: read within limits, then as JSON. */

import type { JsonValue } from '../../json/value.ts'
import { isDeeper, type RequestLimits, readRequestBytes } from '../../shared/http/limits.ts'
import { AgentError } from './error.ts'

export interface BodyLimits {
  readonly requestBytes: number
  /** Milliseconds. */
  readonly requestTime: number
  /** Levels of nested arrays and objects. */
  readonly jsonDepth: number
}

/** A body that breaks off or does not end is a fault of its sender: it is no error of the host. Throws `REQUEST_TOO_LARGE` or `INVALID_REQUEST`. */
export async function bytesOf(
  request: Pick<Request, 'headers' | 'body'>,
  { requestBytes, requestTime }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const limits: RequestLimits = { bytes: requestBytes, time: requestTime }
  const read = await readRequestBytes(request, limits)
  if (read.kind === 'bytes') return read.bytes
  if (read.kind === 'tooLarge') throw tooLarge(requestBytes)
  const reason = read.kind === 'late' ? `The body did not come within ${requestTime} ms` : 'The body broke off'
  const cause = read.kind === 'broken' ? read.cause : undefined
  throw new AgentError('INVALID_REQUEST', reason, { hint: 'Send the request again.', cause })
}

function tooLarge(max: number): AgentError {
  return new AgentError('REQUEST_TOO_LARGE', `The body is longer than ${max} bytes`, {
    hint: 'Send less, or a URL.',
  })
}

/** Throws `PARSE_ERROR`, or `INVALID_REQUEST` for a value with too many levels. */
export function jsonOf(bytes: Uint8Array, { jsonDepth }: BodyLimits): JsonValue {
  let value: JsonValue
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as JsonValue
  } catch {
    throw new AgentError('PARSE_ERROR', 'The body is not JSON in UTF-8', { hint: 'Send valid JSON.' })
  }
  if (!isDeeper(value, jsonDepth)) return value
  throw new AgentError('INVALID_REQUEST', `The body nests deeper than ${jsonDepth} levels`, {
    hint: 'Flatten the value.',
  })
}
