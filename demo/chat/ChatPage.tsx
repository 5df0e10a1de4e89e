/** The page around the chat: the header, and what is shown while there is no agent. */
import { useSyncExternalStore } from 'react'
import { Icon } from '../Icon.tsx'
import { phone, useMedia } from '../media.ts'
import type { SettingsStore } from '../settings.ts'
import type { PageId } from '../site/pages.ts'
import { SiteMenu } from '../site/SiteMenu.tsx'
import { SiteNav } from '../site/SiteNav.tsx'
import { SkipLink } from '../site/SkipLink.tsx'
import { ThemeChoice } from '../site/ThemeChoice.tsx'
import { ChatView } from './ChatView.tsx'
import { NoAgent } from './NoAgent.tsx'
import type { Sessions } from './sessions.ts'

export interface ChatPageProps {
  readonly page: PageId
  readonly sessions: Sessions
  readonly settings: SettingsStore
  /** What one could say first, beside the examples of the agent's card. */
  readonly examples?: readonly string[]
}

export function ChatPage({ page, sessions, settings, examples = [] }: ChatPageProps) {
  const state = useSyncExternalStore(sessions.subscribe, sessions.getSnapshot)
  const onPhone = useMedia(phone)
  const open = state.kind === 'open'
  return (
    <div className="chat-page">
      <SkipLink />
      <header className="toolbar">
        {onPhone ? (
          <SiteMenu current={page}>
            <div className="preferences">
              <ThemeChoice settings={settings} />
            </div>
          </SiteMenu>
        ) : (
          <SiteNav current={page} />
        )}
        <p className="chat-page__agent">{onPhone && open && state.session.agent.card.name}</p>
        {open && (
          <button
            type="button"
            className="icon-button"
            aria-label="New conversation"
            title="New conversation"
            onClick={sessions.restart}
          >
            <Icon name="compose" />
          </button>
        )}
        {!onPhone && <ThemeChoice settings={settings} />}
      </header>
      {open ? (
        <ChatView key={state.session.key} session={state.session} sessions={sessions} examples={examples} />
      ) : (
        <NoAgent state={state} onRetry={sessions.reconnect} />
      )}
    </div>
  )
}
