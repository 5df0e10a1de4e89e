/** Which components were refused. A report has told of each, so the end of the stream does not name it as never sent. */
import type { Limits } from '../json/limits.ts'
import { isObject, own } from '../json/value.ts'

export interface Refused {
  /** Remembers the ids of a refused message's components. `wire`: the message as it came, whatever is wrong with it. */
  add(wire: unknown): void
  /** Without a component's id: whether the message that begins the surface was refused. */
  has(surfaceId: string, componentId?: string): boolean
  /** The surface is gone. */
  forget(surfaceId: string): void
}

/** All surfaces together have room for as many ids as one may have components. What finds no room is told twice. */
export function createRefused({ components: most, idLength }: Pick<Limits, 'components' | 'idLength'>): Refused {
  const bySurface = new Map<string, Set<string>>()
  let room = most

  function remember(surfaceId: string, id: unknown): void {
    if (room <= 0 || typeof id !== 'string' || id.length > idLength) return
    const ids = bySurface.get(surfaceId) ?? new Set()
    if (ids.has(id)) return
    bySurface.set(surfaceId, ids.add(id))
    room--
  }

  return {
    add(wire) {
      if (!isObject(wire)) return
      // By any name, because the name may be what is wrong.
      for (const [kind, payload] of Object.entries(wire)) {
        if (!isObject(payload)) continue
        const { surfaceId, components } = payload
        if (typeof surfaceId !== 'string' || surfaceId.length > idLength) continue
        if (kind === 'beginRendering') remember(surfaceId, beginning)
        if (!Array.isArray(components)) continue
        for (const component of components)
          if (isObject(component)) remember(surfaceId, own(component, 'id') || undefined)
      }
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
