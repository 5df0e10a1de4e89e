/** A card of 1.0 with the members of version 0.3 beside it, so that one document serves readers of both. */
import { defined, getOwn, isMembers, listOf, type Members, membersIn } from '../../protocol/read-value.ts'
import { version } from '../../v0-3/values.ts'

/** A card that is signed or has no interface of 0.3 stays as it is, and so do members of 0.3 that it has. */
export function cardWithV03(card: object): object {
  const all: Members = { ...card }
  const old = listOf(all, 'supportedInterfaces')
    .filter(isMembers)
    .filter((one) => String(one['protocolVersion']).startsWith('0.'))
  const [main, ...others] = old
  if (!main || listOf(all, 'signatures').length > 0) return card
  const schemes = membersIn(card, 'securitySchemes')
  return defined({
    url: main['url'],
    preferredTransport: main['protocolBinding'],
    protocolVersion: `${version}.0`,
    additionalInterfaces:
      others.length > 0 ? others.map((one) => ({ url: one['url'], transport: one['protocolBinding'] })) : undefined,
    supportsAuthenticatedExtendedCard: membersIn(card, 'capabilities')?.['extendedAgentCard'],
    ...securityOf(all),
    ...card,
    securitySchemes: schemes && Object.fromEntries(Object.entries(schemes).map(([name, one]) => [name, withType(one)])),
    skills: listOf(all, 'skills').map((skill) => (isMembers(skill) ? { ...securityOf(skill), ...skill } : skill)),
  })
}

/** `[{ schemes: { key: { list: [] } } }]` → `[{ key: [] }]`. */
function securityOf(holder: Members): Members {
  if (getOwn(holder, 'securityRequirements') === undefined) return {}
  const security = listOf(holder, 'securityRequirements')
    .filter(isMembers)
    .map((one) =>
      Object.fromEntries(
        Object.entries(membersIn(one, 'schemes') ?? {}).map(([name, scopes]) => [
          name,
          isMembers(scopes) ? listOf(scopes, 'list') : [],
        ]),
      ),
    )
  return { security }
}

const types = [
  ['apiKeySecurityScheme', 'apiKey'],
  ['httpAuthSecurityScheme', 'http'],
  ['oauth2SecurityScheme', 'oauth2'],
  ['openIdConnectSecurityScheme', 'openIdConnect'],
  ['mtlsSecurityScheme', 'mutualTLS'],
] as const

function withType(scheme: unknown): unknown {
  if (!isMembers(scheme)) return scheme
  for (const [member, type] of types) {
    const found = membersIn(scheme, member)
    if (!found) continue
    const { location, ...rest } = found
    return defined({ type, in: location, ...rest, ...scheme })
  }
  return scheme
}
