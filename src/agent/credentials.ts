/** Which credentials an agent wants, in words for the host, and how they go onto requests. */
import { checkAddress } from './http.ts'
import type { OperationName } from './operations.ts'
import type { AgentCard, OAuthFlows, OAuthScopes, SecurityRequirement, SecurityScheme } from './types.ts'

/** What the host has to obtain for one scheme. */
export type SecurityNeed = { readonly scheme: string; readonly description?: string | undefined } & (
  | { readonly kind: 'apiKey'; readonly location: 'header' | 'query' | 'cookie'; readonly name: string }
  /** `http`: the name of an HTTP authentication scheme other than Bearer and Basic. */
  | { readonly kind: 'bearer' | 'basic' | 'http'; readonly http: string; readonly format?: string | undefined }
  | OAuthNeed
  | { readonly kind: 'openIdConnect'; readonly url: string; readonly scopes: readonly string[] }
  /** The certificate belongs to the TLS connection: browsers ask the user, and Node's agent holds it. */
  | { readonly kind: 'mutualTls' }
  /** A kind that this version does not know. */
  | { readonly kind: 'unknown' }
)

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
  /** `WWW-Authenticate` of the 401 that the last credentials were answered with. Absent: they were not refused. */
  readonly challenge?: string
}

/** Asked before each request, and once more after a 401. `undefined`: the request goes without credentials. */
export type CredentialsHook = (
  request: CredentialsRequest,
) => Credentials | undefined | Promise<Credentials | undefined>

/**
 * What an agent accepts, as alternatives. An empty list: nothing is needed. `requirements`: those of a skill, say. Addresses
 * are https, or loopback where that is allowed (default: false). Others are left out, so that no secret goes there: a
 * scheme that cannot do without is `unknown`.
 */
export function describeSecurity(
  card: AgentCard,
  requirements: readonly SecurityRequirement[] = card.securityRequirements ?? [],
  allowInsecureLoopback: boolean = false,
): readonly (readonly SecurityNeed[])[] {
  return requirements.flatMap((requirement) => {
    const entries = Object.entries(requirement.schemes ?? {})
    const ways = entries.map(([name, { list = [] }]) =>
      needsOf(name, card.securitySchemes?.[name] ?? {}, list, allowInsecureLoopback),
    )
    // Several flows of one scheme are alternatives.
    return ways.reduce<SecurityNeed[][]>((all, way) => all.flatMap((one) => way.map((need) => [...one, need])), [[]])
  })
}

function needsOf(
  scheme: string,
  wire: SecurityScheme,
  scopes: readonly string[],
  loopback: boolean,
): readonly SecurityNeed[] {
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http, openIdConnectSecurityScheme: oidc } = wire
  const { oauth2SecurityScheme: oauth, mtlsSecurityScheme: tls } = wire
  const description = (key ?? http ?? oidc ?? oauth ?? tls)?.description
  const own = description === undefined ? { scheme } : { scheme, description }
  if (key) return [{ ...own, kind: 'apiKey', location: key.location, name: key.name }]
  if (http) {
    const kind = http.scheme.toLowerCase()
    const known = kind === 'bearer' || kind === 'basic' ? kind : 'http'
    return [{ ...own, kind: known, http: http.scheme, format: http.bearerFormat }]
  }
  const url = oidc && safe(oidc.openIdConnectUrl, loopback)
  if (url !== undefined) return [{ ...own, kind: 'openIdConnect', url, scopes }]
  const flows = oauth ? flowsOf(oauth.flows, scopes, loopback) : []
  if (flows.length > 0) return flows.map((need) => ({ ...own, ...need }))
  return [{ ...own, kind: tls ? 'mutualTls' : 'unknown' }]
}

/** The implicit and the password flow are not part of version 1.0. */
function flowsOf(flows: OAuthFlows, scopes: readonly string[], loopback: boolean): readonly OAuthNeed[] {
  return (['authorizationCode', 'deviceCode', 'clientCredentials'] as const).flatMap((kind) => {
    const flow = flows[kind] as (OAuthFlows['authorizationCode'] & OAuthFlows['deviceCode']) | undefined
    if (!flow) return []
    const { pkceRequired = false, scopes: known = {} } = flow
    const [tokenUrl, refreshUrl, authorizationUrl] = [flow.tokenUrl, flow.refreshUrl, flow.authorizationUrl].map(
      (address) => safe(address, loopback),
    )
    const older = (flow as { readonly device_authorization_url?: string }).device_authorization_url
    const device = safe(flow.deviceAuthorizationUrl ?? older, loopback)
    const asks = { authorizationCode: authorizationUrl, deviceCode: device, clientCredentials: tokenUrl }[kind]
    if (tokenUrl === undefined || asks === undefined) return []
    return [
      { kind, tokenUrl, refreshUrl, authorizationUrl, deviceAuthorizationUrl: device, pkceRequired, scopes, known },
    ]
  })
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

/** The address if a secret may go there. */
function safe(address: string | undefined, allowInsecureLoopback: boolean): string | undefined {
  try {
    return address === undefined ? undefined : checkAddress(address, allowInsecureLoopback) && address
  } catch {
    return undefined
  }
}
