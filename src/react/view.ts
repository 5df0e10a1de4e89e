/** What all components of one mounted surface share. */
import type { ReactNode } from 'react'
import type { Component } from '../catalog/component.ts'
import type { Pointer } from '../json/pointer.ts'
import { getOwn } from '../json/value.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { LateAddresses } from './late-addresses.ts'
import type { NodeQuota } from './nodes.ts'
import type { PressGuard } from './press-guard.ts'
import type { Attempts, InlineRenderer, Renderers } from './renderer.ts'
import type { Texts } from './texts.ts'

export interface View {
  readonly surface: LiveSurface
  readonly renderers: Renderers
  readonly texts: Texts
  readonly quota: NodeQuota
  /** Whether what the server has drawn may be on the page, and be of other data. */
  readonly served: { current: boolean }
  readonly attempts: Attempts
  /** Levels that headings stand below the first. */
  readonly headingOffset: number
  /** Whether long lists that scroll draw only the rows near their visible part. */
  readonly windowing: boolean
  /** The name that the host knows the agent by; where there is none, the agent's own counts. */
  readonly agent: string | undefined
  /** The user may read and nothing more. */
  readonly frozen: boolean
  readonly guard: PressGuard
  readonly late: LateAddresses
  /** What is drawn with it stands inside of a control. */
  readonly inControl: boolean
  /** The view for what stands inside of a control. */
  readonly inside: () => View
  /**
   * An instance of a component. `scope` is where its relative paths start, `depth` 1 at the root. `taken`: nodes that were taken for
   * it; default 0.
   */
  readonly component: (id: string, scope: Pointer, depth: number, key: string, taken?: number) => ReactNode
}

/** The renderer of a component that can be drawn, if it is `inline`. */
export function inlineRendererOf(view: View, component: Component | undefined): InlineRenderer<never> | undefined {
  const renderer = component && !component.invalid ? getOwn(view.renderers, component.type) : undefined
  return renderer && 'inline' in renderer ? renderer : undefined
}
