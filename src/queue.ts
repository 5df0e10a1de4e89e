/** Runs tasks one after the other. Input that arrives from within a host's handler waits for its turn. */
import { createBatch, type Notifiable } from './surface/batch.ts'

export interface Queue {
  /** Runs a task in its turn, unless the queue has ended. Who follows what it changed is notified once, behind it. */
  run(task: () => void): void
  /** The same; whether somebody follows what changed. */
  runAndSee(task: () => void): boolean
  /** Notifies now, or behind the running task. */
  notify(follower: Notifiable): void
  /** No task runs any more. */
  end(): void
  readonly ended: boolean
}

export function createQueue(): Queue {
  const batch = createBatch()
  const waiting: (() => void)[] = []
  let [busy, ended, followed] = [false, false, false]

  function run(task: () => void): void {
    waiting.push(task)
    if (busy) return
    busy = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) if (!ended) batch.run(next)
    } finally {
      busy = false
    }
  }

  return {
    run,
    runAndSee(task) {
      followed = false
      run(task)
      return followed
    },
    notify(follower) {
      followed = true
      batch.notify(follower)
    },
    end() {
      ended = true
    },
    get ended() {
      return ended
    },
  }
}
