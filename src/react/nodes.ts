/**
 * Drawn nodes are counted here, so that a few hundred bytes cannot draw a million. A component counts one, an input five; its
 * long texts, its Markdown and its lists come on top, since a list is sent once and a template may draw it 10,000 times.
 *
 * Nodes count when they are mounted and unmounted. React renders a whole tree before it mounts a part, and holds all children of a
 * parent before it renders the first one: 95 parents within one another held 2,500 children each, which were 237,000
 * elements and 34 s. So a parent takes the nodes of its children from what is left before it hands them on. What has
 * no room is left out (`LeftOut.tsx`).
 */
import { isReference } from '../catalog/component.ts'
import { getOwn, isObject } from '../json/value.ts'
import type { ComponentSnapshot } from '../surface/binding.ts'
import type { Evaluated } from '../surface/evaluate.ts'
import type { Quota } from '../surface/quota.ts'
import { shownComponent } from '../surface/shown.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { Renderer, Renderers } from './renderer.ts'

/** Stands for what has no room. */
export interface WaitingForRoom {
  /** How many nodes it takes, as far as is known. */
  readonly wanted: number
  /** Draws it, if there is room now. */
  retry(): void
  forceUpdate(): void
}

export interface NodeQuota {
  /** Whether what all surfaces draw leaves the least room. */
  readonly shared: boolean
  /** Takes nodes of what this pass draws; false, and none, if so many are not left. */
  take(count: number): boolean
  /** This commit has mounted so many nodes. What the pass has taken beyond that was thrown away. */
  mounted(count: number): void
  unmounted(count: number): void
  /** While it is rendered: whether it shows the notice that stands for all of them. */
  isSpokesman(waiting: WaitingForRoom): boolean
  /** After it was mounted. */
  join(waiting: WaitingForRoom): void
  leave(waiting: WaitingForRoom): void
  /** After a commit that has drawn it: draws what has room now. Whether it stands for something that still has none. */
  isStillFull(waiting: WaitingForRoom): boolean
}

/** `shared`: what all surfaces draw, which must have room as well; `undefined`: nothing is shared. */
export function createNodeQuota(limit: number, shared?: Quota): NodeQuota {
  let used = 0
  /** Of these nodes, those that no commit has mounted so far. */
  let pending = 0
  const waiting = new Set<WaitingForRoom>()
  let spokesman: WaitingForRoom | undefined
  /** The spokesman is drawn once more after this commit, because there may be room. */
  let checking = false

  function room(): number {
    return shared ? Math.min(limit - used, shared.room) : limit - used
  }

  function add(count: number): void {
    used += count
    shared?.add(count)
  }

  /** Both are one count, since each of 10,000 texts comes here. */
  function mounted(count: number): void {
    add(count - pending)
    pending = 0
  }

  /** Within a commit the count is not whole: children are mounted before their parents. */
  function checkAfterCommit(): void {
    if (checking || !spokesman || !waiting.has(spokesman)) return
    checking = true
    spokesman.forceUpdate()
  }

  /** Draws what has room among so many nodes. Returns how many are left then, and whether something still has no room. */
  function drawWithin(room: number): { readonly left: number; readonly full: boolean } {
    let left = room
    let full = false
    for (const one of [...waiting]) {
      if (one.wanted > left) full = true
      else {
        left -= one.wanted
        one.retry()
      }
    }
    return { left, full }
  }

  /** Another surface has given nodes back. */
  function look(left: number): number {
    const room = Math.min(left, limit - used)
    return left - room + drawWithin(room).left
  }

  // A first rendering that suspends is thrown away with its quota, so no commit of its own follows. What comes after it gives
  // back what all surfaces share. A view beside this one that mounts after all counts what it mounts.
  shared?.giveBack?.()
  const giveBack = (): void => mounted(0)

  return {
    get shared() {
      return room() === shared?.room
    },
    take(count) {
      if (room() < count) return false
      pending += count
      add(count)
      // Not before: in StrictMode React makes two quotas, and draws with the first one.
      if (shared) shared.giveBack = giveBack
      return true
    },
    mounted,
    unmounted(count) {
      add(-count)
      checkAfterCommit()
    },
    isSpokesman(instance) {
      spokesman ??= instance
      return spokesman === instance
    },
    join(instance) {
      waiting.add(instance)
      shared?.waiting?.add(look)
      // React may have thrown the rendering of the spokesman away.
      if (!spokesman || !waiting.has(spokesman)) spokesman = instance
      checkAfterCommit()
    },
    leave(instance) {
      waiting.delete(instance)
      if (waiting.size === 0) shared?.waiting?.delete(look)
      if (spokesman !== instance) return
      spokesman = waiting.values().next().value
      if (spokesman) spokesman.forceUpdate()
      else checking = false
    },
    isStillFull(instance) {
      if (instance !== spokesman) return false
      if (!checking) return true
      checking = false
      mounted(0)
      return drawWithin(room()).full
    },
  }
}

/** Nodes of a renderer with hooks: an input has a label, a frame and what the browser makes of it. */
const nodesOfHooks = 5

function nodesOf(renderer: Renderer): number {
  return ('nodes' in renderer ? renderer.nodes : undefined) ?? ('inline' in renderer ? 1 : nodesOfHooks)
}

/** Nodes that the component of this id takes as it is now, without its texts and lists. */
export function nodesAt(view: { readonly surface: LiveSurface; readonly renderers: Renderers }, id: string): number {
  const type = shownComponent(view.surface, id)?.type
  const renderer = type === undefined ? undefined : getOwn(view.renderers, type)
  return renderer ? nodesOf(renderer) : 1
}

/** Nodes that a component takes, with its texts and lists. */
export function nodesWith(renderer: Renderer, { props }: Pick<ComponentSnapshot, 'props'>): number {
  const listItems = 'listItems' in renderer ? renderer.listItems : undefined
  return nodesOf(renderer) + (listItems === 0 ? 0 : weightOf(props, listItems))
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
