/** What can be wrong with a stream of events as a whole. */
import { AgentError } from './error.ts'

/** An event that is of no use here. */
export function mismatch(found: string, taskId: string): AgentError {
  return new AgentError('TASK_MISMATCH', `An event is of task "${found}" instead of "${taskId}"`, {
    hint: 'The event was not used; report this to the maker of the agent.',
    taskId,
  })
}

/** An event before one that has come is missing. */
export function streamGap(taskId: string | undefined): AgentError {
  const hint = 'The client reads the task to put it right.'
  return new AgentError('STREAM_GAP', 'An event of the stream is missing', { hint, taskId })
}

/** The end of a stream that is not the end of its task. */
export function endedEarly(taskId: string | undefined, cause?: AgentError): AgentError {
  return new AgentError('STREAM_ENDED_EARLY', 'The stream ended, and the task did not', {
    hint: taskId === undefined ? 'Send the message again, with the same id.' : 'Read the task later with getTask.',
    taskId,
    cause,
  })
}

/** `LIMIT_BYTES` of a whole task. It names the task, which `LIMIT_BYTES` of one event does not. */
export function overSize(taskId: string | undefined, limit: number): AgentError {
  return new AgentError('LIMIT_BYTES', `The task has more than ${limit} bytes`, {
    hint: 'Raise the option "taskBytes", or ask the agent for less.',
    taskId,
  })
}
