/** One conversation: the agent's card, what both said, the state of the connection, and the composer. */
import { useCallback, useEffect, useRef } from 'react'
import { useBinding } from 'surface-runtime'
import type { StreamState } from 'surface-runtime/agent'
import type { SignIn } from 'surface-runtime/agent/sign-in'
import { useFollow } from '../follow.ts'
import { skipTarget } from '../site/SkipLink.tsx'
import { useWords } from '../words/use-words.ts'
import { AgentHeader } from './AgentHeader.tsx'
import { CartButton } from './CartButton.tsx'
import { Composer } from './Composer.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { KeywordsNote } from './KeywordsNote.tsx'
import { MessageList } from './MessageList.tsx'
import { SignInNotice } from './SignInNotice.tsx'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { Trials, trialsFor } from './Trials.tsx'

export interface ChatViewProps {
  readonly session: Session
  readonly sessions: Sessions
  /** What one could say first, beside the examples of the agent's card. */
  readonly examples: readonly string[]
  /** What is meant for developers is in sight. Default: it is not. */
  readonly behind?: boolean
  readonly onBehind?: (behind: boolean) => void
}

export function ChatView({ session, sessions, examples, behind = false, onBehind }: ChatViewProps) {
  const { agent, conversation } = session
  const words = useWords()
  const messages = useBinding(conversation.messages)
  const state = useBinding(conversation.state)
  const column = useRef<HTMLDivElement>(null)
  useFollow(column, session.key, messages.length, () => latestExchange(column.current))
  useTitle(agent.card.name)
  const busy = state === 'live' || state === 'connecting' || state === 'reconnecting'
  const stop = useCallback(() => void session.stop(), [session])
  useEscape(busy, stop)
  // Not every card has what the protocol asks for.
  const { skills = [] } = agent.card as Partial<typeof agent.card>
  const suggestions = [...skills.flatMap((skill) => skill.examples ?? []), ...examples]
  const empty = messages.length === 0
  const trials = empty ? trialsFor(skills) : []
  const said = messages.filter(({ role }) => role === 'ROLE_USER').at(-1)

  return (
    <>
      <main {...skipTarget} className="chat" data-testid="chat" data-empty={empty}>
        <div className="chat__column" ref={column}>
          <AgentHeader session={session} onVersion={sessions.changeVersion} behind={behind} onBehind={onBehind} />
          {trials.length > 0 && <Trials trials={trials} onSay={session.send} />}
          {empty && <KeywordsNote card={agent.card} />}
          <h2 className="hidden">{words.conversation}</h2>
          <MessageList session={session} busy={busy} behind={behind} />
        </div>
      </main>
      <footer className="chat-page__footer">
        {session.signIn && <SignInNotice session={session} signIn={session.signIn} />}
        <ConnectionNotice session={session} onReconnect={sessions.reconnect} onMend={sessions.mend} />
        <Composer
          busy={busy}
          saved={session.saved}
          content={column}
          lastSaid={said?.parts.flatMap((part) => part.text ?? []).join('\n')}
          examples={empty && trials.length === 0 ? suggestions : []}
          cart={<CartButton session={session} />}
          onSend={session.send}
          onStop={stop}
        />
        {/* No region that is read out: the answer itself is announced, and a connection that is lost. */}
        <p className="chat-page__state" data-testid="state" data-state={state}>
          {session.signIn ? <SignedState signIn={session.signIn} state={state} /> : words.states[state]}
        </p>
      </footer>
    </>
  )
}

/** While a sign-in is wanted it is what the chat waits for. */
function SignedState({ signIn, state }: { readonly signIn: SignIn; readonly state: StreamState }) {
  const words = useWords()
  const { kind } = useBinding(signIn.state)
  if (kind === 'open' || kind === 'code') return words.waitsForSignIn
  return kind === 'failed' && state === 'failed' ? words.notSignedIn : words.states[state]
}

/** Its first turn: what the user said, or the first words of an answer to a press. */
function latestExchange(column: HTMLElement | null): Element | undefined {
  const turns = [...(column?.querySelectorAll<HTMLElement>('.turn') ?? [])]
  const task = turns.at(-1)?.dataset['task']
  return turns.find(({ dataset }) => dataset['task'] === task)
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
