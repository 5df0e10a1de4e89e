/** How much of a store each caller's tasks take, and which task goes first where the store is too full. */
import { stateClass } from '../task-state.ts'
import { taskKey } from './task-key.ts'
import type { StoredTask } from './task-store.ts'

export interface StoreBounds {
  readonly maxTasks: number
  readonly maxBytes: number
}

export interface CallerShares {
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

export function createCallerShares({ maxTasks, maxBytes }: StoreBounds): CallerShares {
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
