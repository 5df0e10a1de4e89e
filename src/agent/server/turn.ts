/** One call of `execute`: from a message of the client to a task that is over, interrupted, or was never needed. */

import { withResolvers } from '../resolvers.ts'
import { isInterrupted, isTerminal, stateClass } from '../task-state.ts'
import type { Message } from '../types.ts'
import { createApplyYielded, messageOf, type YieldedOptions } from './apply-yielded.ts'
import { isWireError } from './error-body.ts'
import type { Execute, ExecuteContext, Yielded } from './execute.ts'
import type { LiveTask, Turn } from './live-task.ts'
import { createReaderPause } from './reader-pause.ts'
import { createSteps } from './steps.ts'

export interface TurnOptions extends YieldedOptions {
  readonly execute: Execute
  readonly context: Omit<ExecuteContext, 'signal'>
  /** The task that goes on. Absent: `open` makes one when it is needed. */
  readonly live?: LiveTask | undefined
  /** Makes the task of this turn. Called at most once, synchronously before the task's first event. */
  readonly open: () => LiveTask
  /** The answer is this message, and there is no task. */
  readonly answer: (message: Message) => void
  /** The message is refused: no task was made. */
  readonly refuse: (error: unknown) => void
  /** Bytes of events after which readers get time to take them. */
  readonly bytesInOneGo: number
  /** `execute` has ended. */
  readonly onEnd: () => void
}

export function startTurn(options: TurnOptions): Turn & { readonly open: () => LiveTask } {
  const ending = new AbortController()
  const apply = createApplyYielded(options)
  let live = options.live
  const { promise: settled, resolve: settle } = withResolvers<void>()

  function open(): LiveTask {
    live ??= options.open()
    live.turn = turn
    return live
  }

  /** Returns true when no further value is needed. */
  function take(value: Yielded): boolean {
    if (live === undefined && isAnswer(value)) {
      options.answer(messageOf(value.message, withoutTask(options.context), options.newId))
      return true
    }
    const over = apply(open(), value)
    if (over || isInterrupted(open().task().status.state)) settle()
    return over
  }

  async function run(): Promise<void> {
    const values = options.execute({ ...options.context, signal: ending.signal })
    const steps = createSteps(values, ending.signal, options.onError)
    const pauseForReaders = createReaderPause(options.bytesInOneGo)
    for (;;) {
      const step = await steps.next()
      if (step === 'aborted' || ending.signal.aborted) return steps.stop()
      if (step.done) return completeTask(open())
      if (take(step.value)) return steps.stop()
      await pauseForReaders(open().log)
    }
  }

  function fail(error: unknown): void {
    if (ending.signal.aborted) return
    if (live === undefined && isWireError(error)) options.refuse(error)
    else {
      options.onError(error)
      failTask(open(), options.newId)
    }
  }

  const turn: Turn = { abort: () => ending.abort(), settled }
  if (live) live.turn = turn

  // Starts in a microtask: the caller needs the turn before its first event.
  Promise.resolve()
    .then(run)
    .catch(fail)
    .catch(options.onError)
    .finally(() => {
      if (live?.turn === turn) live.turn = undefined
      settle()
      options.onEnd()
    })
  return { ...turn, open }
}

/** A task that waits for the client goes on waiting. */
function completeTask(live: LiveTask): void {
  if (stateClass(live.task().status.state) === 'running') live.setStatus({ state: 'TASK_STATE_COMPLETED' })
}

/** The client does not get the reason: it goes to `onError`. */
function failTask(live: LiveTask, newId: () => string): void {
  if (isTerminal(live.task().status.state)) return
  const message = messageOf('The agent could not finish this task.', live.task(), newId)
  live.setStatus({ state: 'TASK_STATE_FAILED', message })
}

function isAnswer(value: Yielded): value is Extract<Yielded, { message: unknown }> & { status?: never } {
  return typeof value === 'object' && value !== null && 'message' in value && !('status' in value)
}

/** A message that is the whole answer belongs to the conversation and to no task. */
function withoutTask({ task }: Pick<ExecuteContext, 'task'>): { readonly contextId?: string } {
  return task.contextId === undefined ? {} : { contextId: task.contextId }
}
