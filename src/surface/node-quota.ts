/**
 * The quota of drawn nodes, so that a few hundred bytes cannot draw a million. It counts component instances and the
 * weight of each: a long text or list is sent once, and a template may draw it 10,000 times.
 *
 * An instance is counted when it is first rendered, because React renders all before it mounts one. Instances that
 * React discards or unmounts are subtracted at the next commit. An instance that was refused because of them retries
 * after the commit.
 *
 * Parents ask before they hand a child on. React holds all children of a parent before it renders the first one, so parents
 * within one another held 95 times 2,500 children before the first of them was refused: 237,000 elements, 34 s.
 */
import { createQuota, type Quota } from './quota.ts'

/** An instance that has no room: it is mounted, and not drawn until there is. */
interface LeftOut {
  forceUpdate(): void
}

export interface NodeQuota {
  /** Whether what all surfaces draw leaves the least room. */
  readonly shared: boolean
  /**
   * Whether a child of so many nodes may be handed on to be rendered. False if no node is left, and if those that are under
   * way could fill the surface.
   */
  expect(nodes: number): boolean
  /** A child that was handed on is rendered. */
  arrived(nodes: number): void
  /** Reserves nodes for an instance that is rendered for the first time; false if there is no room. */
  reserve(count: number): boolean
  /** Changes the weight of an instance; false and no change if there is no room. */
  resize(before: number, after: number, mounted: boolean): boolean
  /** This commit has mounted so many nodes; 0 as well begins the count of the next commit. */
  mounted(count: number): void
  unmounted(count: number): void
  /** For a mounted instance that was refused: whether there may be room after the commit. */
  mayRetry(wanted: number): boolean
  /** Whether a refusal has to be reported: once for a commit. A `SurfaceError` takes 25 µs, and there may be thousands. */
  reports(): boolean
  /** For an instance without room, while it is rendered: whether it shows the notice that stands for all of them. */
  showsNotice(instance: LeftOut): boolean
  /** An instance without room is mounted. */
  leaveOut(instance: LeftOut): void
  /** An instance has room now, or is unmounted. If it showed the notice, the others are rendered: one of them shows it then. */
  takeIn(instance: LeftOut): void
}

/** `shared`: what all surfaces draw, which must have room as well; `undefined`: nothing is shared. */
export function createNodeQuota(limit: number, shared?: Quota): NodeQuota {
  const nodes = createQuota(limit, shared)
  /** Of these nodes, those that no commit has mounted so far. */
  let pending = 0
  let retrying = 0
  /** Nodes of children that were handed on and are not rendered yet. */
  let expected = 0
  const leftOut = new Set<LeftOut>()
  let noticed: LeftOut | undefined
  /** `noticed` is rendered once more, because there may be room. */
  let waking = false
  let reported = false

  function addPending(count: number): void {
    pending += count
    nodes.add(count)
  }

  /** What was not mounted by a commit was thrown away. */
  function forgetPending(): void {
    addPending(-pending)
    expected = 0
  }

  return {
    get shared() {
      return nodes.room === shared?.room
    },
    expect(count) {
      // One node at least is the parent's.
      if (nodes.room < 1 || expected + count >= limit) return false
      expected += count
      return true
    },
    arrived(count) {
      expected = Math.max(0, expected - count)
    },
    reserve(count) {
      retrying = 0
      if (nodes.room < count) return false
      addPending(count)
      return true
    },
    resize(before, after, isMounted) {
      const more = after - before
      if (more > 0 && more > nodes.room) {
        reported = false
        return false
      }
      if (isMounted) nodes.add(more)
      else addPending(more)
      return true
    },
    mounted(count) {
      forgetPending()
      nodes.add(count)
    },
    unmounted(count) {
      nodes.add(-count)
      // Rendered after the commit, once for all that it unmounts. What this commit mounts asks for room by itself.
      if (!noticed || waking || !leftOut.has(noticed)) return
      waking = true
      noticed.forceUpdate()
    },
    mayRetry(wanted) {
      forgetPending()
      // An upper bound: parents are mounted after their children, so there may be less room.
      if (retrying + wanted > nodes.room) return false
      retrying += wanted
      return true
    },
    reports() {
      if (reported) return false
      reported = true
      return true
    },
    showsNotice(instance) {
      waking = false
      reported = false
      noticed ??= instance
      return noticed === instance
    },
    leaveOut(instance) {
      leftOut.add(instance)
      // React threw the render of the other one away.
      if (noticed && !leftOut.has(noticed)) {
        noticed = instance
        instance.forceUpdate()
      }
    },
    takeIn(instance) {
      leftOut.delete(instance)
      if (noticed !== instance) return
      noticed = undefined
      waking = false
      for (const other of leftOut) other.forceUpdate()
    },
  }
}
