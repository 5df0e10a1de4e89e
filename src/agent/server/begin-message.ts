/** A message is checked, waits for the turn before, and begins its own. */
import { isTerminal } from '../task-state.ts'
import type { Message, SendMessageRequest, Task } from '../types.ts'
import type { Call } from './call.ts'
import { surfaceVersionOf } from './client-message.ts'
import { invalid } from './fields.ts'
import { jsonBytes } from './json-bytes.ts'
import type { LiveTask, Turn } from './live-task.ts'
import type { Lease } from './live-tasks.ts'
import { checkNotOver, openTask } from './open-task.ts'
import type { PendingMessageControl } from './pending-message.ts'
import { inlinePushConfig, type NewPushConfig, withInlinePushConfig } from './push-config.ts'
import { clientGone, tooManyWaiting } from './send-errors.ts'
import type { ServerState } from './server-state.ts'
import type { StoredPushConfig } from './task-store.ts'
import { startTurn } from './turn.ts'
import { contextOf, newTask } from './turn-context.ts'
import { untilAborted } from './until-aborted.ts'

/** Bytes of events between two pauses. Never more than half of the backlog: otherwise quick readers would fall behind. */
const maxInOneGo = 65_536

/** Never rejects: an error goes to `sending.start`. */
export async function beginMessage(
  state: ServerState,
  call: Call,
  request: SendMessageRequest,
  sending: PendingMessageControl,
): Promise<void> {
  const { taskId } = request.message
  let lease: Lease | undefined
  try {
    // Throws before the message waits or begins.
    const push = inlinePushConfig(state, call, request)
    if (taskId !== undefined) {
      lease = await openTask(state, call, taskId)
      await takeTask(state, lease.live, request.message, sending)
    }
    // Nothing is awaited between the end of the turn before and the new turn: two messages never begin at once.
    beginTurn(state, call, request, { sending, push, lease })
    sending.accept()
  } catch (error) {
    lease?.release()
    sending.start({ error })
  }
}

async function takeTask(
  state: ServerState,
  live: LiveTask,
  message: Message,
  sending: PendingMessageControl,
): Promise<void> {
  checkContext(message, live.task())
  if (isBusy(live)) await turnOver(state, live, sending)
  checkNotOver(live.task(), takesNoMessage)
  live.checkRoom(message)
}

const takesNoMessage = [' and takes no message', 'Send the message without a taskId; the contextId may stay.'] as const

function checkContext({ contextId }: Message, task: Task): void {
  if (contextId === undefined || contextId === task.contextId) return
  throw invalid('/message/contextId', `is not the context of task "${task.id}"`)
}

function isBusy({ turn, task }: LiveTask): boolean {
  return turn !== undefined && !isTerminal(task().status.state)
}

/** A task works on one message at a time. Where it waits for the client, the turn that asked is over. */
async function turnOver(
  { limits }: ServerState,
  live: LiveTask,
  { accept, signal }: Pick<PendingMessageControl, 'accept' | 'signal'>,
): Promise<void> {
  if (live.waiting >= limits.waitingMessages) throw tooManyWaiting()
  live.waiting++
  accept()
  try {
    // Several messages may have waited: the first one has begun its turn by now.
    while (isBusy(live)) {
      const { turn } = live
      if (turn) await untilAborted(turn.settled, signal)
      if (signal.aborted) throw clientGone()
      turn?.abort()
      if (live.turn === turn) live.turn = undefined
    }
  } finally {
    live.waiting--
  }
}

interface BeginOptions {
  readonly sending: PendingMessageControl
  readonly push: NewPushConfig | undefined
  readonly lease: Lease | undefined
}

function beginTurn(state: ServerState, call: Call, request: SendMessageRequest, options: BeginOptions): void {
  const { sending, push, lease } = options
  if (sending.signal.aborted) throw clientGone()
  const task = lease?.live.task() ?? newTask(state, request.message)
  const pushConfigs = pushConfigsWith(state, push, task.id, lease)
  const endTurn = state.takeTurn(call.caller.id)
  const message = { ...request.message, taskId: task.id, ...(task.contextId && { contextId: task.contextId }) }
  const own: { lease: Lease | undefined } = { lease }

  function addTask(): LiveTask {
    const first = { ...task, history: [message] }
    const { owner, caller } = call
    const stored = { owner, task: first, bytes: jsonBytes(first), pushConfigs: pushConfigs ?? [] }
    const made = state.tasks.add(state.authenticates ? { ...stored, caller: caller.id } : stored)
    made.live.keep()
    own.lease = made
    sending.start({ lease: made, settled: turn.settled })
    return made.live
  }

  if (lease) {
    try {
      resume(state, lease.live, message, pushConfigs)
    } catch (error) {
      endTurn()
      throw error
    }
  }
  const turn: Turn & { readonly open: () => LiveTask } = startTurn({
    newId: state.newId,
    onError: state.onError,
    execute: state.execute,
    context: contextOf(call, request, message, task),
    surfaceVersion: surfaceVersionOf(call.extensions),
    live: lease?.live,
    bytesInOneGo: Math.min(maxInOneGo, state.limits.backlogBytes / 2),
    open: addTask,
    answer: (answer) => sending.start({ message: answer }),
    refuse: (error) => sending.start({ error }),
    onEnd() {
      endTurn()
      own.lease?.release()
      // Only counts where nothing has started: the client left before there was a task.
      sending.start({ error: clientGone() })
    },
  })
  if (lease) sending.start({ lease, settled: turn.settled })
  sending.onOpenNow(() => void turn.open())
  // A turn without a task ends when its client leaves: no client could ask for the task.
  sending.signal.addEventListener('abort', () => own.lease ?? turn.abort())
}

function resume(
  state: ServerState,
  live: LiveTask,
  message: Message,
  pushConfigs: readonly StoredPushConfig[] | undefined,
): void {
  // The status comes first: it moves the agent's question to the history, in front of the client's answer.
  live.setStatus({ state: 'TASK_STATE_WORKING' })
  live.addMessage(message)
  if (!pushConfigs) return
  live.setPushConfigs(pushConfigs)
  state.push.update(live.record())
}

/** The configurations of the task after this message. `undefined`: they do not change. */
function pushConfigsWith(
  state: ServerState,
  push: NewPushConfig | undefined,
  taskId: string,
  lease: Lease | undefined,
): readonly StoredPushConfig[] | undefined {
  if (!push) return undefined
  return withInlinePushConfig(state, lease?.live.record().pushConfigs ?? [], { ...push, taskId })
}
