/** One call of an operation: as an HTTP request of the binding, with its headers, and its answer as JSON. Here is the REST binding; tools are in a file of their own. */

import { getOwn, isObject, isWellFormed } from '../json/value.ts'
import { shownAddress } from '../shared/http/shown-address.ts'
import { isAllowedUrl, writeAgentHeader } from './address.ts'
import type { Agreement } from './discovery.ts'
import { about, CommerceError, codeOfStatus, unsendable } from './error.ts'
import {
  type ExchangeOptions,
  exchange,
  type HttpAnswer,
  type HttpRequest,
  parseBytes,
  randomKey,
  retryAfterOf,
} from './exchange.ts'
import type { SigningKey } from './profile.ts'
import type { ProfileCache } from './profile-cache.ts'
import type { Version } from './types.ts'
import { capabilityOf, type Operation, type OperationName, operations, type WireNames } from './wire-names.ts'

/** One call of an operation. */
interface Call {
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
    if (answer.status >= 200 && answer.status < 300) return jsonOf(answer)
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

/** The answer's JSON. Throws `response_malformed` for what is no JSON, and for a content type that is not JSON's. */
export function jsonOf({ bytes, headers }: HttpAnswer): unknown {
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? ''))
    return parseBytes(bytes, 'response_malformed')
  throw new CommerceError('response_malformed', 'The content type of the answer is not JSON')
}

/** The answer's JSON; undefined where it is none. */
export function parsed(answer: HttpAnswer): unknown {
  try {
    return jsonOf(answer)
  } catch {
    return undefined
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface ChangeOptions extends CallOptions {
  /** For a change that was begun before, by another page for instance. Default: 128 random bits. */
  readonly idempotencyKey?: string
}

/** The business as it is now. `last`: what it was when it was asked for before. */
export type Find = (signal: AbortSignal | undefined, last?: Agreement) => Promise<Agreement>

export interface Caller {
  readonly agreement: () => Agreement
  /** `read` gets the answer's JSON, or a refusal where the capability was not negotiated: then nothing is sent. */
  readonly call: <T>(
    name: OperationName,
    parts: Omit<Call, 'operation'>,
    options: ChangeOptions,
    read: (json: unknown) => T,
  ) => Promise<T>
}

interface CallerOptions extends ExchangeOptions {
  readonly wire: WireNames
  readonly allowInsecureLoopback: boolean
}

export function createCaller(
  options: CallerOptions,
  binding: Binding,
  profiles: ProfileCache,
  find: Find,
  first: Agreement,
): Caller {
  const { wire, allowInsecureLoopback } = options
  let current = first
  const keyOf = async (keyid: string): Promise<SigningKey | undefined> => {
    const { profile, profileUrl } = current
    const isIt = (key: SigningKey): boolean => key.kid === keyid
    return profile.signingKeys.find(isIt) ?? (await profiles.get(profileUrl, true)).signingKeys.find(isIt)
  }
  return {
    agreement: () => current,
    async call(name, parts, { signal, idempotencyKey = randomKey() }, read) {
      const operation = operations[name]
      current = await find(signal, current)
      const { endpoint, platformUrl, capabilities, version } = current
      const capability = capabilityOf(operation, wire)
      if (getOwn(capabilities, capability) === undefined) return read(incompatible(capability, wire.member, version))
      const key = operation.changes ? { idempotencyKey } : {}
      const request = binding.request({ operation, ...parts, ...key }, endpoint, platformUrl)
      const headers = {
        Accept: binding.accept ?? 'application/json',
        [wire.agentHeader]: writeAgentHeader(platformUrl),
        ...(operation.changes && { 'Idempotency-Key': idempotencyKey }),
      }
      try {
        const { credentials, ...others } = options
        const allowed = current.takesCredentials && credentials ? options : others
        const answer = await exchange({ ...request, headers }, allowed, keyOf, signal)
        return read(binding.read(answer, allowInsecureLoopback, request))
      } catch (error) {
        // Without the id of a cart: it may be the only key to the cart.
        throw about(shownAddress(endpoint) + (request.url === endpoint ? '' : operation.path), error)
      }
    },
  }
}

/** As the business would word it. */
function incompatible(capability: string, member: string, version: Version): unknown {
  const content = `The capability ${capability} was not negotiated`
  const message = { type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' }
  return { [member]: { version, capabilities: {}, status: 'error' }, messages: [message] }
}
