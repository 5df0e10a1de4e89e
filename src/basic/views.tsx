/** The views with the basic renderers at hand. */
'use client'

import type { ReactElement } from 'react'
import * as bare from '../react/SurfaceView.tsx'
import { basicRenderers } from './renderers.ts'

type WithDefault<Props extends { readonly renderers: unknown }> = Omit<Props, 'renderers'> &
  Partial<Pick<Props, 'renderers'>>

export type SurfaceViewProps = WithDefault<bare.SurfaceViewProps>
export type SurfaceListProps = WithDefault<bare.SurfaceListProps>

/** Draws the surface of this id, and nothing while there is none. Without `renderers`, in the basic catalog's looks. */
export function SurfaceView({ renderers = basicRenderers, ...props }: SurfaceViewProps): ReactElement {
  return <bare.SurfaceView {...props} renderers={renderers} />
}

/** Draws every surface of the runtime, in order of creation. */
export function SurfaceList({ renderers = basicRenderers, ...props }: SurfaceListProps): ReactElement {
  return <bare.SurfaceList {...props} renderers={renderers} />
}
