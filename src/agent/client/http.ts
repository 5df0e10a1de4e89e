/** One HTTP request to an agent: headers, credentials, time, redirects, and its answer within limits. A failed answer is one `AgentError`. */

import { isDeeper, readBytes } from '../../shared/http/limits.ts'
import { AgentError, aborted, asNetworkError, lazyImport, peerAt, reasonOf } from '../protocol/error.ts'
import type { ErrorContext } from '../protocol/read-error.ts'
import { getOwn, isMembers, type Members, maxDepth } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import type { StreamBatches } from '../protocol/stream-item.ts'
import type { AgentInterface } from '../protocol/types.ts'
import { extensionHeaders } from '../protocol/wire-format.ts'
import type { ClientCodec } from './wire-codec.ts'

/** Puts credentials onto a request; false when there are none. Rejects at the latest when `signal` is aborted. */
export type ApplyCredentials = (
  request: { readonly url: URL; readonly headers: Headers; include: boolean },
  operation: OperationName,
  refusal: Refusal | undefined,
  signal: AbortSignal,
) => Promise<boolean>

/** How an answer refused the credentials of a request. */
export interface Refusal {
  readonly status: 401 | 403
  /** `WWW-Authenticate`. */
  readonly challenge: string
  /** Headers of the request. */
  readonly sent: Headers
}

export interface HttpRequest {
  readonly operation: OperationName
  readonly url: string
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** JSON text. */
  readonly body?: string | undefined
  /** Whether the request is about one task: a 404 then says that it is gone. */
  readonly task: boolean
  readonly signal?: AbortSignal | undefined
  /** Milliseconds from the sending until the answer begins; 0: no limit. */
  readonly timeout: number
  /** In place of those that tell version and extensions. */
  readonly headers?: Readonly<Record<string, string>>
}

interface HttpOptions {
  readonly fetch: typeof fetch
  readonly codec: ClientCodec
  /** URIs of the extensions that the client activates. */
  readonly extensions: readonly string[]
  readonly credentials: ApplyCredentials | undefined
  /** Bytes of one answer that is no stream. */
  readonly bodyBytes: number
  /** Content type of requests. */
  readonly bodyType: string
  /** What the agent says that it activated. */
  readonly onExtensions: (uris: readonly string[]) => void
}

export interface Http {
  /** URIs of the extensions that the client activates. */
  readonly extensions: readonly string[]
  /** Sends a request, and reads a good answer. `accept`: content types of the answer. */
  send<T>(request: HttpRequest, accept: string, read: (response: Response) => Promise<T>): Promise<T>
}

export function createHttp(options: HttpOptions): Http {
  /**
   * After a 401, and a 403 for want of a scope, the host is asked for other credentials and the request is sent again: once for
   * each of the two.
   */
  async function send<T>(
    request: HttpRequest,
    accept: string,
    read: (response: Response) => Promise<T>,
    refusals: readonly Refusal[] = [],
  ): Promise<T> {
    const { url, verb, body, operation, signal } = request
    const prepared = { url: new URL(url), headers: headersOf(accept, request, options), include: false }
    // No timer: the user may have to sign in first.
    const applied = await withTimeout({ signal, timeout: 0 }, async (inner) =>
      options.credentials?.(prepared, operation, refusals.at(-1), inner),
    )
    let refusal: Refusal | undefined
    const answer = await withTimeout(request, async (inner) => {
      const response = await options.fetch(prepared.url.href, {
        ...{ method: verb, headers: prepared.headers, redirect: 'manual', signal: inner },
        credentials: prepared.include ? 'include' : 'same-origin',
        ...(body !== undefined && { body }),
      })
      const { status } = response
      const challenge = response.headers.get('www-authenticate') ?? ''
      const asks = status === 401 || (status === 403 && challenge.includes('insufficient_scope'))
      if (asks && applied && !refusals.some((one) => one.status === status)) {
        refusal = { status, challenge, sent: prepared.headers }
        await response.body?.cancel()
        return undefined
      }
      await check(response, request, options)
      return { value: await read(response) }
    })
    return answer ? answer.value : send(request, accept, read, refusal ? [...refusals, refusal] : refusals)
  }

  return { extensions: options.extensions, send: (request, accept, read) => send(request, accept, read) }
}

function headersOf(
  accept: string,
  { body, headers: own }: HttpRequest,
  { bodyType, codec, extensions }: HttpOptions,
): Headers {
  const headers = new Headers({ ...(own ?? codec.headers(extensions)), accept })
  if (body !== undefined) headers.set('content-type', bodyType)
  return headers
}

/** Throws what a failed answer says. Of a good one the header with the activated extensions is read. */
async function check(
  response: Response,
  { url, task }: HttpRequest,
  { onExtensions, bodyBytes }: HttpOptions,
): Promise<void> {
  await refuseRedirect(response, url)
  if (!response.ok) throw await errorOfResponse(response, bodyBytes, task)
  tellExtensions(response.headers, onExtensions)
}

/** What the agent says that it activated. Without such a header nothing is told. */
export function tellExtensions(headers: Headers, onExtensions: HttpOptions['onExtensions']): void {
  const listed = extensionHeaders.map((name) => headers.get(name)).find((value) => value !== null)
  if (listed != null) onExtensions(listed.split(',').flatMap((uri) => uri.trim() || []))
}

/** An address that a request may not be sent to. */
async function refuseRedirect({ status, type }: Response, url: string): Promise<void> {
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return
  throw (await loadErrors()).redirected(url, status)
}

/** `timeout`: 0 for none. The timer ends when the work does: for a stream that is when the answer begins. */
export async function withTimeout<T>(
  { signal, timeout, url }: Pick<HttpRequest, 'signal' | 'timeout'> & { readonly url?: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = new AbortController()
  const id = timeout > 0 ? setTimeout(() => timer.abort(), timeout) : undefined
  try {
    signal?.throwIfAborted()
    return await work(signal ? AbortSignal.any([signal, timer.signal]) : timer.signal)
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    if (timer.signal.aborted) throw timedOut(timeout, url)
    throw asNetworkError(cause, url)
  } finally {
    clearTimeout(id)
  }
}

function timedOut(timeout: number, url: string | undefined): AgentError {
  return new AgentError('TIMEOUT', `${peerAt(url)} gave no answer within ${timeout} ms`, {
    hint: 'Try again, or raise the option "timeout".',
  })
}

/** The whole body as text. Over `limit` bytes: `LIMIT_BYTES`, and the rest is not loaded. */
export async function readText(response: Response, limit: number): Promise<string> {
  const bytes = await readBytes(response.body, limit)
  if (!bytes) throw overLimit('An answer', limit)
  return new TextDecoder().decode(bytes)
}

/** `LIMIT_BYTES`. */
export function overLimit(what: string, limit: number): AgentError {
  return new AgentError('LIMIT_BYTES', `${what} has more than ${limit} bytes`, {
    hint: 'The agent must send less at once, for example an artifact in several chunks.',
  })
}

/** A text → JSON of at most 256 levels. Anything else: `JSON_SYNTAX`. */
export function parseJson(text: string, url?: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // Each level takes two characters, so most events need no check.
    if (text.length > 2 * maxDepth && isDeeper(value, maxDepth)) throw new RangeError(`more than ${maxDepth} levels`)
    return value
  } catch (cause) {
    throw new AgentError('JSON_SYNTAX', `${peerAt(url)} sent no JSON: ${reasonOf(cause).slice(0, 200)}`, {
      hint: 'Report this to the maker of the agent, or look for a proxy that changes answers.',
      cause,
    })
  }
}

/** A JSON answer. Another content type, such as a login page with status 200: `CONTENT_TYPE_UNEXPECTED`. */
export async function readJson(response: Response, limit: number): Promise<unknown> {
  if (response.status === 204) return {}
  const type = essenceOf(response)
  if (type !== '' && !isJsonType(type)) return refuseType(response, type)
  return parseJson(await readText(response, limit), response.url)
}

/** Content type without parameters, in lower case; empty when there is none. */
export function essenceOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').replace(/;.*/, '').trim().toLowerCase()
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)
}

/** Throws `CONTENT_TYPE_UNEXPECTED`. */
export async function refuseType(response: Response, type: string): Promise<never> {
  await response.body?.cancel()
  throw (await loadErrors()).unexpectedType(response.url, type)
}

/** The error in a body. Rejects with `NETWORK_FAILED` where the reader cannot be loaded. */
export async function errorIn(body: unknown, context?: ErrorContext): Promise<AgentError> {
  return (await loadErrors()).errorOfBody(body, context)
}

/** Most connections meet no such error. */
function loadErrors(): Promise<typeof import('../protocol/read-error.ts')> {
  return lazyImport(import('../protocol/read-error.ts'))
}

/**
 * A failed answer. Of its body at most `limit` bytes are read; a proxy's error page is no JSON, and says nothing.
 * `task`: the request is about one task, so a 404 says that it is gone. Default: true.
 */
export async function errorOfResponse(response: Response, limit: number, task?: boolean): Promise<AgentError> {
  const { status: httpStatus, headers } = response
  const body: unknown = await readText(response, limit)
    .then(JSON.parse)
    .catch(() => undefined)
  return errorIn(body, { httpStatus, retryAfter: headers.get('retry-after'), task, url: response.url })
}

/** What a binding wraps results in. */
export interface Envelope {
  /** Whether an error stands in the result's place. */
  isError(value: unknown): boolean
  /** Throws `INVALID_AGENT_RESPONSE` where there is none. */
  result(value: unknown): unknown
}

/** How one binding writes a request, with what its answer is wrapped in. */
export type WriteRequest = (
  name: OperationName,
  params: Members,
) => Pick<HttpRequest, 'url' | 'verb' | 'body'> & Envelope

/** A call in JSON-RPC, and what its answer is wrapped in. `id`: of the call. */
export type WriteRpc = (
  method: string,
  params: Members | undefined,
) => ReturnType<WriteRequest> & { readonly id: number }

/** Whether an error stands in the result's place. */
export function hasError(value: unknown): value is Members {
  return isMembers(value) && getOwn(value, 'error') !== undefined
}

export type Params = object

export interface CallOptions {
  /** Ends the request: `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds until the answer begins. */
  readonly timeout: number
}

export interface Transport {
  call(name: OperationName, params: Params, options: CallOptions): Promise<unknown>
  /** A request whose answer may be a stream. `read`: what a good answer is read by. */
  open<T>(name: OperationName, params: Params, options: CallOptions, read: ReadOpened<T>): Promise<T>
}

/** Reads a good answer, or takes events that are read already. `envelope`: what its binding wraps results in. */
type ReadOpened<T> = (response: Response | StreamBatches, envelope: Envelope) => Promise<T>

/** What another binding needs of a connection. */
export interface BindingParts extends Omit<HttpOptions, 'fetch' | 'bodyType'> {
  readonly allowInsecureLoopback: boolean
  /** Bytes of one event. Default: 4 MiB. */
  readonly eventBytes?: number | undefined
}

/** A binding beside JSON-RPC and HTTP+JSON: `grpc()` of `surface-runtime/agent/grpc`. */
export interface AgentBinding {
  /** As cards name it, such as `GRPC`. */
  readonly name: string
  /** @internal Throws `ADDRESS_INSECURE`. */
  readonly connect: (address: AgentInterface, parts: BindingParts) => Transport
}
