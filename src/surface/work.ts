/**
 * The quota of steps that the functions of one surface may take in one go.
 *
 * A limit per function does not help: a small template draws a costly call 10,000 times. So steps are counted per
 * surface, from the first one until the running code has ended, such as applying a chunk or drawing.
 */

export interface Work {
  /** Counts steps of about 10 nanoseconds. Returns false and counts nothing if there is no room. */
  spend(steps: number): boolean
}

export function createWork(limit: number): Work {
  let spent = 0
  let counting = false

  function begin(): void {
    counting = true
    queueMicrotask(() => {
      counting = false
      spent = 0
    })
  }

  return {
    spend(steps) {
      // Written so that NaN, from a function of the host, has no room.
      if (!(spent + steps <= limit)) return false
      if (!counting) begin()
      spent += steps
      return true
    },
  }
}
