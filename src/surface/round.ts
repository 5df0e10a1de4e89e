/**
 * Who follows what messages change is told when the chunk they came in is over, once: ten thousand writes to one list are
 * one look at it. What the person enters comes alone, and is told at once.
 */
import { callHost } from '../json/call-host.ts'

export interface Round {
  /** Runs a task; who is to be told of what it changes is told after it. */
  take(task: () => void): void
  /** Tells now, or after the task under way. */
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
        // One that throws must not keep the others from hearing of it: they would wait for ever.
        for (const follower of round) callHost(() => follower.told())
      }
    },
    tell(follower) {
      if (waiting) waiting.push(follower)
      else follower.told()
    },
  }
}
