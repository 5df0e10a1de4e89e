/** Every operation by its name, whichever binding it came by, and those on tasks and cards. */
import { AgentError } from '../protocol/error.ts'
import type { OperationName, StreamName } from '../protocol/routes.ts'
import { surfaceMediaTypes } from '../protocol/surface-part.ts'
import { viewTask } from './bindings.ts'
import { type Capability, requireCapability } from './card.ts'
import { sendMessage, streamMessage } from './delivery.ts'
import type { EventReader } from './event-log.ts'
import type { eventStream } from './event-stream.ts'
import { checkNotOver, openTask, taskNotFound } from './live-tasks.ts'
import { acceptsOf, type Fields, type MessageRules, readHistoryLength, readSendRequest } from './read-request.ts'
import type { Call, ServerState } from './server-state.ts'

export type OperationResult =
  | { readonly kind: 'value'; readonly value: object }
  | { readonly kind: 'stream'; readonly reader: EventReader; readonly eventStream: typeof eventStream }

type Run<Result> = (state: ServerState, call: Call, params: Fields) => Promise<Result>

const streams: { readonly [name in StreamName]: Run<EventReader> } = {
  SendStreamingMessage: async (state, call, params) =>
    streamMessage(state, call, await readSendRequest(params, rulesIn(state))),
  SubscribeToTask: subscribeToTask,
}

const answers: { readonly [name in Exclude<OperationName, StreamName>]: Run<object> } = {
  SendMessage: async (state, call, params) => sendMessage(state, call, await readSendRequest(params, rulesIn(state))),
  GetTask: getTask,
  ListTasks: async (...asked) => (await import('./list-tasks.ts')).listTasks(...asked),
  CancelTask: cancelTask,
  CreatePushNotificationConfig: async (state, ...asked) => (await state.loadPush()).create(state, ...asked),
  GetPushNotificationConfig: async (state, ...asked) => (await state.loadPush()).get(state, ...asked),
  ListPushNotificationConfigs: async (state, ...asked) => (await state.loadPush()).list(state, ...asked),
  DeletePushNotificationConfig: async (state, ...asked) => (await state.loadPush()).delete(state, ...asked),
  GetExtendedAgentCard: async (state, call) => (await import('./extended-card.ts')).getExtendedCard(state, call),
}

export async function dispatch(
  name: OperationName,
  state: ServerState,
  call: Call,
  params: Fields,
): Promise<OperationResult> {
  if (state.closing?.aborted && (isStream(name) || name === 'SendMessage')) throw shutsDown()
  const needs = neededFor(name)
  if (needs) requireCapability(state.card, needs, name)
  if (!isStream(name)) return { kind: 'value', value: await answers[name](state, call, params) }
  // First the code: a stream that is open has to be written.
  const { eventStream } = await import('./event-stream.ts')
  return { kind: 'stream', reader: await streams[name](state, call, params), eventStream }
}

function shutsDown(): AgentError {
  return new AgentError('UNAVAILABLE', 'The agent shuts down', { hint: 'Send the request again.', retryAfter: 1_000 })
}

function rulesIn({ card, limits, loadPush }: ServerState): MessageRules {
  const modes = [...card.defaultInputModes, ...card.skills.flatMap((skill) => skill.inputModes ?? [])]
  return { accepts: acceptsOf(modes, surfaceMediaTypes), maxParts: limits.messageParts, loadPush }
}

/** The table of operations says which they are: `StreamName` is made from it. */
function isStream(name: OperationName): name is StreamName {
  return name in streams
}

/** The capability that the card must have. */
function neededFor(name: OperationName): Capability | undefined {
  if (isStream(name)) return 'streaming'
  if (name === 'GetExtendedAgentCard') return 'extendedAgentCard'
  return name.includes('Push') ? 'pushNotifications' : undefined
}

async function getTask(state: ServerState, call: Call, params: Fields): Promise<object> {
  const historyLength = readHistoryLength(params)
  const id = taskIdOf(params)
  const record = await state.tasks.peek(call.owner, id)
  if (!record) throw taskNotFound(id)
  return viewTask(record.task, { historyLength })
}

const notCancelable = ['', 'Cancel only tasks that are running or wait for input.'] as const

async function cancelTask(state: ServerState, call: Call, params: Fields): Promise<object> {
  const { live, release } = await openTask(state.tasks, call.owner, taskIdOf(params))
  function cancel(): void {
    checkNotOver(live.task(), notCancelable, 'TASK_NOT_CANCELABLE')
    live.turn?.abort()
    live.setStatus({ state: 'TASK_STATE_CANCELED' })
  }
  try {
    await live.claim(cancel)
    await live.committed()
    return live.task()
  } finally {
    release()
  }
}

const noMoreEvents = [' and has no more events', 'Read it with GetTask.'] as const

/** The stream begins with the task as it is and ends with the task; it stays open while the task waits for input. */
async function subscribeToTask(state: ServerState, call: Call, params: Fields): Promise<EventReader> {
  const lease = await openTask(state.tasks, call.owner, taskIdOf(params))
  try {
    const { live } = lease
    // What a reader has missed may be read after the end.
    if (!call.lastEventId || !live.numbered) checkNotOver(live.task(), noMoreEvents)
    const release = state.takeStream(call.caller.id)
    return live.follow({
      after: call.lastEventId,
      onClose() {
        lease.release()
        release()
      },
    })
  } catch (error) {
    lease.release()
    throw error
  }
}

function taskIdOf(params: Fields): string {
  return params.requiredText('id')
}
