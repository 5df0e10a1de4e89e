/** Why a message is not taken. */
import { AgentError } from '../error.ts'
import { isTerminal } from '../task-state.ts'
import type { Task } from '../types.ts'

export function tooManyWaiting(): AgentError {
  return new AgentError('RATE_LIMITED', 'Too many messages wait for this task', {
    hint: 'Wait until the task asks for input, or begin another one.',
  })
}

export function clientGone(): AgentError {
  return new AgentError('UNAVAILABLE', 'The client went away', { hint: 'Send the request again.' })
}

export function checkNotOver({ id: taskId, status: { state } }: Task): void {
  if (isTerminal(state)) throw taskIsOver(taskId, state)
}

function taskIsOver(taskId: string, state: string): AgentError {
  return new AgentError('UNSUPPORTED_OPERATION', `Task "${taskId}" is over (${state}) and takes no message`, {
    hint: 'Send the message without a taskId; the contextId may stay.',
    taskId,
  })
}
