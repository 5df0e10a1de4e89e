/** The chat: what the transcript is about, then turn after turn, the surfaces among them. */
import { useRef, useSyncExternalStore } from 'react'
import type { Conversation } from './conversation.ts'
import { useFollow } from './follow.ts'
import type { Direction, Width } from './settings.ts'
import { skipTarget } from './site/SkipLink.tsx'
import { TurnView } from './TurnView.tsx'
import type { Turn } from './turns.ts'

export interface ChatProps {
  readonly conversation: Conversation
  readonly width: Width
  readonly dir: Direction
}

export function Chat({ conversation, width, dir }: ChatProps) {
  const { transcript, runtime } = conversation
  const { turns } = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  const column = useRef<HTMLDivElement>(null)
  useFollow(column, conversation, turns.length)

  return (
    <main {...skipTarget} className="chat" data-testid="chat" data-width={width} dir={dir}>
      <div className="chat__column" ref={column}>
        <header className="chat__header">
          <h1 className="chat__title">{transcript.title}</h1>
          <p className="chat__summary">{transcript.summary}</p>
        </header>
        {/* Surfaces bring headings of their own; this one keeps their levels in order. */}
        <h2 className="hidden">Chat</h2>
        <ol className="turns">
          {turns.map((turn) => (
            <TurnView key={turn.id} turn={turn} runtime={runtime} />
          ))}
        </ol>
        <p className="hidden" role="status">
          {latestAnswer(turns)}
        </p>
      </div>
    </main>
  )
}

/** For screen readers, which hear of an answer wherever they are; the opening is there to be read. */
function latestAnswer(turns: readonly Turn[]): string {
  const latest = turns.at(-1)
  return turns.length > 2 && latest?.kind === 'agent' ? latest.text : ''
}
