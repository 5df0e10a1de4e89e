/** One surface's components by id, and who waits for which. */
import type { Component, Edge } from '../catalog/component.ts'
import { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { endlessCircle } from './circles.ts'
import type { Listener } from './listeners.ts'

export interface ComponentSet {
  readonly byId: ReadonlyMap<string, Component>
  /** How many ids are named by components and have not come. */
  readonly missing: number
  /**
   * Adds or replaces all, or throws `LIMIT_COMPONENTS` or `GRAPH_CYCLE` and changes nothing. Wakes who listens to their ids.
   * Gives how many ids they have: of those with the same one the last counts.
   */
  put(components: readonly Component[]): number
  listen(id: string, listener: Listener): void
  unlisten(id: string, listener: Listener): void
}

export function createComponentSet(limits: Pick<Limits, 'components'>): ComponentSet {
  const byId = new Map<string, Component>()
  /** How often each id is named by components that are here. */
  const referenced = new Map<string, number>()
  /** One listener is the rule, so a set is made for the second only. */
  const listeners = new Map<string, Listener | Set<Listener>>()
  let missing = 0

  function count(edges: readonly Edge[], by: 1 | -1): void {
    if (edges.length === 0) return
    for (let index = 0; index < edges.length; index++) {
      const { to } = edges[index] as Edge
      const before = referenced.get(to) ?? 0
      const uses = before + by
      if (uses > 0) referenced.set(to, uses)
      else referenced.delete(to)
      if (before > 0 !== uses > 0 && !byId.has(to)) missing += by
    }
  }

  function place(component: Component): void {
    const { id, edges } = component
    const before = byId.get(id)
    byId.set(id, component)
    if (before) count(before.edges, -1)
    else if (referenced.has(id)) missing--
    count(edges, 1)
  }

  function wake(id: string): void {
    const known = listeners.get(id)
    if (known instanceof Set) for (const listener of [...known]) listener.wake()
    else known?.wake()
  }

  function checkRoom(fresh: ReadonlyMap<string, Component>): void {
    // Most of the time there is room for all of them, replaced or not.
    if (byId.size + fresh.size <= limits.components) return
    let size = byId.size
    for (const id of fresh.keys()) if (!byId.has(id)) size++
    if (size <= limits.components) return
    throw new SurfaceError('LIMIT_COMPONENTS', `A surface may have ${limits.components} components`, {
      hint: 'Use a template for repeated parts, or several surfaces.',
    })
  }

  function checkCycles(fresh: ReadonlyMap<string, Component>): void {
    const parents = new Set<string>()
    for (const { id, edges } of fresh.values()) if (edges.length > 0) parents.add(id)
    if (parents.size === 0) return
    const all = (id: string): readonly Edge[] => (fresh.get(id) ?? byId.get(id))?.edges ?? noEdges
    const onward = new Map<string, readonly Edge[]>()
    // Nothing leads on from a component without references, and most have none.
    const edgesOf = (id: string): readonly Edge[] => {
      const known = onward.get(id)
      if (known) return known
      const edges = all(id).filter(({ to }) => all(to).length > 0)
      onward.set(id, edges)
      return edges
    }
    const named = new Set<string>()
    for (const parent of parents) for (const { to } of edgesOf(parent)) named.add(to)
    // Nothing leads to a component that nobody refers to, so no circle can go through it.
    const starts = [...parents].filter((id) => named.has(id) || referenced.has(id))
    const circle = endlessCircle(starts, edgesOf)
    if (circle) throw graphCycle(circle).in({ at: fresh.get(circle[0] ?? '')?.origin.at })
  }

  return {
    byId,
    get missing() {
      return missing
    },
    put(components) {
      const fresh = new Map<string, Component>()
      for (let index = 0; index < components.length; index++) {
        const component = components[index] as Component
        fresh.set(component.id, component)
      }
      checkRoom(fresh)
      checkCycles(fresh)
      fresh.forEach(place)
      if (listeners.size > 0) for (const id of fresh.keys()) wake(id)
      return fresh.size
    },
    listen(id, listener) {
      const known = listeners.get(id)
      if (known instanceof Set) known.add(listener)
      else if (known !== listener) listeners.set(id, known ? new Set([known, listener]) : listener)
    },
    unlisten(id, listener) {
      const known = listeners.get(id)
      if (known === listener || (known instanceof Set && known.delete(listener) && known.size === 0))
        listeners.delete(id)
    },
  }
}

const noEdges: readonly Edge[] = []

function graphCycle(circle: readonly string[]): SurfaceError {
  const [componentId = ''] = circle
  const [parent = '', child = ''] = circle.slice(-2)
  return new SurfaceError('GRAPH_CYCLE', `Component "${componentId}" contains itself: ${circle.join(' → ')}`, {
    hint: `Correct the hierarchy: "${parent}" must not have "${child}" below it.`,
    componentId,
  })
}
