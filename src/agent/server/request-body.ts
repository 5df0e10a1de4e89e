/** The body of a request → JSON, within bounds. */
import { readRequestBytes } from '../../http/request-bytes.ts'
import type { JsonValue } from '../../json/value.ts'
import { contentTypes, headerNames } from '../dialect.ts'
import { AgentError } from '../error.ts'
import type { AgentServerLimits } from './options.ts'

type BodyLimits = Pick<AgentServerLimits, 'requestBytes' | 'requestTime' | 'jsonDepth'>

/**
 * `undefined`: there is no body. A POST needs a JSON content type, or a version header of the protocol: without either a
 * browser sends it for any page without a preflight (Fetch standard, CORS-safelisted request). Throws
 * `CONTENT_TYPE_NOT_SUPPORTED`, `REQUEST_TOO_LARGE`, `PARSE_ERROR`, or `INVALID_REQUEST` where the body does not end.
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<JsonValue | undefined> {
  const bytes = await bytesOf(request, limits)
  if (bytes.length > 0 || isSafelisted(request)) checkContentType(request.headers.get('content-type'))
  if (bytes.length === 0) return undefined
  let value: JsonValue
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as JsonValue
  } catch {
    throw new AgentError('PARSE_ERROR', 'The body is not JSON in UTF-8', { hint: 'Send valid JSON.' })
  }
  if (!isWithin(value, limits.jsonDepth)) {
    throw new AgentError('INVALID_REQUEST', `The body nests deeper than ${limits.jsonDepth} levels`, {
      hint: 'Flatten the value.',
    })
  }
  return value
}

/** Whether a browser sends the request without a preflight. Other verbs than GET and POST always have a preflight. */
function isSafelisted({ method, headers }: Request): boolean {
  return method === 'POST' && Object.values(headerNames.version).every((name) => !headers.has(name))
}

function checkContentType(header: string | null): void {
  const essence = (header ?? '').split(';')[0]?.trim().toLowerCase()
  if (essence === contentTypes.json.seed || essence === contentTypes.json.public) return
  throw new AgentError('CONTENT_TYPE_NOT_SUPPORTED', `The body has the content type "${(header ?? '').slice(0, 80)}"`, {
    hint: `Send ${contentTypes.json.seed} or ${contentTypes.json.public}.`,
  })
}

/** A body that breaks off or does not end is a fault of the client: it is no error of the host. */
async function bytesOf(request: Request, { requestBytes, requestTime }: BodyLimits): Promise<Uint8Array> {
  const read = await readRequestBytes(request, { bytes: requestBytes, time: requestTime })
  if (read.kind === 'bytes') return read.bytes
  if (read.kind === 'tooLarge') throw tooLarge(requestBytes)
  const reason = read.kind === 'late' ? `The body did not come within ${requestTime} ms` : 'The body broke off'
  const cause = read.kind === 'broken' ? read.cause : undefined
  throw new AgentError('INVALID_REQUEST', reason, { hint: 'Send the request again.', cause })
}

function isWithin(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((item: JsonValue) => isWithin(item, depth - 1))
}

function tooLarge(max: number): AgentError {
  return new AgentError('REQUEST_TOO_LARGE', `The body is longer than ${max} bytes`, {
    hint: 'Send less, or a URL in place of the bytes.',
  })
}
