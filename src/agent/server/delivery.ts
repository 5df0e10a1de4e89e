/**
 * The delivery of a message, from its request to the task or the message that answers it: one object with four states.
 *
 *   checked ──▶ waiting ──▶ begun ──▶ answered ─ ─ ▶ settled
 *      │           │          │          ▲
 *      └───────────┴──────────┴──────────┘
 *        refused, or no client is left: answered with an error
 *
 * checked: the task that the message names is being opened. waiting: another turn works on that task. begun: `execute` is
 * called, and there is no new task before it yields. answered: every request has its task, message or error. What follows is
 * the turn's: its promise `settled` resolves when the task is over or interrupted.
 *
 * A client whose answer was lost sends its message again, so several requests may join one delivery. Each takes a lease of
 * the task of its own; the delivery's lease ends with the turn.
 */
import { untilAborted, withResolvers } from '../../shared/http/sleep.ts'
import { AgentError } from '../protocol/error.ts'
import { sameJson } from '../protocol/read-value.ts'
import { isTerminal, type SendMessageRequest, stateClass } from '../protocol/types.ts'
import { jsonBytes, viewTask, withHistory } from './bindings.ts'
import { type EventReader, type FollowOptions, readLater, readOnly } from './event-log.ts'
import { checkNotOver, type Lease, type LiveTask, openTask } from './live-tasks.ts'
import type { InlinePush } from './push.ts'
import { invalid } from './read-request.ts'
import { messageName, type Outcome } from './recent-messages.ts'
import type { Answer, Call, Delivery, Joined, ServerState, TakeAnswer } from './server-state.ts'
import { surfaceVersionOf } from './surfaces.ts'
import { contextOf, messageIn, newTask, startTurn } from './turn.ts'

/** Begins in a microtask. */
function createDelivery(
  state: ServerState,
  call: Call,
  request: SendMessageRequest,
  name: string | undefined,
): Delivery {
  let stage: 'checked' | 'waiting' | 'begun' | 'answered' = 'checked'
  let requests: TakeAnswer[] = []
  let waiting = 0
  let isOpenWanted = false
  let openTurn: () => void = () => undefined
  let lease: Lease | undefined
  /** The message is new, and nobody else answers it. */
  let isClaimed = false
  /** Aborted when no request waits any more. */
  const left = new AbortController()
  const { caller, tenant, extensions } = call
  const origin = { caller, tenant, extensions, request, name }
  const { message: sent } = request
  const { promise: accepted, resolve: accept, reject: refuse } = withResolvers<void>()

  /** Only the first answer counts. */
  function answer(given: Answer, again = false): void {
    if (stage === 'answered') return
    stage = 'answered'
    if ('error' in given) refuse(given.error)
    else accept()
    settleClaim('lease' in given ? { taskId: given.lease.live.task().id } : 'message' in given ? given : undefined)
    if (name) state.deliveries.delete(name)
    const joined = requests
    requests = []
    for (const take of joined) take(given, again)
  }

  /** `outcome` undefined: the message has led to nothing. */
  function settleClaim(outcome?: Outcome): void {
    if (name && isClaimed) state.tasks.remember(name, outcome, caller.id)
    isClaimed = false
  }

  async function run(): Promise<void> {
    const { taskId } = sent
    try {
      // Throws before the message waits or begins.
      const push = await inlinePush(state, call, request)
      if (await answeredBefore(push)) return
      if (taskId === undefined) return begin(push)
      lease = await openTask(state.tasks, call.owner, taskId)
      await takeTask(lease, push)
    } catch (error) {
      lease?.release()
      answer({ error })
    }
  }

  /** The same message may have come before, in this process or another one. */
  async function answeredBefore(push: InlinePush | undefined): Promise<boolean> {
    const known = name && (await state.tasks.recall(name, call.owner, left.signal))
    isClaimed = !known
    if (!known) return false
    if ('message' in known) answer(known, true)
    else answerAgain(known.lease, push)
    return true
  }

  /** The task has the message already. */
  function answerAgain(lease: Lease, push: InlinePush | undefined): void {
    try {
      push?.addTo(lease.live)
      answer({ lease, settled: lease.live.turn?.settled ?? Promise.resolve() }, true)
    } finally {
      lease.release()
    }
  }

  async function takeTask(lease: Lease, push: InlinePush | undefined): Promise<void> {
    const { live } = lease
    const { contextId } = sent
    const { id, contextId: own } = live.task()
    if (contextId !== undefined && contextId !== own)
      throw invalid('/message/contextId', `is not the context of task "${id}"`)
    const start = (): void => {
      // The message has come before. Its client got an error then, and sends the message again.
      const given = messageIn(live.task(), sent)
      if (name && live.task().history?.some((one) => sameJson(one, given))) {
        settleClaim({ taskId: id, again: true })
        answerAgain(lease, push)
      } else {
        checkNotOver(live.task(), takesNoMessage)
        live.checkRoom(sent)
        begin(push)
      }
    }
    do {
      // Nothing is awaited between the last look and the new turn: two messages never begin at once.
      while (isBusy(live)) await waitForTurn(live)
    } while (!(await live.claim(start, origin)))
  }

  /** A task works on one message at a time. Where it waits for the client, the turn that asked is over. */
  async function waitForTurn(live: LiveTask): Promise<void> {
    if (live.waiting >= state.limits.waitingMessages) throw tooManyWaiting()
    live.waiting++
    stage = 'waiting'
    accept()
    try {
      // Several messages may have waited: the first one has begun its turn by now.
      while (isBusy(live)) {
        const { turn } = live
        if (turn) await untilAborted(turn.settled, left.signal)
        if (left.signal.aborted) throw clientGone()
        turn?.abort()
        if (live.turn === turn) live.turn = undefined
      }
    } finally {
      live.waiting--
    }
  }

  function begin(push: InlinePush | undefined): void {
    if (left.signal.aborted) throw clientGone()
    const known = lease?.live
    const task = known?.task() ?? newTask(state, sent)
    const configs = push?.including(known?.record().pushConfigs ?? [], task.id)
    const message = messageIn(task, sent)
    const endTurn = state.takeTurn(call.caller.id)
    try {
      if (known) {
        // The status comes first: it moves the agent's question to the history, in front of the client's answer.
        known.setStatus({ state: 'TASK_STATE_WORKING' })
        known.addMessage(message, name)
        if (configs) void known.setPushConfigs(configs)
      }
    } catch (error) {
      endTurn()
      throw error
    }
    stage = 'begun'
    const turn = startTurn({
      newId: state.newId,
      onError: state.onError,
      execute: state.execute,
      context: contextOf(call, request, message, task),
      surfaceVersion: surfaceVersionOf(call.extensions),
      live: known,
      open() {
        const first = { ...task, history: [message] }
        const { owner, caller } = call
        const stored = { owner, task: first, bytes: jsonBytes(first), pushConfigs: configs ?? [] }
        lease = state.tasks.add(state.authenticates ? { ...stored, caller: caller.id } : stored, origin)
        answer({ lease, settled: turn.settled })
        return lease.live
      },
      answer: (said) => answer({ message: said }),
      refuse: (error) => answer({ error }),
      onEnd() {
        endTurn()
        lease?.release()
        // Only counts where nothing was answered: the client left before there was a task.
        answer({ error: clientGone() })
      },
    })
    accept()
    openTurn = turn.open
    // A turn without a task ends when its client leaves: no client could ask for the task.
    left.signal.addEventListener('abort', () => lease ?? turn.abort())
    if (lease) answer({ lease, settled: turn.settled })
    else if (isOpenWanted) turn.open()
  }

  Promise.resolve().then(run)
  return {
    join(take) {
      requests.push(take)
      waiting++
      let waits = true
      return {
        accepted,
        openNow() {
          isOpenWanted = true
          if (stage === 'begun') openTurn()
        },
        leave() {
          if (!waits) return
          waits = false
          waiting--
          if (waiting === 0) left.abort(clientGone())
        },
      }
    },
  }
}

/** The push configuration that comes with a message. Its code is loaded only then. */
async function inlinePush(
  state: ServerState,
  call: Call,
  { configuration }: SendMessageRequest,
): Promise<InlinePush | undefined> {
  const target = configuration?.taskPushNotificationConfig
  return target && (await state.loadPush()).inline(state, call, target)
}

/**
 * Brings a request to the answer of its message: by a new delivery, or by that of the same message before. A message that
 * comes again has no turn of its own, so the `metadata` of its request is not read; its push configuration is added to the
 * task.
 */
async function join(state: ServerState, call: Call, request: SendMessageRequest, take: TakeAnswer): Promise<Joined> {
  const { deliveries, limits, tasks } = state
  const name = limits.rememberedMessages > 0 ? await messageName(call.owner, request.message) : undefined
  const push = deliveries.has(name ?? '') ? await inlinePush(state, call, request) : undefined
  const known = deliveries.get(name ?? '')
  const delivery = known ?? createDelivery(state, call, request, name)
  if (name) deliveries.set(name, delivery)
  return delivery.join((answer, again) => {
    if (!('lease' in answer)) return take(answer, again)
    // A lease of the request's own, and its push configuration where another request brought the message.
    const lease = tasks.share(answer.lease)
    try {
      if (known) push?.addTo(lease.live)
      take({ ...answer, lease }, again)
    } catch (error) {
      lease.release()
      take({ error }, again)
    }
  })
}

/** `historyLength`: latest messages of the history at most. */
export async function sendMessage(state: ServerState, call: Call, request: SendMessageRequest): Promise<object> {
  const { returnImmediately = false, historyLength } = request.configuration ?? {}
  const { promise: coming, resolve: take } = withResolvers<Answer>()
  const { openNow, leave } = await join(state, call, request, take)
  if (call.signal.aborted) leave()
  call.signal.addEventListener('abort', leave, { once: true })
  try {
    if (returnImmediately) openNow()
    const answer = await coming
    if ('error' in answer) throw answer.error
    if ('message' in answer) return { message: answer.message }
    try {
      if (!returnImmediately) await untilAborted(answer.settled, call.signal)
      await answer.lease.live.committed()
      return { task: viewTask(answer.lease.live.task(), { historyLength }) }
    } finally {
      answer.lease.release()
    }
  } finally {
    call.signal.removeEventListener('abort', leave)
    leave()
  }
}

/** The stream opens as soon as the message is accepted, also where the message waits for the turn before. */
export async function streamMessage(state: ServerState, call: Call, request: SendMessageRequest): Promise<EventReader> {
  const historyLength = request.configuration?.historyLength
  const release = state.takeStream(call.caller.id)
  const { promise: coming, resolve, reject } = withResolvers<EventReader>()
  try {
    const { accepted, leave } = await join(state, call, request, (answer, again) => {
      if ('error' in answer) reject(answer.error)
      else
        resolve(
          'message' in answer
            ? readOnly({ kind: 'message', message: answer.message })
            : readerOf(answer, again, { historyLength, after: call.lastEventId }),
        )
    })
    await accepted
    return readLater(coming, () => {
      leave()
      release()
    })
  } catch (error) {
    release()
    throw error
  }
}

function readerOf(
  { lease: { live, release } }: { readonly lease: Lease },
  again: boolean,
  { historyLength, after }: Pick<FollowOptions, 'historyLength' | 'after'>,
): EventReader {
  const task = live.task()
  const runs = stateClass(task.status.state) === 'running'
  if (again && !runs) return readOnly({ kind: 'task', task: withHistory(task, historyLength) }, release)
  return live.follow({
    untilInterrupted: true,
    historyLength,
    after: again ? after : undefined,
    onClose: release,
  })
}

function isBusy({ turn, task }: LiveTask): boolean {
  return turn !== undefined && !isTerminal(task().status.state)
}

const takesNoMessage = [' and takes no message', 'Send the message without a taskId; the contextId may stay.'] as const

function tooManyWaiting(): AgentError {
  return new AgentError('RATE_LIMITED', 'Too many messages wait for this task', {
    hint: 'Wait until the task asks for input, or begin another one.',
  })
}

function clientGone(): AgentError {
  return new AgentError('UNAVAILABLE', 'The client went away', { hint: 'Send the request again.' })
}
