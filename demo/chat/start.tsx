/** Starts a chat page: settings from the address, the conversation from this tab's storage, then React. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import '../demo.css'
import '../styles/chat-page.css'
import '../styles/agent-header.css'
import '../styles/composer.css'
import '../styles/chat-list.css'
import '../styles/origin.css'
import '../styles/trials.css'
import 'surface-runtime/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSettings, settingsQuery } from '../settings.ts'
import type { PageId } from '../site/pages.ts'
import { preloadParts } from '../site/preload-parts.ts'
import { WordsContext, wordsIn } from '../words/use-words.ts'
import { ChatPage } from './ChatPage.tsx'
import type { SessionOptions } from './connect-session.ts'
import type { FoundAgent } from './find-agent.ts'
import { createSessions } from './sessions.ts'
import { surfaceVersionOf } from './surface-version.ts'

// Surfaces are then whole in their first frame.
await preloadParts()

export interface ChatStart {
  readonly page: PageId
  readonly find: () => Promise<FoundAgent>
  /** What one could say first, beside the examples of the agent's card. */
  readonly examples?: readonly string[]
  /** Signs in at this authorization server. Default: the page cannot. */
  readonly signInAt?: SessionOptions['signInAt']
}

/**
 * Of the address: `surface=0.8|0.9` chooses the version of the surface protocol; `agentVersion=…` claims a version of
 * the agent protocol; `lang=en|de|ar` chooses the page's language, which is the visitor's by default.
 */
export function startChat({ page, find, examples = [], signInAt }: ChatStart): void {
  const settings = createSettings(location.search)
  const query = new URLSearchParams(location.search)
  const asked = query.get('lang')
  const words = wordsIn(asked === null ? navigator.languages : [asked])
  Object.assign(document.documentElement, { lang: words.language, dir: words.direction })
  const sessions = createSessions({
    find,
    surfaceVersion: surfaceVersionOf(query.get('surface')),
    agentVersion: query.get('agentVersion') ?? undefined,
    ...(signInAt && { signInAt }),
  })

  function showAddress(): void {
    document.documentElement.dataset['theme'] = settings.getSnapshot().theme
    const next = new URLSearchParams(location.search)
    for (const name of ['speed', 'lines', 'theme', 'width']) next.delete(name)
    for (const [name, value] of new URLSearchParams(settingsQuery(settings.getSnapshot()))) next.set(name, value)
    const state = sessions.getSnapshot()
    const version = state.kind === 'open' ? state.session.surfaceVersion?.slice(1) : next.get('surface')
    // The newest version goes without saying.
    if (version === '0.8') next.set('surface', version)
    else next.delete('surface')
    history.replaceState(null, '', `${location.pathname}${next.size === 0 ? '' : `?${next}`}`)
  }

  document.documentElement.dataset['theme'] = settings.getSnapshot().theme
  settings.subscribe(showAddress)
  sessions.subscribe(showAddress)

  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <WordsContext value={words}>
          <ChatPage page={page} sessions={sessions} settings={settings} examples={examples} />
        </WordsContext>
      </StrictMode>,
    )
  }
}
