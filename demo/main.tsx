/** Starts the page: address → settings and transcript → stage → React, and back into the address. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import 'surface-runtime/styles.css'
import 'surface-runtime/inspector.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'
import { createStage } from './stage.ts'
import { transcriptOf } from './transcripts.ts'

const settings = createPageSettings()
const { speed, lines } = settings.getSnapshot()
const stage = createStage(transcriptOf(location.hash), speed, lines)

function showTitle(): void {
  document.title = `${stage.getSnapshot().transcript.title} · surface-runtime demo`
}

settings.subscribe(() => {
  const { speed, lines } = settings.getSnapshot()
  stage.setSpeed(speed)
  stage.setLines(lines)
})
stage.subscribe(showTitle)
window.addEventListener('hashchange', () => stage.select(transcriptOf(location.hash)))
showTitle()

// Surfaces are then whole in their first frame.
await preloadParts()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App stage={stage} settings={settings} />
    </StrictMode>,
  )
}
