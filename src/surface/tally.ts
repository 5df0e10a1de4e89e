/**
 * How much is drawn, so that a few hundred bytes cannot ask for a million: component instances, and beside each what it has
 * that is large. A long text or list is sent once, and a template may draw it ten thousand times.
 *
 * An instance is counted when it is first drawn, because React draws all before it mounts one. Those that React throws
 * away (a render may be begun anew) are forgotten at the next commit, as are those that leave with it; who was refused
 * only because of them looks again after the commit, when the count is right.
 */

export interface Tally {
  /** So many are left. */
  readonly room: number
  /** Counts an instance that is drawn for the first time; false when there are enough. */
  claim(): boolean
  /** What an instance has beside itself is another amount now; false, and as before, when there is no room for it. */
  weigh(before: number, after: number, mounted: boolean): boolean
  /** So many have been mounted with this commit; none, too, begins the count of the next one. */
  mounted(count: number): void
  unmounted(count: number): void
  /** For one that was refused and is mounted: whether there may be room for as much by the time the commit is over. */
  mayClaimAgain(wanted: number): boolean
}

/** `outer`: counts the same for more than this one does, and must have room as well. */
function createTally(limit: number, outer?: Tally): Tally {
  let mounted = 0
  let pending = 0
  let again = 0
  const roomNow = (): number => Math.min(limit - mounted - pending, outer?.room ?? limit)
  return {
    get room() {
      return roomNow()
    },
    claim() {
      again = 0
      if (roomNow() < 1) return false
      outer?.claim()
      pending++
      return true
    },
    weigh(before, after, isMounted) {
      const more = after - before
      if (more > 0 && roomNow() < more) return false
      outer?.weigh(before, after, isMounted)
      if (isMounted) mounted += more
      else pending += more
      return true
    },
    mounted(count) {
      mounted += count
      pending = 0
      outer?.mounted(count)
    },
    unmounted(count) {
      mounted -= count
      outer?.unmounted(count)
    },
    mayClaimAgain(wanted) {
      pending = 0
      // As many as there is room for now: parents are mounted after their children, so it may turn out to be less.
      if (mounted + again + wanted > limit || outer?.mayClaimAgain(wanted) === false) return false
      again += wanted
      return true
    },
  }
}

/** Counts of all surfaces of a runtime. `tainted`: what depends on what the user entered. */
export interface Tallies {
  readonly own: Tally
  readonly tainted: Tally
}

export function createTallies(limit: number, outer?: Tallies): Tallies {
  return { own: createTally(limit, outer?.own), tainted: createTally(limit, outer?.tainted) }
}
