/** A page with every component of a catalog in every state, each a surface of its own, from the same lines that an agent would send. */
import { type ReactNode, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { basicRenderers, type Catalog, createRuntime, type Renderers, type Runtime, SurfaceView } from 'surface-runtime'
import { PlainHeader } from '../site/PlainHeader.tsx'
import { createPageSettings } from '../site/page-settings.ts'
import { SkipLink, skipTarget } from '../site/SkipLink.tsx'
import { type Case, type Exhibit, linesOf, surfaceIdOf } from './exhibit.ts'
import { touch } from './touch.ts'

export interface GalleryProps {
  /** The page of the other catalog. */
  readonly other: { readonly label: string; readonly href: string }
  readonly title: string
  readonly exhibits: readonly Exhibit[]
  /** Default: the basic one. */
  readonly catalog?: Catalog
  readonly renderers?: Renderers
}

/** Draws the page. Load parts before, so that surfaces are whole in their first frame. */
export function showGallery(props: GalleryProps): void {
  const { exhibits, catalog } = props
  const runtime = createRuntime({
    ...(catalog && { catalogs: [catalog] }),
    // Nobody answers here: what was pressed stays busy.
    onEvent: () => new Promise<void>(() => {}),
    // Some exhibits are refused a picture, which is what they show; that is a warning.
    onError: (error) => {
      if (error.severity === 'error') console.error(error.code, error.message, error.place)
    },
  })
  for (const exhibit of exhibits) for (const one of exhibit.cases) runtime.push(linesOf(exhibit, one, catalog))
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <Gallery {...props} runtime={runtime} settings={createPageSettings()} />
    </StrictMode>,
  )
}

interface Drawn extends GalleryProps {
  readonly runtime: Runtime
  readonly settings: ReturnType<typeof createPageSettings>
}

function Gallery({ other, title, exhibits, runtime, settings, renderers = basicRenderers }: Drawn): ReactNode {
  // Before the first frame: a message that came after it would move all that stands below.
  useLayoutEffect(touch, [])
  return (
    <>
      <SkipLink />
      <PlainHeader current="gallery" settings={settings} />
      <main {...skipTarget} className="gallery">
        <header className="gallery__head">
          <h1 className="gallery__title">{title}</h1>
          <a className="gallery__other" href={other.href}>
            {other.label}
          </a>
        </header>
        {exhibits.map((exhibit) => (
          <section key={exhibit.type} className="gallery__exhibit" aria-labelledby={exhibit.type}>
            <h2 className="gallery__type" id={exhibit.type}>
              {exhibit.type}
            </h2>
            <div className={exhibit.wide ? 'gallery__cases gallery__cases--wide' : 'gallery__cases'}>
              {exhibit.cases.map((one) => (
                <Shown key={one.state} runtime={runtime} exhibit={exhibit} one={one} renderers={renderers} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </>
  )
}

interface ShownProps {
  readonly runtime: Runtime
  readonly exhibit: Exhibit
  readonly one: Case
  readonly renderers: Renderers
}

function Shown({ runtime, exhibit, one, renderers }: ShownProps): ReactNode {
  return (
    <figure className="gallery__case" dir={one.rightToLeft ? 'rtl' : 'ltr'} data-state={one.state}>
      <figcaption className="gallery__state" dir="ltr">
        {one.state}
      </figcaption>
      <SurfaceView runtime={runtime} surfaceId={surfaceIdOf(exhibit, one)} renderers={renderers} />
    </figure>
  )
}
