/** What an authorization server says of itself (RFC 8414; OpenID Connect Discovery 1.0). */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { addressIn, shownAddress } from '../http/shown-address.ts'

export interface RequestOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined
  /** Allows `http:` for this machine. Default: false. */
  readonly allowInsecureLoopback?: boolean | undefined
  /** Milliseconds that an authorization server has for an answer. Default: 10,000. */
  readonly timeout?: number | undefined
}

/** `https:` anywhere, and `http:` on this machine where that is allowed; without a user name, which would mislead readers. */
export function isSafeAddress(address: string, allowInsecureLoopback: boolean | undefined): boolean {
  const { protocol, hostname, username, password } = addressIn(address) ?? {}
  if (username || password) return false
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && Boolean(allowInsecureLoopback) && loopbackName.test(hostname ?? ''))
  )
}

const loopbackName = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Why there is no token, without any of it: neither the message nor a cause holds what the server sent, but for its error code and
 * description.
 */
export class GrantError extends Error {
  override readonly name = 'GrantError'
  /** An error code of OAuth such as `invalid_grant`, or `unreachable`, `invalid_response`, `refused`. */
  declare readonly code: string

  constructor(code: string, message: string) {
    super(message)
    Object.assign(this, { code })
  }
}

/** The options of each request of the library. */
export interface LibraryOptions {
  readonly [customFetch]: (url: string, init: object) => Promise<Response>
  readonly [allowInsecureRequests]: boolean
  readonly signal: () => AbortSignal
}

/** Only addresses that are safe may be asked with them. Redirects are not followed. */
export function requestOptions({
  fetch: asked,
  allowInsecureLoopback,
  timeout = 10_000,
}: RequestOptions): LibraryOptions {
  const fetched = asked ?? fetch
  return {
    [customFetch]: (url: string, init: object) => fetched(url, { ...init, redirect: 'manual' } as RequestInit),
    [allowInsecureRequests]: allowInsecureLoopback === true,
    signal: () => AbortSignal.timeout(timeout),
  }
}

const endpoints = [
  ...['authorization_endpoint', 'token_endpoint', 'device_authorization_endpoint'],
  ...['introspection_endpoint', 'jwks_uri'],
] as const

/**
 * Asks the issuer itself, so what it says of its endpoints is its own word: as RFC 8414 says, then as OpenID Connect does. Where a place
 * has nothing, or a page in place of a document, the next one is asked. Rejects where there is no such document, where the document
 * is of another issuer, or names an address that is not safe.
 */
export async function discover(issuer: string, options: RequestOptions): Promise<AuthorizationServer> {
  if (!isSafeAddress(issuer, options.allowInsecureLoopback))
    throw new GrantError('refused', 'The issuer is no https address')
  const url = new URL(issuer)
  let asked = issuer
  const { fetch: given = fetch } = options
  const request = requestOptions({
    ...options,
    fetch(input, init) {
      asked = String(input)
      return given(input, init)
    },
  })
  const places: string[] = []
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    const response = await discoveryRequest(url, { algorithm, ...request })
    places.push(shownAddress(asked))
    if ((response.status >= 400 && response.status < 500) || !(await mayHold(response, 'issuer'))) {
      await response.body?.cancel()
      continue
    }
    const server = await processDiscoveryResponse(url, response).catch((cause: unknown) => {
      throw new GrantError('invalid_response', `${shownAddress(asked)}: ${cause instanceof Error ? cause.message : ''}`)
    })
    checkEndpoints(server, options)
    return server
  }
  throw new GrantError('invalid_response', `There is no metadata at ${places.join(', nor at ')}`)
}

function checkEndpoints(server: AuthorizationServer, { allowInsecureLoopback }: RequestOptions): void {
  for (const name of endpoints) {
    const address = server[name]
    if (address !== undefined && (typeof address !== 'string' || !isSafeAddress(address, allowInsecureLoopback)))
      throw new GrantError('refused', `"${name}" of the authorization server is no https address`)
  }
}

/** False: a good answer that is no document with this text, as of a site that has a page for every address. */
export async function mayHold(response: Response, member: string): Promise<boolean> {
  if (!response.ok) return true
  const document: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return typeof (document as { readonly [name: string]: unknown } | null | undefined)?.[member] === 'string'
}
