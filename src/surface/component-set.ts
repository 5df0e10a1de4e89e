/** One surface's components by id, and who waits for which. */
import type { Component, Edge } from '../catalog/component.ts'
import { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { endlessCircle } from './circles.ts'
import type { Listener } from './listeners.ts'

export interface ComponentSet {
  readonly byId: ReadonlyMap<string, Component>
  /** Adds or replaces all, or throws `LIMIT_COMPONENTS` or `GRAPH_CYCLE` and changes nothing. Wakes who listens to their ids. */
  put(components: readonly Component[]): void
  listen(id: string, listener: Listener): void
  unlisten(id: string, listener: Listener): void
}

export function createComponentSet(limits: Pick<Limits, 'components'>): ComponentSet {
  const byId = new Map<string, Component>()
  const referenced = new Set<string>()
  const listeners = new Map<string, Set<Listener>>()

  function checkRoom(fresh: ReadonlyMap<string, Component>): void {
    let count = byId.size
    for (const id of fresh.keys()) if (!byId.has(id)) count++
    if (count <= limits.components) return
    throw new SurfaceError('LIMIT_COMPONENTS', `A surface may have ${limits.components} components`, {
      hint: 'Use a template for repeated parts, or several surfaces.',
    })
  }

  function checkCycles(fresh: ReadonlyMap<string, Component>): void {
    const edgesOf = (id: string): readonly Edge[] => (fresh.get(id) ?? byId.get(id))?.edges ?? []
    for (const component of fresh.values()) for (const { to } of component.edges) referenced.add(to)
    // Nothing leads to a component that nobody refers to, so no circle can go through it.
    const starts = [...fresh.values()].filter(({ id, edges }) => edges.length > 0 && referenced.has(id))
    const circle = endlessCircle(
      starts.map(({ id }) => id),
      edgesOf,
    )
    if (circle) throw graphCycle(circle).in({ at: fresh.get(circle[0] ?? '')?.origin.at })
  }

  return {
    byId,
    put(components) {
      const fresh = new Map(components.map((component) => [component.id, component]))
      checkRoom(fresh)
      checkCycles(fresh)
      for (const [id, component] of fresh) byId.set(id, component)
      for (const id of fresh.keys()) for (const listener of [...(listeners.get(id) ?? [])]) listener.wake()
    },
    listen(id, listener) {
      const known = listeners.get(id)
      if (known) known.add(listener)
      else listeners.set(id, new Set([listener]))
    },
    unlisten(id, listener) {
      const known = listeners.get(id)
      if (known?.delete(listener) && known.size === 0) listeners.delete(id)
    },
  }
}

function graphCycle(circle: readonly string[]): SurfaceError {
  const [componentId = ''] = circle
  const [parent = '', child = ''] = circle.slice(-2)
  return new SurfaceError('GRAPH_CYCLE', `Component "${componentId}" contains itself: ${circle.join(' → ')}`, {
    hint: `Correct the hierarchy: "${parent}" must not have "${child}" below it.`,
    componentId,
  })
}
