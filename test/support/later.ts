// What a timer would do later, at once, while connections stay real.
import { onTestFinished, vi } from 'vitest'

/** From now on in this test `afterAMinute` can let timers go off. Until then they run as ever. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

/** All timers of a minute have gone off, and what they asked for on loopback has come. */
export async function afterAMinute(): Promise<void> {
  vi.advanceTimersByTime(60_000)
  await new Promise((resolve) => setTimeout(resolve, 100))
}
