/** What a task's state allows (agent protocol, task states). */
import type { TaskState, TaskStateClass } from './types.ts'

const classes: { readonly [state: string]: TaskStateClass } = {
  TASK_STATE_SUBMITTED: 'running',
  TASK_STATE_WORKING: 'running',
  TASK_STATE_INPUT_REQUIRED: 'interrupted',
  TASK_STATE_AUTH_REQUIRED: 'interrupted',
  TASK_STATE_COMPLETED: 'terminal',
  TASK_STATE_FAILED: 'terminal',
  TASK_STATE_CANCELED: 'terminal',
  TASK_STATE_REJECTED: 'terminal',
}

/** `interrupted` waits for the client, `terminal` never changes again. */
export function stateClass(state: TaskState): TaskStateClass {
  return Object.hasOwn(classes, state) ? (classes[state] ?? 'unknown') : 'unknown'
}

/** Whether a task in this state is over for good. */
export function isTerminal(state: TaskState): boolean {
  return stateClass(state) === 'terminal'
}

/** Whether a task in this state waits for a message of the client. */
export function isInterrupted(state: TaskState): boolean {
  return stateClass(state) === 'interrupted'
}
