/** One surface as a React component: its frame, whose it is, and its root. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Theme } from '../catalog/door.ts'
import { root } from '../json/pointer.ts'
import type { Runtime } from '../runtime.ts'
import { allowedMedia, mediaRefused } from '../surface/media.ts'
import type { Surface } from '../surface/surface.ts'
import { accentOf } from './accent.ts'
import { ComponentView } from './ComponentView.tsx'
import { useBinding, useGeneration, useHydrated, useSurfaces } from './hooks.ts'
import type { Renderers } from './renderer.ts'
import { useStatus } from './status.ts'
import { defaultTexts, type Texts } from './texts.ts'
import { createAttempts, createTally, type View } from './view.ts'

export interface SurfaceViewProps {
  readonly runtime: Pick<Runtime, 'surfaces'>
  readonly surfaceId: string
  readonly renderers: Renderers
  /** Sentences of the runtime's own, in the host's language. Made once, not at each render. */
  readonly texts?: Partial<Texts> | undefined
  /** Levels that the agent's headings stand below the page's own: 2 makes an `h1` an `h3`. Default 0. */
  readonly headingOffset?: number | undefined
  /** Whether a long list that scrolls draws only what is near. Off, the browser's own search finds all of it. Default true. */
  readonly windowing?: boolean | undefined
}

export interface SurfaceListProps extends Omit<SurfaceViewProps, 'surfaceId'> {}

/** Draws the surface of this id, and nothing while there is none. */
export function SurfaceView({ runtime, surfaceId, ...rest }: SurfaceViewProps): ReactNode {
  const surface = useSurfaces(runtime).find(({ id }) => id === surfaceId)
  const generation = useGeneration(runtime)
  return surface ? <SurfaceFrame key={keyOf(surface, generation)} surface={surface} {...rest} /> : null
}

/** Draws every surface, in order of creation. */
export function SurfaceList({ runtime, ...rest }: SurfaceListProps): ReactNode {
  const surfaces = useSurfaces(runtime)
  const generation = useGeneration(runtime)
  return surfaces.map((surface) => <SurfaceFrame key={keyOf(surface, generation)} surface={surface} {...rest} />)
}

/** A runtime numbers its surfaces; those of another runtime begin anew, and are nevertheless others. */
function keyOf(surface: Surface, generation: number): string {
  return `${generation} ${surface.key}`
}

interface SurfaceFrameProps extends Omit<SurfaceViewProps, 'runtime' | 'surfaceId'> {
  readonly surface: Surface
}

function SurfaceFrame(props: SurfaceFrameProps): ReactNode {
  const { surface } = props
  const beginning = useBinding(surface.beginning)
  const view = useView(props)
  const { theme } = beginning
  const themed = useCallback((element: HTMLElement | null) => applyTheme(element, theme), [theme])
  const name = theme.agentDisplayName || view.texts.surface
  const { busy, said } = useStatus(surface, name, view.texts)
  return (
    <article className="sf-surface" aria-label={name} ref={themed}>
      <div className="sf-visually-hidden" role="status">
        {said}
      </div>
      <Agent theme={theme} surface={surface} />
      {/* Not the article: what is said within a busy element may not be heard. */}
      <div className="sf-surface__body" aria-busy={busy || undefined}>
        {view.component(beginning.root, root, 1, beginning.root)}
      </div>
    </article>
  )
}

function useView({ surface, renderers, texts, headingOffset = 0, windowing = true }: SurfaceFrameProps): View {
  const tally = useMemo(() => createTally(surface.limits.nodes), [surface])
  const [attempts] = useState(createAttempts)
  const served = useRef(!useHydrated())
  useEffect(() => {
    served.current = false
  }, [])
  return useMemo(() => {
    const view: View = {
      surface,
      renderers,
      texts: { ...defaultTexts, ...texts },
      tally,
      served,
      attempts,
      headingOffset,
      windowing,
      component: (id, scope, depth, key) => <ComponentView key={key} view={view} id={id} scope={scope} depth={depth} />,
    }
    return view
  }, [surface, renderers, texts, tally, attempts, headingOffset, windowing])
}

/** The name and sign that the agent gives itself. */
function Agent({ theme, surface }: { readonly theme: Theme; readonly surface: Surface }): ReactNode {
  const { agentDisplayName, iconUrl } = theme
  const icon = iconUrl === undefined ? undefined : allowedMedia(iconUrl, surface.media)
  // Told as of no component: no id is empty.
  if (iconUrl !== undefined && icon === undefined) surface.failed('', mediaRefused('iconUrl'))
  if (!agentDisplayName && icon === undefined) return null
  return (
    <header className="sf-agent">
      {icon !== undefined && <img className="sf-agent__icon" src={icon} alt="" referrerPolicy="no-referrer" />}
      {agentDisplayName && <bdi className="sf-agent__name">{agentDisplayName}</bdi>}
    </header>
  )
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
