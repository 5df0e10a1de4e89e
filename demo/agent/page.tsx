/** Starts the agent page: settings from the address, the conversation from this tab's storage, then React. */
import '@fontsource/inter/latin-400.css'
import '@fontsource/inter/latin-500.css'
import '@fontsource/inter/latin-600.css'
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import '../demo.css'
import '../styles/agent.css'
import 'surface-runtime/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSettings, settingsQuery } from '../settings.ts'
import { AgentPage } from './AgentPage.tsx'
import { createSessions } from './sessions.ts'

const settings = createSettings(location.search)
const sessions = createSessions()

function showTheme(): void {
  document.documentElement.dataset['theme'] = settings.getSnapshot().theme
}

settings.subscribe(() => {
  showTheme()
  history.replaceState(null, '', `${location.pathname}${settingsQuery(settings.getSnapshot())}`)
})
showTheme()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AgentPage sessions={sessions} settings={settings} />
    </StrictMode>,
  )
}
