/** The surfaces of the shopping agent: opened, found again and removed, in the version of the client. */
import type { SurfaceMessage } from '../../../src/entries/core.ts'
import { createSurfaceWriter } from '../../agent/surface-writer.ts'
import { surfaceName } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { chatCatalogId } from './results-surface.ts'
import type { ShopSurface } from './shop-surface.ts'

const accent = '#0F766E'

/** A new surface of this name; `undefined` for a client that shows none. */
export function openSurface(context: PlanContext, name: string): ShopSurface | undefined {
  const { surfaceVersion, memory } = context
  if (surfaceVersion === undefined) return undefined
  return { ...createSurfaceWriter(memory.newSurfaceId(name), surfaceVersion, accent), words: memory.words }
}

/** Whether the client draws the chat's own components, `Match` and others. */
export function knowsMatch({ version }: ShopSurface, { catalogIds }: PlanContext): boolean {
  return version === 'v0.9' && catalogIds.includes(chatCatalogId)
}

/** A surface that is there. */
export function surfaceOf(
  { surfaceVersion, memory }: PlanContext,
  surfaceId: string | undefined,
): ShopSurface | undefined {
  if (surfaceVersion === undefined || surfaceId === undefined || !memory.surfaces.has(surfaceId)) return undefined
  return { ...createSurfaceWriter(surfaceId, surfaceVersion, accent), words: memory.words }
}

/** What was shown stays and is for reading only: none of its buttons is there any more. */
export function endSurfaces({ memory }: PlanContext): readonly SurfaceMessage[] {
  const ended = [...memory.endings].filter(([id]) => memory.surfaces.has(id))
  memory.endings.clear()
  for (const [id] of ended) memory.surfaces.delete(id)
  return ended.map(([, message]) => message)
}

/** The messages that remove all surfaces of these names. */
export function removeSurfaces(context: PlanContext, names: readonly string[]): readonly SurfaceMessage[] {
  const { memory } = context
  const ids = [...memory.surfaces].filter((id) => names.includes(surfaceName(id)))
  return ids.flatMap((id) => {
    const surface = surfaceOf(context, id)
    memory.surfaces.delete(id)
    memory.endings.delete(id)
    return surface ? [surface.remove()] : []
  })
}
