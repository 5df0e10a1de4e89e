/** The agent page: a toolbar, the chat, and a place to write. */
import { useSyncExternalStore } from 'react'
import { Icon } from '../Icon.tsx'
import { Segmented, type SegmentedOption } from '../Segmented.tsx'
import type { SettingsStore, Theme } from '../settings.ts'
import { AgentChat } from './AgentChat.tsx'
import type { Sessions } from './sessions.ts'

const themeOptions: readonly SegmentedOption<Theme>[] = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'light' },
  { value: 'dark', label: 'Dark', icon: 'dark' },
]

export interface AgentPageProps {
  readonly sessions: Sessions
  readonly settings: SettingsStore
}

export function AgentPage({ sessions, settings }: AgentPageProps) {
  const state = useSyncExternalStore(sessions.subscribe, sessions.getSnapshot)
  const { theme } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  return (
    <div className="agent-page">
      <header className="toolbar">
        <a className="agent-page__back" href="./">
          Transcripts
        </a>
        <span className="agent-page__space" />
        <button
          type="button"
          className="icon-button"
          aria-label="New conversation"
          title="New conversation"
          onClick={sessions.restart}
        >
          <Icon name="restart" />
        </button>
        <Segmented
          legend="Theme"
          options={themeOptions}
          value={theme}
          onChange={(next) => settings.change({ theme: next })}
        />
      </header>
      {state && 'session' in state && <AgentChat session={state.session} />}
      {state && 'refused' in state && (
        <main className="chat">
          <div className="chat__column">
            <h1 className="chat__title">No agent</h1>
            <p className="agent-page__note">
              {state.refused}. <code>npm start</code> starts the sample agent together with this page.
            </p>
          </div>
        </main>
      )}
    </div>
  )
}
