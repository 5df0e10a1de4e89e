/** An access token → what it says, once it is known to be of the issuer, for this service, valid and not stolen. For servers. */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import {
  type AuthorizationServer,
  ClientSecretBasic,
  introspectionRequest,
  processIntrospectionResponse,
} from 'oauth4webapi'
import type { JsonObject } from '../../json/value.ts'
import { type ChallengeParameters, scopesIn } from './challenge.ts'
import { discover, type RequestOptions, requestOptions } from './metadata.ts'

export interface TokenOptions extends RequestOptions {
  /** Address of the authorization server, exactly as its tokens name it in `iss`. */
  readonly issuer: string
  /** What tokens for this service name in `aud`: its public address, as in `https://agent.example`, or a name. */
  readonly audience: string
  /** Scopes that every request needs. Default: none. */
  readonly scopes?: readonly string[]
  /** Signature algorithms that are accepted. Default: those with a private key, such as `RS256` and `ES256`. */
  readonly algorithms?: readonly string[]
  /** `typ` of tokens. Default: `at+jwt` (RFC 9068). Servers that write `JWT` need it here: then other tokens of theirs must not have the audience. */
  readonly types?: readonly string[]
  /** Seconds by which clocks may differ. Default: 30. */
  readonly clockTolerance?: number
  /**
   * Tokens that are no JSON Web Token are shown to the authorization server (RFC 7662), as this client. Default: they are
   * refused.
   */
  readonly introspection?: { readonly clientId: string; readonly clientSecret: string }
}

interface AccessToken {
  /** Who has it: `sub`, or `client:` and the client's id where no user stands behind it. */
  readonly id: string
  readonly scopes: readonly string[]
  readonly claims: JsonObject
}

/**
 * `refused`: the parameters of the challenge that says why; `error` is absent where there was no token. `unavailable`: the
 * authorization server could not be asked.
 */
type TokenResult =
  | { readonly kind: 'token'; readonly token: AccessToken }
  | { readonly kind: 'refused'; readonly challenge: ChallengeParameters }
  | { readonly kind: 'unavailable'; readonly cause: unknown }

/** `thumbprint`: of the certificate that the client showed for this connection. */
export type VerifyToken = (authorization: string | null, thumbprint: string | undefined) => Promise<TokenResult>

/** Characters of a token at most. */
const longest = 16_384
/** Only algorithms with a private key: a published key that verifies cannot be used to sign. */
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

interface Issuer {
  readonly server: AuthorizationServer
  readonly keys: ReturnType<typeof createRemoteJWKSet> | undefined
}

/**
 * Keys are fetched when the first token comes, kept for ten minutes, and fetched anew, twice a minute at most, for a token whose key
 * is not among them. Throws a `TypeError` for options that would let in too much.
 */
export function createTokenVerifier(options: TokenOptions): VerifyToken {
  const { issuer, audience, scopes = [], algorithms = asymmetric, introspection } = options
  if (!issuer || !audience) throw new TypeError('"issuer" and "audience" must be given')
  const weak = algorithms.find((name) => !asymmetric.includes(name))
  if (weak !== undefined) throw new TypeError(`The algorithm "${weak}" has no private key, so it proves nothing`)
  const needed = scopes.join(' ')
  const refused = (error: string, description: string): TokenResult => ({
    kind: 'refused',
    challenge: { error, error_description: description, scope: needed },
  })
  let loading: Promise<Issuer> | undefined

  function load(): Promise<Issuer> {
    loading ??= loadIssuer(options).catch((cause: unknown) => {
      loading = undefined
      throw cause
    })
    return loading
  }

  /** Rejects with an `InvalidToken`, or because the authorization server cannot be asked. */
  async function claimsOf(token: string): Promise<JWTPayload> {
    const isJwt = token.split('.').length === 3
    if (!isJwt && !introspection) throw new InvalidToken('The token is no JSON Web Token')
    const { server, keys } = await load()
    if (!isJwt && introspection) return introspect(token, server, introspection, options)
    if (!keys) throw new TypeError('The authorization server names no "jwks_uri"')
    return verifyJwt(token, keys, { ...options, algorithms })
  }

  return async (authorization, thumbprint) => {
    if (authorization === null) return { kind: 'refused', challenge: { scope: needed } }
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
    if (token === undefined || token.length > longest) return refused('invalid_token', 'There is no bearer token')
    try {
      const claims = await claimsOf(token)
      checkBinding(claims, thumbprint)
      const found = { id: idOf(claims), scopes: scopesOf(claims), claims: claims as JsonObject }
      const missing = scopes.filter((scope) => !found.scopes.includes(scope))
      if (missing.length > 0) return refused('insufficient_scope', `The token lacks ${missing.join(' ')}`)
      return { kind: 'token', token: found }
    } catch (cause) {
      return cause instanceof InvalidToken ? refused('invalid_token', cause.message) : { kind: 'unavailable', cause }
    }
  }
}

/** Its message may be shown to the client: it says nothing of the token's content. */
class InvalidToken extends Error {}

async function loadIssuer(options: TokenOptions): Promise<Issuer> {
  const server = await discover(options.issuer, options)
  const address = server.jwks_uri
  const keys =
    address === undefined
      ? undefined
      : createRemoteJWKSet(new URL(address), {
          [customFetch]: (url, init) => (options.fetch ?? fetch)(url, init),
          timeoutDuration: options.timeout ?? 10_000,
        })
  return { server, keys }
}

/** What `jose` says of a token that is not good; all else is a fault of the keys or of the network. */
const ofToken: readonly string[] = [
  ...['ERR_JWT_EXPIRED', 'ERR_JWT_CLAIM_VALIDATION_FAILED', 'ERR_JWT_INVALID', 'ERR_JWS_INVALID'],
  ...['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'ERR_JOSE_ALG_NOT_ALLOWED', 'ERR_JOSE_NOT_SUPPORTED'],
  ...['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS'],
]

async function verifyJwt(
  token: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  { issuer, audience, algorithms = [], types = ['at+jwt'], clockTolerance = 30 }: TokenOptions,
): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...{ issuer, audience, clockTolerance, requiredClaims: ['exp'] },
      algorithms: [...algorithms],
    })
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? ''
    if (!types.some((one) => one.toLowerCase() === type)) throw new InvalidToken('The token is no access token')
    return payload
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError) || !ofToken.includes(cause.code)) throw cause
    if (cause instanceof errors.JWTExpired) throw new InvalidToken('The token has expired')
    if (cause instanceof errors.JWTClaimValidationFailed)
      throw new InvalidToken(`The claim "${cause.claim}" of the token does not fit`)
    throw new InvalidToken('The token is not signed by the issuer')
  }
}

/** Asks the authorization server about a token each time: an answer that is kept would outlive the token's end. */
async function introspect(
  token: string,
  server: AuthorizationServer,
  { clientId, clientSecret }: NonNullable<TokenOptions['introspection']>,
  options: TokenOptions,
): Promise<JWTPayload> {
  const client = { client_id: clientId }
  const authentication = ClientSecretBasic(clientSecret)
  const response = await introspectionRequest(server, client, authentication, token, requestOptions(options))
  const found = await processIntrospectionResponse(server, client, response)
  const { clockTolerance = 30, issuer, audience } = options
  const audiences = [found.aud ?? []].flat()
  const now = Date.now() / 1000
  if (!found.active) throw new InvalidToken('The token is not active')
  if (found.iss !== undefined && found.iss !== issuer) throw new InvalidToken('The token is of another issuer')
  if (!audiences.includes(audience)) throw new InvalidToken('The token is for another audience')
  if (found.token_type !== undefined && found.token_type.toLowerCase() !== 'bearer')
    throw new InvalidToken('The token is no bearer token')
  if (found.exp !== undefined && found.exp + clockTolerance < now) throw new InvalidToken('The token has expired')
  return found as JWTPayload
}

/** A token that is bound to a key is of no use to a thief without it (RFC 8705; RFC 9449, which is not spoken here). */
function checkBinding({ cnf }: JWTPayload, thumbprint: string | undefined): void {
  if (cnf === undefined) return
  const bound = typeof cnf === 'object' && cnf !== null ? (cnf as { readonly [name: string]: unknown }) : {}
  const kinds = Object.keys(bound)
  if (kinds.length !== 1 || thumbprint === undefined || bound['x5t#S256'] !== thumbprint)
    throw new InvalidToken('The token is bound to another client')
}

function idOf({ sub, client_id: client }: JWTPayload): string {
  // A user may be called as a client is.
  if (typeof sub === 'string' && sub !== '' && sub !== client) return sub
  if (typeof client === 'string' && client !== '') return `client:${client}`
  throw new InvalidToken('The token says nothing of who has it')
}

/** `scp` is how some servers write them, as a list. */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  return scopesIn(scope ?? (Array.isArray(scp) ? scp.join(' ') : scp))
}
