/** One surface's components by id, and who waits for which. */
import type { Component, Edge } from '../catalog/component.ts'
import { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
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
    for (const component of fresh.values()) {
      // Nothing leads to a component that nobody refers to, so no circle can go through it.
      if (component.edges.length > 0 && referenced.has(component.id)) findCycle(component, edgesOf)
    }
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

type EdgesOf = (id: string) => readonly Edge[]

/**
 * Throws `GRAPH_CYCLE` when `start` contains itself without end. Plain references repeat for ever; so does a template
 * with an absolute path, which gives the same items at every turn. Only a circle whose templates all have relative paths
 * walks down the data: finite data end it, and so does the depth limit.
 */
function findCycle(start: Component, edgesOf: EdgesOf): void {
  const cycle = wayBack(start, edgesOf)
  if (!cycle) return
  const [parent = start.id, child = start.id] = cycle.slice(-2)
  throw new SurfaceError('GRAPH_CYCLE', `Component "${start.id}" contains itself: ${cycle.join(' → ')}`, {
    hint: `Correct the hierarchy: "${parent}" must not have "${child}" below it.`,
    componentId: start.id,
  })
}

/** What the way so far has met: nothing but plain references, a relative template, an absolute one. */
type Met = 'plain' | 'descending' | 'template'

interface Visit {
  readonly id: string
  readonly met: Met
  readonly from: Visit | undefined
}

function meets(met: Met, edge: Edge): Met {
  if (met === 'template' || edge.kind === 'template') return 'template'
  return edge.kind === 'descending' ? 'descending' : met
}

/** The ids of an endless circle through `start`, or `undefined`. A list of open ends instead of recursion: depth is free. */
function wayBack(start: Component, edgesOf: EdgesOf): readonly string[] | undefined {
  const seen = new Set<string>()
  const open: Visit[] = [{ id: start.id, met: 'plain', from: undefined }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    for (const edge of edgesOf(visit.id)) {
      const met = meets(visit.met, edge)
      if (edge.to === start.id && met !== 'descending') return [...trail(visit), start.id]
      const key = `${met} ${edge.to}`
      if (seen.has(key)) continue
      seen.add(key)
      open.push({ id: edge.to, met, from: visit })
    }
  }
  return undefined
}

function trail(last: Visit): string[] {
  const ids: string[] = []
  for (let visit: Visit | undefined = last; visit; visit = visit.from) ids.unshift(visit.id)
  return ids
}
