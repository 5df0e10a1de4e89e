/**
 * Notifies subscribers once, at the end of a chunk: 10,000 writes to one list cost one evaluation. User input comes
 * alone and notifies at once.
 */
import { callHost } from '../json/call-host.ts'

export interface Round {
  /** Runs a task, then notifies the subscribers of everything that it changed. */
  take(task: () => void): void
  /** Notifies now, or after the running task. */
  tell(follower: Told): void
}

/** Who follows a change. */
export interface Told {
  told(): void
}

export function createRound(): Round {
  let waiting: Told[] | undefined
  return {
    take(task) {
      const round: Told[] = []
      waiting = round
      try {
        task()
      } finally {
        waiting = undefined
        // A subscriber that throws must not stop the others.
        for (const follower of round) callHost(() => follower.told())
      }
    },
    tell(follower) {
      if (waiting) waiting.push(follower)
      else follower.told()
    },
  }
}
