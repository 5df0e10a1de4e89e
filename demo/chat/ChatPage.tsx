/** The page around the chat: the header with the list of conversations, and what is shown while there is no agent. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../IconButton.tsx'
import { phone, useMedia } from '../media.ts'
import type { SettingsStore } from '../settings.ts'
import type { PageId } from '../site/pages.ts'
import { SiteMenu } from '../site/SiteMenu.tsx'
import { SkipLink } from '../site/SkipLink.tsx'
import { ThemeChoice } from '../site/ThemeChoice.tsx'
import { useWords } from '../words/use-words.ts'
import { ChatList } from './ChatList.tsx'
import { ChatView } from './ChatView.tsx'
import { NoAgent } from './NoAgent.tsx'
import type { Sessions } from './sessions.ts'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { useMending } from './use-mending.ts'

export interface ChatPageProps {
  readonly page: PageId
  readonly sessions: Sessions
  readonly settings: SettingsStore
  /** What one could say first, beside the examples of the agent's card. */
  readonly examples?: readonly string[]
}

export function ChatPage({ page, sessions, settings, examples = [] }: ChatPageProps) {
  const state = useSyncExternalStore(sessions.subscribe, sessions.getSnapshot)
  useMending(state.kind === 'unreachable', sessions.mend)
  const onPhone = useMedia(phone)
  const words = useWords()
  const [listed, setListed] = useState(false)
  // Stays when the conversation becomes another one.
  const [behind, setBehind] = useState(false)
  useKeyboardInset()
  useOtherTabs(sessions.catchUp)
  const open = state.kind === 'open'
  const theme = <ThemeChoice settings={settings} />
  return (
    <div className="chat-page">
      <SkipLink />
      <header className="toolbar">
        <SiteMenu current={page}>{onPhone && <div className="preferences">{theme}</div>}</SiteMenu>
        {open && (
          <IconButton icon="chats" label={words.conversations} aria-haspopup="dialog" onClick={() => setListed(true)} />
        )}
        <p className="chat-page__agent">{onPhone && open && state.session.agent.card.name}</p>
        {open && <IconButton icon="compose" label={words.newConversation} onClick={sessions.restart} />}
        {!onPhone && theme}
      </header>
      {open ? (
        <>
          <ChatList session={state.session} sessions={sessions} open={listed} onClose={() => setListed(false)} />
          <ChatView
            key={state.session.key}
            {...{ session: state.session, sessions, examples, behind, onBehind: setBehind }}
          />
        </>
      ) : (
        <NoAgent state={state} onRetry={sessions.reconnect} />
      )}
    </div>
  )
}

/** `storage` comes from other tabs alone; by `focus` what came while an answer was on its way here is not missed. */
function useOtherTabs(catchUp: () => void): void {
  useEffect(() => {
    const names = ['storage', 'focus'] as const
    for (const name of names) window.addEventListener(name, catchUp)
    return () => {
      for (const name of names) window.removeEventListener(name, catchUp)
    }
  }, [catchUp])
}
