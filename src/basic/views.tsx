/** The views, with the basic renderers as their default. */
'use client'

import type { ReactElement } from 'react'
import * as base from '../react/SurfaceView.tsx'
import { basicRenderers } from './renderers.ts'

type WithDefault<Props extends { readonly renderers: unknown }> = Omit<Props, 'renderers'> &
  Partial<Pick<Props, 'renderers'>>

export type SurfaceViewProps = WithDefault<base.SurfaceViewProps>
export type SurfaceListProps = WithDefault<base.SurfaceListProps>

/**
 * Draws the surface with this id, and nothing while there is none. `renderers` default to those of the basic catalog.
 */
export function SurfaceView({ renderers = basicRenderers, ...props }: SurfaceViewProps): ReactElement {
  return <base.SurfaceView {...props} renderers={renderers} />
}

/** Draws all surfaces of the runtime, in the order of their creation. */
export function SurfaceList({ renderers = basicRenderers, ...props }: SurfaceListProps): ReactElement {
  return <base.SurfaceList {...props} renderers={renderers} />
}
