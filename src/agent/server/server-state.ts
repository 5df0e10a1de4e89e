/** What the operations of one server share: its tasks, its bounds, and its clock. */
import { AgentError } from '../error.ts'
import type { AgentCard } from '../types.ts'
import type { Execute } from './execute.ts'
import { createLiveTasks, type LiveTasks } from './live-tasks.ts'
import { memoryTaskStore } from './memory-task-store.ts'
import { type AgentServerLimits, type AgentServerOptions, defaultServerLimits } from './options.ts'
import { createPushDelivery, type PushDelivery } from './push-delivery.ts'
import type { TaskStore } from './task-store.ts'

export interface ServerState {
  readonly card: AgentCard
  readonly execute: Execute
  readonly store: TaskStore
  readonly tasks: LiveTasks
  readonly limits: AgentServerLimits
  readonly extendedCard: AgentServerOptions['extendedCard']
  readonly newId: () => string
  readonly timestamp: () => string
  /** Never throws. */
  readonly onError: (error: unknown) => void
  /** Counts a call of `execute`; the result ends it. Throws where there are too many. */
  readonly takeTurn: () => () => void
  /** Counts an open stream; the result ends it. Throws where there are too many. */
  readonly takeStream: () => () => void
  readonly push: PushDelivery
}

export function createServerState(card: AgentCard, options: AgentServerOptions): ServerState {
  const limits = { ...defaultServerLimits, ...options.limits }
  const { now = Date.now, newId = () => crypto.randomUUID(), store = memoryTaskStore() } = options
  const timestamp = (): string => new Date(now()).toISOString()

  function onError(error: unknown): void {
    try {
      if (options.onError) options.onError(error)
      else console.error(error)
    } catch {
      // A failing report must not become a failing request.
    }
  }

  const push = createPushDelivery({ ...options, onError })
  const tasks = createLiveTasks(store, {
    onEvent: push.deliver,
    onError,
    timestamp,
    backlogBytes: limits.backlogBytes,
    taskBytes: limits.taskBytes,
  })
  return {
    card,
    execute: options.execute,
    store,
    tasks,
    limits,
    extendedCard: options.extendedCard,
    newId,
    timestamp,
    onError,
    takeTurn: createCounter(limits.runningTasks, 'The agent works on too many tasks'),
    takeStream: createCounter(limits.streams, 'The agent has too many open streams'),
    push,
  }
}

/** Not yours and not there look the same. */
export function taskNotFound(taskId: string): AgentError {
  return new AgentError('TASK_NOT_FOUND', `There is no task "${taskId.slice(0, 80)}"`, {
    hint: 'Begin a new task: send the message without a taskId.',
    taskId,
  })
}

function createCounter(most: number, message: string): () => () => void {
  let taken = 0
  return () => {
    if (taken >= most) throw new AgentError('UNAVAILABLE', message, { hint: 'Try again later.', retryAfter: 1_000 })
    taken++
    let held = true
    return () => {
      if (held) taken--
      held = false
    }
  }
}
