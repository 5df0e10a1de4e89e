/** One connection after another, until the task needs no more of them. */

import { sleep } from '../http/sleep.ts'
import { type AgentError, asNetworkError } from './error.ts'
import { createRetries, delayOf, isPassing, isRefusal } from './reconnect.ts'
import { endedEarly } from './stream-errors.ts'
import type { StreamIntake } from './stream-intake.ts'
import type { TaskProgress } from './task-progress.ts'
import type { TaskStreamOptions } from './task-stream-options.ts'

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
