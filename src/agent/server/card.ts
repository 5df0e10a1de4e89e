/** The card as it is published: defaults filled in, extensions in both places, addresses absolute; and what it offers. */

import { AgentError } from '../error.ts'
import { protocolVersion, type Spelling, spelt } from '../spelling.ts'
import type { AgentCard, AgentExtension, AgentInterface } from '../types.ts'
import type { CardSource } from './options.ts'

const usualInterfaces: readonly AgentInterface[] = [
  { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion },
  { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion },
]

/** What the server offers where the card says nothing. */
interface Offered {
  readonly extendedCard: boolean
  readonly pushNotifications: boolean
}

/** A signed card is taken as it is: any change would break its signatures. */
export function completeCard(source: CardSource, offered: Offered): AgentCard {
  const filled: AgentCard = {
    description: '',
    version: '1.0.0',
    supportedInterfaces: usualInterfaces,
    defaultInputModes: ['text/plain'],
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
  if (source.signatures) return { ...filled, capabilities: source.capabilities ?? {} }
  const extensions = extensionsOf(source)
  if (extensions.length === 0) return filled
  return { ...filled, extensions, capabilities: { ...filled.capabilities, extensions } }
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

/** The card for a caller of the spelling. Relative addresses are resolved against the one that was asked for. */
export function publishedCard(card: AgentCard, base: string, spelling: Spelling): object {
  if (card.signatures) return card
  const supportedInterfaces = card.supportedInterfaces.map((one) => ({ ...one, url: absolute(one.url, base) }))
  return spelt('card', { ...card, supportedInterfaces }, spelling)
}

function absolute(url: string, base: string): string {
  const { href } = new URL(url, base)
  // Paths are appended to the address.
  return href.replace(/\/$/, '')
}

export type Capability = 'streaming' | 'pushNotifications' | 'extendedAgentCard'

/** `what` begins the sentence: what needs the capability. */
export function requireCapability({ capabilities }: AgentCard, needs: Capability, what: string): void {
  if (capabilities[needs]) return
  const code = needs === 'pushNotifications' ? 'PUSH_NOTIFICATION_NOT_SUPPORTED' : 'UNSUPPORTED_OPERATION'
  throw new AgentError(code, `${what} needs the capability "${needs}", which the card does not have`, {
    hint: 'Read capabilities in the card before calling.',
  })
}
