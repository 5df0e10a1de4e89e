/** The surfaces of the shopping agent: opened, found again and removed, in the version of the client. */

import type { Fields } from '../../agent/surface-messages.ts'
import { createSurfaceWriter, type SurfaceWriter } from '../../agent/surface-writer.ts'
import type { PlanContext } from './plan.ts'

const accent = '#0F766E'

/** A new surface of this name; `undefined` for a client that shows none. */
export function openSurface(context: PlanContext, name: string): SurfaceWriter | undefined {
  const { surfaceVersion, memory } = context
  if (surfaceVersion === undefined) return undefined
  return createSurfaceWriter(memory.newSurfaceId(name), surfaceVersion, accent)
}

/** A surface that is there. */
export function surfaceOf(
  { surfaceVersion, memory }: PlanContext,
  surfaceId: string | undefined,
): SurfaceWriter | undefined {
  if (surfaceVersion === undefined || surfaceId === undefined || !memory.surfaces.has(surfaceId)) return undefined
  return createSurfaceWriter(surfaceId, surfaceVersion, accent)
}
