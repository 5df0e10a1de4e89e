/** One request and its answer over HTTP: headers, credentials, limits, and retries that reuse the idempotency key. */

import { abortable } from '../shared/http/abortable.ts'
import { readBytes as readWithin } from '../shared/http/limits.ts'
import { sleep } from '../shared/http/sleep.ts'
import { CommerceError, type CommerceErrorCode, lazyImport, unsendable } from './error.ts'
import type { SigningKey } from './profile.ts'
import type { Signer } from './signer.ts'

export interface ExchangeOptions {
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** Signs every request. Default: requests are not signed. */
  readonly signer?: Signer
  readonly credentials?: Credentials
  /** Answers without a signature are refused. Default: false; a signature that is there is always verified. */
  readonly requireSignatures?: boolean
  /** Milliseconds for one attempt. Default: 15000. */
  readonly timeout?: number
  /** Attempts for one operation, the first one included. Default: 3. */
  readonly attempts?: number
  /** Milliseconds before the second attempt at most; chance decides. Doubles each time. Default: 500. */
  readonly retryDelay?: number
  /** Bytes of an answer at most. Default: 4194304. */
  readonly maxBytes?: number
}

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body?: Uint8Array<ArrayBuffer>
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** `Retry-After` of more than this is for the caller to wait. Milliseconds. */
const longestWait = 10_000

const worthRetrying: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/**
 * Sends a request until it is answered, with the same headers but for credentials and signature. Tried again: no answer,
 * and the statuses 408, 429, 502, 503 and 504. An answer of any status is a result.
 *
 * Throws `invalid_request` for a value that no header can have, `network_failed`, `redirect_refused`,
 * `response_too_large`, and the signature errors. An abort throws the signal's reason.
 */
export async function exchange(
  request: HttpRequest,
  options: ExchangeOptions,
  keyOf: (keyid: string) => Promise<SigningKey | undefined>,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  const { attempts = 3, retryDelay = 500 } = options
  for (let attempt = 1; ; attempt++) {
    const result = await answerOf(request, options, signal)
    const wait = retryAfterOf(result) ?? retryDelay * 2 ** (attempt - 1) * Math.random()
    const retry = result instanceof CommerceError ? result.code === 'network_failed' : worthRetrying.has(result.status)
    if (retry && attempt < attempts && wait <= longestWait) {
      await sleep(wait, signal)
      signal?.throwIfAborted()
      continue
    }
    if (result instanceof CommerceError) throw result
    await checkSignature(result, options, keyOf)
    return result
  }
}

const loadSignatures = (): Promise<typeof import('./signature.ts')> => lazyImport(import('./signature.ts'))

/** Whether another attempt could do better after a 401. */
function isRenewable(credentials: Credentials | undefined): boolean {
  return credentials?.kind === 'bearer' && typeof credentials.token === 'function'
}

/** A failure that may pass is a value. */
type Attempt = HttpAnswer | (CommerceError & { readonly headers?: undefined })

/** One attempt, or two where the credentials can be renewed. What credentials and signers throw is thrown on. */
async function answerOf(
  request: HttpRequest,
  options: ExchangeOptions,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const send = async (expired: boolean): Promise<Attempt> =>
    attempt(request, await abortable(headersOf(request, options, expired), signal), options, signal)
  const answer = await send(false)
  return answer.status === 401 && isRenewable(options.credentials) ? send(true) : answer
}

async function attempt(
  request: HttpRequest,
  headers: Headers,
  options: ExchangeOptions,
  caller: AbortSignal | undefined,
): Promise<Attempt> {
  caller?.throwIfAborted()
  const timeout = AbortSignal.timeout(options.timeout ?? 15_000)
  const signal = caller ? AbortSignal.any([caller, timeout]) : timeout
  const { fetch = globalThis.fetch, credentials, maxBytes = 4_194_304 } = options
  try {
    const response = await fetch(request.url, {
      ...{ method: request.method, headers, signal, redirect: 'manual', cache: 'no-store' },
      credentials: credentials?.kind === 'mutualTls' ? 'include' : 'omit',
      ...(request.body && { body: request.body }),
    })
    const { status } = response
    if (response.redirected || response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel().catch(() => undefined)
      throw new CommerceError('redirect_refused', 'The business answered with a redirect', { status })
    }
    return { status, headers: response.headers, bytes: await readBytes(response, maxBytes, 'response_too_large') }
  } catch (cause) {
    caller?.throwIfAborted()
    if (cause instanceof CommerceError) throw cause
    // `any` holds its sources weakly: what asks the timer here also keeps it from being collected before it ends.
    return new CommerceError('network_failed', 'The business did not answer', { cause: timeout.reason ?? cause })
  }
}

async function headersOf(request: HttpRequest, options: ExchangeOptions, expired: boolean): Promise<Headers> {
  const headers = headersFrom({
    ...{ 'Request-Id': randomKey(), ...request.headers },
    ...(request.body && { 'Content-Type': 'application/json' }),
    ...(options.credentials && (await credentialHeaders(options.credentials, expired))),
  })
  if (!options.signer) return headers
  const { withSignature } = await loadSignatures()
  return withSignature({ ...request, headers }, options.signer)
}

/** Not with the error of `Headers` as the cause: its message has the value in it, which may be a secret. */
function headersFrom(values: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(values)
  } catch {
    throw unsendable('An idempotency key or a credential has characters that no header can have')
  }
}

async function checkSignature(
  { status, headers, bytes }: HttpAnswer,
  options: ExchangeOptions,
  keyOf: (keyid: string) => Promise<SigningKey | undefined>,
): Promise<void> {
  const isSigned = options.requireSignatures || headers.has('signature') || headers.has('signature-input')
  if (!isSigned && !headers.has('content-digest')) return
  const { checkDigest, verifyMessage } = await loadSignatures()
  const message = { status, headers, body: bytes }
  await (isSigned ? verifyMessage(message, keyOf) : checkDigest(message))
}

export type Credentials =
  /** Sent as `X-API-Key`. */
  | { readonly kind: 'apiKey'; readonly key: string }
  /**
   * OAuth 2.0: sent as `Authorization: Bearer`. A function is asked before each request, and once more with
   * `expired: true` where the business answers 401.
   */
  | { readonly kind: 'bearer'; readonly token: string | ((expired: boolean) => string | Promise<string>) }
  /**
   * Mutual TLS: nothing is sent in a header. In Node the given `fetch` holds the certificate (an undici `Agent` with
   * `connect: { cert, key }` as its `dispatcher`); a browser chooses one of its own, and is allowed to.
   */
  | { readonly kind: 'mutualTls' }

/** The headers of a request to the business's endpoint. Profiles are fetched without any. */
async function credentialHeaders(
  credentials: Credentials,
  expired: boolean,
): Promise<Readonly<Record<string, string>>> {
  if (credentials.kind === 'apiKey') return { 'X-API-Key': credentials.key }
  if (credentials.kind !== 'bearer') return {}
  const { token } = credentials
  return { Authorization: `Bearer ${typeof token === 'string' ? token : await token(expired)}` }
}

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

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterOf(answer: { readonly headers?: Headers | undefined }): number | undefined {
  const header = answer.headers?.get('retry-after')
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}

/**
 * 128 random bits in the form of a UUID: the public description of the protocol has keys of that form. `crypto.randomUUID`
 * has 122 of them, and is absent on pages without TLS.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
