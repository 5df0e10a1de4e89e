/**
 * Lenient mode: a reference that closes a cycle is left out, so that the rest of its message is applied. Strict mode: it is
 * left out only to find the next cycle.
 */
import { edgesOf, placeholder } from '../catalog/assemble.ts'
import { type Component, reference } from '../catalog/component.ts'
import { type Report, SurfaceError, together } from '../errors/surface-error.ts'
import { mapMembers } from '../json/value.ts'
import type { ComponentSet } from './component-set.ts'

/** Cycles of one message that are cut. Each one costs a search through all references. */
const maxCut = 32

/**
 * Like `put` of the set. `warn`: lenient mode. Each cycle is cut and is a warning, and a message with too many is refused.
 * Strict: throws all cycles together.
 */
export function putCuttingCycles(
  set: ComponentSet,
  components: readonly Component[],
  warn: Report | undefined,
): number {
  const cut: SurfaceError[] = []
  let current = components
  while (true) {
    const strict = !warn && cut.length > 0
    const put = set.put(current, strict)
    if (typeof put === 'number') {
      if (strict) throw together(cut)
      for (const error of cut) warn?.(error.asWarning())
      return put
    }
    const error = graphCycle(put, components)
    if (cut.length === maxCut) throw warn ? error : together(cut)
    cut.push(error)
    current = cutIn(current, put, error)
  }
}

function graphCycle(cycle: readonly string[], components: readonly Component[]): SurfaceError {
  const [componentId = ''] = cycle
  const [parent = '', child = ''] = cycle.slice(-2)
  const origin = components.findLast(({ id }) => id === componentId)?.origin
  return new SurfaceError('GRAPH_CYCLE', `Component "${componentId}" contains itself: ${cycle.join(' → ')}`, {
    hint: `Take "${child}" out of "${parent}".`,
    componentId,
  }).in({ line: origin?.line, at: origin?.at })
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
    prop.kind === 'children' ? reference({ ...prop, ids: prop.ids.filter((id) => id !== child) }) : prop,
  )
  const edges = edgesOf(props, Object.keys(props))
  if (edges.some(({ to }) => to === child)) return placeholder(component.id, component.type, error, component.origin)
  return { ...component, props, edges }
}
