/** Every operation by its name, whichever binding it came by, and those on tasks and cards. */
import { AgentError } from '../error.ts'
import type { OperationName } from '../spelling.ts'
import { surfaceMediaTypes } from '../surface-part.ts'
import { stateClass, taskStates } from '../types.ts'
import { pageJson, viewTask } from './bindings.ts'
import { type Capability, completeCard, publishedCard, requireCapability } from './card.ts'
import { sendMessage, streamMessage } from './delivery.ts'
import { type EventReader, followTask } from './event-log.ts'
import { checkNotOver, openTask, taskNotFound } from './live-tasks.ts'
import {
  acceptsOf,
  defined,
  type Fields,
  invalid,
  type MessageRules,
  readHistoryLength,
  readSendRequest,
} from './read-request.ts'
import type { Call, ServerState } from './server-state.ts'
import { positionOf, type TaskPosition, type TaskQuery } from './task-store.ts'

type OperationResult =
  | { readonly kind: 'value'; readonly value: object }
  | { readonly kind: 'stream'; readonly reader: EventReader }

type Run<Result> = (state: ServerState, call: Call, params: Fields) => Promise<Result>

type StreamName = 'SendStreamingMessage' | 'SubscribeToTask'

const streams: { readonly [name in StreamName]: Run<EventReader> } = {
  SendStreamingMessage: async (state, call, params) =>
    streamMessage(state, call, await readSendRequest(params, rulesIn(state))),
  SubscribeToTask: subscribeToTask,
}

const answers: { readonly [name in Exclude<OperationName, StreamName>]: Run<object> } = {
  SendMessage: async (state, call, params) => sendMessage(state, call, await readSendRequest(params, rulesIn(state))),
  GetTask: getTask,
  ListTasks: listTasks,
  CancelTask: cancelTask,
  CreatePushNotificationConfig: async (state, ...asked) => (await state.loadPush()).create(state, ...asked),
  GetPushNotificationConfig: async (state, ...asked) => (await state.loadPush()).get(state, ...asked),
  ListPushNotificationConfigs: async (state, ...asked) => (await state.loadPush()).list(state, ...asked),
  DeletePushNotificationConfig: async (state, ...asked) => (await state.loadPush()).delete(state, ...asked),
  GetExtendedAgentCard: getExtendedCard,
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
  return isStream(name)
    ? { kind: 'stream', reader: await streams[name](state, call, params) }
    : { kind: 'value', value: await answers[name](state, call, params) }
}

function shutsDown(): AgentError {
  return new AgentError('UNAVAILABLE', 'The agent shuts down', { hint: 'Send the request again.', retryAfter: 1_000 })
}

function isStream(name: OperationName): name is StreamName {
  return name in streams
}

function rulesIn({ card, limits, loadPush }: ServerState): MessageRules {
  const modes = [...card.defaultInputModes, ...card.skills.flatMap((skill) => skill.inputModes ?? [])]
  return { accepts: acceptsOf(modes, surfaceMediaTypes), maxParts: limits.messageParts, loadPush }
}

/** The capability that the card must have. */
function neededFor(name: OperationName): Capability | undefined {
  if (isStream(name)) return 'streaming'
  if (name === 'GetExtendedAgentCard') return 'extendedAgentCard'
  return name.includes('Push') ? 'pushNotifications' : undefined
}

/** For authenticated callers only (agent protocol, "What the service does"). */
async function getExtendedCard({ card, extendedCard, authenticates }: ServerState, call: Call): Promise<object> {
  if (extendedCard && !authenticates) {
    throw new AgentError('UNAUTHENTICATED', 'The extended card is for authenticated callers, and this agent has none', {
      hint: 'Use the public card.',
    })
  }
  const source = typeof extendedCard === 'function' ? await extendedCard(call.caller) : extendedCard
  if (source) {
    const pushNotifications = card.capabilities.pushNotifications ?? false
    const complete = completeCard(source, { extendedCard: true, pushNotifications })
    return publishedCard(complete, call.url, call.spelling)
  }
  throw new AgentError('EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'The agent has no extended card', {
    hint: 'Use the public card.',
  })
}

async function getTask(state: ServerState, call: Call, params: Fields): Promise<object> {
  const historyLength = readHistoryLength(params)
  const id = taskIdOf(params)
  const record = await state.tasks.peek(call.owner, id)
  if (!record) throw taskNotFound(id)
  return viewTask(record.task, call.spelling, { historyLength })
}

/** Default and largest number of tasks on a page. */
const pageSize = { usual: 50, range: { min: 1, max: 100 } }

async function listTasks(state: ServerState, call: Call, params: Fields): Promise<object> {
  const limit = params.integer(pageSize.range, 'limit', 'pageSize') ?? pageSize.usual
  const artifacts = params.flag('includeArtifacts') ?? false
  // Histories are long, and a list is an overview.
  const historyLength = readHistoryLength(params) ?? 0
  const query: TaskQuery = {
    owner: call.owner,
    limit: limit + 1,
    ...defined({
      contextId: params.text('contextId') || undefined,
      state: readState(params),
      since: readSince(params),
      after: readCursor(params.text('cursor', 'pageToken')),
    }),
  }
  const { tasks, total } = await state.store.list(query)
  const page = tasks.slice(0, limit)
  const last = page.at(-1)
  const shown = {
    tasks: page.map((task) => viewTask(task, call.spelling, { historyLength, artifacts })),
    totalSize: total,
    pageSize: limit,
    nextCursor: tasks.length > limit && last ? cursorOf(positionOf(last)) : undefined,
  }
  return pageJson(shown, call.spelling)
}

function readState(params: Fields): string | undefined {
  const state = params.text('status')
  if (!state || state === 'TASK_STATE_UNSPECIFIED') return undefined
  if ((taskStates as readonly string[]).includes(state)) return state
  throw invalid('/status', 'must be a task state')
}

function readSince(params: Fields): string | undefined {
  const text = params.text('statusTimestampAfter')
  if (!text) return undefined
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw invalid('/statusTimestampAfter', 'must be an ISO 8601 time in UTC')
  return new Date(time).toISOString()
}

/** An opaque text: the place of the last task of the page before. */
function cursorOf({ timestamp, id }: TaskPosition): string {
  return btoa(encodeURIComponent(JSON.stringify([timestamp, id]))).replace(/=+$/, '')
}

function readCursor(cursor: string | undefined): TaskPosition | undefined {
  if (!cursor) return undefined
  try {
    const place: unknown = JSON.parse(decodeURIComponent(atob(cursor)))
    if (Array.isArray(place) && place.length === 2 && place.every((part) => typeof part === 'string')) {
      return { timestamp: String(place[0]), id: String(place[1]) }
    }
  } catch {
    // The error is thrown below.
  }
  throw invalid('/cursor', 'must be the nextCursor of a page')
}

const notCancelable = ['', 'Cancel only tasks that are running or wait for input.'] as const

async function cancelTask(state: ServerState, call: Call, params: Fields): Promise<object> {
  const { live, release } = await openTask(state.tasks, call.owner, taskIdOf(params))
  try {
    checkNotOver(live.task(), notCancelable, 'TASK_NOT_CANCELABLE')
    live.turn?.abort()
    live.setStatus({ state: 'TASK_STATE_CANCELED' })
    return viewTask(live.task(), call.spelling)
  } finally {
    release()
  }
}

const noMoreEvents = [' and has no more events', 'Read it with GetTask.'] as const

/** The stream begins with the task as it is and ends with the task; it stays open while the task waits for input. */
async function subscribeToTask(state: ServerState, call: Call, params: Fields): Promise<EventReader> {
  const lease = await openTask(state.tasks, call.owner, taskIdOf(params))
  try {
    const { status } = lease.live.task()
    checkNotOver(lease.live.task(), noMoreEvents)
    const release = state.takeStream(call.caller.id)
    return followTask(lease.live, {
      orphaned: stateClass(status.state) === 'running' && lease.live.turn === undefined,
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
  return params.requiredText('id', 'taskId')
}
