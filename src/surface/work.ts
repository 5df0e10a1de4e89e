/**
 * The quota of steps that the functions of one surface may take in one go.
 *
 * A limit per function does not help: a small template draws a costly call 10,000 times. So steps are counted per
 * surface, from the first one until the running code has ended, such as applying a chunk or drawing.
 */

export interface Work {
  /**
   * Counts steps of about 10 nanoseconds. Returns false and counts nothing if there is no room.
   *
   * `tainted`: the steps depend on user input and have a quota of their own. With a shared quota a long password would
   * leave no steps for the address of a picture, and the server of the picture could see that.
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
      // Written so that NaN, from a function of the host, has no room.
      if (!(spent[quota] + steps <= limit)) return false
      if (!counting) begin()
      spent[quota] += steps
      return true
    },
  }
}
