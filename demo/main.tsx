/** Starts the page: address → settings and transcript → stage → React, and back into the address. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import 'surface-runtime/styles.css'
import 'surface-runtime/extended.css'
import 'surface-runtime/inspector.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'
import { createStage } from './stage.ts'
import { type Transcript, transcriptOf } from './transcripts.ts'
import { ownTranscript } from './workbench/own-transcript.ts'
import { fromHash } from './workbench/share.ts'

const settings = createPageSettings()
const stage = createStage(await named(location.hash), settings.getSnapshot())

/** The transcript that the hash names, or holds. */
async function named(hash: string): Promise<Transcript> {
  const shared = await fromHash(hash)
  return shared ? ownTranscript(shared.source, shared.title) : transcriptOf(hash)
}

function showTitle(): void {
  document.title = `${stage.getSnapshot().transcript.title} · surface-runtime demo`
}

settings.subscribe(() => stage.configure(settings.getSnapshot()))
stage.subscribe(showTitle)
window.addEventListener('hashchange', async () => stage.select(await named(location.hash)))
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
