/** Tasks in memory, within bounds that all callers share. */
import { stateClass } from '../task-state.ts'
import type { Task } from '../types.ts'
import type { StoredTask, TaskPosition, TaskQuery, TaskQueryResult, TaskStore } from './task-store.ts'

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

/** The tasks of one caller, each kind in the order of the last change: a Map keeps the order in which keys were added. */
interface OwnTasks {
  /** By owner and id, as one text. */
  readonly byKind: { readonly [kind in ReturnType<typeof stateClass>]: Map<string, StoredTask> }
  count: number
  bytes: number
  /** The binary logarithm of the caller's part of the store, rounded up. */
  share: number
}

/**
 * The caller with the most tasks or bytes, within a factor of two, makes room: one caller cannot push out the tasks of
 * others, in however many tenants it has tasks. Its finished tasks go first, then interrupted ones, each the longest
 * unchanged first. Running tasks stay. A record without `caller` counts for its owner.
 */
export function memoryTaskStore(options: MemoryTaskStoreOptions = {}): MemoryTaskStore {
  const { maxTasks = 1_000, maxBytes = 64 * 1024 * 1024 } = options
  const callers = new Map<string, OwnTasks>()
  /** Callers by `share`. A caller moves to the end when one of its tasks changes. */
  const shares = new Map<number, Set<OwnTasks>>()
  /** Owner → id → task. */
  const owners = new Map<string, Map<string, StoredTask>>()
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

  function add(stored: StoredTask): void {
    const { owner, task } = stored
    const ofOwner = owners.get(owner) ?? new Map<string, StoredTask>()
    owners.set(owner, ofOwner.set(task.id, stored))
    const own = callers.get(callerOf(stored)) ?? noTasks()
    callers.set(callerOf(stored), own)
    own.byKind[stateClass(task.status.state)].set(keyOf(stored), stored)
    change(stored, own, 1)
  }

  function drop(stored: StoredTask): void {
    const { owner, task } = stored
    const ofOwner = owners.get(owner)
    ofOwner?.delete(task.id)
    if (ofOwner?.size === 0) owners.delete(owner)
    const own = callers.get(callerOf(stored))
    if (own?.byKind[stateClass(task.status.state)].delete(keyOf(stored))) change(stored, own, -1)
  }

  function dispensable(): StoredTask | undefined {
    for (const share of [...shares.keys()].sort((a, b) => b - a)) {
      for (const { byKind } of shares.get(share) ?? []) {
        const [oldest] = byKind.terminal.size > 0 ? byKind.terminal.values() : byKind.interrupted.values()
        if (oldest) return oldest
      }
    }
    return undefined
  }

  function makeRoom(): void {
    while (count > maxTasks || bytes > maxBytes) {
      const task = dispensable()
      if (!task) return
      drop(task)
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
    list: (query) => search([...(owners.get(query.owner)?.values() ?? [])], query),
    size: () => count,
  }
}

/** Not one name for both: a caller could have the id that an owner is written as. */
function callerOf({ caller, owner }: StoredTask): string {
  return caller === undefined ? `owner ${owner}` : `caller ${caller}`
}

function keyOf({ owner, task }: StoredTask): string {
  return JSON.stringify([owner, task.id])
}

function noTasks(): OwnTasks {
  const byKind = { terminal: new Map(), interrupted: new Map(), running: new Map(), unknown: new Map() }
  return { byKind, count: 0, bytes: 0, share: 0 }
}

function search(kept: readonly StoredTask[], query: TaskQuery): TaskQueryResult {
  const { after, limit } = query
  const found = kept.flatMap(({ task }) => (fits(task, query) ? [task] : []))
  found.sort((a, b) => compare(positionOf(a), positionOf(b)))
  const rest = after ? found.filter((task) => compare(positionOf(task), after) > 0) : found
  return { tasks: rest.slice(0, limit), total: found.length }
}

function fits(task: Task, { contextId, state, since }: TaskQuery): boolean {
  if (contextId !== undefined && task.contextId !== contextId) return false
  if (state !== undefined && task.status.state !== state) return false
  return since === undefined || (task.status.timestamp ?? '') >= since
}

/** Where a task stands in a list. */
export function positionOf({ id, status }: Task): TaskPosition {
  return { timestamp: status.timestamp ?? '', id }
}

function compare(a: TaskPosition, b: TaskPosition): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
