/** The events of one task, over as many connections as it takes. This file is loaded when the first stream is read. */
import { runConnections } from './connections.ts'
import { aborted } from './error.ts'
import { createFanOut } from './fan-out.ts'
import { createStreamIntake } from './stream-intake.ts'
import type { RunningStream } from './stream-types.ts'
import { createTaskProgress } from './task-progress.ts'
import type { TaskStreamOptions } from './task-stream-options.ts'
import type { StreamEvent } from './types.ts'

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
