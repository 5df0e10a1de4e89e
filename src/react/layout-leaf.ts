/**
 * A row of a template that its parent draws, or a container in the row: one element around a few texts, without a
 * component view.
 *
 * Plain texts alone stand in it: another child could hold focus or input, which would be lost when a component view takes
 * the place. So a component view takes it as soon as a child is no leaf. As in `text-leaf.ts`, the element's `ref` says
 * when the leaf listens.
 */
import type { ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import type { Component } from '../catalog/component.ts'
import { type Pointer, samePointer } from '../json/pointer.ts'
import type { Notifiable } from '../surface/batch.ts'
import type { Listener } from '../surface/listeners.ts'
import { keysOfIds } from './children.ts'
import type { ChildDrawer, Leaf, LeafOwner, Place } from './leaf.ts'
import type { PlainLayout } from './renderer.ts'
import { inlineRendererOf, type View } from './view.ts'

/** A render of the parent draws all elements in a leaf again, so there are few. */
const mostTexts = 24

export class LayoutLeaf implements Leaf, Listener, Notifiable {
  readonly key: string
  replaced = false
  reserved = true
  turn = 0
  private readonly owner: LeafOwner
  private readonly children: ChildDrawer
  private readonly ref: (element: HTMLElement | null) => void
  private readonly place: Place
  private scope: Pointer
  private component: Component
  private layout: PlainLayout
  private stale = false

  private constructor(owner: LeafOwner, place: Place, component: Component, layout: PlainLayout) {
    this.owner = owner
    this.key = place.key
    this.place = place
    this.scope = place.scope
    this.component = component
    this.layout = layout
    this.children = owner.childDrawer()
    this.ref = this.moveTo.bind(this)
  }

  /** A leaf for what is a container of few texts now; `undefined` for any other component. */
  static of(owner: LeafOwner, place: Place, component: Component): LayoutLeaf | undefined {
    const layout = inlineRendererOf(place.view, component)?.layout?.(component)
    if (!layout || roomAfter(place.view, layout.ids, mostTexts) < 0) return undefined
    return new LayoutLeaf(owner, place, component, layout)
  }

  /** The component may have been sent again, and the row that it stands in may have moved. */
  fits({ view, id, scope }: Place): boolean {
    const component = view.surface.components.get(id)
    if (view !== this.place.view || id !== this.place.id || !component) return false
    const layout = inlineRendererOf(view, component)?.layout?.(component)
    if (!layout || roomAfter(view, layout.ids, mostTexts) < 0) return false
    this.scope = samePointer(scope, this.scope) ? this.scope : scope
    this.component = component
    this.layout = layout
    return true
  }

  draw(): ReactNode {
    const { scope, layout, place } = this
    const { view } = place
    const depth = place.depth + 1
    const keys = keysOfIds(layout.ids)
    this.children.begin()
    const children = layout.ids.map((id, index) =>
      this.children.draw({ view, id, scope, depth, key: keys[index] as string }),
    )
    if (!this.children.onlyLeaves) {
      this.replaced = true
      return undefined
    }
    const props = { ref: this.ref, className: layout.className, children }
    return jsx(view.inControl ? 'span' : 'div', props, this.key)
  }

  invalidate(): void {
    if (this.stale) return
    this.stale = true
    this.place.view.surface.notify(this)
  }

  notify(): void {
    this.stale = false
    const { id, view } = this.place
    if (this.reserved && view.surface.components.get(id) !== this.component) this.owner.forceUpdate()
  }

  /** The element came, or it went: `null`. */
  private moveTo(element: HTMLElement | null): void {
    const { id, view } = this.place
    const { componentSet } = view.surface
    this.reserved = element !== null
    if (element) {
      view.quota.mounted(1)
      componentSet.listen(id, this)
      this.notify()
    } else {
      view.quota.unmounted(1)
      componentSet.unlisten(id, this)
    }
  }
}

/** `room` less the texts that stand below; negative where there are more, and where something else stands there. */
function roomAfter(view: View, ids: readonly string[], room: number): number {
  let left = room
  for (const id of ids) {
    const component = view.surface.components.get(id)
    const renderer = inlineRendererOf(view, component)
    const layout = component && renderer?.layout?.(component)
    if ((!layout && !renderer?.leaf) || --left < 0) return -1
    // The room becomes less with each level, so the recursion ends.
    if (layout) left = roomAfter(view, layout.ids, left)
  }
  return left
}
