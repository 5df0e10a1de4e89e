/**
 * Drawn nodes are counted here, so that a few hundred bytes cannot draw a million. A component counts one, an input five; the
 * weight of a component comes on top: its long texts, its Markdown and its lists, since a list is sent once and a template may
 * draw it 10,000 times.
 *
 * An instance is counted when it is first rendered, because React renders all before it mounts one. Instances that
 * React discards or unmounts are subtracted at the next commit. An instance that was refused because of them retries
 * after the commit.
 *
 * Parents ask before they hand a child on. React holds all children of a parent before it renders the first one, so parents
 * within one another held 95 times 2,500 children before the first of them was refused: 237,000 elements, 34 s.
 */
import { isReference } from '../catalog/component.ts'
import { isObject, own } from '../json/value.ts'
import type { ComponentSnapshot } from '../surface/binding.ts'
import type { Evaluated } from '../surface/evaluate.ts'
import type { Quota } from '../surface/quota.ts'
import { shownComponent } from '../surface/shown.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { Renderer, Renderers } from './renderer.ts'

/**
 * How a child is handed on. `reserved`: a text leaf has reserved the place. `expected`: the quota expects the child. A function:
 * there was no room. The child stands for its later siblings as well, and calls the function once it has a place.
 */
export type Admission = 'reserved' | 'expected' | (() => void) | undefined

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
  isSpokesman(instance: LeftOut): boolean
  /** An instance without room is mounted. */
  enqueue(instance: LeftOut): void
  /** An instance has room now, or is unmounted. If it showed the notice, the others are rendered: one of them shows it then. */
  admit(instance: LeftOut): void
}

/** `shared`: what all surfaces draw, which must have room as well; `undefined`: nothing is shared. */
export function createNodeQuota(limit: number, shared?: Quota): NodeQuota {
  let used = 0
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

  function room(): number {
    return shared ? Math.min(limit - used, shared.room) : limit - used
  }

  function add(count: number): void {
    used += count
    shared?.add(count)
  }

  /** What was not mounted by a commit was thrown away. Both are one count, since each of 10,000 texts comes here. */
  function mounted(count: number): void {
    add(count - pending)
    pending = 0
    expected = 0
  }

  // A first rendering that suspends is thrown away with its quota, so no commit of its own follows. What comes after it gives
  // back what all surfaces share. A view beside this one that mounts after all counts what it mounts.
  shared?.giveBack?.()
  if (shared) shared.giveBack = () => mounted(0)

  return {
    get shared() {
      return room() === shared?.room
    },
    expect(count) {
      // One node at least is the parent's.
      if (room() < 1 || expected + count >= limit) return false
      expected += count
      return true
    },
    arrived(count) {
      expected = Math.max(0, expected - count)
    },
    reserve(count) {
      retrying = 0
      if (room() < count) return false
      pending += count
      add(count)
      return true
    },
    resize(before, after, isMounted) {
      const more = after - before
      if (more > 0 && more > room()) {
        reported = false
        return false
      }
      add(more)
      if (!isMounted) pending += more
      return true
    },
    mounted,
    unmounted(count) {
      add(-count)
      // Rendered after the commit, once for all that it unmounts. What this commit mounts asks for room by itself.
      if (!noticed || waking || !leftOut.has(noticed)) return
      waking = true
      noticed.forceUpdate()
    },
    mayRetry(wanted) {
      mounted(0)
      // An upper bound: parents are mounted after their children, so there may be less room.
      if (retrying + wanted > room()) return false
      retrying += wanted
      return true
    },
    reports() {
      if (reported) return false
      reported = true
      return true
    },
    isSpokesman(instance) {
      waking = false
      reported = false
      noticed ??= instance
      return noticed === instance
    },
    enqueue(instance) {
      leftOut.add(instance)
      // React threw the render of the other one away.
      if (noticed && !leftOut.has(noticed)) {
        noticed = instance
        instance.forceUpdate()
      }
    },
    admit(instance) {
      leftOut.delete(instance)
      if (noticed !== instance) return
      noticed = undefined
      waking = false
      for (const other of leftOut) other.forceUpdate()
    },
  }
}

/** What is to be done after a commit: draw once more, or report that a limit was reached. */
export type AfterCommit = 'retry' | 'report' | undefined

/** Nodes of a renderer with hooks: an input has a label, a frame and what the browser makes of it. */
const nodesOfHooks = 5

function nodesOf(renderer: Renderer): number {
  return ('nodes' in renderer ? renderer.nodes : undefined) ?? ('inline' in renderer ? 1 : nodesOfHooks)
}

/** What of a view counting uses. */
interface Counting {
  readonly surface: LiveSurface
  readonly renderers: Renderers
  readonly quota: NodeQuota
}

/** Nodes that the component of this id takes as it is now, without its texts and lists. */
export function nodesAt({ surface, renderers }: Counting, id: string): number {
  const type = shownComponent(surface, id)?.type
  const renderer = type === undefined ? undefined : own(renderers, type)
  return renderer ? nodesOf(renderer) : 1
}

interface Instance {
  readonly view: Counting
  readonly id: string
  readonly admission: Admission
}

/** The nodes of one component: its instance and its weight. */
export class NodeBudget {
  /** Whether the surface has room for this instance. */
  declare reserved: boolean
  declare private readonly quota: NodeQuota
  /** The instance was refused by a commit. */
  private leftOut = false
  /** The instance was refused, and its place is reserved once more after the commit. */
  private retried = false
  mounted = false
  private weight = 0
  /** The extra weight that the last render asked for and did not get. */
  private refused = 0
  /** The state of the request for weight: first try, retry due, or retried. */
  private attempt: 'first' | 'due' | 'second' = 'first'

  constructor({ view, admission }: Instance) {
    this.quota = view.quota
    this.reserved = admission === 'reserved'
  }

  /** Reserves a place for the instance. Part of each render. */
  reserve({ view, id, admission }: Instance): boolean {
    this.refused = 0
    if (this.attempt === 'due') this.attempt = 'second'
    if (this.reserved) return true
    const nodes = nodesAt(view, id)
    if (admission === 'expected') this.quota.arrived(nodes)
    // There may be room after the commit: not before those that were handed on.
    const waits = typeof admission === 'function' && !this.leftOut
    this.reserved = !waits && this.quota.reserve(nodes)
    this.weight = nodes - 1
    return this.reserved
  }

  /** Reserves room for the texts and lists of a snapshot; false if there is none. */
  resize({ props }: ComponentSnapshot, renderer: Renderer): boolean {
    const listItems = 'listItems' in renderer ? renderer.listItems : undefined
    const weight = (listItems === 0 ? 0 : weightOf(props, listItems)) + nodesOf(renderer) - 1
    if (weight === this.weight) return true
    if (this.quota.resize(this.weight, weight, this.mounted)) {
      this.weight = weight
      return true
    }
    this.refused = weight - this.weight
    return false
  }

  mount(): void {
    this.mounted = true
    this.quota.mounted(1 + this.weight)
  }

  unmount(): void {
    if (this.mounted) this.quota.unmounted(1 + this.weight)
    this.mounted = false
  }

  /**
   * For an instance that was refused, after its first commit. Components removed by the same commit were still counted
   * during the render.
   */
  afterRefusal(): AfterCommit {
    this.leftOut = true
    if (!this.retried && !this.quota.mayRetry(1 + this.weight)) return 'report'
    this.retried = true
    return 'retry'
  }

  /** For a weight that was refused, after each commit. */
  afterCommit(): AfterCommit {
    // Under StrictMode a component is mounted twice before it is drawn again.
    if (this.refused === 0) this.attempt = 'first'
    else if (this.attempt === 'first' && this.quota.mayRetry(this.refused)) {
      this.attempt = 'due'
      return 'retry'
    } else if (this.attempt !== 'due') {
      this.attempt = 'first'
      return 'report'
    }
    return undefined
  }
}

/** So many characters count as one instance; beyond `longText` fewer do, since layout takes longer the longer a text is. */
const characters = 100
const longText = 1_000
const furtherCharacters = 60

/**
 * Signs of Markdown and line breaks. Each counts as one instance, because it may become an element or two and its parse takes
 * 15 to 30 µs; fewer than `minMarkup` count nothing, since dates and names have some.
 */
const markup = /[\n*_`[>~#+-]|\d[.)]/g
const minMarkup = 4

/** What comes after so many signs is drawn as it stands (`basic/markdown/parse.ts`). */
const maxMarkup = 8_000

/** Each option and each tab is a label, a box, what the browser makes of the box, and a listener. */
const nodesOfItem = 4

/** Plain values are drawn as one element each, if at all: a short list of them counts as nothing. */
const shortList = 20
const nodesOfValue = 2

/** No renderer reads deeper; a function of the host may return an endless value. */
export const maxDepth = 8

/**
 * The weight of a component, in instances: its long texts and lists. Most components have none. `listItems`: so many elements of a list
 * are drawn at once. 12 `Tabs` of 2,400 titles (63 kB) drew 57,000 elements when 200 of each counted.
 */
export function weightOf(
  props: { readonly [name: string]: Evaluated },
  listItems: number = Number.POSITIVE_INFINITY,
): number {
  let sum = 0
  try {
    for (const name in props) {
      // An address is not laid out, and one that holds a picture is long.
      if (name !== 'url') sum += sizeOf(props[name], 0, listItems)
    }
  } catch {
    // A function of the host may return an object that throws when it is read; drawing it reports that.
  }
  return sum
}

function sizeOf(value: Evaluated, depth: number, listItems: number): number {
  if (typeof value === 'string') return sizeOfText(value)
  if (typeof value !== 'object' || value === null || depth === maxDepth || isReference(value)) return 0
  let sum = sizeOfList(value, listItems)
  for (const name in value) sum += sizeOf((value as { readonly [name: string]: Evaluated })[name], depth + 1, listItems)
  return sum
}

/** Of an object its members count that are objects: a renderer may draw one as a list. */
function sizeOfList(value: object, listItems: number): number {
  const list: readonly unknown[] = Array.isArray(value) ? value : Object.values(value).filter(isItem)
  const length = Math.min(list.length, listItems)
  if (list.slice(0, length).some(isObject)) return nodesOfItem * length
  return length > shortList ? nodesOfValue * length : 0
}

function isItem(value: unknown): boolean {
  return isObject(value) && !isReference(value)
}

export function sizeOfText(text: string): number {
  const found = text.length < minMarkup ? 0 : (text.match(markup)?.length ?? 0)
  const counted = found < minMarkup ? 0 : Math.min(found, maxMarkup)
  // Nearly all texts are short, and there are thousands.
  if (text.length < characters) return counted
  const further = Math.max(0, text.length - longText)
  return Math.floor((text.length - further) / characters) + Math.floor(further / furtherCharacters) + counted
}
