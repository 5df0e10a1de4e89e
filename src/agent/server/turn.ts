/** One call of `execute`: from a message of the client to a task that is over, interrupted, or was never needed. */
import { isInterrupted, isTerminal, stateClass } from '../task-state.ts'
import type { Message } from '../types.ts'
import { createApplyYielded, messageOf, type YieldedOptions } from './apply-yielded.ts'
import { isWireError } from './error-body.ts'
import type { Execute, ExecuteContext, Yielded } from './execute.ts'
import type { LiveTask, Turn } from './live-task.ts'

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

/** Events that are taken before the platform gets its turn: an agent that never waits must not hold up its readers. */
const eventsInOneGo = 64
/** Turns of the platform that an agent waits at most for readers that still take events. */
const maxPauses = 32

export function startTurn(options: TurnOptions): Turn & { readonly open: () => LiveTask } {
  const ending = new AbortController()
  const apply = createApplyYielded(options)
  let live = options.live
  let settle: () => void = () => undefined
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })

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
    const steps = stepsOf(options.execute({ ...options.context, signal: ending.signal }), options.onError)
    let taken = 0
    let bytes = 0
    for (;;) {
      const step = await nextOf(steps, ending.signal)
      if (step === 'aborted' || ending.signal.aborted) return stop(steps)
      if (step.done) return completeTask(open())
      if (take(step.value)) return stop(steps)
      const sent = open().log.bytes()
      if (++taken % eventsInOneGo !== 0 && sent - bytes < options.bytesInOneGo) continue
      bytes = sent
      await letReadersTake(open())
    }
  }

  /** Ends the generator. Nobody waits for its last steps; their errors go to `onError`. */
  function stop(steps: Steps): void {
    Promise.resolve(steps.return?.()).catch(options.onError)
  }

  function fail(error: unknown): void {
    if (ending.signal.aborted) return
    if (live === undefined && isWireError(error)) {
      options.refuse(error)
      return
    }
    options.onError(error)
    failTask(open(), options.newId)
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

/** Waits until the readers have everything or take nothing more. A slow reader does not stop the agent for long. */
async function letReadersTake({ log }: LiveTask): Promise<void> {
  let idle = 0
  for (let pauses = 0; pauses < maxPauses && idle < 3; pauses++) {
    const before = log.taken()
    await new Promise((resolve) => setTimeout(resolve, 0))
    // A reader over a socket needs more than one turn of the platform.
    idle = log.taken() === before ? idle + 1 : 0
  }
}

type Steps = AsyncIterator<Yielded> | Iterator<Yielded>

/** Throws a `TypeError` for what cannot be iterated: a mistake of the host that its types do not show in JavaScript. */
function stepsOf(values: unknown, onError: (error: unknown) => void): Steps {
  if (isIterable(values)) {
    return Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]()
  }
  const isPromise = values instanceof Promise
  // Nobody awaits this promise: without `catch` its rejection would end the process.
  if (isPromise) values.catch(onError)
  const what = isPromise ? 'a promise' : values === null ? 'null' : typeof values
  throw new TypeError(`execute must return what it yields, and returned ${what}: write "async *execute(context) { … }"`)
}

function isIterable(values: unknown): values is ReturnType<Execute> {
  return typeof values === 'object' && values !== null && (Symbol.asyncIterator in values || Symbol.iterator in values)
}

/** The next value, or `aborted` as soon as the turn is aborted. */
function nextOf(steps: Steps, signal: AbortSignal): Promise<IteratorResult<Yielded> | 'aborted'> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve('aborted')
    const abort = (): void => resolve('aborted')
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(steps.next())
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

function isAnswer(value: Yielded): value is Extract<Yielded, { message: unknown }> & { status?: never } {
  return typeof value === 'object' && value !== null && 'message' in value && !('status' in value)
}

/** A message that is the whole answer belongs to the conversation and to no task. */
function withoutTask({ task }: Pick<ExecuteContext, 'task'>): { readonly contextId?: string } {
  return task.contextId === undefined ? {} : { contextId: task.contextId }
}
