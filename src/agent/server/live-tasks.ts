/** The live tasks of a server. A task is loaded once, however many requests need it at the same time. */

import { AgentError } from '../error.ts'
import { isTerminal } from '../task-state.ts'
import type { Task } from '../types.ts'
import { createLiveTask, type LiveTask, type LiveTaskOptions } from './live-task.ts'
import { type StoredTask, type TaskStore, taskKey } from './task-store.ts'

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

/** The task, live until its lease is released. Throws `TASK_NOT_FOUND`. */
export async function openTask({ open }: LiveTasks, owner: string, id: string): Promise<Lease> {
  const lease = await open(owner, id)
  if (!lease) throw taskNotFound(id)
  return lease
}

/** The same error for a task of another owner and for a task that does not exist. */
export function taskNotFound(taskId: string): AgentError {
  return new AgentError('TASK_NOT_FOUND', `There is no task "${taskId.slice(0, 80)}"`, {
    hint: 'Begin a new task: send the message without a taskId.',
    taskId,
  })
}

/** Throws for a task that is over. `why`: the end of the sentence, and what puts it right. */
export function checkNotOver(
  { id: taskId, status: { state } }: Task,
  [consequence, hint]: readonly [consequence: string, hint: string],
  code: 'UNSUPPORTED_OPERATION' | 'TASK_NOT_CANCELABLE' = 'UNSUPPORTED_OPERATION',
): void {
  if (!isTerminal(state)) return
  throw new AgentError(code, `Task "${taskId}" is over (${state})${consequence}`, { hint, taskId })
}
