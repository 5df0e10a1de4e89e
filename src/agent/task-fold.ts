/**
 * The events of a task, folded into the task as it is. A snapshot that comes again after a broken connection becomes the
 * events that were missed, so a reader of the task sees each event once.
 */
import { createArtifactFold } from './artifact-fold.ts'
import { createStatusFold } from './status-fold.ts'
import type { ArtifactEvent, StreamEvent, Task, TaskStatus } from './types.ts'

export interface TaskFold {
  /**
   * Takes an event; returns what of it is new, as events. `exact`: the agent numbers its events, so none that a snapshot
   * holds comes after it. Default: false.
   */
  apply(event: StreamEvent, exact?: boolean): readonly StreamEvent[]
  /** Whether an artifact before this one has not come. */
  hasGap(event: ArtifactEvent): boolean
  /** True: a repeated event looks like a new one, so the task should be read once more at its end. */
  readonly uncertain: boolean
  readonly status: TaskStatus | undefined
  /** The task as it is. The same object until an event changes it. */
  snapshot(): Task | undefined
}

export function createTaskFold(): TaskFold {
  const artifacts = createArtifactFold()
  const statuses = createStatusFold()
  let base: Task | undefined
  let cached: Task | undefined

  function begin(task: Task, exact: boolean): readonly StreamEvent[] {
    base = task
    statuses.begin(task)
    artifacts.catchUp(task.artifacts ?? [], exact)
    return [{ kind: 'task', task }]
  }

  /** A snapshot that comes again → what it has and the fold has not. */
  function catchUp(task: Task, known: Task, exact: boolean): readonly StreamEvent[] {
    const owner = { taskId: task.id, ...contextOf(task) }
    const past = statuses.missedOf(task)
    const parts = artifacts.catchUp(task.artifacts ?? [], exact)
    base = { ...known, ...task }
    const now = statuses.catchUp(task.status)
    return [
      ...past.map((status) => ({ kind: 'status' as const, ...owner, status })),
      ...parts.map((missed) => ({ kind: 'artifact' as const, ...owner, ...missed })),
      ...(now ? [{ kind: 'status' as const, ...owner, status: task.status }] : []),
    ]
  }

  function change(event: StreamEvent, exact: boolean): readonly StreamEvent[] {
    if (event.kind === 'task') return base ? catchUp(event.task, base, exact) : begin(event.task, exact)
    if (event.kind === 'message') return [event]
    // An agent that skips the first snapshot: the task begins with the event.
    if (!base) base = { id: event.taskId, status: { state: 'TASK_STATE_WORKING' }, ...contextOf(event) }
    if (event.kind === 'artifact') return artifacts.apply(event)
    // The same status with other metadata may report progress.
    return statuses.take(event.status) || event.metadata ? [event] : []
  }

  return {
    apply(event, exact = false) {
      const events = change(event, exact)
      if (events.length > 0) cached = undefined
      return events
    },
    hasGap: artifacts.hasGap,
    get uncertain() {
      return artifacts.uncertain
    },
    get status() {
      return statuses.current
    },
    snapshot() {
      if (!base) return undefined
      if (!cached) {
        const all = artifacts.snapshot()
        cached = { ...base, status: statuses.current ?? base.status, ...(all.length > 0 && { artifacts: all }) }
      }
      return cached
    },
  }
}

function contextOf({ contextId }: { readonly contextId?: string }): { readonly contextId?: string } {
  return contextId === undefined ? {} : { contextId }
}
