/** How a client gets access tokens (RFC 6749, RFC 7636, RFC 8628, RFC 8707, OpenID Connect). Loaded with the first sign-in. */
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  clientCredentialsGrantRequest,
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  expectNoNonce,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
  processRefreshTokenResponse,
  processResourceDiscoveryResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  resourceDiscoveryRequest,
  TlsClientAuth,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import { addressIn } from '../http/shown-address.ts'
import { scopesIn } from './challenge.ts'
import { discover, GrantError, isSafeAddress, mayHold, type RequestOptions, requestOptions } from './metadata.ts'

/** A program as an authorization server knows it. */
export interface OAuthClient {
  /** Address of the authorization server: the host trusts this one. */
  readonly issuer: string
  readonly clientId: string
  /** Only for programs that can keep it: what is in a page everybody can read. */
  readonly clientSecret?: string | undefined
  /** How the client proves who it is. Default: `client_secret_basic` with a secret, else `none`. */
  readonly authentication?: 'client_secret_basic' | 'client_secret_post' | 'tls_client_auth' | 'none' | undefined
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken?: string | undefined
  /** Milliseconds since 1970. Absent: the server did not say. */
  readonly expires?: number | undefined
  /** The scopes that were granted. */
  readonly scopes: readonly string[]
}

/** What was asked for. */
export interface Wanted {
  readonly scopes: readonly string[]
  /** The address of the service that the token is for (RFC 8707). */
  readonly resource: string | undefined
}

/** One client at one authorization server. */
export interface Grantor {
  readonly server: AuthorizationServer
  readonly client: OAuthClient
  readonly options: RequestOptions
}

/** Whatever the library threw, without what may be secret. */
function grantError(cause: unknown): GrantError {
  if (cause instanceof GrantError) return cause
  if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError)
    return new GrantError(inOneLine(cause.error), inOneLine(cause.error_description ?? cause.error))
  if (cause instanceof OperationProcessingError) return new GrantError('invalid_response', inOneLine(cause.message))
  const network = cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError')
  return network
    ? new GrantError('unreachable', 'The authorization server was not reached')
    : new GrantError('invalid_response', inOneLine(cause instanceof Error ? cause.message : ''))
}

/** A text of the server as a message may show it: one line, no signs that turn the direction of what follows. */
function inOneLine(text: string): string {
  return text.replace(/[^\P{C}]|[\u2028\u2029]/gu, ' ').slice(0, 200)
}

/** Runs one step; whatever it throws is a `GrantError`. */
async function guarded<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    throw grantError(cause)
  }
}

/** Asks the authorization server what it is. */
export function grantorOf(client: OAuthClient, options: RequestOptions): Promise<Grantor> {
  return guarded(async () => ({ server: await discover(client.issuer, options), client, options }))
}

function clientOf({ clientId }: OAuthClient): Client {
  return { client_id: clientId }
}

function authenticationOf({ clientSecret, authentication }: OAuthClient): ClientAuth {
  if (authentication === 'tls_client_auth') return TlsClientAuth()
  if (clientSecret === undefined || authentication === 'none') return None()
  return authentication === 'client_secret_post' ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
}

function parametersOf({ scopes, resource }: Wanted): Record<string, string> {
  return { ...(scopes.length > 0 && { scope: scopes.join(' ') }), ...(resource !== undefined && { resource }) }
}

/** `before`: a server that does not rotate refresh tokens sends none. */
function tokensOf(response: TokenEndpointResponse, wanted: Wanted, before?: Tokens): Tokens {
  // One that is bound to a key would be refused without a proof, which is not made here.
  if (response.token_type !== 'bearer') throw new GrantError('invalid_response', 'The token is no bearer token')
  const granted = response.scope === undefined ? wanted.scopes : scopesIn(response.scope)
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token ?? before?.refreshToken,
    expires: response.expires_in === undefined ? undefined : Date.now() + response.expires_in * 1000,
    scopes: granted,
  }
}

export function clientCredentials({ server, client, options }: Grantor, wanted: Wanted): Promise<Tokens> {
  return guarded(async () => {
    const parameters = parametersOf(wanted)
    const response = await clientCredentialsGrantRequest(
      ...([server, clientOf(client), authenticationOf(client), parameters, requestOptions(options)] as const),
    )
    return tokensOf(await processClientCredentialsResponse(server, clientOf(client), response), wanted)
  })
}

export function refresh({ server, client, options }: Grantor, tokens: Tokens, wanted: Wanted): Promise<Tokens> {
  return guarded(async () => {
    const { resource } = wanted
    const more = { ...requestOptions(options), additionalParameters: { ...(resource !== undefined && { resource }) } }
    const response = await refreshTokenGrantRequest(
      ...([server, clientOf(client), authenticationOf(client), tokens.refreshToken ?? '', more] as const),
    )
    const renewed = await processRefreshTokenResponse(server, clientOf(client), response)
    return tokensOf(renewed, { ...wanted, scopes: tokens.scopes }, tokens)
  })
}

/** What has to be known when the user comes back. It holds no token. */
export interface PendingAuthorization {
  readonly state: string
  readonly verifier: string
  readonly nonce: string | undefined
  readonly redirectUri: string
  readonly wanted: Wanted
}

/**
 * The address that the user has to visit, with a proof key (RFC 7636, always S256), a `state` and, for OpenID Connect, a `nonce`.
 * Rejects for a redirect address that is not safe, and where the server takes no such proof key; with `pkceRequired` also where
 * it does not say that it does.
 */
export function beginAuthorization(
  { server, client, options }: Grantor,
  redirectUri: string,
  wanted: Wanted,
  pkceRequired: boolean,
): Promise<{ readonly address: string; readonly pending: PendingAuthorization }> {
  return guarded(async () => {
    const methods = server.code_challenge_methods_supported ?? (pkceRequired ? [] : ['S256'])
    if (!methods.includes('S256'))
      throw new GrantError('refused', 'The authorization server does not take PKCE with S256')
    const endpoint = server.authorization_endpoint
    if (endpoint === undefined)
      throw new GrantError('refused', 'The authorization server has no authorization endpoint')
    if (!isSafeAddress(redirectUri, options.allowInsecureLoopback))
      throw new GrantError('refused', 'The redirect address is no https address')
    const nonce = wanted.scopes.includes('openid') ? generateRandomNonce() : undefined
    const pending = { state: generateRandomState(), verifier: generateRandomCodeVerifier(), nonce, redirectUri, wanted }
    const url = new URL(endpoint)
    const parameters = {
      ...{ response_type: 'code', client_id: client.clientId, redirect_uri: redirectUri, state: pending.state },
      ...{ code_challenge: await calculatePKCECodeChallenge(pending.verifier), code_challenge_method: 'S256' },
      ...parametersOf(wanted),
      ...(nonce !== undefined && { nonce }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return { address: url.href, pending }
  })
}

/** `returned`: the query that the user came back with. `state` and `iss` (RFC 9207) are checked before the code goes anywhere. */
export function endAuthorization(
  { server, client, options }: Grantor,
  { state, verifier, nonce, redirectUri, wanted }: PendingAuthorization,
  returned: URLSearchParams,
): Promise<Tokens> {
  return guarded(async () => {
    const checked = validateAuthResponse(server, clientOf(client), returned, state)
    const sent = requestOptions(options)
    const { resource } = wanted
    const more = { ...sent, additionalParameters: { ...(resource !== undefined && { resource }) } }
    const response = await authorizationCodeGrantRequest(
      ...([server, clientOf(client), authenticationOf(client), checked, redirectUri, verifier, more] as const),
    )
    const answer = await processAuthorizationCodeResponse(server, clientOf(client), response, {
      expectedNonce: nonce ?? expectNoNonce,
      requireIdToken: nonce !== undefined,
    })
    return tokensOf(answer, wanted)
  })
}

/** What the user has to do: type `code` at `address`, or visit `addressWithCode`. */
export interface DeviceCode {
  readonly address: string
  readonly addressWithCode?: string | undefined
  readonly code: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/**
 * Asks for a code, and then for the token, as often as the server allows, until the user is done, the code ends or `signal` is
 * aborted. An address or a code that would mislead the user is refused.
 */
export function byDeviceCode(
  { server, client, options }: Grantor,
  wanted: Wanted,
  show: (code: DeviceCode) => void,
  signal: AbortSignal,
): Promise<Tokens> {
  return guarded(async () => {
    const [known, authentication] = [clientOf(client), authenticationOf(client)]
    const request = requestOptions(options)
    const begun = await deviceAuthorizationRequest(server, known, authentication, parametersOf(wanted), request)
    const device = await processDeviceAuthorizationResponse(server, known, begun)
    const expires = Date.now() + device.expires_in * 1000
    show(checkedCode(device, expires, options))
    // RFC 8628, 3.2 and 3.5: 5 s where the server says nothing, and 5 s more each time that it asks for it.
    let pause = Math.min(Math.max(device.interval ?? 5, 1), 60) * 1000
    const { resource } = wanted
    const more = { ...request, additionalParameters: { ...(resource !== undefined && { resource }) } }
    for (;;) {
      await sleepUntil(Math.min(Date.now() + pause, expires), signal)
      if (Date.now() >= expires) throw new GrantError('expired_token', 'The code has expired')
      try {
        const response = await deviceCodeGrantRequest(server, known, authentication, device.device_code, more)
        return tokensOf(await processDeviceCodeResponse(server, known, response), wanted)
      } catch (cause) {
        if (!(cause instanceof ResponseBodyError)) throw cause
        if (cause.error === 'slow_down') pause += 5_000
        else if (cause.error !== 'authorization_pending') throw cause
      }
    }
  })
}

function checkedCode(
  device: {
    readonly verification_uri: string
    readonly verification_uri_complete?: string
    readonly user_code: string
  },
  expires: number,
  { allowInsecureLoopback }: RequestOptions,
): DeviceCode {
  const { verification_uri: address, verification_uri_complete: complete, user_code: code } = device
  if (!isSafeAddress(address, allowInsecureLoopback))
    throw new GrantError('refused', 'The address for the code is no https address')
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u.test(code)) throw new GrantError('refused', 'The code cannot be shown')
  // Whoever compares the two must see one place.
  const same =
    complete !== undefined &&
    isSafeAddress(complete, allowInsecureLoopback) &&
    addressIn(complete)?.origin === addressIn(address)?.origin
  return { address, ...(same && { addressWithCode: complete }), code, expires }
}

function sleepUntil(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', abort)
        resolve()
      },
      Math.max(time - Date.now(), 0),
    )
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

/**
 * What the service says of itself (RFC 9728): the address that its tokens are for. A service below a path is asked there, then at its
 * origin; a page in place of a document says nothing. `undefined`: it says nothing. Rejects where the document is of another service, and where it takes no tokens of this
 * authorization server.
 */
export function resourceOf(
  service: string,
  { server, options }: Pick<Grantor, 'server' | 'options'>,
): Promise<string | undefined> {
  return guarded(async () => {
    for (const address of new Set([service, new URL(service).origin])) {
      const url = new URL(address)
      const response = await resourceDiscoveryRequest(url, requestOptions(options)).catch(() => undefined)
      if (response?.status !== 200 || !(await mayHold(response, 'resource'))) {
        await response?.body?.cancel()
        continue
      }
      const { resource, authorization_servers: servers } = await processResourceDiscoveryResponse(url, response)
      if (servers && !servers.includes(server.issuer))
        throw new GrantError('refused', `The agent takes no tokens of ${server.issuer}`)
      return resource
    }
    return undefined
  })
}
