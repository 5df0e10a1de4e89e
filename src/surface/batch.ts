/**
 * Notifies subscribers once, at the end of a chunk: 10,000 writes to one list cost one evaluation. User input comes
 * alone and notifies at once.
 */
import { callHost } from '../live/call-host.ts'

export interface Batch {
  /** Runs a task, then notifies the subscribers of everything that it changed. */
  run(task: () => void): void
  /** Notifies now, or after the running task. */
  notify(subscriber: Notifiable): void
}

/** Who follows a change. */
export interface Notifiable {
  notify(): void
}

export function createBatch(): Batch {
  let waiting: Notifiable[] | undefined
  return {
    run(task) {
      const followers: Notifiable[] = []
      waiting = followers
      try {
        task()
      } finally {
        waiting = undefined
        // A subscriber that throws must not stop the others.
        for (const subscriber of followers) callHost(() => subscriber.notify())
      }
    },
    notify(subscriber) {
      if (waiting) waiting.push(subscriber)
      else subscriber.notify()
    },
  }
}
