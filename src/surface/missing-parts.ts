/** The parts that are missing when a stream has ended. While the stream runs, a missing part may still arrive. */
import type { Component, Prop } from '../catalog/component.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { formatPointer } from '../json/pointer.ts'
import type { LiveSurface } from './surface.ts'

/**
 * Warnings for a root and for children that were never sent. `refused`: whether a component of this id was sent,
 * refused and reported.
 */
export function missingParts(surface: LiveSurface, refused: (id: string) => boolean): readonly SurfaceError[] {
  const { components, id: surfaceId } = surface
  const { root } = surface.beginning.getSnapshot()
  const found: SurfaceError[] = []
  const came = (id: string): boolean => components.has(id) || refused(id)
  if (!came(root)) found.push(rootMissing(surfaceId, root))
  for (const component of components.values()) {
    if (component.edges.every(({ to }) => came(to))) continue
    for (const [tokens, child] of referencesIn({ kind: 'members', members: component.props }, [])) {
      // A translated v0.8 component has other properties, so the place in its message is unknown.
      const place = surface.version === 'v0.8' ? [] : tokens
      if (!came(child)) found.push(childMissing(component, place, child).in({ surfaceId }))
    }
  }
  return found
}

function rootMissing(surfaceId: string, root: string): SurfaceError {
  const hint = `Send a component with the id "${root}".`
  return new SurfaceError(
    'ROOT_MISSING',
    `Surface "${surfaceId}" has no component "${root}" to begin with`,
    { hint, surfaceId },
    { severity: 'warning' },
  )
}

function childMissing({ id, origin }: Component, tokens: readonly string[], child: string): SurfaceError {
  const hint = `Send a component with the id "${child}", or take it out of "${id}".`
  return new SurfaceError(
    'CHILD_MISSING',
    `Component "${id}" names "${child}", which was never sent`,
    { hint, componentId: id, at: origin.at + formatPointer(tokens) },
    { severity: 'warning' },
  ).in({ line: origin.line })
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
