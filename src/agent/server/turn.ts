/** One call of `execute`: from a message of the client to a task that is over, interrupted, or was never needed. */

import type { JsonObject, JsonValue } from '../../json/value.ts'
import { plainBase64 } from '../../shared/http/digest.ts'
import { untilAborted, withResolvers } from '../../shared/http/sleep.ts'
import { oldMessageMembers, oldPartMembers, refuseOld } from '../protocol/old-members.ts'
import {
  isInterrupted,
  isTerminal,
  type Message,
  type Part,
  type SendMessageRequest,
  stateClass,
  type Task,
  type TaskState,
  taskStates,
} from '../protocol/types.ts'
import type { LiveTask, Turn } from './live-tasks.ts'
import type { AgentMessage, Execute, ExecuteContext, Yielded } from './options.ts'
import { readPart } from './read-request.ts'
import type { Call, ServerState } from './server-state.ts'
import { readClientMessage, surfaceArtifacts, surfaceVersionOf } from './surfaces.ts'
import { isWireError } from './wire-error.ts'

interface TurnOptions extends YieldedOptions {
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
    for (;;) {
      const step = await steps.next()
      if (step === 'aborted' || ending.signal.aborted) return steps.stop()
      if (step.done) return completeTask(open())
      if (take(step.value)) return steps.finish()
      await open().pace()
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
export function failTask(
  live: LiveTask,
  newId: () => string,
  text: string = 'The agent could not finish this task.',
): void {
  if (isTerminal(live.task().status.state)) return
  const message = messageOf(text, live.task(), newId)
  live.setStatus({ state: 'TASK_STATE_FAILED', message })
}

function isAnswer(value: Yielded): value is Extract<Yielded, { message: unknown }> & { status?: never } {
  return typeof value === 'object' && value !== null && 'message' in value && !('status' in value)
}

/** A message that is the whole answer belongs to the conversation and to no task. */
function withoutTask({ task }: Pick<ExecuteContext, 'task'>): { readonly contextId?: string } {
  return task.contextId === undefined ? {} : { contextId: task.contextId }
}

/** The message as the history of its task has it. */
export function messageIn({ id, contextId }: Task, sent: Message): Message {
  return { ...sent, taskId: id, ...(contextId && { contextId }) }
}

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
  call: Pick<Call, 'caller' | 'tenant' | 'owner' | 'extensions'>,
  { configuration = {}, metadata = {} }: SendMessageRequest,
  message: Message,
  task: Task,
): Omit<ExecuteContext, 'signal'> {
  const { caller, tenant, owner, extensions } = call
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
    conversation: JSON.stringify([owner, task.contextId ?? '']),
  }
}

interface YieldedOptions {
  readonly newId: () => string
  /** The version of surfaces that the client chose. */
  readonly surfaceVersion: string | undefined
  /** Called with what was not sent, and the reason. */
  readonly onError: (error: unknown) => void
}

/** Applies one yielded value. Returns true when the task is over. */
type ApplyYielded = (live: LiveTask, value: Yielded) => boolean

function createApplyYielded(options: YieldedOptions): ApplyYielded {
  /** The artifact that the next chunk of text belongs to. */
  let textId: string | undefined

  function applyText(live: LiveTask, text: string): void {
    textId ??= `text-${options.newId()}`
    live.setArtifact({ artifactId: textId, parts: [{ text }] }, { append: true })
  }

  return (live, value) => {
    if (typeof value !== 'object' || value === null) throw misuse(value)
    refuseOld('What execute yields', value, oldYieldMembers)
    if ('text' in value && typeof value.text === 'string' && !('status' in value)) applyText(live, value.text)
    else {
      textId = undefined
      applyOther(live, value, options)
    }
    return isTerminal(live.task().status.state)
  }
}

function applyOther(live: LiveTask, value: Yielded, options: YieldedOptions): void {
  const { newId } = options
  if ('status' in value) {
    const said = value.message ?? value.text
    const message = said === undefined ? {} : { message: messageOf(said, live.task(), newId) }
    live.setStatus({ state: stateOf(value.status), ...message }, value.metadata && { metadata: value.metadata })
  } else if ('surface' in value) applySurface(live, value.surface, options)
  else if ('artifact' in value) applyArtifact(live, value, options)
  else if ('message' in value) {
    live.setStatus({ state: 'TASK_STATE_WORKING', message: messageOf(value.message, live.task(), newId) })
  } else throw misuse(value)
}

function applySurface(
  live: LiveTask,
  surface: Extract<Yielded, { surface: unknown }>['surface'],
  options: YieldedOptions,
): void {
  const messages = Array.isArray(surface) ? surface : [surface]
  const refuse = (version: string): void =>
    options.onError(new TypeError(`A ${version} surface was not sent: the client chose ${options.surfaceVersion}`))
  for (const artifact of surfaceArtifacts(messages, options.surfaceVersion, refuse))
    live.setArtifact(artifact, { append: true })
}

function applyArtifact(
  live: LiveTask,
  value: Extract<Yielded, { artifact: unknown }>,
  { newId }: YieldedOptions,
): void {
  const { artifactId = newId(), ...rest } = value.artifact
  const { append = false, lastChunk, metadata } = value
  const parts = readyToSend(rest.parts)
  const more = { ...(lastChunk === undefined ? {} : { lastChunk }), ...(metadata && { metadata }) }
  live.setArtifact({ artifactId, ...rest, parts }, { append, ...more })
}

/** A message of the agent, with the ids that only the server knows. */
function messageOf(
  said: string | readonly Part[] | AgentMessage,
  task: { readonly id?: string; readonly contextId?: string },
  newId: () => string,
): Message {
  const message: AgentMessage =
    typeof said === 'string' ? { parts: [{ text: said }] } : isParts(said) ? { parts: said } : said
  refuseOld('A message', message, oldMessageMembers)
  return {
    messageId: newId(),
    ...message,
    parts: readyToSend(message.parts),
    role: 'ROLE_AGENT',
    ...(task.contextId === undefined ? {} : { contextId: task.contextId }),
    ...(task.id === undefined ? {} : { taskId: task.id }),
  }
}

function isParts(said: readonly Part[] | AgentMessage): said is readonly Part[] {
  return Array.isArray(said)
}

/** The parts as they go out. */
function readyToSend(parts: readonly Part[]): readonly Part[] {
  if (!Array.isArray(parts) || parts.length === 0) throw new TypeError('parts must be an array of at least one part')
  return parts.map((part: Part, index) => {
    const at = `parts/${index}`
    refuseOld(at, part, oldPartMembers)
    readPart(part as unknown as JsonValue, at)
    return part.raw === undefined ? part : { ...part, raw: plainBase64(part.raw) }
  })
}

const oldYieldMembers = { ...oldMessageMembers, final: 'leave it out' }

/** `input-required` → `TASK_STATE_INPUT_REQUIRED`. */
function stateOf(name: unknown): TaskState {
  const full =
    typeof name !== 'string'
      ? ''
      : name.startsWith('TASK_STATE_')
        ? name
        : `TASK_STATE_${name.toUpperCase().replaceAll('-', '_')}`
  if ((taskStates as readonly string[]).includes(full)) return full
  throw new TypeError(`There is no status "${name}"; write one such as "working" or "input-required"`)
}

function misuse(value: unknown): TypeError {
  return new TypeError(`execute yields text, surface, artifact, status or message, and not ${membersOf(value)}`)
}

function tooLate(value: unknown): TypeError {
  return new TypeError(
    `execute yielded ${membersOf(value)} after the end, which was not sent: a task that is over is the end, and so is a message before there is a task. Write { status: 'working', message } for a message that is not all`,
  )
}

function membersOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? `the members ${Object.keys(value).join(', ')}` : typeof value
}

/** What `execute` yields, one value after the other, until the turn is aborted. */
interface Steps {
  /** The next value, or `aborted` as soon as the turn is aborted. Rejects with what `execute` throws. */
  readonly next: () => Promise<IteratorResult<Yielded> | 'aborted'>
  /** Nothing more is expected. Nobody waits for the last steps; what they yield, and their errors, go to `onError`. */
  readonly finish: () => void
  /** Ends the generator. Nobody waits for its last steps; their errors go to `onError`. */
  readonly stop: () => void
}

/** Throws a `TypeError` for what cannot be iterated: a mistake of the host that its types do not show in JavaScript. */
function createSteps(values: unknown, signal: AbortSignal, onError: (error: unknown) => void): Steps {
  const iterator = iteratorOf(values, onError)
  return {
    next: async () => (signal.aborted ? 'aborted' : untilAborted(Promise.resolve(iterator.next()), signal)),
    finish() {
      Promise.resolve()
        .then(() => iterator.next())
        .then((step) => {
          if (step.done) return undefined
          onError(tooLate(step.value))
          return iterator.return?.()
        })
        .catch(onError)
    },
    stop() {
      Promise.resolve(iterator.return?.()).catch(onError)
    },
  }
}

type Values = AsyncIterator<Yielded> | Iterator<Yielded>

function iteratorOf(values: unknown, onError: (error: unknown) => void): Values {
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
