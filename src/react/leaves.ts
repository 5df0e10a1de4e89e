/** The children of one parent, of which plain texts and containers of texts are drawn as leaves and all others as component views. */
import type { ReactNode } from 'react'
import type { Component } from '../catalog/component.ts'
import { LayoutLeaf } from './layout-leaf.ts'
import type { ChildDrawer, Leaf, LeafOwner, Place } from './leaf.ts'
import { nodesAt } from './node-budget.ts'
import { TextLeaf } from './text-leaf.ts'
import { inlineRendererOf } from './view.ts'

/**
 * A leaf that has to be replaced costs a render of its parent with all children. At the last of so many renders all leaves of
 * the parent become component views, so that texts that change one by one cost no render of the parent each.
 */
const redrawsAtMost = 8

/** A leaf, or the key of a child with a component view. */
type Child = Leaf | string

/** The React component that draws the children. */
interface Parent {
  forceUpdate(): void
}

const none: readonly Child[] = []

export class Leaves implements LeafOwner, ChildDrawer {
  private readonly parent: Parent
  /** Whether containers of texts are leaves, too. Only in rows of a template: the redraw of their parent draws a run of rows. */
  private readonly layouts: boolean
  /** The children that this render has drawn, in order. */
  private children: Child[] = []
  /** Those of the render before. */
  private before: readonly Child[] = none
  /** The same by key; made where the order has changed. */
  private beforeByKey: ReadonlyMap<string, Child> | undefined
  /** Number of the render. */
  private turn = 0
  /** Containers of which one has held more than plain texts: no other one is tried. */
  private mixed: Set<string> | undefined
  onlyLeaves = true
  private redraws = 0
  private redrawPending = false
  /** A child of this render has no room: later ones that the render before has not drawn have none either. */
  private full = false

  constructor(parent: Parent, layouts = false) {
    this.parent = parent
    this.layouts = layouts
  }

  /** A render of the parent begins. A leaf of a render that React threw away is used or forgotten: it listens to nothing. */
  begin(): void {
    if (this.redrawPending) this.redraws++
    this.redrawPending = false
    this.turn++
    this.before = this.children
    this.beforeByKey = undefined
    this.children = []
    this.onlyLeaves = true
    this.full = false
  }

  /** Nothing that follows is drawn. */
  get over(): boolean {
    return this.full && this.before.length === 0
  }

  draw(place: Place): ReactNode {
    const { view, id, scope, depth, key } = place
    const found = this.find(key)
    if (!found && this.full) return undefined
    if (typeof found === 'string' || (found?.replaced && !found.reserved)) {
      this.children.push(key)
      this.onlyLeaves = false
      return view.component(id, scope, depth, key, 'expected')
    }
    // A renderer may draw the same children twice. What is not on the page any more has no place that another could take.
    const before = found?.reserved && found.turn !== this.turn ? found : undefined
    const leaf = this.leafAt(before, place)
    if (!before && !leaf && !view.quota.expect(nodesAt(view, id))) return this.leaveOut(place)
    if (leaf) leaf.turn = this.turn
    this.children.push(leaf ?? key)
    const drawn = leaf && !leaf.replaced ? leaf.draw() : undefined
    if (drawn) return drawn
    this.onlyLeaves = false
    if (leaf instanceof LayoutLeaf) {
      this.mixed ??= new Set()
      this.mixed.add(id)
    }
    // The place that a leaf reserved goes to the component view.
    return view.component(id, scope, depth, key, (before ?? leaf) ? 'reserved' : 'expected')
  }

  /** The first child without room stands for those after it. It is not known to the next render, which asks for room again. */
  private leaveOut({ view, id, scope, depth, key }: Place): ReactNode {
    if (this.full) return undefined
    this.full = true
    this.onlyLeaves = false
    const takeIn = (): void => {
      this.children.push(key)
      this.parent.forceUpdate()
    }
    return view.component(id, scope, depth, key, takeIn)
  }

  forceUpdate(): void {
    this.redrawPending = true
    this.parent.forceUpdate()
  }

  childDrawer(): ChildDrawer {
    return new Leaves(this, this.layouts)
  }

  /** The leaf of the render before, or another one where it stood elsewhere; `undefined` for a component view. */
  private leafAt(before: Leaf | undefined, place: Place): Leaf | undefined {
    const { view, id, depth } = place
    if (before?.replaced) return before
    if (depth > view.surface.limits.renderDepth || this.redraws >= redrawsAtMost) return undefined
    if (before?.fits(place)) return before
    const component = view.surface.components.get(id)
    const leaf = component && this.leafOf(place, component)
    // The leaf takes the place of the one before it.
    return leaf && (before || view.quota.reserve(1)) ? leaf : undefined
  }

  private leafOf(place: Place, component: Component): Leaf | undefined {
    const draw = inlineRendererOf(place.view, component)?.leaf
    if (draw) return TextLeaf.of(this, place, component, draw)
    return this.layouts && !this.mixed?.has(place.id) ? LayoutLeaf.of(this, place, component) : undefined
  }

  private find(key: string): Child | undefined {
    const { before, children } = this
    const same = before[children.length]
    if (same !== undefined && keyOf(same) === key) return same
    if (before.length === 0) return undefined
    this.beforeByKey ??= new Map(before.map((child) => [keyOf(child), child]))
    return this.beforeByKey.get(key)
  }
}

function keyOf(child: Child): string {
  return typeof child === 'string' ? child : child.key
}
