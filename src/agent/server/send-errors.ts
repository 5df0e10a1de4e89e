/** Why a message is not taken. */
import { AgentError } from '../error.ts'

export function tooManyWaiting(): AgentError {
  return new AgentError('RATE_LIMITED', 'Too many messages wait for this task', {
    hint: 'Wait until the task asks for input, or begin another one.',
  })
}

export function clientGone(): AgentError {
  return new AgentError('UNAVAILABLE', 'The client went away', { hint: 'Send the request again.' })
}
