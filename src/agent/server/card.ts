/** The card as it is published: defaults filled in, extensions in both places, addresses absolute; and what it offers. */

import { addressIn } from '../../shared/http/shown-address.ts'
import { AgentError } from '../protocol/error.ts'
import { refuseOld } from '../protocol/old-members.ts'
import { surfaceMediaTypes } from '../protocol/surface-part.ts'
import type { AgentCard, AgentExtension, AgentInterface } from '../protocol/types.ts'
import { protocolVersion } from '../protocol/wire-format.ts'
import type { CardSource } from './options.ts'

const usualInterfaces: readonly AgentInterface[] = [
  { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion },
  { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion },
]

/** What the server offers where the card says nothing. */
interface Offered {
  readonly extendedCard: boolean
  readonly pushNotifications: boolean
  /** Whether the server speaks version 0.3, so that members of it may stand in the card. */
  readonly older: boolean
}

/**
 * A signed card is taken as it is: any change would break its signatures. Throws a `TypeError` for a signed card that is not
 * complete, and for members of version 0.3 where only 1.0 is spoken.
 */
export function completeCard(source: CardSource, offered: Offered): AgentCard {
  if (!offered.older) refuseOldCard(source)
  const filled: AgentCard = {
    description: '',
    version: '1.0.0',
    supportedInterfaces: usualInterfaces,
    defaultInputModes: ['text/plain', 'application/json', ...surfaceMediaTypes],
    defaultOutputModes: ['text/plain'],
    skills: [],
    ...source,
    capabilities: {
      streaming: true,
      pushNotifications: offered.pushNotifications,
      extendedAgentCard: offered.extendedCard,
      ...source.capabilities,
    },
  }
  if (isSigned(source)) {
    const missing = Object.keys(filled).find((name) => !Object.hasOwn(source, name))
    const relative = filled.supportedInterfaces.find(({ url }) => !hostAndPort.test(url) && !addressIn(url))
    const wrong = missing ? `"${missing}" is missing` : relative && `"${relative.url}" is no whole address`
    if (wrong) throw new TypeError(`A signed card must be complete: ${wrong}`)
    return { ...filled, capabilities: source.capabilities ?? {} }
  }
  const extensions = extensionsOf(source)
  if (extensions.length === 0) return filled
  return { ...filled, extensions, capabilities: { ...filled.capabilities, extensions } }
}

function isSigned({ signatures = [] }: Pick<AgentCard, 'signatures'>): boolean {
  return signatures.length > 0
}

const inInterfaces = 'write it into "supportedInterfaces"'
const oldCardMembers = {
  protocolVersion: inInterfaces,
  preferredTransport: 'write "protocolBinding" into "supportedInterfaces"',
  additionalInterfaces: 'write "supportedInterfaces"',
  url: inInterfaces,
  supportsAuthenticatedExtendedCard: 'write "extendedAgentCard" into "capabilities"',
  security: 'write "securityRequirements"',
}
const oldSkillMembers = { security: oldCardMembers.security }
const oldCapabilities = { stateTransitionHistory: 'leave it out' }
const oldInterfaceMembers = { transport: 'write "protocolBinding"' }
const oldSchemeMembers = { type: 'write a member such as "oauth2SecurityScheme"' }
const secureFlow = 'write "authorizationCode" with "pkceRequired", or "deviceCode"'
const oldFlows = { implicit: secureFlow, password: secureFlow }

function refuseOldCard(card: CardSource): void {
  refuseOld('The card', card, oldCardMembers)
  refuseOld('"capabilities" of the card', card.capabilities, oldCapabilities)
  for (const one of card.supportedInterfaces ?? []) refuseOld('An interface of the card', one, oldInterfaceMembers)
  for (const skill of card.skills ?? []) refuseOld(`The skill "${skill.id}"`, skill, oldSkillMembers)
  for (const [name, scheme] of Object.entries(card.securitySchemes ?? {})) {
    refuseOld(`The security scheme "${name}"`, scheme, oldSchemeMembers)
    refuseOld(`The security scheme "${name}"`, scheme.oauth2SecurityScheme?.flows, oldFlows)
  }
}

/** The extensions of both places. An extension that is required in one place is required. */
export function extensionsOf(
  card: Pick<AgentCard, 'extensions'> & Partial<Pick<AgentCard, 'capabilities'>>,
): readonly AgentExtension[] {
  const found = new Map<string, AgentExtension>()
  for (const extension of [...(card.extensions ?? []), ...(card.capabilities?.extensions ?? [])]) {
    const before = found.get(extension.uri)
    const required = before?.required || extension.required
    found.set(extension.uri, { ...before, ...extension, ...(required === undefined ? {} : { required }) })
  }
  return [...found.values()]
}

/** Relative addresses are resolved against the one that was asked for. */
export function publishedCard(card: AgentCard, base: string): AgentCard {
  if (isSigned(card)) return card
  return {
    ...card,
    supportedInterfaces: card.supportedInterfaces.map((one) => ({ ...one, url: absolute(one.url, base) })),
  }
}

function absolute(url: string, base: string): string {
  // Paths are appended to the address.
  return (hostAndPort.test(url) ? url : new URL(url, base).href).replace(/\/$/, '')
}

/** Where gRPC is, as in `agent.example:443`. */
const hostAndPort = /^[^/]+:\d+$/

export type Capability = 'streaming' | 'pushNotifications' | 'extendedAgentCard'

/** `what` begins the sentence: what needs the capability. */
export function requireCapability({ capabilities }: AgentCard, needs: Capability, what: string): void {
  if (capabilities[needs]) return
  const code = needs === 'pushNotifications' ? 'PUSH_NOTIFICATION_NOT_SUPPORTED' : 'UNSUPPORTED_OPERATION'
  throw new AgentError(code, `${what} needs the capability "${needs}", which the card does not have`, {
    hint: 'Read capabilities in the card before calling.',
  })
}

type Required = readonly { readonly [scheme: string]: unknown }[]

/**
 * Throws a `TypeError` for a card that demands credentials which nobody would look at; `security` is how version 0.3 demands
 * them. Returns whether there are schemes that no requirement names.
 */
export function checkSecurity(card: AgentCard & { readonly security?: Required }, authenticates: boolean): boolean {
  const demands = [card, ...card.skills].map((one) => (one.securityRequirements ?? card.security ?? []) as Required)
  const lists = demands.filter((list) => list.length > 0)
  // An alternative without a scheme lets everybody in.
  if (!authenticates && lists.some((list) => list.every((one) => Object.keys(one['schemes'] ?? one).length > 0)))
    throw new TypeError('The option "authenticate" is missing: the card demands credentials')
  return lists.length === 0 && Object.keys(card.securitySchemes ?? {}).length > 0
}
