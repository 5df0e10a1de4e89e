/**
 * The components that were refused. Each has a report already, so the end of the stream does not report them as
 * missing.
 */
import type { Limits } from '../errors/limits.ts'
import { isObject, own } from '../json/value.ts'
import { addTo } from '../live/add-to.ts'

export interface Refused {
  /** Remembers the component ids of a refused message, and returns the ids of its surfaces. `wire`: the message as received. */
  add(wire: unknown): readonly string[]
  /** Without `componentId`: whether the message that begins the surface was refused. */
  has(surfaceId: string, componentId?: string): boolean
  /** The surface is gone. */
  forget(surfaceId: string): void
}

/** All surfaces share room for `limits.components` ids. A component that finds no room is reported twice. */
export function createRefused({ components: maxIds, idLength }: Pick<Limits, 'components' | 'idLength'>): Refused {
  const bySurface = new Map<string, Set<string>>()
  let room = maxIds

  function remember(surfaceId: string, id: unknown): void {
    if (room <= 0 || typeof id !== 'string' || id.length > idLength) return
    if (addTo(bySurface, surfaceId, id)) room--
  }

  return {
    add(wire) {
      const surfaceIds: string[] = []
      if (!isObject(wire)) return surfaceIds
      // Under any name: the name may be the mistake.
      for (const [kind, payload] of Object.entries(wire)) {
        if (!isObject(payload)) continue
        const { surfaceId, components } = payload
        if (typeof surfaceId !== 'string' || surfaceId.length > idLength) continue
        surfaceIds.push(surfaceId)
        if (kind === 'beginRendering') remember(surfaceId, beginning)
        if (!Array.isArray(components)) continue
        for (const component of components)
          if (isObject(component)) remember(surfaceId, own(component, 'id') || undefined)
      }
      return surfaceIds
    },
    has: (surfaceId, componentId = beginning) => bySurface.get(surfaceId)?.has(componentId) ?? false,
    forget(surfaceId) {
      room += bySurface.get(surfaceId)?.size ?? 0
      bySurface.delete(surfaceId)
    },
  }
}

/** No component has this id. */
const beginning = ''
