/** Which credentials an agent wants, in words for the host, and how they go onto requests. */
import type { OperationName } from './operations.ts'
import { needsOf, type SecurityNeed } from './security-scheme.ts'
import type { AgentCard, SecurityRequirement } from './types.ts'
import { isMembers, listOf, membersIn } from './value.ts'

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
