/** One conversation: the agent's card, what both said, the state of the connection, and the composer. */
import { useCallback, useEffect, useRef } from 'react'
import { useBinding } from 'surface-runtime'
import type { StreamState } from 'surface-runtime/agent'
import { useFollow } from '../follow.ts'
import { skipTarget } from '../site/SkipLink.tsx'
import { AgentHeader } from './AgentHeader.tsx'
import { Composer } from './Composer.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { MessageList } from './MessageList.tsx'
import { SignInNotice } from './SignInNotice.tsx'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

const stateNames: { readonly [state in StreamState]: string } = {
  connecting: 'Connecting …',
  live: 'Answering …',
  reconnecting: 'Connection lost, trying again …',
  waiting: 'Waiting for you',
  done: 'Ready',
  failed: 'Not connected',
}

export interface ChatViewProps {
  readonly session: Session
  readonly sessions: Sessions
  /** What one could say first, beside the examples of the agent's card. */
  readonly examples: readonly string[]
}

export function ChatView({ session, sessions, examples }: ChatViewProps) {
  const { agent, conversation } = session
  const messages = useBinding(conversation.messages)
  const state = useBinding(conversation.state)
  const column = useRef<HTMLDivElement>(null)
  useFollow(column, session, messages.length)
  useTitle(agent.card.name)
  const busy = state === 'live' || state === 'connecting' || state === 'reconnecting'
  const stop = useCallback(() => void conversation.stop().catch(() => undefined), [conversation])
  useEscape(busy, stop)
  // Not every card has what the protocol asks for.
  const { skills = [] } = agent.card as Partial<typeof agent.card>
  const suggestions = [...skills.flatMap((skill) => skill.examples ?? []), ...examples]
  const said = messages.filter(({ role }) => role === 'ROLE_USER').at(-1)

  return (
    <>
      <main {...skipTarget} className="chat" data-testid="chat" data-empty={messages.length === 0}>
        <div className="chat__column" ref={column}>
          <AgentHeader session={session} onVersion={sessions.changeVersion} />
          <h2 className="hidden">Chat</h2>
          <MessageList session={session} busy={busy} />
        </div>
      </main>
      <footer className="chat-page__footer">
        {session.signIn && <SignInNotice session={session} signIn={session.signIn} />}
        <ConnectionNotice session={session} onReconnect={sessions.reconnect} />
        <Composer
          busy={busy}
          saved={session.saved}
          content={column}
          lastSaid={said?.parts.flatMap((part) => part.text ?? []).join('\n')}
          examples={messages.length === 0 ? suggestions : []}
          onSend={session.send}
          onStop={stop}
        />
        <p className="chat-page__state" role="status" data-testid="state" data-state={state}>
          {stateNames[state]}
        </p>
      </footer>
    </>
  )
}

function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · surface-runtime demo`
  }, [name])
}

/** Wherever the focus is, except in a dialog, which Escape closes. */
function useEscape(active: boolean, act: () => void): void {
  useEffect(() => {
    if (!active) return
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active, act])
}
