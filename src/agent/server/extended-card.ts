/** The card for authenticated callers. Loaded when it is first asked for. */
import { AgentError } from '../protocol/error.ts'
import { completeCard, publishedCard } from './card.ts'
import type { Call, ServerState } from './server-state.ts'

/** For authenticated callers only (agent protocol, "What the service does"). */
export async function getExtendedCard(state: ServerState, call: Call): Promise<object> {
  const { card, extendedCard, authenticates, speaksOlder } = state
  if (extendedCard && !authenticates) {
    throw new AgentError('UNAUTHENTICATED', 'The extended card is for authenticated callers, and this agent has none', {
      hint: 'Use the public card.',
    })
  }
  const source = typeof extendedCard === 'function' ? await extendedCard(call.caller, call.tenant) : extendedCard
  if (source) {
    const pushNotifications = card.capabilities.pushNotifications ?? false
    const complete = completeCard(source, { extendedCard: true, pushNotifications, older: speaksOlder })
    return publishedCard(complete, call.url)
  }
  throw new AgentError('EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'The agent has no extended card', {
    hint: 'Use the public card.',
  })
}
