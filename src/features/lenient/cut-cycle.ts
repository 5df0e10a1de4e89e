/** Lenient mode: a cycle is cut where it closes, and the rest of its component stays. */
import { edgesOf, placeholder } from '../../catalog/assemble.ts'
import { type Component, reference } from '../../catalog/component.ts'
import type { SurfaceError } from '../../errors/surface-error.ts'
import { mapMembers } from '../../json/value.ts'

/** The component without the child in its lists of children; a placeholder where it needs the child. */
export function withoutChild(component: Component, child: string, error: SurfaceError): Component {
  const props = mapMembers(component.props, (prop) =>
    prop.kind === 'children' ? reference({ ...prop, ids: prop.ids.filter((id) => id !== child) }) : prop,
  )
  const edges = edgesOf(props, Object.keys(props))
  if (edges.some(({ to }) => to === child)) return placeholder(component.id, component.type, error, component.origin)
  return { ...component, props, edges }
}
