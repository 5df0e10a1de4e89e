/**
 * How much the functions of one surface may compute in one go.
 *
 * A limit on each function would not do: a small template draws a costly call ten thousand times. So steps are counted for the
 * whole surface, from the first one until the code that is running has ended: applying a chunk, or drawing what it changed.
 */

export interface Work {
  /**
   * Counts steps of about 10 nanoseconds. False, and nothing is counted, where there is no room for them.
   *
   * `tainted`: the steps depend on what the user entered. They have a quota of their own: with a shared one, a long
   * password would leave no steps for the address of a picture, and its server could tell.
   */
  spend(steps: number, tainted: boolean): boolean
}

export function createWork(limit: number): Work {
  const spent = { own: 0, tainted: 0 }
  let counting = false

  function begin(): void {
    counting = true
    queueMicrotask(() => {
      counting = false
      spent.own = 0
      spent.tainted = 0
    })
  }

  return {
    spend(steps, tainted) {
      const quota = tainted ? 'tainted' : 'own'
      // Written so that NaN, from a host's own `cost`, has no room.
      if (!(spent[quota] + steps <= limit)) return false
      if (!counting) begin()
      spent[quota] += steps
      return true
    },
  }
}
