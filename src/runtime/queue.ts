/**
 * Runs tasks one after the other. Input that arrives from within a host's handler waits for its turn. Who follows a change is
 * notified once, at the end of the task: 10,000 writes to one list cost one evaluation. User input comes alone and notifies at
 * once.
 */
import type { Notifiable } from '../live/binding.ts'
import { callHost } from '../live/call-host.ts'

export interface Queue {
  /**
   * Runs a task in its turn, unless the queue has ended. Who follows what it changed is notified once, behind it. Returns
   * whether somebody does.
   */
  run(task: () => void): boolean
  /** Notifies now, or behind the running task. */
  notify(follower: Notifiable): void
  /** Something came from outside. The clock is read once for all that came in one task, when the task is over. */
  arrived(): void
  /** When something came last, by `performance.now()`; `-Infinity` before the first. */
  lastMessageAt(): number
}

/** `ending`: when it is aborted, no task runs any more. */
export function createQueue(ending: AbortSignal): Queue {
  const waiting: (() => void)[] = []
  /** Whom to notify behind the running task. */
  let followers: Notifiable[] | undefined
  let busy = false
  let followed = false
  let arriving = false
  let last = Number.NEGATIVE_INFINITY

  function runNow(task: () => void): void {
    const toNotify: Notifiable[] = []
    followers = toNotify
    try {
      task()
    } finally {
      followers = undefined
      if (arriving) last = performance.now()
      arriving = false
      // A follower that throws must not stop the others.
      for (const follower of toNotify) callHost(() => follower.notify())
    }
  }

  return {
    run(task) {
      waiting.push(task)
      if (busy) return false
      busy = true
      followed = false
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) if (!ending.aborted) runNow(next)
      } finally {
        busy = false
      }
      return followed
    },
    notify(follower) {
      followed = true
      if (followers) followers.push(follower)
      else follower.notify()
    },
    arrived() {
      if (followers) arriving = true
      else last = performance.now()
    },
    lastMessageAt: () => (arriving ? performance.now() : last),
  }
}
