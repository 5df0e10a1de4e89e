/** The events of one task, over as many connections as it takes. This file is loaded when the first stream is read. */
import type { Binding } from '../json/binding.ts'
import { runConnections } from './connections.ts'
import { aborted } from './error.ts'
import { createFanOut } from './fan-out.ts'
import { createStreamIntake } from './stream-intake.ts'
import { createTaskProgress } from './task-progress.ts'
import type { TaskStreamOptions } from './task-stream-options.ts'
import type { StreamEvent, Task } from './types.ts'

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

/** A stream whose state is told elsewhere. */
export interface RunningStream {
  /** The task as its events have made it. */
  task(): Task | undefined
  /** One more reader. The first one begins the stream. */
  read(): AsyncIterableIterator<StreamEvent>
  close(): void
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
