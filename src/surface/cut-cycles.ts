/** Lenient mode: a reference that closes a cycle is left out, so that the rest of its message is applied. */
import { edgesOf, placeholder } from '../catalog/assemble.ts'
import type { Component } from '../catalog/component.ts'
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { mapMembers } from '../json/value.ts'
import type { ComponentSet } from './component-set.ts'

/** Cycles of one message that are cut. Each one costs a search through all references. */
const maxCut = 32

/** Like `put` of the set. Each cycle is cut and is a warning. A message with more cycles is refused. */
export function putCuttingCycles(set: ComponentSet, components: readonly Component[], warn: Report): number {
  const cut: SurfaceError[] = []
  let current = components
  while (true) {
    try {
      const distinct = set.put(current)
      for (const error of cut) warn(error.asWarning())
      return distinct
    } catch (error) {
      const cycle = error instanceof SurfaceError && error.code === 'GRAPH_CYCLE' ? error.cause : undefined
      if (cut.length === maxCut || !Array.isArray(cycle)) throw error
      const first = components.find(({ id }) => id === cycle[0])
      const reported = (error as SurfaceError).in({ line: first?.origin.line })
      cut.push(reported)
      current = cutIn(current, cycle as readonly string[], reported)
    }
  }
}

/** Cuts the last reference of the cycle. If its owner is no component of this message, the first reference. */
function cutIn(components: readonly Component[], cycle: readonly string[], error: SurfaceError): readonly Component[] {
  const closing = cycle.slice(-2)
  const [owner, child = ''] = components.some(({ id }) => id === closing[0]) ? closing : cycle
  return components.map((component) => (component.id === owner ? withoutChild(component, child, error) : component))
}

/** The component without the child in its lists of children; a placeholder where it needs the child. */
function withoutChild(component: Component, child: string, error: SurfaceError): Component {
  const props = mapMembers(component.props, (prop) =>
    prop.kind === 'children' ? { ...prop, ids: prop.ids.filter((id) => id !== child) } : prop,
  )
  const edges = edgesOf(props, Object.keys(props))
  if (edges.some(({ to }) => to === child)) return placeholder(component.id, component.type, error, component.origin)
  return { ...component, props, edges }
}
