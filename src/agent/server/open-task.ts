/** The task that a request names. A task of another owner is answered like a task that does not exist. */
import { AgentError } from '../error.ts'
import { isTerminal } from '../task-state.ts'
import type { Task } from '../types.ts'
import type { Call } from './call.ts'
import type { LiveTask } from './live-task.ts'
import type { Lease } from './live-tasks.ts'
import type { ServerState } from './server-state.ts'
import type { StoredTask } from './task-store.ts'

/** The task, live until its lease is released. Throws `TASK_NOT_FOUND`. */
export async function openTask({ tasks }: ServerState, { owner }: Call, id: string): Promise<Lease> {
  const lease = await tasks.open(owner, id)
  if (!lease) throw taskNotFound(id)
  return lease
}

/** Calls `use` with the live task, and releases the lease. Throws `TASK_NOT_FOUND`. */
export async function withTask<T>(state: ServerState, call: Call, id: string, use: (live: LiveTask) => T): Promise<T> {
  const { live, release } = await openTask(state, call, id)
  try {
    return use(live)
  } finally {
    release()
  }
}

/** The record of the task as it is now. Throws `TASK_NOT_FOUND`. */
export async function recordOf({ tasks }: ServerState, { owner }: Call, id: string): Promise<StoredTask> {
  const record = await tasks.peek(owner, id)
  if (!record) throw taskNotFound(id)
  return record
}

/** The same error for a task of another owner and for a task that does not exist. */
export function taskNotFound(taskId: string): AgentError {
  return new AgentError('TASK_NOT_FOUND', `There is no task "${taskId.slice(0, 80)}"`, {
    hint: 'Begin a new task: send the message without a taskId.',
    taskId,
  })
}

/** Throws for a task that is over. `why`: the end of the sentence, and what puts it right. */
export function checkNotOver(
  { id: taskId, status: { state } }: Task,
  [consequence, hint]: readonly [consequence: string, hint: string],
  code: 'UNSUPPORTED_OPERATION' | 'TASK_NOT_CANCELABLE' = 'UNSUPPORTED_OPERATION',
): void {
  if (!isTerminal(state)) return
  throw new AgentError(code, `Task "${taskId}" is over (${state})${consequence}`, { hint, taskId })
}
