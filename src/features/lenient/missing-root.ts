/** Lenient mode: the component to begin with, where it never came. */
import { SurfaceError } from '../../errors/surface-error.ts'
import type { JsonValue } from '../../json/value.ts'
import type { ProtocolFamily, Received, UpdateComponents } from '../../protocol/message.ts'
import type { LiveSurface } from '../../surface/surface.ts'

/** What draws several components one below the other. */
const container = 'Column'

/** A component in the place of the root that never came: it draws those that no other names. `undefined`: nothing came. */
export function rootFor(surface: LiveSurface): Received<UpdateComponents> | undefined {
  const { components, id: surfaceId, version } = surface
  const { root } = surface.beginning.getSnapshot()
  if (components.has(root) || components.size === 0) return undefined
  const named = new Set([...components.values()].flatMap(({ edges }) => edges.map(({ to }) => to)))
  const [first, ...others] = [...components.keys()]
  const tops = [first as string, ...others].filter((id) => !named.has(id))
  const children = tops.length > 0 ? tops : [first as string]
  const family: ProtocolFamily = version === 'v0.8' ? 'v0.8' : 'v0.9'
  const component: JsonValue =
    family === 'v0.8'
      ? { id: root, component: { [container]: { children: { explicitList: children } } } }
      : { id: root, component: container, children }
  return { kind: 'updateComponents', surfaceId, components: [component], family, at: '' }
}

/** What is said of such a component. */
export function rootReplaced(surface: LiveSurface): SurfaceError {
  const { root } = surface.beginning.getSnapshot()
  const message = `Surface "${surface.id}" has no component "${root}"; what no other component names is drawn in its place`
  const place = { hint: `Give the component to begin with the id "${root}".`, surfaceId: surface.id }
  return new SurfaceError('ROOT_MISSING', message, place, { severity: 'warning' })
}
