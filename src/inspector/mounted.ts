/**
 * What of a surface is on the page: the instances of a component, their elements, and how often they were drawn.
 *
 * The runtime and the views keep no list for this: it would cost every page. Instances are found through what they do anyway:
 * each listens to the id of its component. Counting wraps one method of the component views, while an inspector is there.
 */
import { type Pointer, root } from '../json/pointer.ts'
import { ComponentView } from '../react/ComponentView.tsx'
import { Leaf } from '../react/leaves.ts'
import { ComponentBinding, type ComponentSnapshot } from '../surface/binding.ts'
import type { LiveSurface } from '../surface/surface.ts'

/** One drawn instance of a component. */
export interface Instance {
  /** `undefined` for a leaf: one element that a parent draws, without properties of its own. */
  readonly snapshot: ComponentSnapshot | undefined
  readonly elements: readonly Element[]
  /** The list item that relative paths start from. */
  readonly scope: Pointer
  /** Since the inspector counts. */
  readonly renders: number | undefined
}

export interface Mounted {
  /** The instances of a component: one, or one for each item of a template's list. */
  instances(surface: LiveSurface, id: string): readonly Instance[]
  /** Ends the counting. */
  stop(): void
}

/** Found within a `ComponentBinding` and a `Leaf`, which have no use for it in a page without an inspector. */
interface Inner {
  readonly subscriber?: unknown
  readonly element?: unknown
}

/** Begins to count. */
export function followMounted(): Mounted {
  const counts = new WeakMap<object, number>()
  const { prototype } = ComponentView
  const { render } = prototype
  let counting = true

  function counted(this: ComponentView): ReturnType<typeof render> {
    if (counting) counts.set(this, (counts.get(this) ?? 0) + 1)
    return render.call(this)
  }

  prototype.render = counted

  function instanceOf(listener: object): Instance {
    const { subscriber, element } = listener as Inner
    if (!(listener instanceof ComponentBinding))
      return {
        ...{ snapshot: undefined, renders: undefined },
        elements: element instanceof Element ? [element] : [],
        scope: listener instanceof Leaf ? listener.place.scope : root,
      }
    const view = subscriber instanceof ComponentView ? subscriber : undefined
    return {
      snapshot: listener.getSnapshot(),
      elements: view ? elementsOf(view) : [],
      scope: listener.scope,
      renders: view && (counts.get(view) ?? 0),
    }
  }

  return {
    instances: (surface, id) => listenersTo(surface, id).map(instanceOf),
    stop() {
      counting = false
      // Another inspector may have wrapped it again: this wrapper then stays, and does nothing.
      if (prototype.render === counted) prototype.render = render
    },
  }
}

/** The bindings and leaves that listen to a component: each is asked to invalidate itself, and only tells that it is there. */
function listenersTo(surface: LiveSurface, id: string): readonly object[] {
  const found: object[] = []
  const kinds = [ComponentBinding.prototype, Leaf.prototype].map(
    (prototype) => [prototype, prototype.invalidate] as const,
  )
  for (const [prototype] of kinds)
    prototype.invalidate = function note(this: object) {
      found.push(this)
    }
  try {
    surface.componentSet.invalidate(id)
  } finally {
    for (const [prototype, invalidate] of kinds) prototype.invalidate = invalidate
  }
  return found
}

/** What React keeps for a component or an element, in 18 and 19. Of its two versions either may be the newest. */
interface Fiber {
  readonly stateNode: unknown
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
}

/** The outermost elements of a component view. None where React keeps its tree under other names. */
function elementsOf(view: object): readonly Element[] {
  const fiber = (view as { readonly _reactInternals?: Fiber })._reactInternals
  const found = new Set<Element>()
  for (const version of [fiber, fiber?.alternate]) collectElements(version?.child, found)
  return [...found].filter((element) => element.isConnected)
}

function collectElements(first: Fiber | null | undefined, found: Set<Element>): void {
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    if (fiber.stateNode instanceof Element) found.add(fiber.stateNode)
    else collectElements(fiber.child, found)
  }
}
