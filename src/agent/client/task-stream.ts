/** The events of one task, over as many connections as it takes. This file is loaded when the first stream is read. */

import { sleep } from '../../shared/http/sleep.ts'
import { type AgentError, aborted, asNetworkError } from '../protocol/error.ts'
import { readSameTask } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import type { StreamBatches } from '../protocol/stream-item.ts'
import type { StreamEvent, TenantChoice } from '../protocol/types.ts'
import type { Params, Transport } from './http.ts'
import { readEvents } from './read-events.ts'
import { createFanOut } from './readers.ts'
import { createRetries, delayOf, isPassing, isRefusal, reconnectOf } from './reconnect.ts'
import type { RunningStream, StreamCells, StreamOptions } from './stream.ts'
import { createStreamIntake, endedEarly, type StreamIntake } from './stream-intake.ts'
import { createTaskProgress, type TaskProgress, type TaskStreamOptions } from './task-fold.ts'

/** What a stream needs of its agent. */
export interface StreamParts {
  readonly transport: Transport
  readonly options: StreamOptions
}

export interface StreamRequest {
  readonly name: OperationName
  readonly params: TenantChoice
  /** The task that the events must be of, where it is known. */
  readonly taskId: string | undefined
  /** Ends the whole stream. */
  readonly signal: AbortSignal | undefined
}

export function createOperationStream(
  { transport, options }: StreamParts,
  { name, params, taskId, signal }: StreamRequest,
  cells: StreamCells,
): RunningStream {
  const { timeout = 30_000, idleTimeout = 60_000, eventBytes = 4_194_304, bodyBytes = 16_777_216 } = options
  const limits = { idleTimeout, eventBytes, bodyBytes }
  const of: TenantChoice = params.tenant === undefined ? {} : { tenant: params.tenant }
  // Some agents say nothing before their first event.
  const patience = Math.max(timeout, idleTimeout)
  const open = (operation: OperationName, request: Params, attempt: AbortSignal): Promise<StreamBatches> =>
    transport.open(operation, request, { signal: attempt, timeout: patience }, (response, envelope) =>
      readEvents(response, envelope, limits),
    )
  return createTaskStream({
    ...cells,
    open: (attempt) => open(name, params, attempt),
    subscribe: (id, attempt) => open('SubscribeToTask', { id, ...of }, attempt),
    getTask: async (id, attempt) =>
      readSameTask(await transport.call('GetTask', { id, ...of }, { signal: attempt, timeout }), { id }),
    taskId,
    repeatable: name === 'SubscribeToTask',
    taskBytes: options.taskBytes ?? 67_108_864,
    signal,
    reconnect: reconnectOf(options.reconnect),
    onError: options.onError ?? (() => undefined),
  })
}

export function createTaskStream(options: TaskStreamOptions): RunningStream {
  const { signal: outer, state } = options
  const ending = new AbortController()
  const { signal } = ending
  const fan = createFanOut<StreamEvent>(() => finish())
  const progress = createTaskProgress(options, signal, fan.push)
  const intake = createStreamIntake(progress, options, signal, fan.room)
  let started = false

  function finish(error?: unknown): void {
    if (signal.aborted) return
    ending.abort()
    outer?.removeEventListener('abort', onAbort)
    const waits = !progress.over && state.getSnapshot() === 'waiting'
    state.set(error === undefined ? (waits ? 'waiting' : 'done') : 'failed')
    fan.end(error)
  }

  function onAbort(): void {
    if (outer) finish(aborted(outer))
  }

  function start(): void {
    // A stream that was closed before its first reader sends nothing.
    if (started || signal.aborted) return
    started = true
    if (outer?.aborted) {
      onAbort()
      return
    }
    outer?.addEventListener('abort', onAbort)
    runConnections(options, progress, intake.follow, signal).then(() => finish(), finish)
  }

  return {
    task: progress.task,
    close: () => finish(),
    read() {
      const task = progress.task()
      const iterator = fan.read(task ? [{ kind: 'task', task }] : [])
      start()
      return iterator
    },
  }
}

/** A connection that lived this long was a good one, even if nothing happened. Milliseconds. */
const healthyTime = 30_000

/**
 * Resolves when nothing more is to come, or `signal` is aborted. Rejects with what another connection cannot put right,
 * and after too many attempts in a row that brought nothing.
 */
export async function runConnections(
  options: TaskStreamOptions,
  progress: TaskProgress,
  follow: StreamIntake['follow'],
  signal: AbortSignal,
): Promise<void> {
  const { reconnect, state, subscribe, repeatable } = options
  let { open } = options
  for (let tries = 0; ; ) {
    const [before, began] = [progress.published, performance.now()]
    const reason = await connect(open, follow, signal)
    if (signal.aborted) return
    // A snapshot that is too large for an event is not too large for an answer.
    const large = reason?.code === 'LIMIT_BYTES' && reason.taskId === undefined
    if (large && progress.taskId !== undefined && (progress.known || repeatable)) return poll(options, progress, signal)
    if (await isSettled(progress, reason, repeatable)) return
    if (progress.published > before || performance.now() - began > healthyTime) tries = 0
    if (++tries > reconnect.tries) return giveUp(progress, reason)
    state.set('reconnecting')
    await sleep(delayOf(tries, reconnect, reason?.retryAfter), signal)
    if (signal.aborted) return
    const { taskId } = progress
    if (taskId !== undefined) open = (attempt) => subscribe(taskId, attempt)
  }
}

/** One connection, from its request to its end. Returns why it ended, if not by the agent's choice. */
async function connect(
  open: TaskStreamOptions['open'],
  follow: StreamIntake['follow'],
  signal: AbortSignal,
): Promise<AgentError | undefined> {
  const attempt = new AbortController()
  const stop = (): void => attempt.abort()
  signal.addEventListener('abort', stop)
  try {
    await follow(await open(attempt.signal))
    return undefined
  } catch (cause) {
    return asNetworkError(cause)
  } finally {
    signal.removeEventListener('abort', stop)
    // Frees the connection, whatever it is in the middle of.
    attempt.abort()
  }
}

/** Whether nothing more is to come. Throws what cannot be put right by another connection. */
async function isSettled(
  progress: TaskProgress,
  reason: AgentError | undefined,
  repeatable: boolean,
): Promise<boolean> {
  const { known, taskId } = progress
  if (progress.over) return !progress.uncertain || tryRead(progress)
  if (!known && !repeatable) throw reason ?? endedEarly(taskId)
  if (reason && isRefusal(reason)) {
    if (!(await tryRead(progress))) return false
    if (progress.over) return true
    throw known ? endedEarly(taskId, reason) : reason
  }
  if (reason && !isPassing(reason)) throw reason
  if (reason || !progress.waits) return false
  return (await tryRead(progress)) && (progress.over || progress.waits)
}

/** Reads the task. False: the answer did not come, and another attempt may succeed. */
async function tryRead(progress: TaskProgress): Promise<boolean> {
  try {
    await progress.read()
    return true
  } catch (cause) {
    if (isPassing(asNetworkError(cause))) return false
    throw cause
  }
}

/** The task may have ended all the same, so it is read once more. */
async function giveUp(progress: TaskProgress, reason: AgentError | undefined): Promise<void> {
  const { known, taskId } = progress
  if (!known) throw reason ?? endedEarly(taskId)
  await progress.read().catch(() => undefined)
  if (!progress.over) throw endedEarly(taskId, reason)
}

/** Reads the task again and again, until nothing more is to come or it needs the user. Reading may fail as often. */
async function poll(
  { reconnect, state }: TaskStreamOptions,
  progress: TaskProgress,
  signal: AbortSignal,
): Promise<void> {
  const retries = createRetries(reconnect)
  let quiet = 0
  while (!signal.aborted) {
    const before = progress.published
    let delay: number | undefined
    try {
      await progress.read()
      retries.succeeded()
    } catch (cause) {
      delay = retries.delayAfter(cause)
      state.set('reconnecting')
    }
    if (signal.aborted || progress.over || progress.waits) return
    quiet = progress.published > before ? 0 : quiet + 1
    await sleep(delay ?? delayOf(quiet, reconnect), signal)
  }
}
