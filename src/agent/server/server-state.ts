/** What the operations of one server share: its tasks, bounds and clock, counters of what is open, and what they know of the request that calls them. */

import { AgentError } from '../protocol/error.ts'
import type { AgentCard } from '../protocol/types.ts'
import type { LogEntry } from './event-log.ts'
import { createLiveTasks, type LiveTasks } from './live-tasks.ts'
import {
  type AgentServerLimits,
  type AgentServerOptions,
  type Caller,
  defaultServerLimits,
  type Execute,
  type ServedStore,
} from './options.ts'
import type { Push } from './push.ts'
import { createRecentMessages, type RecentMessages } from './recent-messages.ts'
import { memoryTaskStore, type StoredPushConfig, type StoredTask, type TaskStore } from './task-store.ts'

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
  /** Whether version 0.3 is spoken too. */
  readonly speaksOlder: boolean
  readonly newId: () => string
  readonly timestamp: () => string
  /** Never throws. */
  readonly onError: (error: unknown) => void
  /** Counts calls of `execute`. */
  readonly takeTurn: Counter
  readonly takeStream: Counter
  /** The code of push notifications is loaded with the first configuration. */
  readonly loadPush: () => Promise<Push>
  readonly closing: AbortSignal | undefined
}

/** What an operation knows of the request that calls it. */
export interface Call {
  readonly caller: Caller
  readonly tenant: string | undefined
  /** Caller and tenant as one text. The request sees the tasks of this owner. */
  readonly owner: string
  /** How the caller writes and reads: kept with its push configurations. */
  readonly format: StoredPushConfig['format']
  /** Extensions that the client named and the card has. */
  readonly extensions: readonly string[]
  /** Address of the request. */
  readonly url: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  /** The event behind which a stream goes on. */
  readonly lastEventId?: string | undefined
}

export function createServerState(card: AgentCard, options: AgentServerOptions): ServerState {
  const limits = { ...defaultServerLimits, ...options.limits }
  const { now = Date.now, newId = () => crypto.randomUUID() } = options
  const store: ServedStore = options.store ?? memoryTaskStore()
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
  let loading: Promise<Push> | undefined
  const loadPush = (): Promise<Push> => {
    loading ??= import('./push.ts').then(({ createPush }) => createPush({ ...options, onError, takeTarget }))
    return loading
  }
  let push: Push | undefined
  /** Events that come while the code is loaded follow each other in the order of their `then`. */
  function onEvent(record: StoredTask, entry: LogEntry): void {
    if (record.pushConfigs.length === 0) return
    if (push) push.delivery.deliver(record, entry)
    else
      loadPush().then((loaded) => {
        push = loaded
        loaded.delivery.deliver(record, entry)
      }, onError)
  }
  const takeTurn = counter('runningTasks', 'too many tasks that are worked on')
  const { backlogBytes, taskBytes } = limits
  const tasks =
    store.serve?.({
      ...{ options, newId, onError, timestamp, takeTurn, backlogBytes, taskBytes },
      ...{ pushTargets: limits.pushTargets, pushTargetsPerCaller: each(limits.pushTargetsPerCaller) },
    }) ?? createLiveTasks(store, { onEvent, onError, timestamp, backlogBytes, taskBytes })
  return {
    card,
    execute: options.execute,
    store,
    tasks,
    limits,
    extendedCard: options.extendedCard,
    authenticates,
    speaksOlder: options.legacy !== undefined,
    newId,
    timestamp,
    onError,
    messages: createRecentMessages({
      max: limits.rememberedMessages,
      maxEach: each(limits.rememberedMessagesPerCaller),
    }),
    takeTurn,
    takeStream: counter('streams', 'too many open streams'),
    loadPush,
    closing: options.closing,
  }
}

interface CounterOptions {
  readonly max: number
  /** Of one caller. */
  readonly maxEach: number
  /** What is counted, as the end of a sentence such as `Too many open streams`. */
  readonly what: string
}

/**
 * Counts one more for a caller; the result takes it back. Throws `UNAVAILABLE` where all callers together have too many,
 * and `RATE_LIMITED` where this one has.
 */
type Counter = (callerId: string) => () => void

function createCounter({ max, maxEach, what }: CounterOptions): Counter {
  const each = new Map<string, number>()
  let all = 0
  return (callerId) => {
    const before = each.get(callerId) ?? 0
    if (before >= maxEach) throw tooMany('RATE_LIMITED', `The caller has ${what}`)
    if (all >= max) throw tooMany('UNAVAILABLE', `The agent has ${what}`)
    all++
    each.set(callerId, before + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      all--
      const left = (each.get(callerId) ?? 1) - 1
      if (left > 0) each.set(callerId, left)
      else each.delete(callerId)
    }
  }
}

function tooMany(code: 'RATE_LIMITED' | 'UNAVAILABLE', message: string): AgentError {
  return new AgentError(code, message, { hint: 'Try again later.', retryAfter: 1_000 })
}
