/**
 * A plain text that its parent draws: one element that listens and writes, without a component view.
 *
 * The element's `ref` is a callback. React calls it when the element comes and when it goes, so the leaf listens exactly as
 * long as its element is on the page. React is given one and the same text for the leaf's life and never writes it again
 * (see `plain-text.tsx`). A leaf belongs to one view, id and scope; the parent makes another leaf where one of them changes.
 */
import type { ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import type { Component, Prop } from '../catalog/component.ts'
import { toText } from '../json/coerce.ts'
import { isPath } from '../json/loose-path.ts'
import { join, type Pointer, root, samePointer } from '../json/pointer.ts'
import type { Notifiable } from '../surface/batch.ts'
import type { Listener } from '../surface/listeners.ts'
import { isDrawable } from './drawable.ts'
import type { Leaf, LeafOwner, Place } from './leaf.ts'
import { applyClass, type PlainText, write } from './plain-text.tsx'
import type { InlineRenderer } from './renderer.ts'
import { inlineRendererOf, sizeOfText, type View } from './view.ts'

/** Elements that a leaf wrote to: React does not know what they show. */
const written = new WeakSet<Element>()

type DrawText = NonNullable<InlineRenderer<never>['leaf']>

export class TextLeaf implements Leaf, Listener, Notifiable {
  readonly key: string
  /** The leaf writes what it can until its element goes. */
  replaced = false
  reserved = true
  turn = 0
  private readonly owner: LeafOwner
  private readonly view: View
  private readonly id: string
  private readonly scope: Pointer
  private readonly plain: PlainText
  private readonly ref: (element: HTMLElement | null) => void
  /** The surface's revision that `plain` was read at. */
  private readonly revision: number
  private component: Component
  private pointer: Pointer | undefined
  private element: HTMLElement | undefined
  private stale = false

  private constructor(
    owner: LeafOwner,
    place: Place,
    component: Component,
    pointer: Pointer | undefined,
    plain: PlainText,
  ) {
    this.owner = owner
    this.key = place.key
    this.view = place.view
    this.id = place.id
    this.scope = place.scope
    this.component = component
    this.pointer = pointer
    this.plain = plain
    this.revision = place.view.surface.revision
    this.ref = this.moveTo.bind(this)
  }

  /** A leaf for what is a plain text now; `undefined` for any other component and for one that was not sent yet. */
  static of(owner: LeafOwner, place: Place, component: Component, draw: DrawText): TextLeaf | undefined {
    const pointer = pointerOf(component, place.scope)
    const plain = pointer === null ? undefined : plainOf(place.view, component, pointer, draw)
    return plain && pointer !== null ? new TextLeaf(owner, place, component, pointer, plain) : undefined
  }

  fits({ view, id, scope }: Place): boolean {
    return view === this.view && id === this.id && samePointer(scope, this.scope)
  }

  draw(): ReactNode {
    const { tag, className, text } = this.plain
    const props = { ref: this.ref, className, dir: 'auto', suppressHydrationWarning: true, children: text }
    return jsx(tag, props, this.key)
  }

  invalidate(): void {
    if (this.stale) return
    this.stale = true
    this.view.surface.notify(this)
  }

  notify(): void {
    this.stale = false
    if (!this.element || this.show(this.element)) return
    this.replaced = true
    this.owner.forceUpdate()
  }

  /** The element came, or it went: `null`. */
  private moveTo(element: HTMLElement | null): void {
    const { surface, quota, served } = this.view
    if (!element) {
      this.element = undefined
      this.reserved = false
      quota.unmounted(1)
      surface.componentSet.unlisten(this.id, this)
      if (this.pointer) surface.model.listeners.remove(this.pointer, this)
      return
    }
    this.element = element
    this.reserved = true
    quota.mounted(1)
    surface.componentSet.listen(this.id, this)
    if (this.pointer) surface.model.listeners.add(this.pointer, this)
    if (served.current) applyClass(element, this.plain.className)
    if (served.current || surface.revision !== this.revision || written.has(element)) this.notify()
  }

  /** Shows the newest text; false where it is not plain. */
  private show(element: HTMLElement): boolean {
    const { surface } = this.view
    const component = surface.components.get(this.id)
    if (!component || component.invalid) return false
    if (component !== this.component && !this.follow(component)) return false
    const draw = inlineRendererOf(this.view, component)?.leaf
    const plain = draw && plainOf(this.view, component, this.pointer, draw)
    if (plain?.tag !== this.plain.tag || plain.className !== this.plain.className) return false
    write(element, plain)
    written.add(element)
    return true
  }

  /** The component was sent again and may read from another place. */
  private follow(component: Component): boolean {
    const pointer = pointerOf(component, this.scope)
    if (pointer === null) return false
    const { listeners } = this.view.surface.model
    if (this.pointer) listeners.remove(this.pointer, this)
    if (pointer) listeners.add(pointer, this)
    this.component = component
    this.pointer = pointer
    return true
  }
}

/** Where the text is read; `undefined`: it is a literal; `null`: it is computed, or its place depends on the data (v0.8). */
function pointerOf({ props }: Component, scope: Pointer): Pointer | undefined | null {
  const prop = props['text']
  if (prop?.kind === 'static') return undefined
  if (prop?.kind !== 'dynamic' || prop.type !== 'string' || prop.expression.kind !== 'path') return null
  const { from, pointer } = prop.expression
  if (from === 'root' || (scope === root && !(from === 'item' && pointer.some(isPath)))) return pointer
  return from === 'scope' ? join(scope, pointer) : null
}

/** The element of a component whose text is plain now and counts as nothing beside its instance. */
function plainOf(
  view: View,
  component: Component,
  pointer: Pointer | undefined,
  draw: DrawText,
): PlainText | undefined {
  const value = pointer ? view.surface.model.read(pointer) : literalOf(component.props['text'])
  if (typeof value === 'object' && value !== null) return undefined
  const text = toText(value)
  return sizeOfText(text) === 0 && isDrawable(text) ? draw(component, text, view) : undefined
}

function literalOf(prop: Prop | undefined) {
  return prop?.kind === 'static' ? prop.value : undefined
}
