/**
 * The quota of drawn nodes, so that a few hundred bytes cannot draw a million. It counts component instances and the
 * weight of each: a long text or list is sent once, and a template may draw it 10,000 times.
 *
 * An instance is counted when it is first rendered, because React renders all before it mounts one. Instances that
 * React discards or unmounts are subtracted at the next commit. An instance that was refused because of them retries
 * after the commit.
 */
import { createQuota, type Quota } from './quota.ts'

export interface NodeQuota {
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

/** `shared`: what all surfaces draw, which must have room as well; `undefined`: nothing is shared. */
export function createNodeQuota(limit: number, shared?: Quota): NodeQuota {
  const nodes = createQuota(limit, shared)
  /** Of these nodes, those that no commit has mounted so far. */
  let pending = 0
  let retrying = 0

  function addPending(count: number): void {
    pending += count
    nodes.add(count)
  }

  return {
    reserve() {
      retrying = 0
      if (nodes.room < 1) return false
      addPending(1)
      return true
    },
    resize(before, after, isMounted) {
      const more = after - before
      if (more > 0 && more > nodes.room) return false
      if (isMounted) nodes.add(more)
      else addPending(more)
      return true
    },
    mounted(count) {
      addPending(-pending)
      nodes.add(count)
    },
    unmounted: (count) => nodes.add(-count),
    mayRetry(wanted) {
      addPending(-pending)
      // An upper bound: parents are mounted after their children, so there may be less room.
      if (retrying + wanted > nodes.room) return false
      retrying += wanted
      return true
    },
  }
}
