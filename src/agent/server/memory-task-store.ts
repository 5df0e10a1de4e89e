/** Tasks in memory, within bounds that all callers share. */
import { createCallerShares } from './caller-shares.ts'
import { searchTasks } from './task-query.ts'
import type { StoredTask, TaskStore } from './task-store.ts'

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
