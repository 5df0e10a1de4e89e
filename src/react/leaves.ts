/**
 * A parent draws plain texts itself, because a component view for each of 10,000 texts costs too much. What a parent draws so is a
 * leaf. A leaf is one element: a plain text, or a container of few texts in a row of a template.
 *
 * The element's `ref` is a callback. React calls it when the element comes, and when the element goes. So a leaf listens as
 * long as its element is on the page. A leaf of a render that React threw away never listens.
 */
import type { ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import type { Component } from '../catalog/component.ts'
import { toText } from '../json/coerce.ts'
import { isPath } from '../json/loose-path.ts'
import { join, type Pointer, root, samePointer } from '../json/pointer.ts'
import type { Notifiable } from '../live/binding.ts'
import type { Listener } from '../surface/listeners.ts'
import { shownComponent, shownValue } from '../surface/shown.ts'
import type { LiveSurface } from '../surface/surface.ts'
import { keysOfIds } from './children.ts'
import { isDrawable } from './drawable.ts'
import { LeftOut } from './LeftOut.tsx'
import { nodesAt, sizeOfText } from './nodes.ts'
import { applyClass, type PlainText, write } from './plain-text.tsx'
import type { InlineRenderer, PlainLayout } from './renderer.ts'
import { inlineRendererOf, type View } from './view.ts'

/** Where a child stands. `key` tells it from the other children of its parent; `depth` is 1 at the root. */
export interface Place {
  readonly view: View
  readonly id: string
  readonly scope: Pointer
  readonly depth: number
  readonly key: string
}

/** The React component that draws the children, or the leaves around a leaf. */
interface Parent {
  forceUpdate(): void
}

/** A class: 10,000 of these live at once. What its constructor sets is declared only: else it would be set twice. */
export abstract class Leaf implements Listener, Notifiable {
  declare readonly place: Place
  /** A component view takes the place of this leaf. */
  replaced = false
  /** Whether a place among the surface's nodes is reserved: from the first render until the element goes. */
  reserved = true
  /** The last render that drew the leaf. */
  renderNumber = 0
  declare protected component: Component
  element: HTMLElement | null = null
  declare protected readonly ref: (element: HTMLElement | null) => void
  declare protected readonly parent: Parent
  private stale = false

  constructor(parent: Parent, place: Place, component: Component) {
    this.parent = parent
    this.place = place
    this.component = component
    this.ref = this.moveTo.bind(this)
  }

  /** Whether the leaf can be drawn at the place as it is. */
  abstract fits(place: Place): boolean
  /** `undefined`: the leaf is replaced from now on. */
  abstract draw(): ReactNode
  /** Shows what is newest; false where the parent has to draw again. */
  protected abstract show(element: HTMLElement): boolean

  invalidate(): void {
    if (this.stale) return
    this.stale = true
    this.place.view.surface.notify(this)
  }

  notify(): void {
    this.stale = false
    if (this.element && !this.show(this.element)) this.parent.forceUpdate()
  }

  /** The element came, or it went: `null`. */
  private moveTo(element: HTMLElement | null): void {
    this.element = element
    this.reserved = element !== null
    if (element) this.mount(element, this.place.view)
    else this.unmount(this.place.view)
  }

  protected mount(_element: HTMLElement, { quota, surface }: View): void {
    quota.mounted(1)
    surface.componentSet.listen(this.place.id, this)
  }

  protected unmount({ quota, surface }: View): void {
    quota.unmounted(1)
    surface.componentSet.unlisten(this.place.id, this)
  }
}

type DrawText = NonNullable<InlineRenderer<never>['leaf']>

/** Elements that a leaf wrote to: React does not know what they show. */
const written = new WeakSet<Element>()

/**
 * A plain text. React is given one and the same text for the leaf's life and never writes it again (see `plain-text.tsx`). A
 * leaf belongs to one view, id and scope; the parent makes another leaf where one of them changes.
 */
class TextLeaf extends Leaf {
  declare private readonly plain: PlainText
  /** The surface's changes when `plain` was read. */
  declare private readonly changesSeen: number
  declare private pointer: Pointer | undefined

  constructor(parent: Parent, place: Place, component: Component, pointer: Pointer | undefined, plain: PlainText) {
    super(parent, place, component)
    this.pointer = pointer
    this.plain = plain
    this.changesSeen = place.view.surface.changes.count
  }

  override fits({ view, id, scope }: Place): boolean {
    const { place } = this
    return view === place.view && id === place.id && samePointer(scope, place.scope)
  }

  override draw(): ReactNode {
    const { tag, className, text } = this.plain
    const props = { ref: this.ref, className, dir: 'auto', suppressHydrationWarning: true, children: text }
    return jsx(tag, props, this.place.key)
  }

  protected override mount(element: HTMLElement, view: View): void {
    super.mount(element, view)
    const { surface, served } = view
    if (this.pointer) this.listen(this.pointer)
    if (served.current) applyClass(element, this.plain.className)
    if (served.current || surface.changes.count !== this.changesSeen || written.has(element)) this.notify()
  }

  /** Without room the binding of a component view says so. */
  private listen(pointer: Pointer): void {
    const { listeners } = this.place.view.surface.model
    if (listeners.fit([pointer])) listeners.add(pointer, this)
    else {
      this.pointer = undefined
      this.replaced = true
      this.parent.forceUpdate()
    }
  }

  protected override unmount(view: View): void {
    super.unmount(view)
    if (this.pointer) view.surface.model.listeners.remove(this.pointer, this)
  }

  /** A text that is not plain any more is replaced. Until its element goes, the leaf writes what it can. */
  protected override show(element: HTMLElement): boolean {
    const plain = this.newest()
    if (plain?.tag !== this.plain.tag || plain.className !== this.plain.className) {
      this.replaced = true
      return false
    }
    write(element, plain)
    written.add(element)
    return true
  }

  private newest(): PlainText | undefined {
    const { view, id } = this.place
    const component = shownComponent(view.surface, id)
    const draw = inlineRendererOf(view, component)?.leaf
    if (!component || !draw || (component !== this.component && !this.follow(component))) return undefined
    return plainOf(view, component, this.pointer, draw)
  }

  /** The component was sent again and may read from another place. */
  private follow(component: Component): boolean {
    const { scope, view } = this.place
    const pointer = pointerOf(component, scope, view.surface)
    if (pointer === null) return false
    if (this.pointer) view.surface.model.listeners.remove(this.pointer, this)
    this.component = component
    this.pointer = pointer
    if (pointer) this.listen(pointer)
    return !this.replaced
  }
}

/**
 * Where the text is read; `undefined`: it is a literal; `null`: it is computed, or its place depends on the data, as in v0.8, and in
 * lenient mode where nothing stands there.
 */
function pointerOf(
  { props }: Component,
  scope: Pointer,
  { lenient, model }: Pick<LiveSurface, 'lenient' | 'model'>,
): Pointer | undefined | null {
  const prop = props['text']
  if (prop?.kind === 'static') return undefined
  if (prop?.kind !== 'dynamic' || prop.type !== 'string' || prop.expression.kind !== 'path') return null
  const { from, pointer } = prop.expression
  const isFixed = from === 'root' || (scope === root && !(from === 'item' && pointer.some(isPath)))
  const found = isFixed ? pointer : from === 'scope' ? join(scope, pointer) : null
  const mayMove = lenient && found && ((scope !== root && isFixed) || model.read(found) === undefined)
  return mayMove ? null : found
}

/** The element of a component whose text is plain now and counts as nothing beside its instance. */
function plainOf(view: View, component: Component, pointer: Pointer | undefined, draw: DrawText) {
  const { text: prop } = component.props
  const value = pointer ? shownValue(view.surface, pointer) : prop?.kind === 'static' ? prop.value : undefined
  if (typeof value === 'object' && value !== null) return undefined
  const text = toText(value)
  return sizeOfText(text) === 0 && isDrawable(text) ? draw(component, text, view) : undefined
}

/** A render of the parent draws all elements in a container again, so there are few. */
const mostTexts = 24

/**
 * A row of a template, or a container in the row: one element around a few texts.
 *
 * Plain texts alone stand in it: another child could hold focus or input, which would be lost when a component view takes
 * the place. So a component view takes it as soon as a child is no leaf.
 */
class LayoutLeaf extends Leaf {
  declare private readonly children: Leaves
  declare private scope: Pointer
  declare private layout: PlainLayout

  constructor(parent: Parent, place: Place, component: Component, layout: PlainLayout) {
    super(parent, place, component)
    this.children = new Leaves(parent, true)
    this.scope = place.scope
    this.layout = layout
  }

  /** The component may have been sent again, and the row that it stands in may have moved. */
  override fits({ view, id, scope }: Place): boolean {
    const component = shownComponent(view.surface, id)
    const layout = layoutOf(view, component)
    if (view !== this.place.view || id !== this.place.id || !component || !layout) return false
    this.scope = samePointer(scope, this.scope) ? this.scope : scope
    this.component = component
    this.layout = layout
    return true
  }

  override draw(): ReactNode {
    const { children, scope, layout } = this
    const { view, depth, key } = this.place
    const keys = keysOfIds(layout.ids)
    children.begin()
    const drawn = layout.ids.map((id, index) =>
      children.draw({ view, id, scope, depth: depth + 1, key: keys[index] as string }),
    )
    this.replaced = !children.onlyLeaves
    if (this.replaced) return undefined
    const props = { ref: this.ref, className: layout.className, children: drawn }
    return jsx(view.inControl ? 'span' : 'div', props, key)
  }

  protected override mount(element: HTMLElement, view: View): void {
    super.mount(element, view)
    this.notify()
  }

  protected override show(): boolean {
    const { id, view } = this.place
    return shownComponent(view.surface, id) === this.component
  }
}

/** The element of a container in which nothing but a few texts stand. */
function layoutOf(view: View, component: Component | undefined): PlainLayout | undefined {
  const layout = component && inlineRendererOf(view, component)?.layout?.(component)
  return layout && roomAfter(view, layout.ids, mostTexts) >= 0 ? layout : undefined
}

/** `room` less the texts that stand below; negative where there are more, and where something else stands there. */
function roomAfter(view: View, ids: readonly string[], room: number): number {
  let left = room
  for (const id of ids) {
    const component = shownComponent(view.surface, id)
    const renderer = inlineRendererOf(view, component)
    const layout = component && renderer?.layout?.(component)
    if ((!layout && !renderer?.leaf) || --left < 0) return -1
    // The room becomes less with each level, so the recursion ends.
    if (layout) left = roomAfter(view, layout.ids, left)
  }
  return left
}

/** A leaf for what can be one now. `layouts`: containers of texts can. A component that was not sent yet cannot. */
function leafFor(parent: Parent, place: Place, layouts: boolean): Leaf | undefined {
  const { view, id, scope } = place
  const component = shownComponent(view.surface, id)
  const draw = inlineRendererOf(view, component)?.leaf
  if (!component) return undefined
  if (draw) {
    const pointer = pointerOf(component, scope, view.surface)
    const plain = pointer === null ? undefined : plainOf(view, component, pointer, draw)
    return plain && new TextLeaf(parent, place, component, pointer ?? undefined, plain)
  }
  const layout = layouts ? layoutOf(view, component) : undefined
  return layout && new LayoutLeaf(parent, place, component, layout)
}

/**
 * A leaf that has to be replaced costs a render of its parent with all children. At the last of so many renders all leaves of
 * the parent become component views, so that texts that change one by one cost no render of the parent each.
 */
const redrawsAtMost = 8

/** A leaf, or the key of a child with a component view. */
type Child = Leaf | string

const none: readonly Child[] = []

/** The children of one parent: leaves, and component views for all that is none. */
export class Leaves {
  declare private readonly parent: Parent
  /** Whether containers of texts are leaves, too. Only in rows of a template: the redraw of their parent draws a run of rows. */
  declare private readonly layouts: boolean
  /** The children that this render has drawn, in order. */
  private children: Child[] = []
  /** Those of the render before. */
  private before: readonly Child[] = none
  /** The same by key; made where the order has changed. */
  private beforeByKey: ReadonlyMap<string, Child> | undefined
  /** Number of the render. */
  private renderNumber = 0
  /** Containers of which one has held more than plain texts: no other one is tried. */
  private mixed: Set<string> | undefined
  /** Whether all that this render has drawn are leaves. */
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
    this.renderNumber++
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

  /** `undefined`: there is no room for the child. */
  draw(place: Place): ReactNode {
    const { view, id, scope, depth, key } = place
    const found = this.find(key)
    if (!found && this.full) return undefined
    if (typeof found === 'string' || (found?.replaced && !found.reserved)) {
      this.children.push(key)
      this.onlyLeaves = false
      return view.component(id, scope, depth, key, nodesAt(view, id))
    }
    // A renderer may draw the same children twice. What is not on the page any more has no place that another could take.
    const before = found?.reserved && found.renderNumber !== this.renderNumber ? found : undefined
    const leaf = this.leafAt(before, place)
    const nodes = before || leaf ? 1 : nodesAt(view, id)
    if (!before && !leaf && !view.quota.take(nodes)) return this.leaveOut(place, nodes)
    if (leaf) leaf.renderNumber = this.renderNumber
    this.children.push(leaf ?? key)
    const drawn = leaf && !leaf.replaced ? leaf.draw() : undefined
    if (drawn) return drawn
    this.onlyLeaves = false
    if (leaf instanceof LayoutLeaf) {
      this.mixed ??= new Set()
      this.mixed.add(id)
    }
    // The place that a leaf reserved goes to the component view.
    return view.component(id, scope, depth, key, nodes)
  }

  /** The first child without room stands for those after it. The next render does not know it, and asks for room again. */
  private leaveOut({ view, id, key }: Place, wanted: number): ReactNode {
    this.full = true
    this.onlyLeaves = false
    return jsx(LeftOut, { view, id, wanted, retry: () => this.parent.forceUpdate() }, key)
  }

  forceUpdate(): void {
    this.redrawPending = true
    this.parent.forceUpdate()
  }

  /** The leaf of the render before, or another one where it stood elsewhere; `undefined` for a component view. */
  private leafAt(before: Leaf | undefined, place: Place): Leaf | undefined {
    const { view, id, depth } = place
    if (before?.replaced) return before
    if (depth > view.surface.limits.renderDepth || this.redraws >= redrawsAtMost) return undefined
    if (before?.fits(place)) return before
    const leaf = leafFor(this, place, this.layouts && !this.mixed?.has(id))
    // The leaf takes the place of the one before it.
    return leaf && (before || view.quota.take(1)) ? leaf : undefined
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
  return typeof child === 'string' ? child : child.place.key
}
