/** Runs tasks one after the other. Input that arrives from within a host's handler waits for its turn. */
import { createBatch, type Notifiable } from './surface/batch.ts'

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
  lastArrival(): number
  /** No task runs any more. */
  end(): void
  readonly ended: boolean
}

export function createQueue(): Queue {
  const batch = createBatch()
  const waiting: (() => void)[] = []
  let busy = false
  let ended = false
  let followed = false
  let arriving = false
  let last = Number.NEGATIVE_INFINITY
  const arrival: Notifiable = {
    notify() {
      arriving = false
      last = performance.now()
    },
  }

  function run(task: () => void): boolean {
    waiting.push(task)
    if (busy) return false
    busy = true
    followed = false
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) if (!ended) batch.run(next)
    } finally {
      busy = false
    }
    return followed
  }

  return {
    run,
    notify(follower) {
      followed = true
      batch.notify(follower)
    },
    arrived() {
      if (arriving) return
      arriving = true
      batch.notify(arrival)
    },
    lastArrival: () => (arriving ? performance.now() : last),
    end() {
      ended = true
    },
    get ended() {
      return ended
    },
  }
}
