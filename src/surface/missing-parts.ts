/** The parts that are missing when a stream has ended. While the stream runs, a missing part may still arrive. */
import type { Prop } from '../catalog/component.ts'
import { type ErrorCode, type ErrorDetails, SurfaceError } from '../errors/surface-error.ts'
import { formatPointer } from '../json/pointer.ts'
import type { LiveSurface } from './surface.ts'

/**
 * Warnings for a root and for children that were never sent. `refused`: whether a component of this id was sent,
 * refused and reported.
 */
export function missingParts(surface: LiveSurface, refused: (id: string) => boolean): readonly SurfaceError[] {
  const { components, id: surfaceId, version } = surface
  const { root } = surface.beginning.getSnapshot()
  const found: SurfaceError[] = []
  const came = (id: string): boolean => components.has(id) || refused(id)
  const warn = (code: ErrorCode, message: string, details: ErrorDetails, line?: number): void =>
    void found.push(new SurfaceError(code, message, details, { severity: 'warning' }).in({ surfaceId, line }))
  if (!came(root)) {
    const hint = `Send a component with the id "${root}".`
    warn('ROOT_MISSING', `Surface "${surfaceId}" has no component "${root}" to begin with`, { hint })
  }
  for (const { id: componentId, edges, props, origin } of components.values()) {
    if (edges.every(({ to }) => came(to))) continue
    for (const [tokens, child] of referencesIn({ kind: 'members', members: props }, [])) {
      if (came(child)) continue
      const hint = `Send a component with the id "${child}", or take it out of "${componentId}".`
      // A translated v0.8 component has other properties, so the place in its message is unknown.
      const at = origin.at + formatPointer(version === 'v0.8' ? [] : tokens)
      const message = `Component "${componentId}" names "${child}", which was never sent`
      warn('CHILD_MISSING', message, { hint, componentId, at }, origin.line)
    }
  }
  return found
}

/** Each reference to another component, with its place among the properties. */
function* referencesIn(prop: Prop, tokens: readonly string[]): Generator<readonly [readonly string[], string]> {
  if (prop.kind === 'child') yield [tokens, prop.id]
  else if (prop.kind === 'template') yield [[...tokens, 'componentId'], prop.componentId]
  else if (prop.kind === 'children') for (const [index, id] of Object.entries(prop.ids)) yield [[...tokens, index], id]
  else if (prop.kind === 'members' || prop.kind === 'list') {
    const inner = prop.kind === 'list' ? prop.items : prop.members
    for (const [name, member] of Object.entries<Prop>(inner)) yield* referencesIn(member, [...tokens, name])
  }
}
