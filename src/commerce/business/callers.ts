/** Callers: how they spell the protocol, what their credentials say, and how often they may ask. */

import { digestOf } from '../../http/digest.ts'
import { own } from '../../json/value.ts'
import { type Dialect, dialectOf } from '../dialect.ts'
import { CommerceError } from '../error.ts'
import type { OperationName } from '../operations.ts'

/**
 * By the agent header. A caller of tools that names no agent yet, for `tools/list`, is told by what the Model Context
 * Protocol has its clients send: its version, or that they read events. Anybody else speaks as document 000.
 */
export function dialectOfRequest({ headers }: Request): Dialect {
  const [seed, ucp] = [dialectOf('seed'), dialectOf('ucp')]
  if (headers.has(seed.agentHeader)) return seed
  const accept = headers.get('accept') ?? ''
  const isPublic =
    headers.has(ucp.agentHeader) || headers.has('mcp-protocol-version') || accept.includes('text/event-stream')
  return isPublic ? ucp : seed
}

/** Of a tool call, which may name its agent in `meta`. */
export function dialectOfCall(meta: Readonly<Record<string, unknown>>, request: Request): Dialect {
  const named = (['seed', 'ucp'] as const).find((name) => own(meta, dialectOf(name).agentMeta) !== undefined)
  return named ? dialectOf(named) : dialectOfRequest(request)
}

/**
 * `client`: known, `id` tells clients apart. `public`: unknown, but nobody has to be known for this.
 * `unauthenticated` is answered with 401, `forbidden` with 403.
 */
export type Authentication =
  | { readonly kind: 'client'; readonly id: string }
  | { readonly kind: 'public' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'forbidden' }

/**
 * Must not read the request's body. A rejection is answered with 500. With mutual TLS the host's server knows the
 * certificate: it hands on who that is, in a header that it removes from what comes in, and this function reads it.
 * Get Product of the public spelling is asked about as `lookup`, whose capability it belongs to.
 */
export type Authenticate = (request: Request, operation: OperationName) => Authentication | Promise<Authentication>

export interface CredentialOptions {
  /** API key → who has it. Keys come in the header `X-API-Key`. */
  readonly apiKeys?: Readonly<Record<string, Authentication>>
  /** What an OAuth 2.0 access token stands for; it comes in `Authorization: Bearer`. */
  readonly bearer?: (token: string, operation: OperationName) => Authentication | Promise<Authentication>
  /** Operations that need no credentials. Wrong credentials are refused there too. Default: none. */
  readonly publicOperations?: readonly OperationName[]
}

/** An `authenticate` for API keys, bearer tokens and public operations. A token goes before a key. */
export function credentials(options: CredentialOptions): Authenticate {
  const { apiKeys = {}, bearer, publicOperations = [] } = options
  // By digest: how long a comparison takes then says nothing about a key.
  const byDigest = Promise.all(
    Object.entries(apiKeys).map(async ([key, authentication]) => [await digestOf(key), authentication] as const),
  ).then((entries) => new Map(entries))
  return async (request, operation) => {
    const authorization = request.headers.get('authorization')
    const key = request.headers.get('x-api-key')
    if (authorization !== null) {
      const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
      return token !== undefined && bearer ? bearer(token, operation) : { kind: 'unauthenticated' }
    }
    if (key !== null) return (await byDigest).get(await digestOf(key)) ?? { kind: 'unauthenticated' }
    return { kind: publicOperations.includes(operation) ? 'public' : 'unauthenticated' }
  }
}

/**
 * The client's id, or `''` where nobody is known. Throws `authentication_required` or `permission_denied`, and a TypeError
 * where `authenticate` gives nothing of these: a mistake of the host lets nobody in.
 */
export async function clientOf(
  request: Request,
  operation: OperationName,
  authenticate: Authenticate | undefined,
): Promise<string> {
  if (!authenticate) return ''
  const found = await authenticate(request, operation)
  switch (found?.kind) {
    case 'client':
      if (typeof found.id === 'string' && found.id !== '') return found.id
      throw new TypeError('authenticate gave a client without an id')
    case 'public':
      return ''
    case 'forbidden':
      throw new CommerceError('permission_denied', 'The credentials do not permit this operation')
    case 'unauthenticated':
      throw new CommerceError('authentication_required', 'Valid credentials are required')
    default:
      throw new TypeError('authenticate gave none of its results')
  }
}

export interface RateLimit {
  /** Requests in a row; as many come back within `seconds`, evenly. */
  readonly requests: number
  readonly seconds: number
  /**
   * Who sends a request, as the host's server knows it: the address of the connection, for example. Counted before the
   * credentials are looked at. Default: clients that are known are counted by their id, all others by the origin of
   * their platform's profile, which anybody may name.
   */
  readonly keyOf?: (request: Request) => string
}

/** Counts one request of a client. Throws `rate_limited` with the seconds until the next one. */
export type RateLimiter = (client: string) => void

/** Clients that are remembered; the one that was seen longest ago goes first. */
const capacity = 10_000

/** A token bucket for each client. Undefined: no limit. */
export function createRateLimiter(limit: Omit<RateLimit, 'keyOf'> | undefined, now: () => number): RateLimiter {
  if (!limit) return () => undefined
  const { requests, seconds } = limit
  const perToken = (seconds * 1000) / requests
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()
  return (client) => {
    const at = now()
    const bucket = buckets.get(client) ?? { tokens: requests, at }
    const tokens = Math.min(requests, bucket.tokens + (at - bucket.at) / perToken)
    // The newest last, so that the first is the one to go.
    buckets.delete(client)
    buckets.set(client, { tokens: tokens < 1 ? tokens : tokens - 1, at })
    if (buckets.size > capacity)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    if (tokens >= 1) return
    const retryAfter = Math.max(1, Math.ceil(((1 - tokens) * perToken) / 1000))
    throw new CommerceError('rate_limited', `Too many requests; the next one is possible in ${retryAfter} s`, {
      retryAfter,
    })
  }
}
