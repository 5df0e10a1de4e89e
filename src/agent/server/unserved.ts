/** Requests whose address or method leads to no operation, and their errors. Loaded with the first one. */
import { AgentError } from '../protocol/error.ts'

export function noAddress(): AgentError {
  return new AgentError('INVALID_REQUEST', 'The request has no valid address', {
    hint: 'Send a Host header with a name and a valid port.',
  })
}

export function notFound(cardPath: string): AgentError {
  return new AgentError('METHOD_NOT_FOUND', 'There is no operation at this address', {
    hint: `Read the addresses in ${cardPath}.`,
  })
}

/** `verbs`: those that the address takes. */
export function wrongMethod(verbs: readonly string[]): AgentError {
  return new AgentError('METHOD_NOT_FOUND', 'There is no operation with this method at this address', {
    hint: `Use ${verbs.join(' or ')}.`,
  })
}
