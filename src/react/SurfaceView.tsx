/** One surface as a React component: its frame, whose it is, and its root. */
'use client'

import {
  Fragment,
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Theme } from '../catalog/door.ts'
import { root } from '../json/pointer.ts'
import { nameWithin } from '../json/value.ts'
import type { Runtime } from '../runtime.ts'
import { type LiveSurface, liveSurface } from '../surface/surface.ts'
import { createTallies } from '../surface/tally.ts'
import { Agent, type AgentIdentity } from './Agent.tsx'
import { accentOf } from './accent.ts'
import { createAttempts } from './attempts.ts'
import { ComponentView } from './ComponentView.tsx'
import { useBinding, useGeneration, useHydrated, useStable, useSurface, useSurfaces } from './hooks.ts'
import { usePressGuard } from './press-guard.ts'
import type { Renderers } from './renderer.ts'
import { useStatus } from './status.ts'
import { SurfaceContext } from './surface-context.ts'
import { defaultTexts, type Texts } from './texts.ts'
import { createRequests, untainted, type View } from './view.ts'

export interface SurfaceViewProps {
  readonly runtime: Pick<Runtime, 'surfaces'>
  readonly surfaceId: string
  /** What draws each component type. Default: `basicRenderers`, for the views of `surface-runtime`; those of `/react` have none. */
  readonly renderers?: Renderers | undefined
  /** Sentences of the runtime's own, in the host's language. Compared by members, so functions in it should be the same ones. */
  readonly texts?: Partial<Texts> | undefined
  /** Levels that the agent's headings stand below the page's own: 2 makes an `h1` an `h3`. Default 0. */
  readonly headingOffset?: number | undefined
  /** Whether a long list that scrolls draws only what is near. Off, the browser's own search finds all of it. Default true. */
  readonly windowing?: boolean | undefined
  /**
   * Whether the parts of `preload` are loaded ahead while the page is idle; where the user saves data none is. Off, each is
   * loaded when it is first needed. Default true, for the views of `surface-runtime`; those of `/react` load nothing ahead.
   */
  readonly idlePreload?: boolean | undefined
  /** Whom the host knows the agent to be. It is shown instead of what the agent says of itself. */
  readonly agent?: AgentIdentity | undefined
  /** For reading only: inputs and buttons are off, nothing is sent. Messages still change what is shown. Default false. */
  readonly frozen?: boolean | undefined
  /** Milliseconds for which a control that a message changed or moved under the pointer ignores it. 0: none. Default 500. */
  readonly clickGuard?: number | undefined
}

export interface SurfaceListProps extends Omit<SurfaceViewProps, 'surfaceId'> {}

interface WithRenderers {
  readonly renderers: Renderers
}

/** Draws the surface of this id, and nothing while there is none. */
export function SurfaceView({ runtime, surfaceId, ...rest }: SurfaceViewProps & WithRenderers): ReactElement | null {
  const surface = useSurface(runtime, surfaceId)
  const options = useOptions(rest)
  const generation = useGeneration(runtime)
  if (!surface) return null
  const live = liveSurface(surface)
  return <SurfaceFrame key={keyOf(live, generation)} surface={live} {...options} />
}

/** Draws every surface, in order of creation. */
export function SurfaceList({ runtime, ...rest }: SurfaceListProps & WithRenderers): ReactElement | null {
  const surfaces = useSurfaces(runtime).map(liveSurface)
  const options = useOptions(rest)
  const generation = useGeneration(runtime)
  const earlier = new Set(surfaces.slice(0, -latest))
  const runs = runsOf(surfaces).map(([run, members]) => (
    <Fragment key={`${generation} ${run}`}>
      {members.map((surface) => (
        <SurfaceFrame key={surface.key} surface={surface} earlier={earlier.has(surface)} {...options} />
      ))}
    </Fragment>
  ))
  // An element, because to the types of React 18.2 nothing else is what a component returns.
  return <>{runs}</>
}

type FrameOptions = Omit<SurfaceFrameProps, 'surface' | 'earlier'>

/** Objects that a host writes inline are other ones at each render; their members count. */
function useOptions(options: FrameOptions): FrameOptions {
  const renderers = useStable(options.renderers)
  const texts = useStable(options.texts)
  const agent = useStable(options.agent)
  return { ...options, renderers, texts, agent }
}

/**
 * How many of a list are laid out wherever they stand; those before them only within sight. A page that follows its end
 * must know how high the last ones are.
 */
const latest = 20

/** For a change in one surface React looks at its run, and at none of the thousand others. */
const runLength = 32

/** By the number that a surface has for life: one that goes moves no other into another run, where it would be made anew. */
function runsOf(
  surfaces: readonly LiveSurface[],
): readonly (readonly [run: number, members: readonly LiveSurface[]])[] {
  const runs = new Map<number, LiveSurface[]>()
  for (const surface of surfaces) {
    const run = Math.floor(surface.key / runLength)
    const members = runs.get(run)
    if (members) members.push(surface)
    else runs.set(run, [surface])
  }
  return [...runs]
}

/** A runtime numbers its surfaces; those of another runtime begin anew, and are nevertheless others. */
function keyOf(surface: LiveSurface, generation: number): string {
  return `${generation} ${surface.key}`
}

interface SurfaceFrameProps extends Omit<SurfaceViewProps, 'runtime' | 'surfaceId' | 'renderers'>, WithRenderers {
  readonly surface: LiveSurface
  /** Others have come since. */
  readonly earlier?: boolean
}

/** Remembered, because the list is another one whenever a surface comes or goes: a thousand others are as they were. */
const SurfaceFrame = memo(function SurfaceFrame(props: SurfaceFrameProps): ReactNode {
  const { surface, agent, earlier = false } = props
  const beginning = useBinding(surface.beginning)
  const frame = useRef<HTMLElement>(null)
  const view = useView(props, frame)
  const [context] = useState(() => ({ surface, frame }))
  const { theme } = beginning
  const [revision] = useState(() => String(surface.revision - surface.loads.revision))
  const [outdated, setOutdated] = useState(false)
  const framed = useCallback(
    (element: HTMLElement | null) => {
      frame.current = element
      applyTheme(element, theme)
      // The server has drawn other data: React would leave the attributes of all its elements as they are.
      if (element && element.dataset['revision'] !== revision) setOutdated(true)
    },
    [theme, revision],
  )
  const name = (view.agent ?? theme.agentDisplayName) || view.texts.surface
  const { busy, said } = useStatus(surface, name, view.texts)
  const note = useId()
  return (
    <article
      key={outdated ? 'anew' : 'served'}
      data-revision={revision}
      suppressHydrationWarning
      className={earlier ? 'sf-surface sf-surface--earlier' : 'sf-surface'}
      aria-label={name}
      aria-describedby={view.frozen ? note : undefined}
      // Text that an input keeps to itself, such as a filter, moves the page too.
      onInputCapture={surface.noteUserInput}
      ref={framed}
    >
      <div className="sf-visually-hidden" role="status">
        {said}
      </div>
      <Agent known={agent} theme={theme} surface={surface} />
      {/* Not the article: what is said within a busy element may not be heard. */}
      <div className="sf-surface__body" aria-busy={busy || undefined} suppressHydrationWarning>
        <SurfaceContext.Provider value={context}>
          {view.component(beginning.root, root, 1, beginning.root, untainted)}
        </SurfaceContext.Provider>
      </div>
      {view.frozen && (
        <p className="sf-frozen" id={note}>
          {view.texts.frozen}
        </p>
      )}
    </article>
  )
})

function useView(props: SurfaceFrameProps, frame: RefObject<HTMLElement | null>): View {
  const { surface, renderers, texts, headingOffset = 0, windowing = true, frozen = false, clickGuard = 500 } = props
  const agent = props.agent === undefined ? undefined : nameWithin(props.agent.name)
  const tallies = useMemo(() => {
    // A server mounts nothing, so what it has drawn would count for ever.
    const all = typeof document === 'undefined' ? undefined : surface.drawn
    const { own, tainted } = createTallies(surface.limits.nodes, all)
    return { tally: own, taintedTally: tainted }
  }, [surface])
  const [lasting] = useState(() => ({ attempts: createAttempts(), requests: createRequests() }))
  const guard = usePressGuard(frame, surface, clickGuard)
  const served = useRef(!useHydrated())
  useEffect(() => {
    served.current = false
  }, [])
  return useMemo(() => {
    const shared = {
      surface,
      renderers,
      texts: { ...defaultTexts, ...texts },
      ...tallies,
      ...lasting,
      served,
      headingOffset,
      windowing,
      agent,
      frozen,
      guard,
    }
    return viewOf(shared, viewOf(shared))
  }, [surface, renderers, texts, tallies, lasting, headingOffset, windowing, agent, frozen, guard])
}

/** `inside`: the view for what stands inside of a control; a view that is given none is that view itself. */
function viewOf(shared: Omit<View, 'inControl' | 'inside' | 'component'>, inside?: View): View {
  const view: View = {
    ...shared,
    inControl: !inside,
    inside: () => inside ?? view,
    component: (id, scope, depth, key, taints, admitted = false) => (
      <ComponentView key={key} view={view} id={id} scope={scope} depth={depth} taints={taints} admitted={admitted} />
    ),
  }
  return view
}

/** Through the object model: a strict policy forbids `style` attributes, and only checked values come this far. */
function applyTheme(element: HTMLElement | null, { primaryColor, font }: Theme): void {
  if (!element) return
  const accent = primaryColor === undefined ? undefined : accentOf(primaryColor)
  setOrRemove(element, '--sf-accent-light', accent?.light)
  setOrRemove(element, '--sf-accent-dark', accent?.dark)
  setOrRemove(element, '--sf-font', font !== undefined && /^[\w\s,'"-]{1,200}$/.test(font) ? font : undefined)
}

function setOrRemove(element: HTMLElement, property: string, value: string | undefined): void {
  if (value === undefined) element.style.removeProperty(property)
  else element.style.setProperty(property, value)
}
