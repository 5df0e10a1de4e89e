/** An operation as an HTTP request, and its answer as JSON: what bindings are, and the REST binding. */
import { isObject, isWellFormed } from '../json/value.ts'
import { isAllowedUrl } from './address.ts'
import { CommerceError, codeOfStatus, unsendable } from './error.ts'
import { type HttpAnswer, type HttpRequest, parseBytes, retryAfterOf } from './exchange.ts'
import type { Operation } from './operations.ts'

/** One call of an operation. */
export interface Call {
  readonly operation: Operation
  /** The cart's, where the operation's path has one. */
  readonly id?: string
  /** The request's body, or the payload of the tool call. */
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** A request without its headers. `callId`: of a tool call, to be found in its answer. */
interface BindingRequest extends Omit<HttpRequest, 'headers'> {
  readonly callId?: number
}

export interface Binding {
  /** Media types of answers. Default: `application/json`. */
  readonly accept?: string
  readonly request: (call: Call, endpoint: string, agent: string) => BindingRequest
  /** The answer's JSON. Throws what the answer says is wrong. */
  readonly read: (answer: HttpAnswer, allowInsecureLoopback: boolean, request: BindingRequest) => unknown
}

/** Document 000, "Endpoints": a method and a path for each operation. */
export const restBinding: Binding = {
  request({ operation, id, body }, endpoint) {
    const path = operation.path.replace('{id}', () => segment(id ?? ''))
    const json = body ?? (operation.method === 'POST' ? {} : undefined)
    const url = endpoint + path
    return { method: operation.method, url, ...(json !== undefined && { body: encode(json) }) }
  },
  read(answer, allowInsecureLoopback) {
    if (answer.status >= 200 && answer.status < 300) return parseBytes(answer.bytes, 'response_malformed')
    throw protocolError(answer, allowInsecureLoopback)
  },
}

/** Document 000, "Errors" 1: a status with `code` and `content`; the body may be absent or no JSON. */
export function protocolError(answer: HttpAnswer, allowInsecureLoopback: boolean): CommerceError {
  return errorFrom(parsed(answer), codeOfStatus(answer.status), answer.status, answer, allowInsecureLoopback)
}

/** An error out of the members of a body, where they are texts. */
export function errorFrom(
  body: unknown,
  fallback: string,
  status: number,
  answer: HttpAnswer,
  allowInsecureLoopback: boolean,
): CommerceError {
  const members = isObject(body) ? body : {}
  // The public spelling has a list of messages in place of a code and its content.
  const [first] = Array.isArray(members['messages']) ? members['messages'] : []
  const { code, content, continue_url: address } = { ...(isObject(first) && first), ...members }
  const usable = typeof address === 'string' && isAllowedUrl(address, allowInsecureLoopback)
  const wait = retryAfterOf(answer)
  return new CommerceError(
    (typeof code === 'string' && code) || fallback,
    (typeof content === 'string' && content) || `The business answered with status ${answer.status}`,
    {
      status,
      continueUrl: usable ? address : undefined,
      retryAfter: wait === undefined ? undefined : Math.ceil(wait / 1000),
    },
  )
}

/** One segment of a path. `.` and `..` would lead to another path, whatever is escaped. */
function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !isWellFormed(id))
    throw unsendable('An id must be Unicode, and must not be empty or dots')
  return encodeURIComponent(id)
}

/** JSON as bytes. Throws `invalid_request` for what is no JSON, such as a bigint or a cycle. */
export function encode(json: unknown): Uint8Array<ArrayBuffer> {
  try {
    return new TextEncoder().encode(JSON.stringify(json))
  } catch (cause) {
    throw unsendable('The request cannot be written as JSON', cause)
  }
}

/** The answer's JSON; undefined where it is none. */
export function parsed({ bytes }: HttpAnswer): unknown {
  try {
    return parseBytes(bytes, 'response_malformed')
  } catch {
    return undefined
  }
}
