/** The views, with the basic renderers as their default. */
'use client'

import type { ReactElement } from 'react'
import { useProvided } from '../react/SurfaceProvider.tsx'
import * as base from '../react/SurfaceView.tsx'
import type { SurfaceListProps, SurfaceViewProps } from '../react/view-props.ts'
import { useIdlePreload } from './preload.ts'
import { basicRenderers } from './renderers.ts'

/**
 * Draws the surface with this id, and nothing while there is none. `renderers` default to those of the basic catalog.
 * `idlePreload`: whether the late parts are loaded while the page is idle; by default they are.
 */
export function SurfaceView(given: SurfaceViewProps): ReactElement {
  const { renderers = basicRenderers, idlePreload = true, ...props } = useProvided(given)
  useIdlePreload(idlePreload)
  return <base.SurfaceView {...props} renderers={renderers} />
}

/** Draws all surfaces of the runtime, in the order of their creation. The defaults are those of `SurfaceView`. */
export function SurfaceList(given: SurfaceListProps): ReactElement {
  const { renderers = basicRenderers, idlePreload = true, ...props } = useProvided(given)
  useIdlePreload(idlePreload)
  return <base.SurfaceList {...props} renderers={renderers} />
}
