/** How long the page stands still at a time, from now on. */

export interface Tasks {
  /** The longest time without a turn for anybody else. */
  readonly longest: number
  /** How many tasks the browser calls long: over 50 ms. */
  readonly long: number
}

export function watchTasks(): { stop(): Tasks } {
  let long = 0
  const started = performance.now()
  // The task that this is called in has made ready what is sent: it is not of the burst.
  const count = (entries: readonly PerformanceEntry[]): void => {
    long += entries.filter(({ startTime }) => startTime >= started).length
  }
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  observer.observe({ type: 'longtask' })
  const { port1, port2 } = new MessageChannel()
  let [longest, last] = [0, started]
  port1.onmessage = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    port2.postMessage(undefined)
  }
  port2.postMessage(undefined)
  return {
    stop() {
      port1.close()
      count(observer.takeRecords())
      observer.disconnect()
      return { longest, long }
    },
  }
}
