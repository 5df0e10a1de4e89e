/** Which credentials an agent wants, in words for the host, and how they go onto requests. Loaded where the host gives some. */

import { abortable } from '../../shared/http/abortable.ts'
import { AgentError, reasonOf } from '../protocol/error.ts'
import { isMembers, listOf, type Members, membersIn, textOf } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import type { AgentCard, OAuthScopes, SecurityRequirement } from '../protocol/types.ts'
import { checkAddress } from './card.ts'
import type { ApplyCredentials } from './http.ts'

/** What goes onto a request. */
export interface Credentials {
  readonly headers?: { readonly [name: string]: string }
  readonly query?: { readonly [name: string]: string }
  /** True: the browser sends its cookies, and its TLS certificate. Default: only to the page's own origin. */
  readonly include?: boolean
}

export interface CredentialsRequest {
  readonly operation: OperationName
  readonly url: string
  /** What the agent accepts: one entry is enough, and an entry needs all that it holds. */
  readonly needs: readonly (readonly SecurityNeed[])[]
  /** Origin of the agent's card. The interface at `url` may be of another one. */
  readonly origin: string
  /** Address of the agent, as the host connected to it. Default: `origin`. */
  readonly agent?: string
  /** `WWW-Authenticate` of the 401 or 403 that the last credentials were answered with. Absent: they were not refused. */
  readonly challenge?: string
  /** Headers of the request that was refused. */
  readonly refused?: Headers
}

/**
 * Asked before each request, once more after a 401, and once more after a 403 for want of a scope (RFC 6750, 3.1). `undefined`:
 * the request goes without credentials.
 */
export type CredentialsHook = (
  request: CredentialsRequest,
) => Credentials | undefined | Promise<Credentials | undefined>

/** Alternatives that are described at most: several schemes with several flows each multiply. */
const maxAlternatives = 100

type Alternative = readonly SecurityNeed[]

/**
 * What an agent accepts, as alternatives. An empty list: nothing is needed. `requirements`: those of a skill, say. Addresses
 * are https, or loopback where that is allowed (default: false). Others are left out, so that no secret goes there: a
 * scheme that cannot do without is `unknown`. What is malformed is `unknown` too, and nothing is thrown. At most 100
 * alternatives are described.
 */
export function describeSecurity(
  card: AgentCard,
  requirements: readonly SecurityRequirement[] = card.securityRequirements ?? [],
  allowInsecureLoopback: boolean = false,
): readonly Alternative[] {
  // A card is foreign, so its types only say what it should be.
  const listed: readonly unknown[] = Array.isArray(requirements) ? requirements : [requirements]
  const declared = membersIn(card, 'securitySchemes') ?? {}
  const described = listed.flatMap((requirement): readonly Alternative[] => {
    const schemes = isMembers(requirement) ? (requirement['schemes'] ?? {}) : undefined
    if (!isMembers(schemes)) return [[{ scheme: '', kind: 'unknown' }]]
    const ways = Object.entries(schemes).map(([name, scopes]) => {
      const list = isMembers(scopes) ? listOf(scopes, 'list').filter((scope) => typeof scope === 'string') : []
      return needsOf(name, membersIn(declared, name) ?? {}, list, allowInsecureLoopback)
    })
    return combined(ways)
  })
  return described.slice(0, maxAlternatives)
}

/** One need of each scheme. Several flows of one scheme are alternatives. */
function combined(ways: readonly (readonly SecurityNeed[])[]): readonly Alternative[] {
  return ways.reduce<readonly Alternative[]>(
    (all, way) => all.flatMap((one) => way.map((need) => [...one, need])).slice(0, maxAlternatives),
    [[]],
  )
}

/** The credentials for one need. `secret`: an API key, an access token, or `user:password` for HTTP Basic. */
export function credentialsFor(need: SecurityNeed, secret: string): Credentials {
  if (need.kind === 'mutualTls') return { include: true }
  if (need.kind === 'apiKey') {
    if (need.location === 'query') return { query: { [need.name]: secret } }
    // A page may not write this header: the browser sends the cookies that it has for the agent.
    if (need.location === 'cookie') return { headers: { cookie: `${need.name}=${secret}` }, include: true }
    return { headers: { [need.name]: secret } }
  }
  if (need.kind === 'basic') {
    const bytes = new TextEncoder().encode(secret)
    return { headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } }
  }
  return { headers: { authorization: `${need.kind === 'http' ? need.http : 'Bearer'} ${secret}` } }
}

/** What the host has to obtain for one scheme. */
export type SecurityNeed = { readonly scheme: string; readonly description?: string | undefined } & Need

type Need =
  | { readonly kind: 'apiKey'; readonly location: 'header' | 'query' | 'cookie'; readonly name: string }
  /** `http`: the name of an HTTP authentication scheme other than Bearer and Basic. */
  | { readonly kind: 'bearer' | 'basic' | 'http'; readonly http: string; readonly format?: string | undefined }
  | OAuthNeed
  | { readonly kind: 'openIdConnect'; readonly url: string; readonly scopes: readonly string[] }
  /** The certificate belongs to the TLS connection: browsers ask the user, and Node's agent holds it. */
  | { readonly kind: 'mutualTls' }
  /** A kind that this version does not know, or a scheme that is malformed. */
  | { readonly kind: 'unknown' }

/** One OAuth 2.0 flow (RFC 6749, RFC 7636, RFC 8628). */
export interface OAuthNeed {
  readonly kind: 'authorizationCode' | 'clientCredentials' | 'deviceCode'
  readonly tokenUrl: string
  readonly refreshUrl?: string | undefined
  /** Only for the authorization code. */
  readonly authorizationUrl?: string | undefined
  /** Only for the device code. */
  readonly deviceAuthorizationUrl?: string | undefined
  /** Proof Key for Code Exchange. Browsers always use it. */
  readonly pkceRequired: boolean
  /** Scopes to ask for. */
  readonly scopes: readonly string[]
  /** Every scope of the flow, and what it allows. */
  readonly known: OAuthScopes
}

/** Reads one kind of scheme. Empty: the scheme is of another kind, or malformed. */
type ReadKind = (scheme: Members, scopes: readonly string[], allowInsecureLoopback: boolean) => readonly Need[]

/** What one scheme needs, as alternatives. `name`: that of the scheme in its card. `scopes`: those of the requirement. */
export function needsOf(
  name: string,
  scheme: Members,
  scopes: readonly string[],
  allowInsecureLoopback: boolean,
): readonly SecurityNeed[] {
  for (const [kind, read] of kinds) {
    const members = membersIn(scheme, kind)
    if (!members) continue
    const description = textOf(members, 'description')
    const named = description === undefined ? { scheme: name } : { scheme: name, description }
    const needs = read(members, scopes, allowInsecureLoopback)
    if (needs.length > 0) return needs.map((need) => ({ ...named, ...need }))
  }
  return [{ scheme: name, kind: 'unknown' }]
}

const locations = ['header', 'query', 'cookie'] as const

function readApiKey(scheme: Members): readonly Need[] {
  const [location, name] = [locations.find((one) => one === scheme['location']), textOf(scheme, 'name')]
  return location && name ? [{ kind: 'apiKey', location, name }] : []
}

function readHttp(scheme: Members): readonly Need[] {
  const http = textOf(scheme, 'scheme')
  if (!http) return []
  const kind = http.toLowerCase()
  const known = kind === 'bearer' || kind === 'basic' ? kind : 'http'
  return [{ kind: known, http, format: textOf(scheme, 'bearerFormat') }]
}

const readOpenId: ReadKind = (scheme, scopes, loopback) => {
  const url = addressOf(scheme, 'openIdConnectUrl', loopback)
  return url === undefined ? [] : [{ kind: 'openIdConnect', url, scopes }]
}

/** The implicit and the password flow are not part of version 1.0. */
const readOAuth: ReadKind = (scheme, scopes, loopback) =>
  (['authorizationCode', 'deviceCode', 'clientCredentials'] as const).flatMap((kind) => {
    const flow = membersIn(membersIn(scheme, 'flows') ?? {}, kind) ?? {}
    const tokenUrl = addressOf(flow, 'tokenUrl', loopback)
    const authorizationUrl = addressOf(flow, 'authorizationUrl', loopback)
    const device =
      textOf(flow, 'deviceAuthorizationUrl') === undefined ? 'device_authorization_url' : 'deviceAuthorizationUrl'
    const deviceAuthorizationUrl = addressOf(flow, device, loopback)
    const asked = {
      authorizationCode: authorizationUrl,
      deviceCode: deviceAuthorizationUrl,
      clientCredentials: tokenUrl,
    }
    if (tokenUrl === undefined || asked[kind] === undefined) return []
    const refreshUrl = addressOf(flow, 'refreshUrl', loopback)
    const addresses = { tokenUrl, refreshUrl, authorizationUrl, deviceAuthorizationUrl }
    return [{ kind, ...addresses, pkceRequired: flow['pkceRequired'] === true, scopes, known: scopesOf(flow) }]
  })

/** By the member that holds the scheme. The first one that can be read counts. */
const kinds: readonly (readonly [member: string, read: ReadKind])[] = [
  ['apiKeySecurityScheme', readApiKey],
  ['httpAuthSecurityScheme', readHttp],
  ['openIdConnectSecurityScheme', readOpenId],
  ['oauth2SecurityScheme', readOAuth],
  ['mtlsSecurityScheme', () => [{ kind: 'mutualTls' }]],
]

function scopesOf(flow: Members): OAuthScopes {
  const texts = Object.entries(membersIn(flow, 'scopes') ?? {}).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(texts) as OAuthScopes
}

/** The address if a secret may go there. */
function addressOf(members: Members, name: string, allowInsecureLoopback: boolean): string | undefined {
  const address = textOf(members, name)
  try {
    return address === undefined ? undefined : checkAddress(address, allowInsecureLoopback) && address
  } catch {
    return undefined
  }
}

/** The hook of the host as a step of each request. */
export function applyBy(
  hook: CredentialsHook,
  card: AgentCard,
  agent: string,
  allowInsecureLoopback: boolean,
): ApplyCredentials {
  const { origin } = new URL(agent)
  return async (request, operation, refusal, signal) => {
    const needs = describeSecurity(card, undefined, allowInsecureLoopback)
    const asked = { operation, url: request.url.href, origin, agent, needs }
    const refused = refusal && { challenge: refusal.challenge, refused: refusal.sent }
    try {
      const provided = await abortable(Promise.resolve(hook({ ...asked, ...refused })), signal)
      if (!provided) return false
      for (const [name, value] of Object.entries(provided.headers ?? {})) request.headers.set(name, value)
      for (const [name, value] of Object.entries(provided.query ?? {})) request.url.searchParams.set(name, value)
      request.include = provided.include ?? false
      return true
    } catch (cause) {
      if (cause instanceof AgentError) throw cause
      const message = `The option "credentials" gave none that can be sent: ${reasonOf(cause)}`
      throw new AgentError('UNAUTHENTICATED', message, {
        hint: 'Look at the cause; a header cannot hold line breaks.',
        cause,
      })
    }
  }
}
