/** Where tasks are kept. A host may write its own store; the server keeps live tasks in memory besides. Here is one in memory, too. */

import { type PushConfig, stateClass, type Task, type TaskState } from '../protocol/types.ts'

/** A value now or later: hooks and stores may be synchronous. */
export type MaybePromise<T> = T | Promise<T>

/** A push notification configuration, with the text of the protocol that its client reads: of 1.0, or `0.3`. */
export interface StoredPushConfig extends PushConfig {
  readonly configId: string
  readonly format: 'document' | 'public' | '0.3'
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
  /** False: the artifacts of the tasks are not needed, and may be left out. Default: true. */
  readonly artifacts?: boolean
  /** False: the histories of the tasks are not needed, and may be left out. Default: true. */
  readonly history?: boolean
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

export function taskKey(owner: string, id: string): string {
  return JSON.stringify([owner, id])
}

/** `tasks`: all tasks of the owner that the query names. */
export function searchTasks(tasks: readonly Task[], query: TaskQuery): TaskQueryResult {
  const { after, limit } = query
  const found = tasks.filter((task) => fits(task, query))
  found.sort((a, b) => compare(positionOf(a), positionOf(b)))
  const rest = after ? found.filter((task) => compare(positionOf(task), after) > 0) : found
  return { tasks: rest.slice(0, limit), total: found.length }
}

/** Where a task stands in a list. */
export function positionOf({ id, status }: Task): TaskPosition {
  return { timestamp: status.timestamp ?? '', id }
}

function fits(task: Task, { contextId, state, since }: TaskQuery): boolean {
  if (contextId !== undefined && task.contextId !== contextId) return false
  if (state !== undefined && task.status.state !== state) return false
  return since === undefined || (task.status.timestamp ?? '') >= since
}

function compare(a: TaskPosition, b: TaskPosition): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

export interface MemoryTaskStoreOptions {
  /** Tasks at most, running ones aside. Default: 1,000. */
  readonly maxTasks?: number
  /** Bytes of tasks as JSON at most, running ones aside. Default: 64 MiB. */
  readonly maxBytes?: number
}

export interface MemoryTaskStore extends TaskStore {
  /** Tasks that are kept now. */
  readonly size: () => number
}

/**
 * The caller with the most tasks or bytes, within a factor of two, makes room: one caller cannot push out the tasks of
 * others, in however many tenants it has tasks. Its finished tasks go first, then interrupted ones, each the longest
 * unchanged first. Running tasks stay. A record without `caller` counts for its owner.
 */
export function memoryTaskStore(options: MemoryTaskStoreOptions = {}): MemoryTaskStore {
  const { maxTasks = 1_000, maxBytes = 64 * 1024 * 1024 } = options
  const shares = createCallerShares({ maxTasks, maxBytes })
  /** Owner → id → task. */
  const owners = new Map<string, Map<string, StoredTask>>()

  function add(stored: StoredTask): void {
    const { owner, task } = stored
    const ofOwner = owners.get(owner) ?? new Map<string, StoredTask>()
    owners.set(owner, ofOwner.set(task.id, stored))
    shares.add(stored)
  }

  function drop(stored: StoredTask): void {
    const { owner, task } = stored
    const ofOwner = owners.get(owner)
    ofOwner?.delete(task.id)
    if (ofOwner?.size === 0) owners.delete(owner)
    shares.remove(stored)
  }

  function makeRoom(): void {
    while (shares.isOverfull()) {
      const stored = shares.dispensable()
      if (!stored) return
      drop(stored)
    }
  }

  return {
    get: (owner, id) => owners.get(owner)?.get(id),
    put(stored) {
      const before = owners.get(stored.owner)?.get(stored.task.id)
      if (before) drop(before)
      add(stored)
      makeRoom()
    },
    list(query) {
      const ofOwner = owners.get(query.owner)?.values() ?? []
      return searchTasks(
        [...ofOwner].map(({ task }) => task),
        query,
      )
    },
    size: shares.count,
  }
}

interface StoreBounds {
  readonly maxTasks: number
  readonly maxBytes: number
}

/** How much of the store each caller's tasks take, and which task goes first where the store is too full. */
interface CallerShares {
  readonly add: (stored: StoredTask) => void
  readonly remove: (stored: StoredTask) => void
  /** Tasks of all callers. */
  readonly count: () => number
  /** Whether all tasks together are above one of the bounds. */
  readonly isOverfull: () => boolean
  /**
   * The task to drop first. It belongs to the caller with the largest share, within a factor of two. Finished tasks of
   * this caller go before interrupted ones, each the longest unchanged first. Running tasks never go: `undefined` where
   * all tasks run.
   */
  readonly dispensable: () => StoredTask | undefined
}

/** The tasks of one caller, each kind in the order of the last change: a Map keeps the order in which keys were added. */
interface OwnTasks {
  /** By owner and id, as one text. */
  readonly byKind: { readonly [kind in ReturnType<typeof stateClass>]: Map<string, StoredTask> }
  count: number
  bytes: number
  /** The binary logarithm of the caller's part of the store, rounded up. */
  share: number
}

function createCallerShares({ maxTasks, maxBytes }: StoreBounds): CallerShares {
  const callers = new Map<string, OwnTasks>()
  /** Callers by `share`. A caller moves to the end when one of its tasks changes. */
  const shares = new Map<number, Set<OwnTasks>>()
  let count = 0
  let bytes = 0

  function change(stored: StoredTask, own: OwnTasks, tasks: 1 | -1): void {
    const size = tasks * stored.bytes
    count += tasks
    bytes += size
    own.count += tasks
    own.bytes += size
    shares.get(own.share)?.delete(own)
    if (own.count === 0) {
      callers.delete(callerOf(stored))
      return
    }
    own.share = Math.ceil(Math.log2(Math.max(own.count / maxTasks, own.bytes / maxBytes)))
    const equals = shares.get(own.share) ?? new Set()
    shares.set(own.share, equals.add(own))
  }

  return {
    add(stored) {
      const own = callers.get(callerOf(stored)) ?? noTasks()
      callers.set(callerOf(stored), own)
      own.byKind[stateClass(stored.task.status.state)].set(taskKey(stored.owner, stored.task.id), stored)
      change(stored, own, 1)
    },
    remove(stored) {
      const own = callers.get(callerOf(stored))
      if (own?.byKind[stateClass(stored.task.status.state)].delete(taskKey(stored.owner, stored.task.id)))
        change(stored, own, -1)
    },
    count: () => count,
    isOverfull: () => count > maxTasks || bytes > maxBytes,
    dispensable() {
      for (const share of [...shares.keys()].sort((a, b) => b - a)) {
        for (const { byKind } of shares.get(share) ?? []) {
          const [oldest] = byKind.terminal.size > 0 ? byKind.terminal.values() : byKind.interrupted.values()
          if (oldest) return oldest
        }
      }
      return undefined
    },
  }
}

/** Not one name for both: a caller could have the id that an owner is written as. */
function callerOf({ caller, owner }: StoredTask): string {
  return caller === undefined ? `owner ${owner}` : `caller ${caller}`
}

function noTasks(): OwnTasks {
  const byKind = { terminal: new Map(), interrupted: new Map(), running: new Map(), unknown: new Map() }
  return { byKind, count: 0, bytes: 0, share: 0 }
}
