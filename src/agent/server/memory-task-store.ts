/** Tasks in memory, within bounds that all owners share. */
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

/** The tasks of one owner, each kind in the order of the last change: a Map keeps the order in which keys were added. */
interface OwnTasks {
  readonly byKind: { readonly [kind in ReturnType<typeof stateClass>]: Map<string, StoredTask> }
  count: number
  bytes: number
  /** The binary logarithm of the owner's part of the store, rounded up. */
  share: number
}

/**
 * The owner with the most tasks or bytes, within a factor of two, makes room: one owner cannot push out the tasks of
 * others. Its finished tasks go first, then interrupted ones, each the longest unchanged first. Running tasks stay.
 */
export function memoryTaskStore(options: MemoryTaskStoreOptions = {}): MemoryTaskStore {
  const { maxTasks = 1_000, maxBytes = 64 * 1024 * 1024 } = options
  const owners = new Map<string, OwnTasks>()
  /** Owners by `share`. An owner moves to the end when one of its tasks changes. */
  const shares = new Map<number, Set<OwnTasks>>()
  let count = 0
  let bytes = 0

  function change(owner: string, own: OwnTasks, tasks: number, size: number): void {
    count += tasks
    bytes += size
    own.count += tasks
    own.bytes += size
    shares.get(own.share)?.delete(own)
    if (own.count === 0) {
      owners.delete(owner)
      return
    }
    own.share = Math.ceil(Math.log2(Math.max(own.count / maxTasks, own.bytes / maxBytes)))
    const equals = shares.get(own.share) ?? new Set()
    shares.set(own.share, equals.add(own))
  }

  function drop({ owner, task, bytes: size }: StoredTask): void {
    const own = owners.get(owner)
    if (own?.byKind[stateClass(task.status.state)].delete(task.id)) change(owner, own, -1, -size)
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

  function kindsOf(owner: string): readonly ReadonlyMap<string, StoredTask>[] {
    return Object.values(owners.get(owner)?.byKind ?? {})
  }

  function find(owner: string, id: string): StoredTask | undefined {
    return kindsOf(owner)
      .find((tasks) => tasks.has(id))
      ?.get(id)
  }

  return {
    get: find,
    put(stored) {
      const { owner, task } = stored
      const before = find(owner, task.id)
      if (before) drop(before)
      const own = owners.get(owner) ?? newOwner()
      owners.set(owner, own)
      own.byKind[stateClass(task.status.state)].set(task.id, stored)
      change(owner, own, 1, stored.bytes)
      makeRoom()
    },
    list: (query) => search(kindsOf(query.owner), query),
    size: () => count,
  }
}

function newOwner(): OwnTasks {
  const byKind = { terminal: new Map(), interrupted: new Map(), running: new Map(), unknown: new Map() }
  return { byKind, count: 0, bytes: 0, share: 0 }
}

function search(kept: readonly ReadonlyMap<string, StoredTask>[], query: TaskQuery): TaskQueryResult {
  const { after, limit } = query
  const found = kept.flatMap((tasks) => [...tasks.values()].flatMap(({ task }) => (fits(task, query) ? [task] : [])))
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
