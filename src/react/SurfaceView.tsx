/** One surface as a React component: its frame, whose it is, and its root. */
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Theme } from '../catalog/door.ts'
import { root } from '../json/pointer.ts'
import type { Runtime } from '../runtime.ts'
import { allowedMedia, mediaRefused } from '../surface/media.ts'
import type { Surface } from '../surface/surface.ts'
import { accentOf } from './accent.ts'
import { ComponentView } from './ComponentView.tsx'
import { useBinding, useGeneration, useSurfaces } from './hooks.ts'
import type { Renderers } from './renderer.ts'
import { defaultTexts, type Texts } from './texts.ts'
import { createTally, type View } from './view.ts'

export interface SurfaceViewProps {
  readonly runtime: Pick<Runtime, 'surfaces'>
  readonly surfaceId: string
  readonly renderers: Renderers
  /** Sentences of the runtime's own, in the host's language. */
  readonly texts?: Partial<Texts> | undefined
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

interface SurfaceFrameProps extends Pick<SurfaceViewProps, 'renderers' | 'texts'> {
  readonly surface: Surface
}

function SurfaceFrame({ surface, renderers, texts }: SurfaceFrameProps): ReactNode {
  const beginning = useBinding(surface.beginning)
  const tally = useMemo(() => createTally(surface.limits.nodes), [surface])
  const view = useMemo<View>(
    () => ({ surface, renderers, texts: { ...defaultTexts, ...texts }, tally }),
    [surface, renderers, texts, tally],
  )
  const { theme } = beginning
  const themed = useCallback((element: HTMLElement | null) => applyTheme(element, theme), [theme])
  return (
    <article className="sf-surface" aria-label={theme.agentDisplayName || view.texts.surface} ref={themed}>
      <Agent theme={theme} surface={surface} />
      <ComponentView key={beginning.root} view={view} id={beginning.root} scope={root} depth={1} />
    </article>
  )
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
