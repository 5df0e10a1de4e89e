/** Places for what callers read: however many lists are slow, other statements find a connection. */
import { sleep } from '../../../shared/http/sleep.ts'

/** Does the work when there is a place. Rejects when there is none for `patience` milliseconds. */
export type ReadSlots = <T>(work: () => Promise<T>) => Promise<T>

export function createReadSlots(most: number, patience: number): ReadSlots {
  let free = most
  const waiting = new Set<() => void>()

  /** The one that has waited longest gets the place. */
  function release(): void {
    const [next] = waiting
    if (next) next()
    else free++
  }

  async function take(): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    const taken = new AbortController()
    const begin = (): void => {
      waiting.delete(begin)
      taken.abort()
    }
    waiting.add(begin)
    await sleep(patience, taken.signal)
    if (!waiting.delete(begin)) return
    throw new Error(`All ${most} connections for reading were busy for ${patience} ms`)
  }

  return async (work) => {
    await take()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
