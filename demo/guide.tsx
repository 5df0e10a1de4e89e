/** The guide: `demo/guide/*.md`, drawn; the last part of the address names the page, as in `#chat/the-ai-sdk`. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import './styles/guide.css'
import 'surface-runtime/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Guide } from './guide/page/Guide.tsx'
import { loadPage, placeOf } from './guide/page/pages.ts'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'

const settings = createPageSettings()
const element = document.getElementById('root')
const root = element && createRoot(element)

async function show(followed: boolean): Promise<void> {
  const place = placeOf(location.hash)
  const page = await loadPage(place.page)
  // Another link was followed meanwhile.
  if (placeOf(location.hash).page !== place.page) return
  root?.render(
    <StrictMode>
      <Guide reading={{ place, document: page, followed }} settings={settings} />
    </StrictMode>,
  )
}

window.addEventListener('hashchange', () => void show(true))
// Surfaces are then whole in their first frame.
await preloadParts()
await show(false)
