/** SendMessage and SendStreamingMessage: a message of the client becomes a turn of the agent. */

import { withResolvers } from '../resolvers.ts'
import { stateClass } from '../task-state.ts'
import type { Message, SendMessageRequest, Task } from '../types.ts'
import { beginMessage } from './begin-message.ts'
import type { Call } from './call.ts'
import { type EventReader, followTask, readLater, readMessageOnly } from './event-reader.ts'
import type { Lease } from './live-tasks.ts'
import { createPendingMessage, type PendingMessage, type Start } from './pending-message.ts'
import { addInlinePushConfig, inlinePushConfig, type NewPushConfig } from './push-config.ts'
import type { RecentMessage } from './recent-messages.ts'
import type { ServerState } from './server-state.ts'
import { untilAborted } from './until-aborted.ts'
import { viewTask } from './wire.ts'

export type SendResult = { readonly task: Task } | { readonly message: Message }

type Working = Extract<Start, { readonly lease: Lease }>

/** What a message leads to. `sending`: it is not known yet. */
type Found = { readonly sending: PendingMessage } | Begun
type Begun = Exclude<Start, { readonly error: unknown }>

export async function sendMessage(state: ServerState, call: Call, request: SendMessageRequest): Promise<SendResult> {
  const { returnImmediately = false, historyLength } = request.configuration ?? {}
  const coming = withResolvers<Start>()
  let leave: () => void = () => undefined
  const found = await deliver(state, call, request, (sending, push) => {
    leave = sending.join()
    sending.onStart((start) => coming.resolve(shared(state, start, push)))
  })
  if (call.signal.aborted) leave()
  call.signal.addEventListener('abort', leave, { once: true })
  try {
    const start = 'sending' in found ? await startOf(found.sending, coming.promise, returnImmediately) : found
    if ('error' in start) throw start.error
    if ('message' in start) return { message: start.message }
    return { task: viewTask(await taskOf(start, returnImmediately ? undefined : call.signal), { historyLength }) }
  } finally {
    call.signal.removeEventListener('abort', leave)
    leave()
  }
}

/** The stream opens as soon as the message is accepted, also where the message waits for the turn before. */
export async function streamMessage(state: ServerState, call: Call, request: SendMessageRequest): Promise<EventReader> {
  const release = state.takeStream(call.caller.id)
  const coming = withResolvers<EventReader>()
  let leave: () => void = () => undefined
  try {
    const found = await deliver(state, call, request, (sending, push) => {
      leave = sending.join()
      sending.onStart((begun) => {
        const start = shared(state, begun, push)
        if ('error' in start) coming.reject(start.error)
        else coming.resolve(readerOf(start))
      })
    })
    if ('sending' in found) await found.sending.accepted
    else coming.resolve(readerOf(found, hasEnded(found)))
    return readLater(coming.promise, () => {
      leave()
      release()
    })
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Begins a message, or finds what the same message has led to. `attach` is called before the turn can start. A message that
 * comes again has no turn of its own, so the `metadata` of its request is not read; its push configuration is added to the
 * task (`push`).
 */
async function deliver(
  state: ServerState,
  call: Call,
  request: SendMessageRequest,
  attach: (sending: PendingMessage, push?: NewPushConfig) => void,
): Promise<Found> {
  const { messages } = state
  const name = await messages.nameOf(call.owner, request.message)
  for (let recent = recentOf(state, name); name !== undefined && recent; recent = recentOf(state, name)) {
    const push = inlinePushConfig(state, call, request)
    if ('sending' in recent) attach(recent.sending, push)
    if (!('taskId' in recent)) return recent
    const lease = await state.tasks.open(call.owner, recent.taskId)
    if (lease) return repeated(state, lease, push)
    // The store has dropped the task.
    messages.forget(name, recent)
  }
  const sending = createPendingMessage()
  attach(sending)
  if (name !== undefined) remember(state, call, name, sending)
  void beginMessage(state, call, request, sending)
  return { sending }
}

function recentOf({ messages }: ServerState, name: string | undefined): RecentMessage | undefined {
  return name === undefined ? undefined : messages.get(name)
}

/** A message that was refused may be sent again. */
function remember({ messages }: ServerState, { caller }: Call, name: string, sending: PendingMessage): void {
  const recent = { sending }
  messages.set(name, recent, caller.id)
  sending.onStart((start) => {
    if ('error' in start) messages.forget(name, recent)
    else messages.set(name, 'lease' in start ? { taskId: start.lease.live.task().id } : start, caller.id)
  })
}

/** The task of a message that came again. */
function repeated(state: ServerState, lease: Lease, push: NewPushConfig | undefined): Working {
  try {
    addInlinePushConfig(state, lease.live, push)
  } catch (error) {
    lease.release()
    throw error
  }
  return { lease, settled: lease.live.turn?.settled ?? Promise.resolve() }
}

/** With a lease for the request: the turn releases its own lease when it ends. `push`: of a message that came again. */
function shared(state: ServerState, start: Start, push: NewPushConfig | undefined): Start {
  if (!('lease' in start)) return start
  try {
    addInlinePushConfig(state, start.lease.live, push)
    return { lease: state.tasks.share(start.lease), settled: start.settled }
  } catch (error) {
    return { error }
  }
}

async function startOf(sending: PendingMessage, start: Promise<Start>, openNow: boolean): Promise<Start> {
  await sending.accepted
  if (openNow) sending.openNow()
  return start
}

/** With `signal`: the task as it is when the turn is over or interrupted. Without: as it is now. */
async function taskOf({ lease, settled }: Working, signal: AbortSignal | undefined): Promise<Task> {
  try {
    if (signal) await untilAborted(settled, signal)
    return lease.live.task()
  } finally {
    lease.release()
  }
}

function readerOf(start: Begun, snapshotOnly = false): EventReader {
  if ('message' in start) return readMessageOnly({ kind: 'message', message: start.message })
  const { live, release } = start.lease
  return followTask(live, { untilInterrupted: true, snapshotOnly, onClose: release })
}

/** Nothing more comes of a turn that has ended. */
function hasEnded(found: Begun): boolean {
  if ('message' in found) return false
  const { live } = found.lease
  return stateClass(live.task().status.state) !== 'running' || live.turn === undefined
}
