/**
 * What decides for the shopping agent: a plain function from a message to what the user gets. `keyword-plan.ts` is the one
 * by keywords. One that asks a model has the same type; what it calls and what it may forget is all in the context.
 */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Memory } from './memory.ts'
import type { PlanMessage } from './message.ts'
import type { ShopOperations } from './shop-operations.ts'

export interface PlanContext {
  /** The business. Its methods throw a `CommerceError`; a plan lets it pass, the agent answers it (`failures.ts`). */
  readonly shop: ShopOperations
  /** What this conversation holds. */
  readonly memory: Memory
  /** `undefined`: the client shows no surfaces, and everything is said in words. */
  readonly surfaceVersion: 'v0.8' | 'v0.9' | undefined
  /** Catalogs that the client can draw, for the surface version. Empty: it did not say. */
  readonly catalogIds: readonly string[]
  /** The task waits for the user: the answer to a question. */
  readonly waiting: boolean
  /** Aborted when the user stops. */
  readonly signal: AbortSignal
  /** Waits between two parts of an answer, so that it can be seen to stream. Resolves early when `signal` is aborted. */
  readonly pause: () => Promise<void>
}

/**
 * Called once for each message. What it yields goes to the user at once, see `Yielded`; when it returns, the task is
 * completed unless a status said otherwise. Errors of the shop are thrown on.
 */
export type Plan = (message: PlanMessage, context: PlanContext) => AsyncIterable<Yielded>
