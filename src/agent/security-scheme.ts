/** One security scheme of a card → what the host has to obtain. Schemes are foreign: what is malformed is `unknown`. */
import { checkAddress } from './address.ts'
import type { OAuthScopes } from './types.ts'
import { type Members, membersIn, textOf } from './value.ts'

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
