/** The surface that a component is drawn in, for hooks of renderers. */
import { type Context, createContext, type RefObject } from 'react'
import type { LiveSurface } from '../surface/surface.ts'

export interface SurfaceContextValue {
  readonly surface: LiveSurface
  /** The element of the surface. */
  readonly frame: RefObject<HTMLElement | null>
}

export const SurfaceContext: Context<SurfaceContextValue | undefined> = createContext<SurfaceContextValue | undefined>(
  undefined,
)
