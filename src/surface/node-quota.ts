/**
 * The quota of drawn nodes, so that a few hundred bytes cannot draw a million. It counts component instances and the
 * weight of each: a long text or list is sent once, and a template may draw it 10,000 times.
 *
 * An instance is counted when it is first rendered, because React renders all before it mounts one. Instances that
 * React discards or unmounts are subtracted at the next commit. An instance that was refused because of them retries
 * after the commit.
 */

export interface NodeQuota {
  /** The number of nodes that are left. */
  readonly room: number
  /** Reserves a node for an instance that is rendered for the first time; false if none is left. */
  reserve(): boolean
  /** Changes the weight of an instance; false and no change if there is no room. */
  resize(before: number, after: number, mounted: boolean): boolean
  /** This commit has mounted so many nodes; 0 as well begins the count of the next commit. */
  mounted(count: number): void
  unmounted(count: number): void
  /** For a mounted instance that was refused: whether there may be room after the commit. */
  mayRetry(wanted: number): boolean
}

/** `outer`: a larger quota that must have room as well. */
function createNodeQuota(limit: number, outer?: NodeQuota): NodeQuota {
  let mounted = 0
  let pending = 0
  let retrying = 0
  return {
    get room() {
      return Math.min(limit - mounted - pending, outer?.room ?? limit)
    },
    reserve() {
      retrying = 0
      if (mounted + pending >= limit || outer?.reserve() === false) return false
      pending++
      return true
    },
    resize(before, after, isMounted) {
      const more = after - before
      if (more > 0 && this.room < more) return false
      outer?.resize(before, after, isMounted)
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
    mayRetry(wanted) {
      pending = 0
      // An upper bound: parents are mounted after their children, so there may be less room.
      if (mounted + retrying + wanted > limit || outer?.mayRetry(wanted) === false) return false
      retrying += wanted
      return true
    },
  }
}

/** The node quotas. `tainted`: for components that depend on user input. */
export interface NodeQuotas {
  readonly own: NodeQuota
  readonly tainted: NodeQuota
}

export function createNodeQuotas(limit: number, outer?: NodeQuotas): NodeQuotas {
  return { own: createNodeQuota(limit, outer?.own), tainted: createNodeQuota(limit, outer?.tainted) }
}
