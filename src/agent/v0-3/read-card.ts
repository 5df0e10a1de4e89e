/** A card of version 0.3, or one that serves readers of both versions → a card of 1.0. Loaded with the first such card. */
import { defined, getOwn, isMembers, listOf, type Members, membersIn, textOf } from '../protocol/read-value.ts'

const version = '0.3'

/** Members that 1.0 has are kept. What is no card passes as it is. */
export function cardToV1(card: unknown): unknown {
  if (!isMembers(card)) return card
  const { url: _, preferredTransport, additionalInterfaces, protocolVersion, ...newer } = card
  const { supportsAuthenticatedExtendedCard: extendedAgentCard, security, capabilities, ...rest } = newer
  const schemes = membersIn(card, 'securitySchemes')
  return defined({
    ...rest,
    ...requirementsIn(card),
    supportedInterfaces:
      listOf(card, 'supportedInterfaces').length > 0 ? card['supportedInterfaces'] : interfacesOf(card),
    capabilities: isMembers(capabilities) ? defined({ extendedAgentCard, ...capabilities }) : capabilities,
    securitySchemes:
      schemes && Object.fromEntries(Object.entries(schemes).map(([name, one]) => [name, schemeToV1(one)])),
    skills: Array.isArray(rest['skills']) ? rest['skills'].map(skillToV1) : rest['skills'],
  })
}

/** The main address first. An address that is listed twice counts once. */
function interfacesOf(card: Members): readonly Members[] {
  const named = textOf(card, 'protocolVersion') ?? version
  const protocolVersion = named.startsWith('0.') ? version : named
  const main = { url: card['url'], transport: getOwn(card, 'preferredTransport') ?? 'JSONRPC' }
  const all = new Map<string, Members>()
  for (const { url, transport } of [main, ...listOf(card, 'additionalInterfaces').filter(isMembers)])
    all.set(`${transport} ${url}`, { url, protocolBinding: transport, protocolVersion })
  return [...all.values()]
}

function skillToV1(skill: unknown): unknown {
  if (!isMembers(skill)) return skill
  const { security, ...rest } = skill
  return { ...rest, ...requirementsIn(skill) }
}

/** `[{ key: ['read'] }]` → `[{ schemes: { key: { list: ['read'] } } }]`. */
function requirementsIn(holder: Members): Members {
  const { security, securityRequirements } = holder
  if (securityRequirements !== undefined || !Array.isArray(security)) return {}
  return { securityRequirements: security.map(requirementToV1) }
}

function requirementToV1(requirement: unknown): unknown {
  if (!isMembers(requirement)) return requirement
  return { schemes: Object.fromEntries(Object.entries(requirement).map(([name, list]) => [name, { list }])) }
}

/** Types whose member in 1.0 has not their name in front. */
const otherNames = { http: 'httpAuth', mutualTLS: 'mtls' }

function schemeToV1(scheme: unknown): unknown {
  if (!isMembers(scheme)) return scheme
  const { type, in: location, ...rest } = scheme
  const member = `${getOwn(otherNames, String(type)) ?? type}SecurityScheme`
  if (type === undefined || getOwn(scheme, member) !== undefined) return scheme
  const flows = membersIn(scheme, 'flows')
  if (!flows) return { [member]: defined({ ...rest, location }) }
  // 1.0 has neither of the two.
  const { implicit, password, ...safe } = flows
  return { [member]: { ...rest, flows: safe } }
}
