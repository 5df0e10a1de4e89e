/** Tries to get a lost connection back: after a second, then less and less often, and at once when the network is there again. */
import { useEffect } from 'react'

/** Milliseconds before the first and before the later attempts. */
const [first, most] = [1_000, 30_000]

/** @param mend One attempt. It makes `active` false where it succeeds. */
export function useMending(active: boolean, mend: () => Promise<void>): void {
  useEffect(() => {
    if (!active) return
    let pause = first
    let timer: ReturnType<typeof setTimeout> | undefined
    let trying = false
    let ended = false

    async function attempt(): Promise<void> {
      if (trying || ended) return
      trying = true
      clearTimeout(timer)
      await mend()
      trying = false
      pause = Math.min(pause * 2, most)
      wait()
    }

    /** Up to a fifth longer: all pages of an agent that was down do not come back in one moment. */
    const wait = (): void => {
      if (!ended) timer = setTimeout(attempt, pause * (1 + Math.random() / 5))
    }

    const online = (): void => {
      pause = first
      void attempt()
    }
    wait()
    window.addEventListener('online', online)
    return () => {
      ended = true
      clearTimeout(timer)
      window.removeEventListener('online', online)
    }
  }, [active, mend])
}
