/** Where tasks are kept. A host may write its own store; the server keeps live tasks in memory besides. */
import type { PushConfig, Task, TaskState } from '../types.ts'
import type { MaybePromise } from './types.ts'

/** A push notification configuration, with the spelling that its client uses. */
export interface StoredPushConfig extends PushConfig {
  readonly configId: string
  readonly spelling: 'seed' | 'public'
}

/** One record of a store. Records and what they hold are never changed, only replaced. */
export interface StoredTask {
  /** Caller and tenant as one text. Tasks of other owners must look like tasks that are not there. */
  readonly owner: string
  /**
   * Id of the caller that began the task: one caller may own tasks in many tenants. Absent if callers are not
   * identified.
   */
  readonly caller?: string
  readonly task: Task
  /** Bytes of task and configurations as JSON in UTF-8, counted while they grew. */
  readonly bytes: number
  readonly pushConfigs: readonly StoredPushConfig[]
}

/** The place of a task in a list: newest status first, then by id. */
export interface TaskPosition {
  readonly timestamp: string
  readonly id: string
}

export interface TaskQuery {
  readonly owner: string
  readonly contextId?: string | undefined
  readonly state?: TaskState | undefined
  /** Only tasks whose status is of this time or later. */
  readonly since?: string | undefined
  /** Only tasks behind this place. */
  readonly after?: TaskPosition | undefined
  /** Tasks at most. */
  readonly limit: number
}

export interface TaskQueryResult {
  /** Newest status first; those with the same time by id. */
  readonly tasks: readonly Task[]
  /** Tasks that fit the query, `after` and `limit` aside. */
  readonly total: number
}

export interface TaskStore {
  readonly get: (owner: string, id: string) => MaybePromise<StoredTask | undefined>
  /** Adds a task, or replaces the one with the same id. */
  readonly put: (stored: StoredTask) => MaybePromise<void>
  readonly list: (query: TaskQuery) => MaybePromise<TaskQueryResult>
}
