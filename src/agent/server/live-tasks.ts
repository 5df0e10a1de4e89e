/** The live tasks of a server. A task is loaded once, however many requests need it at the same time. */
import { createLiveTask, type LiveTask, type LiveTaskOptions } from './live-task.ts'
import { taskKey } from './task-key.ts'
import type { StoredTask, TaskStore } from './task-store.ts'

/** A lease of a live task: the task stays in memory until `release`. */
export interface Lease {
  readonly live: LiveTask
  readonly release: () => void
}

export interface LiveTasks {
  /** `undefined`: the owner has no such task. */
  readonly open: (owner: string, id: string) => Promise<Lease | undefined>
  readonly add: (stored: StoredTask) => Lease
  /** Another lease of the same task. */
  readonly share: (lease: Lease) => Lease
  /** The record as it is now, without a lease. */
  readonly peek: (owner: string, id: string) => Promise<StoredTask | undefined>
  /** Live tasks now. */
  readonly size: () => number
}

interface Entry {
  readonly live: LiveTask
  leases: number
}

export function createLiveTasks(store: TaskStore, options: Omit<LiveTaskOptions, 'save'>): LiveTasks {
  const entries = new Map<string, Entry>()

  function lease(entry: Entry): Lease {
    const { owner, task } = entry.live.record()
    const key = taskKey(owner, task.id)
    entry.leases++
    let held = true
    return {
      live: entry.live,
      release() {
        if (!held) return
        held = false
        entry.leases--
        void forget(entry, key)
      },
    }
  }

  /** A task leaves memory when the store has its latest record. */
  async function forget(entry: Entry, key: string): Promise<void> {
    await entry.live.saved()
    if (entry.leases === 0 && entries.get(key) === entry) entries.delete(key)
  }

  function entryOf(live: LiveTask): Entry {
    const { owner, task } = live.record()
    const entry = entries.get(taskKey(owner, task.id))
    if (entry?.live !== live) throw new Error('The task is not live any more')
    return entry
  }

  function add(stored: StoredTask): Entry {
    const live = createLiveTask(stored, { ...options, save: (record) => store.put(record) })
    const entry = { live, leases: 0 }
    entries.set(taskKey(stored.owner, stored.task.id), entry)
    return entry
  }

  return {
    async open(owner, id) {
      const key = taskKey(owner, id)
      const before = entries.get(key)
      if (before) return lease(before)
      const stored = await store.get(owner, id)
      // Another request may have loaded the task meanwhile.
      const entry = entries.get(key) ?? (stored && add(stored))
      return entry && lease(entry)
    },
    add: (stored) => lease(add(stored)),
    share: ({ live }) => lease(entryOf(live)),
    peek: async (owner, id) => entries.get(taskKey(owner, id))?.live.record() ?? (await store.get(owner, id)),
    size: () => entries.size,
  }
}
