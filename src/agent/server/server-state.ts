/** What the operations of one server share: its tasks, its bounds, and its clock. */
import type { AgentCard } from '../types.ts'
import { type Counter, createCounter } from './counter.ts'
import type { Execute } from './execute.ts'
import { createLiveTasks, type LiveTasks } from './live-tasks.ts'
import { memoryTaskStore } from './memory-task-store.ts'
import { type AgentServerLimits, type AgentServerOptions, defaultServerLimits } from './options.ts'
import { createPushDelivery, type PushDelivery } from './push-delivery.ts'
import { createRecentMessages, type RecentMessages } from './recent-messages.ts'
import type { TaskStore } from './task-store.ts'

export interface ServerState {
  readonly card: AgentCard
  readonly execute: Execute
  readonly store: TaskStore
  readonly tasks: LiveTasks
  readonly messages: RecentMessages
  readonly limits: AgentServerLimits
  readonly extendedCard: AgentServerOptions['extendedCard']
  /** Whether callers are identified. */
  readonly authenticates: boolean
  readonly newId: () => string
  readonly timestamp: () => string
  /** Never throws. */
  readonly onError: (error: unknown) => void
  /** Counts calls of `execute`. */
  readonly takeTurn: Counter
  readonly takeStream: Counter
  readonly push: PushDelivery
}

export function createServerState(card: AgentCard, options: AgentServerOptions): ServerState {
  const limits = { ...defaultServerLimits, ...options.limits }
  const { now = Date.now, newId = () => crypto.randomUUID(), store = memoryTaskStore() } = options
  const timestamp = (): string => new Date(now()).toISOString()
  const authenticates = options.authenticate !== undefined
  const each = (max: number): number => (authenticates ? max : Number.POSITIVE_INFINITY)
  const counter = (name: 'streams' | 'runningTasks' | 'pushTargets', what: string): Counter =>
    createCounter({ max: limits[name], maxEach: each(limits[`${name}PerCaller`]), what })

  function onError(error: unknown): void {
    try {
      if (options.onError) options.onError(error)
      // biome-ignore lint/suspicious/noConsole: the default of `onError`.
      else console.error(error)
    } catch {
      // A failing report must not become a failing request.
    }
  }

  const takeTarget = counter('pushTargets', 'too many push notifications under way')
  const push = createPushDelivery({ ...options, onError, takeTarget })
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
    authenticates,
    newId,
    timestamp,
    onError,
    messages: createRecentMessages({
      max: limits.rememberedMessages,
      maxEach: each(limits.rememberedMessagesPerCaller),
    }),
    takeTurn: counter('runningTasks', 'too many tasks that are worked on'),
    takeStream: counter('streams', 'too many open streams'),
    push,
  }
}
