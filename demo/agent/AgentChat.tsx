/** One conversation: what both said, surfaces where they were created, the state of the connection, and the composer. */
import { useRef, useSyncExternalStore } from 'react'
import { SurfaceView, useSurfaces } from 'surface-runtime'
import type { ConversationMessage, StreamState } from 'surface-runtime/agent'
import { useFollow } from '../follow.ts'
import { Composer } from './Composer.tsx'
import type { Session } from './sessions.ts'

const stateNames: { readonly [state in StreamState]: string } = {
  connecting: 'Connecting …',
  live: 'Answering …',
  reconnecting: 'Connection lost, trying again …',
  waiting: 'Waiting for you',
  done: 'Ready',
  failed: 'The agent cannot be reached',
}

export interface AgentChatProps {
  readonly session: Session
}

export function AgentChat({ session }: AgentChatProps) {
  const { agent, conversation } = session
  const messages = useSyncExternalStore(conversation.messages.subscribe, conversation.messages.getSnapshot)
  const state = useSyncExternalStore(conversation.state.subscribe, conversation.state.getSnapshot)
  const error = useSyncExternalStore(conversation.error.subscribe, conversation.error.getSnapshot)
  const column = useRef<HTMLDivElement>(null)
  useFollow(column, session, messages.length)
  const examples = agent.card.skills.flatMap((skill) => skill.examples ?? [])

  return (
    <>
      <main className="chat" data-testid="chat">
        <div className="chat__column" ref={column}>
          <header className="chat__header">
            <h1 className="chat__title">{agent.card.name}</h1>
            <p className="chat__summary">{agent.card.description}</p>
          </header>
          <h2 className="hidden">Chat</h2>
          <ol className="turns">
            {messages.map((message) => (
              <MessageView key={message.messageId} message={message} session={session} />
            ))}
          </ol>
        </div>
      </main>
      <footer className="agent-page__footer">
        <Composer
          busy={state === 'live' || state === 'connecting' || state === 'reconnecting'}
          examples={messages.length === 0 ? [...examples, 'Count to 100'] : []}
          onSend={(text) => conversation.send(text).catch(() => undefined)}
          onStop={() => conversation.stop().catch(() => undefined)}
        />
        <p className="agent-page__state" role="status" data-testid="state" data-state={state}>
          {stateNames[state]}
          {state === 'failed' && error ? `: ${error.message}` : ''}
        </p>
      </footer>
    </>
  )
}

interface MessageViewProps {
  readonly message: ConversationMessage
  readonly session: Session
}

function MessageView({ message, session: { runtime, agent } }: MessageViewProps) {
  const { role, parts, surfaceIds, delivery } = message
  const present = new Set(useSurfaces(runtime).map((surface) => surface.id))
  const text = parts.flatMap((part) => part.text ?? []).join('\n')
  const person = role === 'ROLE_USER'
  return (
    <li className="turn" data-from={person ? 'person' : 'agent'}>
      {text !== '' && (
        <p className="bubble">
          <span className="hidden">{person ? 'You: ' : 'Agent: '}</span>
          {text}
        </p>
      )}
      {delivery === 'failed' && <p className="agent-page__note">Not sent.</p>}
      {surfaceIds.flatMap((surfaceId) =>
        present.has(surfaceId)
          ? [
              <div key={surfaceId} className="turn__surface">
                <SurfaceView runtime={runtime} surfaceId={surfaceId} agent={{ name: agent.card.name }} />
              </div>,
            ]
          : [],
      )}
    </li>
  )
}
