/** What of a surface is on the page: the places where a component is drawn, their elements, and how often they were drawn. */
import { type Pointer, root } from '../json/pointer.ts'
import { ComponentView } from '../react/ComponentView.tsx'
import { mountedAround } from '../react/control-values.ts'
import { Leaf } from '../react/leaves.ts'
import { ComponentBinding, type ComponentSnapshot } from '../surface/binding.ts'
import type { LiveSurface } from '../surface/surface.ts'

/** One drawn instance of a component. */
export interface Instance {
  /** `undefined` for a leaf: one element that a parent draws, without properties of its own. */
  readonly snapshot: ComponentSnapshot | undefined
  /** The list item that relative paths start from. */
  readonly scope: Pointer
  /** Since it came to the page; 0 for a leaf. */
  readonly renders: number
  /** What draws it: the component view, or the element of a leaf. */
  readonly drawnBy: ComponentView | Element | undefined
}

/** The instances of a component: one, or one for each item of a template's list. Each listens to the id of its component. */
export function instancesOf({ componentSet }: LiveSurface, id: string): readonly Instance[] {
  const listeners = componentSet.listeners.get(id)
  const all = listeners instanceof Set ? [...listeners] : listeners ? [listeners] : []
  return all.map((listener) => {
    if (listener instanceof Leaf)
      return { snapshot: undefined, scope: listener.place.scope, renders: 0, drawnBy: listener.element ?? undefined }
    if (!(listener instanceof ComponentBinding))
      return { snapshot: undefined, scope: root, renders: 0, drawnBy: undefined }
    const view = listener.subscriber instanceof ComponentView ? listener.subscriber : undefined
    return { snapshot: listener.getSnapshot(), scope: listener.scope, renders: view?.renders ?? 0, drawnBy: view }
  })
}

/** The outermost elements of the instances. A component view has no reference to its elements: those of all surfaces are searched. */
export function elementsOf(instances: readonly Instance[]): readonly Element[] {
  const found: Element[] = []
  const views = new Set<unknown>()
  for (const { drawnBy } of instances) {
    if (drawnBy instanceof Element) found.push(drawnBy)
    else if (drawnBy) views.add(drawnBy)
  }
  function collectWithin(parent: Element): void {
    for (const child of parent.children)
      if (mountedAround(child)?.some((view) => views.has(view))) found.push(child)
      else collectWithin(child)
  }
  if (views.size > 0) for (const frame of frames()) collectWithin(frame)
  return found
}

/** The elements of all surfaces in the page; those of `<surface-view>` are in shadow trees. */
function frames(): readonly Element[] {
  const trees = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  return trees.flatMap((tree) => [...tree.querySelectorAll('.sf-surface')])
}
