/** One surface as a React component: its frame, the name of its agent, and its root component. */
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
import { root } from '../json/pointer.ts'
import { nameWithin } from '../json/value.ts'
import { shownComponent } from '../surface/shown.ts'
import { type LiveSurface, liveSurface } from '../surface/surface.ts'
import { Agent } from './Agent.tsx'
import { ComponentView } from './ComponentView.tsx'
import {
  SurfaceContext,
  useBinding,
  useGeneration,
  useGradualList,
  useHydrated,
  useStable,
  useSurface,
  useSurfaces,
} from './hooks.ts'
import { createLateAddresses } from './late-addresses.ts'
import { Notice } from './Notice.tsx'
import { createNodeQuota } from './nodes.ts'
import { usePressGuard } from './press-guard.ts'
import { createAttempts, type Renderers } from './renderer.ts'
import { useProvided } from './SurfaceProvider.tsx'
import { followPictures } from './shown-addresses.ts'
import { useStatus } from './status.ts'
import { defaultTexts } from './texts.ts'
import { applyTheme } from './theme.ts'
import type { View } from './view.ts'
import type { SurfaceListProps, SurfaceViewProps } from './view-props.ts'

/** Draws the surface of this id, and nothing while there is none. */
export function SurfaceView(props: SurfaceViewProps): ReactElement | null {
  const { runtime, surfaceId, source, ...rest } = useProvided(props)
  const surface = useSurface(runtime, surfaceId, { source })
  const options = useOptions(rest)
  const generation = useGeneration(runtime)
  if (!surface) return null
  const live = liveSurface(surface)
  // A runtime numbers its surfaces from 0, so the surfaces of another runtime need other keys.
  return <SurfaceFrame key={`${generation} ${live.key}`} surface={live} {...options} />
}

/** Draws every surface, or those of one source, in order of creation. */
export function SurfaceList(props: SurfaceListProps): ReactElement | null {
  const { runtime, source, ...rest } = useProvided(props)
  const surfaces = useGradualList(useSurfaces(runtime, { source })).map(liveSurface)
  const options = useOptions(rest)
  const generation = useGeneration(runtime)
  const earlier = new Set(surfaces.slice(0, -latest))
  const [known] = useState((): KnownRuns => ({ of: new WeakMap(), made: 0 }))
  const runs = runsOf(surfaces, known).map(([run, members]) => (
    <Fragment key={`${generation} ${run}`}>
      {members.map((surface) => (
        <SurfaceFrame key={surface.key} surface={surface} earlier={earlier.has(surface)} {...options} />
      ))}
    </Fragment>
  ))
  // An element, because to the types of React 18.2 nothing else is what a component returns.
  return <>{runs}</>
}

const noRenderers: Renderers = {}

type FrameOptions = Omit<SurfaceFrameProps, 'surface' | 'earlier'>

/** Objects that a host writes inline are other ones at each render; their members count. */
function useOptions(options: Omit<FrameOptions, 'renderers'> & Pick<SurfaceViewProps, 'renderers'>): FrameOptions {
  const renderers = useStable(options.renderers ?? noRenderers)
  if (!Object.keys(renderers)[0]) throw new TypeError('A view needs "renderers", made by defineRenderers.')
  const texts = useStable(options.texts)
  const agent = useStable(options.agent)
  return { ...options, renderers, texts, agent }
}

/**
 * The number of last surfaces that are always laid out; earlier ones only near the viewport. A page that follows its
 * end needs the height of the last ones.
 */
const latest = 20

/** For a change in one surface React compares one run, not 1,000 surfaces. */
const runLength = 32

/** The runs of surfaces that were listed before, and how many were made. */
interface KnownRuns {
  readonly of: WeakMap<LiveSurface, number>
  made: number
}

/**
 * A surface stays in its run: in another one it would be remounted. A new one joins the run before it or behind it, where that has room,
 * and the run that it is within. What was never listed together may stand within a run of others: what is behind it gets a run anew.
 */
function runsOf(
  surfaces: readonly LiveSurface[],
  known: KnownRuns,
): readonly (readonly [run: number, members: readonly LiveSurface[]])[] {
  const sizes = new Map<number, number>()
  const join = (run: number): number => {
    sizes.set(run, (sizes.get(run) ?? 0) + 1)
    return run
  }
  let behind: number | undefined
  const nexts = surfaces
    .toReversed()
    .map((surface) => {
      const run = known.of.get(surface)
      if (run !== undefined) behind = join(run)
      return behind
    })
    .reverse()
  const hasRoom = (run: number | undefined): boolean => run !== undefined && (sizes.get(run) ?? 0) < runLength
  const runs = new Map<number, LiveSurface[]>()
  let before: number | undefined
  for (const [index, surface] of surfaces.entries()) {
    const next = nexts[index]
    const wanted = known.of.get(surface) ?? (before === next ? before : [before, next].find(hasRoom))
    const isWhole = wanted !== undefined && (wanted === before || !runs.has(wanted))
    const run = isWhole ? wanted : known.made++
    if (known.of.get(surface) !== run) known.of.set(surface, join(run))
    const members = runs.get(run)
    if (members) members.push(surface)
    else runs.set(run, [surface])
    before = run
  }
  return [...runs]
}

interface SurfaceFrameProps extends Omit<SurfaceViewProps, 'runtime' | 'surfaceId' | 'source' | 'renderers'> {
  readonly renderers: Renderers
  readonly surface: LiveSurface
  /** Newer surfaces exist. */
  readonly earlier?: boolean
}

/** `memo`: adding one surface must not render the other 1,000. */
const SurfaceFrame = memo(function SurfaceFrame(props: SurfaceFrameProps): ReactNode {
  const { surface, agent, fallback, earlier, agentStyles = true } = props
  const beginning = useBinding(surface.beginning)
  const frame = useRef<HTMLElement>(null)
  const view = useView(props, frame)
  const [context] = useState(() => ({ surface, frame }))
  const { theme } = beginning
  // Without arrivals: the server and the page load modules at different times.
  const [revision] = useState(() => String(surface.changes.count - surface.loads.arrivals))
  const [outdated, setOutdated] = useState(false)
  const framed = useCallback(
    (element: HTMLElement | null) => {
      frame.current = element
      if (!element) return
      applyTheme(element, theme, agentStyles)
      // The server has drawn other data, and React would keep the attributes of all its elements.
      if (element.dataset['revision'] !== revision) setOutdated(true)
    },
    [theme, revision, agentStyles],
  )
  const agentName = view.agent ?? theme.agentDisplayName
  const name = agentName || view.texts.surface
  const { busy, announcement } = useStatus(surface, name, view.texts)
  // An arrival draws the frame again by `useStatus`. Where a root comes and its stream ends in one task, the arrival may be the
  // same as before: then the components alone tell.
  const nothing = useBinding({
    ...surface.componentSet.revision,
    getSnapshot() {
      const first = shownComponent(surface, beginning.root)
      // A root that was refused draws its notice, where the host has nothing else to show.
      return first
        ? fallback !== undefined && first.invalid !== undefined
        : surface.arrival.getSnapshot() === 'incomplete'
    },
  })
  const cut = useBinding(surface.cut)
  const note = useId()
  return (
    <article
      key={outdated ? 'anew' : 'served'}
      data-revision={revision}
      suppressHydrationWarning
      className={earlier ? 'sf-surface sf-surface--earlier' : 'sf-surface'}
      aria-label={name}
      aria-describedby={view.frozen ? note : undefined}
      // Local text of an input, such as a filter, changes the layout too. Not while capturing: React 18 would draw before the
      // input's own handler has seen the text, and so take it away.
      onInput={() => surface.unsent.enter()}
      ref={framed}
    >
      <div className="sf-visually-hidden" role="status">
        {announcement}
      </div>
      <Agent known={agent} name={agentName} theme={theme} surface={surface} />
      {/* Not the article: screen readers may skip announcements within a busy element. */}
      <div className="sf-surface__body" aria-busy={busy || undefined} suppressHydrationWarning>
        {nothing ? (
          (fallback ?? <Notice text={view.texts.nothing} inControl={false} />)
        ) : (
          <SurfaceContext.Provider value={context}>
            {view.component(beginning.root, root, 1, beginning.root)}
          </SurfaceContext.Provider>
        )}
      </div>
      {(view.frozen || cut) && (
        <p className="sf-frozen" id={note}>
          {view.frozen ? view.texts.frozen : view.texts.incomplete(name)}
        </p>
      )}
    </article>
  )
})

function useView(props: SurfaceFrameProps, frame: RefObject<HTMLElement | null>): View {
  const { surface, renderers, texts, headingOffset = 0, windowing = true, frozen = false, clickGuard = 500 } = props
  const agent = props.agent === undefined ? undefined : nameWithin(props.agent.name)
  const quota = useMemo(() => {
    // A server mounts nothing, so what it has drawn would count for ever.
    const shared = typeof document === 'undefined' ? undefined : surface.drawn
    return createNodeQuota(surface.limits.nodes, shared)
  }, [surface])
  const [attempts] = useState(createAttempts)
  const late = useMemo(() => createLateAddresses(surface, renderers), [surface, renderers])
  const guard = usePressGuard(frame, surface, clickGuard, texts?.changed ?? defaultTexts.changed)
  const hydrated = useHydrated()
  const served = useRef(!hydrated)
  // While rendering, because the components evaluate while they render.
  if (!hydrated) surface.loads.beginHydration()
  useEffect(() => {
    served.current = false
    const unmount = surface.loads.mount()
    const unfollow = followPictures(frame, surface, renderers, late)
    return () => {
      unmount()
      unfollow()
    }
  }, [surface, frame, renderers, late])
  return useMemo(() => {
    const shared = {
      surface,
      renderers,
      texts: { ...defaultTexts, ...texts },
      quota,
      attempts,
      served,
      headingOffset,
      windowing,
      agent,
      frozen,
      guard,
      late,
    }
    return viewOf(shared, viewOf(shared))
  }, [surface, renderers, texts, quota, attempts, headingOffset, windowing, agent, frozen, guard, late])
}

/** `inside`: the view for children of a control. Without it the view is that inner view itself. */
function viewOf(shared: Omit<View, 'inControl' | 'inside' | 'component'>, inside?: View): View {
  const view: View = {
    ...shared,
    inControl: !inside,
    inside: () => inside ?? view,
    component: (id, scope, depth, key, taken = 0) => (
      <ComponentView key={key} view={view} id={id} scope={scope} depth={depth} taken={taken} />
    ),
  }
  return view
}
