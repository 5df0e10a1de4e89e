/** Tasks in memory, within bounds: the oldest finished tasks go first. */
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

/** Finished tasks make room first, then interrupted ones, each the longest unchanged first. Running tasks stay. */
export function memoryTaskStore(options: MemoryTaskStoreOptions = {}): MemoryTaskStore {
  const { maxTasks = 1_000, maxBytes = 64 * 1024 * 1024 } = options
  /** In order of the last change: a Map keeps the order in which keys were added. */
  const kept = new Map<string, StoredTask>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function makeRoom(): void {
    for (const wanted of ['terminal', 'interrupted']) {
      for (const [key, { task }] of kept) {
        if (kept.size <= maxTasks && bytes <= maxBytes) return
        if (stateClass(task.status.state) === wanted) drop(key)
      }
    }
  }

  return {
    get: (owner, id) => kept.get(keyOf(owner, id)),
    put(stored) {
      const key = keyOf(stored.owner, stored.task.id)
      drop(key)
      kept.set(key, stored)
      bytes += stored.bytes
      if (kept.size > maxTasks || bytes > maxBytes) makeRoom()
    },
    list: (query) => search([...kept.values()], query),
    size: () => kept.size,
  }
}

function keyOf(owner: string, id: string): string {
  return JSON.stringify([owner, id])
}

function search(kept: readonly StoredTask[], query: TaskQuery): TaskQueryResult {
  const { after, limit } = query
  const found = kept.flatMap(({ owner, task }) => (owner === query.owner && fits(task, query) ? [task] : []))
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
