/** The properties of the views. */
import type { ReactNode } from 'react'
import type { CoreRuntime } from '../runtime/runtime.ts'
import type { AgentIdentity } from './Agent.tsx'
import type { ListedRuntime } from './hooks.ts'
import type { Renderers } from './renderer.ts'
import type { Texts } from './texts.ts'

export interface SurfaceViewProps {
  /** Whose surface it is. Default, as of every property but `surfaceId` and `source`: that of the `SurfaceProvider` around it. */
  readonly runtime?: Pick<CoreRuntime, 'surfaces'> | undefined
  /** As the agent names it. */
  readonly surfaceId: string
  /** The source that has begun the surface. Default: any. Of several surfaces with this id the last one is drawn. */
  readonly source?: string | undefined
  /** What draws each component type. Default: `basicRenderers`, for the views of `surface-runtime`; those of `/react` have none. */
  readonly renderers?: Renderers | undefined
  /** Sentences of the runtime's own, in the host's language. Compared by members, so functions in it should be the same ones. */
  readonly texts?: Partial<Texts> | undefined
  /** Levels that the agent's headings stand below the page's own: 2 makes an `h1` an `h3`. Default 0. */
  readonly headingOffset?: number | undefined
  /**
   * Whether a long list that scrolls draws only the rows near its visible part. Off, the browser's own search finds all
   * of it. Default true.
   */
  readonly windowing?: boolean | undefined
  /**
   * Whether the parts of `preload` are loaded ahead while the page is idle; where the user saves data none is. Off, each is
   * loaded when it is first needed. Default true, for the views of `surface-runtime`; those of `/react` load nothing ahead.
   */
  readonly idlePreload?: boolean | undefined
  /** The agent as the host knows it. Shown instead of the name and icon that the agent gives itself. */
  readonly agent?: AgentIdentity | undefined
  /**
   * Whether a surface takes the accent (`primaryColor`) and, in v0.8, the font that its agent asks for. Off, both are those of your
   * page. Default true.
   */
  readonly agentStyles?: boolean | undefined
  /** For reading only: inputs and buttons are off, nothing is sent. Messages still change what is shown. Default false. */
  readonly frozen?: boolean | undefined
  /**
   * Stands in a surface that has nothing to show: its stream ended without a root component, or that one was refused. Default:
   * a quiet sentence, `texts.nothing`. An element that is made anew for each render draws all surfaces anew.
   */
  readonly fallback?: ReactNode
  /** Milliseconds for which what a press does, and where its control is, must have been so before it counts. 0: none. Default 500. */
  readonly clickGuard?: number | undefined
}

export interface SurfaceListProps extends Omit<SurfaceViewProps, 'surfaceId' | 'source' | 'runtime'> {
  /** Whose surfaces they are. Default, as of every property but `source`: that of the `SurfaceProvider` around it. */
  readonly runtime?: ListedRuntime | undefined
  /** Draws the surfaces that this source has begun, or these sources. Default: all surfaces of the runtime. */
  readonly source?: string | readonly string[] | undefined
}
