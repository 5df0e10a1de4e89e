/** What the card does not offer is refused to every caller, in every operation. */
import { AgentError } from '../error.ts'
import type { AgentCard } from '../types.ts'

export type Capability = 'streaming' | 'pushNotifications' | 'extendedAgentCard'

/** `what` begins the sentence: what needs the capability. */
export function requireCapability({ capabilities }: AgentCard, needs: Capability, what: string): void {
  if (capabilities[needs]) return
  const code = needs === 'pushNotifications' ? 'PUSH_NOTIFICATION_NOT_SUPPORTED' : 'UNSUPPORTED_OPERATION'
  throw new AgentError(code, `${what} needs the capability "${needs}", which the card does not have`, {
    hint: 'Read capabilities in the card before calling.',
  })
}
