/**
 * What is known of the task that a stream follows. Its events are folded into the task as it is. A snapshot that comes again
 * after a broken connection becomes the events that were missed, so a reader of the task sees each event once.
 */

import type { AgentError } from '../protocol/error.ts'
import { sameJson } from '../protocol/read-value.ts'
import type { StreamBatches } from '../protocol/stream-item.ts'
import {
  type ArtifactEvent,
  isInterrupted,
  isTerminal,
  type Part,
  type StreamEvent,
  type Task,
  type TaskStatus,
} from '../protocol/types.ts'
import { createArtifactFold } from './artifact-fold.ts'
import type { Reconnect } from './reconnect.ts'
import type { StreamCells } from './stream.ts'

export interface TaskProgress {
  /** Unknown until the agent has named it. */
  readonly taskId: string | undefined
  /** An event of the task has come, though it may have to wait for another one. */
  readonly known: boolean
  /** The task is over, or a message has answered. */
  readonly over: boolean
  /** A message has answered: nothing comes after it. */
  readonly answered: boolean
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
    get answered() {
      return answered
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

export interface TaskStreamOptions extends StreamCells {
  readonly open: (signal: AbortSignal) => Promise<StreamBatches>
  readonly subscribe: (taskId: string, signal: AbortSignal) => Promise<StreamBatches>
  readonly getTask: (taskId: string, signal: AbortSignal) => Promise<Task>
  /** The task that the events must be of, where it is known. */
  readonly taskId: string | undefined
  /** `open` only reads, so it can be repeated before anything has come. */
  readonly repeatable: boolean
  /** UTF-16 units of the task. Over it the stream ends: `LIMIT_BYTES`. */
  readonly taskBytes: number
  readonly signal: AbortSignal | undefined
  readonly reconnect: Reconnect
  readonly onError: (error: AgentError) => void
}

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

function createTaskFold(): TaskFold {
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

/** The status of a task, and which of its messages have come. */
interface StatusFold {
  /** Unknown until the first snapshot or status has come. */
  readonly current: TaskStatus | undefined
  /** Takes the first snapshot. */
  begin(task: Task): void
  /** Takes the status of an event. False for one that is known, or older than the one that is. */
  take(next: TaskStatus): boolean
  /** The messages that the agent sent while the connection was broken, each as a status of its own. */
  missedOf(task: Task): readonly TaskStatus[]
  /** Takes the status of a later snapshot. False: it is known. */
  catchUp(next: TaskStatus): boolean
}

function createStatusFold(): StatusFold {
  /** By id: a message that grows comes with other parts each time. */
  const seen = new Map<string, readonly Part[]>()
  let current: TaskStatus | undefined

  function take(next: TaskStatus): boolean {
    if (current && isStale(current, next)) return false
    current = next
    if (next.message) seen.set(next.message.messageId, next.message.parts)
    return true
  }

  return {
    get current() {
      return current
    },
    begin({ history = [], status }) {
      take(status)
      for (const { messageId, parts } of history)
        if (messageId !== status.message?.messageId) seen.set(messageId, parts)
    },
    take,
    missedOf({ history = [], status }) {
      const missed: TaskStatus[] = []
      const newest = new Map(history.map((message) => [message.messageId, message]))
      for (const message of newest.values()) {
        const { messageId, role, parts } = message
        if (role !== 'ROLE_AGENT' || messageId === status.message?.messageId || sameJson(seen.get(messageId), parts))
          continue
        seen.set(messageId, parts)
        missed.push({ ...(current ?? status), message })
      }
      return missed
    },
    catchUp(next) {
      // The agent may have moved the message of a status into the history.
      const moved = next.state === current?.state && next.message === undefined
      return !moved && take(next)
    },
  }
}

/** A terminal state is the last one; of two others the time decides, and equal ones are one. */
function isStale(known: TaskStatus, next: TaskStatus): boolean {
  if (isTerminal(known.state)) return true
  if (known.timestamp !== undefined && next.timestamp !== undefined && !isTerminal(next.state)) {
    const [before, after] = [Date.parse(known.timestamp), Date.parse(next.timestamp)]
    if (after < before) return true
  }
  return sameJson(known, next)
}
