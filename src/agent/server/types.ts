/** Types that the options of a server share with its stores and turns. */
import type { JsonObject } from '../../json/value.ts'

/** A value now or later: hooks and stores may be synchronous. */
export type MaybePromise<T> = T | Promise<T>

/** The sender of a request. */
export interface Caller {
  /** Tasks are visible to the caller with the same id only. */
  readonly id: string
  /** Tenants that the caller may use. Default: every one; tasks of one tenant are invisible in another. */
  readonly tenants?: readonly string[]
  /** Whatever the host knows of the caller. `execute` gets it. */
  readonly claims?: JsonObject
}
