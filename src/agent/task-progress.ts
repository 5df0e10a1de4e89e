/** The progress of the task that a stream follows: the task as it is, its state, and the readers of its events. */
import { createTaskFold } from './task-fold.ts'
import { isInterrupted, isTerminal } from './task-state.ts'
import type { TaskStreamOptions } from './task-stream-options.ts'
import type { ArtifactEvent, StreamEvent, Task, TaskStatus } from './types.ts'

export interface TaskProgress {
  /** Unknown until the agent has named it. */
  readonly taskId: string | undefined
  /** An event of the task has come, though it may have to wait for another one. */
  readonly known: boolean
  /** Nothing more is to come. */
  readonly over: boolean
  /** The task is interrupted: it needs an answer of the user. */
  readonly waits: boolean
  /** Events that readers were given so far. */
  readonly published: number
  /** An event may have come twice, so the task should be read once more at its end. */
  readonly uncertain: boolean
  /** The first event names the task, whatever kind it is of. */
  meet(event: StreamEvent): void
  /** Whether an artifact before this one has not come. */
  hasGap(event: ArtifactEvent): boolean
  /** The task as its events have made it. */
  task(): Task | undefined
  /** Takes an event, and publishes what of it is new. `exact`: the agent numbers its events. Default: false. */
  take(event: StreamEvent, exact?: boolean): void
  /** Reads the task, and publishes what was missed. Rejects with what the agent answered. */
  read(): Promise<void>
}

/** After `signal` is aborted nothing is published. */
export function createTaskProgress(
  options: TaskStreamOptions,
  signal: AbortSignal,
  push: (event: StreamEvent) => void,
): TaskProgress {
  const fold = createTaskFold()
  let { taskId } = options
  let known = false
  let published = 0
  let answered = false
  let shown: TaskStatus | undefined

  const waits = (): boolean => fold.status !== undefined && isInterrupted(fold.status.state)

  function take(event: StreamEvent, exact?: boolean): void {
    if (signal.aborted) return
    const events = fold.apply(event, exact)
    for (const one of events) {
      published++
      push(one)
      if (one.kind === 'message') answered = true
    }
    if (events.length > 0) options.changes.set(published)
    // A listener may have ended the stream. A state that the connection has set stays until something comes.
    const before = options.state.getSnapshot()
    if (signal.aborted || (fold.status === shown && (before === 'live' || before === 'waiting'))) return
    shown = fold.status
    options.state.set(waits() ? 'waiting' : 'live')
  }

  return {
    get taskId() {
      return taskId
    },
    get known() {
      return known
    },
    get over() {
      return answered || (fold.status !== undefined && isTerminal(fold.status.state))
    },
    get waits() {
      return waits()
    },
    get published() {
      return published
    },
    get uncertain() {
      return fold.uncertain
    },
    meet(event) {
      if (event.kind === 'message') return
      taskId = event.kind === 'task' ? event.task.id : event.taskId
      known = true
    },
    ...{ hasGap: fold.hasGap, task: fold.snapshot, take },
    async read() {
      if (taskId !== undefined) take({ kind: 'task', task: await options.getTask(taskId, signal) })
    },
  }
}
