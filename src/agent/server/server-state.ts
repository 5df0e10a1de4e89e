/** What the operations of one server share: its tasks, bounds and clock, counters of what is open, and what they know of the request that calls them. */

import { AgentError } from '../protocol/error.ts'
import type { AgentCard, Message } from '../protocol/types.ts'
import { createLiveTasks, type Lease, type LiveTasks } from './live-tasks.ts'
import {
  type AgentServerLimits,
  type AgentServerOptions,
  type Caller,
  defaultServerLimits,
  type Execute,
  type ServedStore,
  type ServerParts,
} from './options.ts'
import type { Push } from './push.ts'
import { createRecentMessages } from './recent-messages.ts'
import { memoryTaskStore, type StoredPushConfig, type TaskStore } from './task-store.ts'

export interface ServerState {
  readonly card: AgentCard
  readonly execute: Execute
  readonly store: TaskStore
  readonly tasks: LiveTasks
  /** Messages that are not answered yet, by their names. */
  readonly deliveries: Map<string, Delivery>
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

/** What a message has led to. `settled`: the turn is over, or the task waits for the client. */
export type Answer =
  | { readonly lease: Lease; readonly settled: Promise<void> }
  | { readonly message: Message }
  | { readonly error: unknown }

/** Called once with the answer. `again`: the turn had begun before, so it may be over by now. */
export type TakeAnswer = (answer: Answer, again: boolean) => void

/** A request that waits for the answer of its message. */
export interface Joined {
  /** Resolves when the message waits or has begun. Rejects where it is refused before. */
  readonly accepted: Promise<void>
  /** Makes the task at once, before the agent yields. */
  readonly openNow: () => void
  /** The request does not wait any more. The last one that leaves ends a turn of which no client could know. */
  readonly leave: () => void
}

export interface Delivery {
  /** One more request waits. `take` is called in the moment in which the task is made, so no event is missed. */
  readonly join: (take: TakeAnswer) => Joined
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
    createCounter(limits[name], each(limits[`${name}PerCaller`]), what)

  function onError(error: unknown): void {
    try {
      if (options.onError) options.onError(error)
      // biome-ignore lint/suspicious/noConsole: the default of `onError`.
      else console.error(error)
    } catch {
      // A failing report must not become a failing request.
    }
  }

  const takeTurn = counter('runningTasks', 'too many tasks that are worked on')
  const pushTargetsPerCaller = each(limits.pushTargetsPerCaller)
  const parts: ServerParts = { ...limits, pushTargetsPerCaller, options, newId, onError, timestamp, takeTurn }
  const takeTarget = counter('pushTargets', 'too many push notifications under way')
  let loading: Promise<Push> | undefined
  const loadPush = (): Promise<Push> => {
    loading ??= import('./push.ts').then(({ createPush }) => createPush({ ...parts, takeTarget }))
    return loading
  }
  const tasks =
    store.serve?.(parts) ??
    createLiveTasks(store, {
      ...parts,
      // Events follow each other in the order of their `then`.
      onEvent(event, record) {
        if (record.pushConfigs.length > 0) loadPush().then(({ deliver }) => deliver(event, record), onError)
      },
      onConfigs: (...changed) => void loadPush().then(({ update }) => update(...changed), onError),
      messages: createRecentMessages(limits.rememberedMessages, each(limits.rememberedMessagesPerCaller)),
    })
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
    deliveries: new Map(),
    takeTurn,
    takeStream: counter('streams', 'too many open streams'),
    loadPush,
    closing: options.closing,
  }
}

/**
 * Counts one more for a caller; the result takes it back. Throws `UNAVAILABLE` where all callers together have too many,
 * and `RATE_LIMITED` where this one has.
 */
type Counter = (callerId: string) => () => void

/** `maxEach`: of one caller. `what`: what is counted, as the end of a sentence such as `Too many open streams`. */
function createCounter(max: number, maxEach: number, what: string): Counter {
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
