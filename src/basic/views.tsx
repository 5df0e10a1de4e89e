/** The views, with the basic renderers as their default. */
'use client'

import type { ReactElement } from 'react'
import * as base from '../react/SurfaceView.tsx'
import { useIdlePreload } from './preload.ts'
import { basicRenderers } from './renderers.ts'

/**
 * Draws the surface with this id, and nothing while there is none. `renderers` default to those of the basic catalog.
 * `idlePreload`: whether the late parts are loaded while the page is idle; by default they are.
 */
export function SurfaceView({
  renderers = basicRenderers,
  idlePreload = true,
  ...props
}: base.SurfaceViewProps): ReactElement {
  useIdlePreload(idlePreload)
  return <base.SurfaceView {...props} renderers={renderers} />
}

/** Draws all surfaces of the runtime, in the order of their creation. The defaults are those of `SurfaceView`. */
export function SurfaceList({
  renderers = basicRenderers,
  idlePreload = true,
  ...props
}: base.SurfaceListProps): ReactElement {
  useIdlePreload(idlePreload)
  return <base.SurfaceList {...props} renderers={renderers} />
}
