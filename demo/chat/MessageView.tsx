/** One message: its text, the surfaces that came with it, and what became of it. */
import { SurfaceView } from 'surface-runtime'
import type { ConversationMessage } from 'surface-runtime/agent'
import { Icon } from '../Icon.tsx'
import { shopRenderers } from '../shop/catalog/catalog.tsx'
import { LinkedText } from './LinkedText.tsx'
import type { Session } from './session.ts'
import type { MarkKind, TaskMark } from './task-marks.ts'

const markNames: { readonly [kind in MarkKind]: string } = {
  stopped: 'Stopped',
  failed: 'Did not work',
  rejected: 'Declined',
  waiting: 'Waiting for you',
}

export interface MessageViewProps {
  readonly message: ConversationMessage
  readonly session: Session
  /** Ids of the surfaces that there are. */
  readonly present: ReadonlySet<string>
  /** Of these, the ones that can only be read any more. */
  readonly replaced: ReadonlySet<string>
  /** The text has nothing to say any more. */
  readonly passed: boolean
  readonly mark: TaskMark | undefined
  /** An answer is on its way. */
  readonly busy: boolean
}

export function MessageView({ message, session, present, replaced, passed, mark, busy }: MessageViewProps) {
  const { role, parts, surfaceIds, delivery, messageId } = message
  const { runtime, agent, conversation } = session
  const text = passed ? '' : parts.flatMap((part) => part.text ?? []).join('\n')
  const refused = conversation.error.getSnapshot()?.code === 'VERSION_NOT_SUPPORTED'
  const person = role === 'ROLE_USER'
  const surfaces = surfaceIds.filter((surfaceId) => present.has(surfaceId))
  if (text === '' && surfaces.length === 0 && !mark) return null
  return (
    <li className="turn" data-from={person ? 'person' : 'agent'} data-delivery={delivery}>
      {text !== '' && (
        <p className="bubble">
          <span className="hidden">{person ? 'You: ' : 'Agent: '}</span>
          <LinkedText text={text} />
        </p>
      )}
      {delivery === 'failed' && (
        <Mark
          kind="failed"
          text="Not sent"
          action="Send again"
          onAct={busy || refused ? undefined : () => session.resend(messageId, text)}
        />
      )}
      {surfaces.map((surfaceId) => (
        <div key={surfaceId} className="turn__surface">
          <SurfaceView
            runtime={runtime}
            surfaceId={surfaceId}
            renderers={shopRenderers}
            agent={{ name: agent.card.name }}
            frozen={replaced.has(surfaceId)}
          />
        </div>
      ))}
      {mark && (
        <Mark
          kind={mark.kind}
          text={markNames[mark.kind]}
          action="Retry"
          onAct={mark.repeatable && !busy ? session.retry : undefined}
        />
      )}
    </li>
  )
}

interface MarkProps {
  readonly kind: MarkKind
  readonly text: string
  readonly action: string
  /** Absent: there is nothing to do. */
  readonly onAct: (() => void) | undefined
}

function Mark({ kind, text, action, onAct }: MarkProps) {
  return (
    <p className="mark" data-kind={kind}>
      {(kind === 'failed' || kind === 'rejected') && <Icon name="alert" />}
      {kind === 'stopped' && <Icon name="stop" />}
      {kind === 'waiting' && <span className="mark__dot" aria-hidden="true" />}
      <span>{text}</span>
      {onAct && (
        <button type="button" className="text-button" onClick={onAct}>
          {action}
        </button>
      )}
    </p>
  )
}
