/** Hooks for hosts: what one surface holds, and how far it has come. */
'use client'

import { useCallback } from 'react'
import type { JsonValue } from '../json/value.ts'
import { type Arrival, liveSurface, type Surface } from '../surface/surface.ts'
import type { SetOptions } from '../surface/surface-data.ts'
import { useBinding } from './hooks.ts'

/** Writes a value; `undefined` removes it. As `SurfaceData.set`. Nothing happens where there is no surface. */
export type SetData = (value: JsonValue | undefined, options?: SetOptions) => void

/**
 * The value at a JSON Pointer of a surface's data, and what writes it, as `useState` gives both. Renders when the value changes;
 * `undefined` where there is none, or no surface yet.
 *
 * Throws a `SurfaceError` for a pointer that is none.
 *
 * @example
 * const surface = useSurface(runtime, 'trip')
 * const [nights, setNights] = useSurfaceData(surface, '/nights')
 */
export function useSurfaceData(
  surface: Surface | undefined,
  pointer: string,
): readonly [value: JsonValue | undefined, set: SetData] {
  const value = useBinding<JsonValue | undefined>({
    subscribe: useCallback((notify) => surface?.data.subscribe(pointer, notify) ?? stay, [surface, pointer]),
    getSnapshot: () => surface?.data.get(pointer),
  })
  const set: SetData = useCallback((next, options) => surface?.data.set(pointer, next, options), [surface, pointer])
  return [value, set]
}

/** `failed`: the component to begin with was refused, so nothing is drawn. */
export type SurfaceStatus = Arrival | 'failed'

/**
 * How far a surface has come: `arriving` while its stream goes on and components are missing, or there is no surface yet; `complete`
 * when all that it names is there; `incomplete` when its stream has ended before; `failed` when its first component was refused.
 */
export function useSurfaceStatus(surface: Surface | undefined): SurfaceStatus {
  const live = surface && liveSurface(surface)
  return useBinding<SurfaceStatus>({
    subscribe: useCallback(
      (notify) => {
        const ends = [live?.arrival, live?.componentSet.revision].map((binding) => binding?.subscribe(notify))
        return () => {
          for (const end of ends) end?.()
        }
      },
      [live],
    ),
    getSnapshot() {
      if (!live) return 'arriving'
      return live.components.get(live.beginning.getSnapshot().root)?.invalid ? 'failed' : live.arrival.getSnapshot()
    },
  })
}

const stay = (): void => {}
