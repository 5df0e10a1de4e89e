/** Lenient mode: of the components of a message those that come into the surface. */
import type { Component } from '../catalog/component.ts'
import type { ComponentSet } from './component-set.ts'

/** What draws nothing does not take the place of what does, in the surface or in the message. */
export function withoutSuperseded(components: readonly Component[], byId: ComponentSet['byId']): readonly Component[] {
  const drawable = components.filter(({ invalid }) => !invalid)
  if (drawable.length === components.length) return components
  const drawn = new Set(drawable.map(({ id }) => id))
  return components.filter(
    ({ id, invalid }) => !invalid || (!drawn.has(id) && (byId.get(id)?.invalid || !byId.has(id))),
  )
}
