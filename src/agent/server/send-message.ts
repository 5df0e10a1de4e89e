/** SendMessage and SendStreamingMessage: a message of the client becomes a turn of the agent. */
import { isTerminal } from '../task-state.ts'
import type { Message, SendMessageRequest, Task } from '../types.ts'
import type { Call } from './call.ts'
import { surfaceVersionOf } from './client-message.ts'
import { type EventReader, followTask, readLater, readMessageOnly } from './event-reader.ts'
import { invalid } from './fields.ts'
import { jsonBytes } from './json-bytes.ts'
import type { LiveTask } from './live-task.ts'
import type { Lease } from './live-tasks.ts'
import { makePushConfig, type NewPushConfig, withInlinePushConfig } from './push-config.ts'
import { withResolvers } from './resolvers.ts'
import { checkNotOver, clientGone, tooManyWaiting } from './send-errors.ts'
import { type ServerState, taskNotFound } from './server-state.ts'
import type { StoredPushConfig } from './task-store.ts'
import { startTurn } from './turn.ts'
import { contextOf, newTask } from './turn-context.ts'
import { viewTask } from './wire.ts'

export type SendResult = { readonly task: Task } | { readonly message: Message }

/** Bytes of events; never more than half of the backlog, or quick readers would fall behind. */
const mostInOneGo = 65_536

/** What a turn begins with, and what it leads to. */
interface Opening {
  /** `lease`: the turn has a task. `message`: the turn is over, and this is the answer. */
  readonly opened: Promise<{ readonly lease: Lease } | { readonly message: Message }>
  /** Made synchronously with the task, so no event is missed. */
  readonly reader: Promise<EventReader>
  readonly settled: Promise<void>
  readonly abandon: () => void
  readonly openNow: () => void
}

export async function sendMessage(state: ServerState, call: Call, request: SendMessageRequest): Promise<SendResult> {
  const { returnImmediately = false, historyLength } = request.configuration ?? {}
  const opening = await begin(state, call, request, false)
  if (returnImmediately) opening.openNow()
  const opened = await abandonable(opening, call.signal)
  if ('message' in opened) return opened
  try {
    if (!returnImmediately) await settledOrGone(opening.settled, call.signal)
    return { task: viewTask(opened.lease.live.task(), { historyLength }) }
  } finally {
    opened.lease.release()
  }
}

export async function streamMessage(state: ServerState, call: Call, request: SendMessageRequest): Promise<EventReader> {
  const release = state.takeStream()
  try {
    const opening = await begin(state, call, request, true)
    return readLater(opening.reader, () => {
      opening.abandon()
      release()
    })
  } catch (error) {
    release()
    throw error
  }
}

/** A client that leaves before there is a task leaves nothing behind: nobody could ask for the task. */
async function abandonable(opening: Opening, signal: AbortSignal): ReturnType<() => Opening['opened']> {
  signal.addEventListener('abort', opening.abandon, { once: true })
  try {
    return await opening.opened
  } finally {
    signal.removeEventListener('abort', opening.abandon)
  }
}

/** Until it has settled or the client has gone. No listener stays. */
async function settledOrGone(settled: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let leave: () => void = () => undefined
  const gone = new Promise<void>((resolve) => {
    leave = resolve
  })
  signal.addEventListener('abort', leave)
  await Promise.race([settled, gone])
  signal.removeEventListener('abort', leave)
}

async function begin(
  state: ServerState,
  call: Call,
  request: SendMessageRequest,
  streaming: boolean,
): Promise<Opening> {
  const { taskId } = request.message
  const push = pushConfigOf(state, call, request)
  if (taskId === undefined) return beginTurn(state, call, request, { streaming, push })
  const lease = await state.tasks.open(call.owner, taskId)
  if (!lease) throw taskNotFound(taskId)
  try {
    checkContext(request.message, lease.live.task())
    while (isBusy(lease.live)) await turnOver(state, lease.live, call.signal)
    // From here to the new turn nothing waits, so two messages never begin at once.
    checkNotOver(lease.live.task())
    lease.live.checkRoom(request.message)
    return beginTurn(state, call, request, { streaming, push, lease })
  } catch (error) {
    lease.release()
    throw error
  }
}

function checkContext({ contextId }: Message, task: Task): void {
  if (contextId === undefined || contextId === task.contextId) return
  throw invalid('/message/contextId', `is not the context of task "${task.id}"`)
}

function isBusy({ turn, task }: LiveTask): boolean {
  return turn !== undefined && !isTerminal(task().status.state)
}

/** A task works on one message at a time. Where it waits for the client, the turn that asked is over. */
async function turnOver(state: ServerState, live: LiveTask, signal: AbortSignal): Promise<void> {
  if (live.waiting >= state.limits.waitingMessages) throw tooManyWaiting()
  const { turn } = live
  live.waiting++
  await settledOrGone(turn?.settled, signal)
  live.waiting--
  if (signal.aborted) throw clientGone()
  turn?.abort()
  if (live.turn === turn) live.turn = undefined
}

interface BeginOptions {
  readonly streaming: boolean
  readonly push: NewPushConfig | undefined
  readonly lease?: Lease
}

function beginTurn(state: ServerState, call: Call, request: SendMessageRequest, options: BeginOptions): Opening {
  const { streaming, push, lease } = options
  const task = lease?.live.task() ?? newTask(state, request.message)
  const pushConfigs = pushConfigsWith(state, push, task.id, lease)
  const endTurn = state.takeTurn()
  const message = { ...request.message, taskId: task.id, ...(task.contextId && { contextId: task.contextId }) }
  const own: { lease: Lease | undefined } = { lease }
  const opened = withResolvers<Awaited<Opening['opened']>>()
  const reader = withResolvers<EventReader>()

  function started(now: Lease): void {
    // One claim for the turn, and one for the caller that waits for the answer or follows the task.
    own.lease = now
    const mine = state.tasks.share(now)
    if (streaming) reader.resolve(followTask(now.live, { untilInterrupted: true, onClose: mine.release }))
    else opened.resolve({ lease: mine })
  }

  if (lease) {
    try {
      resume(state, lease.live, message, pushConfigs)
    } catch (error) {
      endTurn()
      throw error
    }
  }
  const turn = startTurn({
    newId: state.newId,
    onError: state.onError,
    execute: state.execute,
    context: contextOf(call, request, message, task),
    surfaceVersion: surfaceVersionOf(call.extensions),
    live: lease?.live,
    bytesInOneGo: Math.min(mostInOneGo, state.limits.backlogBytes / 2),
    open() {
      const first = { ...task, history: [message] }
      const made = state.tasks.add({
        ...{ owner: call.owner, task: first, bytes: jsonBytes(first) },
        pushConfigs: pushConfigs ?? [],
      })
      made.live.keep()
      started(made)
      return made.live
    },
    answer(answer) {
      opened.resolve({ message: answer })
      reader.resolve(readMessageOnly({ kind: 'message', message: answer }))
    },
    refuse(error) {
      opened.reject(error)
      reader.reject(error)
    },
    onEnd() {
      endTurn()
      own.lease?.release()
    },
  })
  if (lease) started(lease)
  return {
    opened: opened.promise,
    reader: reader.promise,
    settled: turn.settled,
    openNow: () => void turn.open(),
    abandon: () => {
      if (own.lease === undefined) turn.abort()
    },
  }
}

function resume(
  state: ServerState,
  live: LiveTask,
  message: Message,
  pushConfigs: readonly StoredPushConfig[] | undefined,
): void {
  // First the status: the agent's question moves to the history, and the answer follows it.
  live.setStatus({ state: 'TASK_STATE_WORKING' })
  live.hear(message)
  if (!pushConfigs) return
  live.setPushConfigs(pushConfigs)
  state.push.update(live.record())
}

/** Without a task yet. Throws before anything waits or begins. */
function pushConfigOf(state: ServerState, call: Call, request: SendMessageRequest): NewPushConfig | undefined {
  const target = request.configuration?.taskPushNotificationConfig
  return target && makePushConfig(state, call, { target })
}

/** The configurations of the task after this message; `undefined`: as they were. */
function pushConfigsWith(
  state: ServerState,
  push: NewPushConfig | undefined,
  taskId: string,
  lease: Lease | undefined,
): readonly StoredPushConfig[] | undefined {
  if (!push) return undefined
  return withInlinePushConfig(state, lease?.live.record().pushConfigs ?? [], { ...push, taskId })
}
