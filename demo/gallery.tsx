/** Every component in every state, each a surface of its own, from the same lines that an agent would send. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import 'surface-runtime/styles.css'
import { type ReactNode, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createRuntime, type Runtime, SurfaceView } from 'surface-runtime'
import { containers } from './gallery/containers.ts'
import { content } from './gallery/content.ts'
import { type Case, type Exhibit, linesOf, surfaceIdOf } from './gallery/exhibit.ts'
import { inputs } from './gallery/inputs.ts'
import { touch } from './gallery/touch.ts'
import { PlainHeader } from './site/PlainHeader.tsx'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'
import { SkipLink, skipTarget } from './site/SkipLink.tsx'

const settings = createPageSettings()

const exhibits = [...content, ...containers, ...inputs]
const runtime = createRuntime({
  // Nobody answers here: what was pressed stays busy.
  onEvent: () => new Promise<void>(() => {}),
  // Some exhibits are refused a picture, which is what they show; that is a warning.
  onError: (error) => {
    if (error.severity === 'error') console.error(error.code, error.message, error.place)
  },
})
for (const exhibit of exhibits) for (const one of exhibit.cases) runtime.push(linesOf(exhibit, one))

function Gallery(): ReactNode {
  // Before the first frame: a message that came after it would move all that stands below.
  useLayoutEffect(touch, [])
  return (
    <>
      <SkipLink />
      <PlainHeader current="gallery" settings={settings} />
      <main {...skipTarget} className="gallery">
        <h1 className="gallery__title">Components</h1>
        {exhibits.map((exhibit) => (
          <section key={exhibit.type} className="gallery__exhibit" aria-labelledby={exhibit.type}>
            <h2 className="gallery__type" id={exhibit.type}>
              {exhibit.type}
            </h2>
            <div className="gallery__cases">
              {exhibit.cases.map((one) => (
                <Shown key={one.state} runtime={runtime} exhibit={exhibit} one={one} />
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
}

function Shown({ runtime, exhibit, one }: ShownProps): ReactNode {
  return (
    <figure className="gallery__case" dir={one.rightToLeft ? 'rtl' : 'ltr'} data-state={one.state}>
      <figcaption className="gallery__state" dir="ltr">
        {one.state}
      </figcaption>
      <SurfaceView runtime={runtime} surfaceId={surfaceIdOf(exhibit, one)} />
    </figure>
  )
}

// Surfaces are then whole in their first frame.
await preloadParts()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
