/** What a turn begins with: its task, and what `execute` is given. */
import type { JsonObject } from '../../json/value.ts'
import type { Message, SendMessageRequest, Task } from '../types.ts'
import type { Call } from './call.ts'
import { readClientMessage, surfaceVersionOf } from './client-message.ts'
import type { ExecuteContext } from './execute.ts'
import type { ServerState } from './server-state.ts'

/** A task that is submitted, in the message's context or a new one. */
export function newTask(state: ServerState, { contextId }: Message): Task {
  const now = state.timestamp()
  return {
    id: state.newId(),
    contextId: contextId ?? state.newId(),
    status: { state: 'TASK_STATE_SUBMITTED', timestamp: now },
    createdAt: now,
    lastModified: now,
  }
}

/** What `execute` is given, but for the signal. */
export function contextOf(
  call: Call,
  { configuration = {}, metadata = {} }: SendMessageRequest,
  message: Message,
  task: Task,
): Omit<ExecuteContext, 'signal'> {
  const { caller, tenant, extensions } = call
  const common: { readonly metadata: JsonObject } = { metadata }
  return {
    message,
    ...readClientMessage(message),
    task,
    ...common,
    configuration,
    extensions,
    surfaceVersion: surfaceVersionOf(extensions),
    caller,
    tenant,
  }
}
