/** The events of one task, over as many connections as it takes. */
import type { Binding } from '../json/binding.ts'
import { createCell } from './binding.ts'
import { AgentError } from './error.ts'
import { createFanOut } from './fan-out.ts'
import { aborted, asNetworkError } from './http.ts'
import { delayOf, isPassing, isRefusal, sleep, within } from './reconnect.ts'
import { createReorder } from './reorder.ts'
import { readSse } from './sse.ts'
import { endedEarly, mismatch, streamGap } from './stream-errors.ts'
import { createTaskFold } from './task-fold.ts'
import { isInterrupted, isTerminal } from './task-state.ts'
import type { TaskStreamOptions } from './task-stream-options.ts'
import type { StreamBatches, StreamItem } from './transport.ts'
import type { StreamEvent, Task, TaskStatus } from './types.ts'

/**
 * `waiting`: the task needs an answer of the user. `done`: nothing more comes. `reconnecting`: the connection broke, and
 * the client tries again.
 */
export type StreamState = 'connecting' | 'live' | 'reconnecting' | 'waiting' | 'done' | 'failed'

/**
 * Iterate it for the events, in their order and each once; several iterations get the same ones, and a later one begins
 * with the task as it is. Leaving the last iteration ends the connection, and the task goes on. Throws an `AgentError`
 * when the connection cannot be resumed (`STREAM_ENDED_EARLY` or what the agent answered), or was aborted.
 */
export interface TaskStream extends AsyncIterable<StreamEvent> {
  readonly state: Binding<StreamState>
  /** The task as its events have made it. */
  readonly task: Binding<Task | undefined>
  /** Ends the connection; iterations end without an error. */
  close(): void
}

/** A connection that lived this long was a good one, even if nothing happened. */
const healthyTime = 30_000

/** @internal */
export function createTaskStream(options: TaskStreamOptions): TaskStream {
  const { signal: outer, reconnect, onError } = options
  const state = createCell<StreamState>('connecting')
  const changes = createCell(0)
  const fold = createTaskFold()
  const reorder = createReorder(fold, ({ event, id }) => publish(fold.apply(event, id !== undefined)))
  const ending = new AbortController()
  const { signal } = ending
  const fan = createFanOut<StreamEvent>(() => finish())
  let started = false
  let taskId = options.taskId
  let published = 0
  let answered = false
  let seen: TaskStatus | undefined
  let finished = false

  function publish(events: readonly StreamEvent[]): void {
    for (const event of events) {
      published++
      fan.push(event)
      if (event.kind === 'task') taskId = event.task.id
      if (event.kind === 'message') answered = true
    }
    if (events.length > 0) changes.set(published)
    const status = fold.status
    const shown = state.getSnapshot()
    if (status === seen && (shown === 'live' || shown === 'waiting')) return
    seen = status
    state.set(status && isInterrupted(status.state) ? 'waiting' : 'live')
  }

  function isOver(): boolean {
    return answered || (fold.status !== undefined && isTerminal(fold.status.state))
  }

  /** Reads the task and publishes what was missed. */
  async function readTask(): Promise<void> {
    if (taskId === undefined) return
    publish(fold.apply({ kind: 'task', task: await options.getTask(taskId, signal) }))
  }

  /** What is wrong with one event is put right by reading the task. */
  async function repair(error: AgentError): Promise<void> {
    if (fold.status === undefined) throw error
    onError(error)
    reorder.clear(false)
    try {
      await readTask()
    } catch (cause) {
      throw cause instanceof AgentError && isPassing(cause) ? cause : error
    }
  }

  /** A promise only where something has to be put right: a good event takes no asynchronous step. */
  function take(item: StreamItem): Promise<void> | undefined {
    if (item.error) return repair(item.error)
    const of = idOf(item.event)
    if (taskId !== undefined && of !== undefined && of !== taskId) {
      const error = mismatch(of, taskId)
      if (fold.status === undefined || item.event.kind === 'task') throw error
      onError(error)
      return undefined
    }
    reorder.take(item)
    const late = reorder.full || (reorder.waiting && isOver())
    return late ? repair(streamGap(taskId)) : undefined
  }

  async function takeAll(items: readonly StreamItem[]): Promise<void> {
    for (const item of items) {
      const repaired = take(item)
      if (repaired) await repaired
    }
  }

  async function follow(batches: StreamBatches): Promise<void> {
    try {
      let next = pull(batches)
      while (!signal.aborted) {
        const turn = await (reorder.waiting ? within(next, reconnect.reorderTime) : next)
        if (turn?.done || isOver()) break
        if (turn) await takeAll(turn.value)
        else await repair(streamGap(taskId))
        if (isOver()) break
        if (!turn) continue
        await fan.room()
        next = pull(batches)
      }
      if (reorder.waiting) await repair(streamGap(taskId))
    } finally {
      void batches.return(undefined).catch(() => undefined)
    }
  }

  /** One connection, from its request to its end. Returns why it ended, if not by the agent's choice. */
  async function connect(open: TaskStreamOptions['open']): Promise<AgentError | undefined> {
    const attempt = new AbortController()
    const stop = (): void => attempt.abort()
    signal.addEventListener('abort', stop)
    reorder.clear(true)
    try {
      await follow(await open(attempt.signal, readSse))
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
  async function settled(reason: AgentError | undefined): Promise<boolean> {
    const known = fold.status !== undefined
    if (isOver()) {
      if (fold.uncertain) await readTask()
      return true
    }
    if (!known && !options.repeatable) throw reason ?? endedEarly(taskId)
    if (reason && isRefusal(reason)) {
      await readTask()
      if (isOver()) return true
      throw known ? endedEarly(taskId, reason) : reason
    }
    if (reason && !isPassing(reason)) throw reason
    if (reason || !fold.status || !isInterrupted(fold.status.state)) return false
    await readTask()
    return isOver() || isInterrupted(fold.status.state)
  }

  async function run(): Promise<void> {
    let { open } = options
    for (let tries = 0; ; ) {
      const [before, began] = [published, performance.now()]
      const reason = await connect(open)
      if (signal.aborted) return
      if (await settled(reason)) return
      if (published > before || performance.now() - began > healthyTime) tries = 0
      if (++tries > reconnect.tries) return giveUp(reason)
      state.set('reconnecting')
      await sleep(delayOf(tries, reconnect, reason?.retryAfter), signal)
      if (signal.aborted) return
      const id = taskId
      if (id !== undefined) open = (...rest) => options.subscribe(id, ...rest)
    }
  }

  /** The task may have ended all the same, so it is read once more. */
  async function giveUp(reason: AgentError | undefined): Promise<void> {
    if (fold.status === undefined) throw reason ?? endedEarly(taskId)
    await readTask().catch(() => undefined)
    if (!isOver()) throw endedEarly(taskId, reason)
  }

  function finish(error?: unknown): void {
    if (finished) return
    finished = true
    outer?.removeEventListener('abort', onAbort)
    state.set(
      error === undefined
        ? fold.status && !isOver() && state.getSnapshot() === 'waiting'
          ? 'waiting'
          : 'done'
        : 'failed',
    )
    fan.end(error)
    ending.abort()
  }

  function onAbort(): void {
    if (outer) finish(aborted(outer))
  }

  function start(): void {
    if (started) return
    started = true
    if (outer?.aborted) {
      onAbort()
      return
    }
    outer?.addEventListener('abort', onAbort)
    run().then(
      () => finish(),
      (error: unknown) => finish(signal.aborted ? undefined : error),
    )
  }

  return {
    state,
    task: { subscribe: changes.subscribe, getSnapshot: fold.snapshot },
    close: () => finish(),
    [Symbol.asyncIterator]() {
      const task = fold.snapshot()
      const iterator = fan.read(task ? [{ kind: 'task', task }] : [])
      start()
      return iterator
    },
  }
}

/** The next batch. Nobody waits for it when the stream is left. */
function pull(batches: StreamBatches): ReturnType<StreamBatches['next']> {
  const next = batches.next()
  next.catch(() => undefined)
  return next
}

function idOf(event: StreamEvent): string | undefined {
  if (event.kind === 'task') return event.task.id
  return event.kind === 'message' ? event.message.taskId : event.taskId
}
