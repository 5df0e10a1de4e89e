/** One message: its text, the surfaces that came with it, and what became of it. */
import { SurfaceView, type Texts } from 'surface-runtime'
import type { ConversationMessage } from 'surface-runtime/agent'
import { Icon } from '../Icon.tsx'
import { shopRenderers } from '../shop/catalog/catalog.tsx'
import { StillWriting } from '../shop/catalog/still-writing.ts'
import { useWords } from '../words/use-words.ts'
import { AnswerActions } from './AnswerActions.tsx'
import type { Answer } from './answers.ts'
import { LinkedText } from './LinkedText.tsx'
import type { Session } from './session.ts'
import type { MarkKind, TaskMark } from './task-marks.ts'

export interface MessageViewProps {
  readonly message: ConversationMessage
  readonly session: Session
  /** Ids of the surfaces that there are. */
  readonly present: ReadonlySet<string>
  /** Of these, the ones that can only be read any more. */
  readonly replaced: ReadonlySet<string>
  /** Its words are not shown. */
  readonly silent: boolean
  /** Its words are about how the agent works. */
  readonly scene: boolean
  readonly mark: TaskMark | undefined
  /** The answer that this message ends. */
  readonly answer: Answer | undefined
  /** The agent is not done with the answer that this message belongs to. */
  readonly writing: boolean
  /** Sentences of the surfaces' own. */
  readonly texts: Partial<Texts>
  /** An answer is on its way. */
  readonly busy: boolean
}

export function MessageView(props: MessageViewProps) {
  const { message, session, present, replaced, silent, scene, mark, answer, writing, texts, busy } = props
  const words = useWords()
  const { role, parts, surfaceIds, delivery, messageId, taskId } = message
  const { runtime, agent, conversation } = session
  const text = silent ? '' : parts.flatMap((part) => part.text ?? []).join('\n')
  const refused = conversation.error.getSnapshot()?.code === 'VERSION_NOT_SUPPORTED'
  // It is sent when the connection is there again.
  const kept = session.saved.read().undelivered.some((one) => one.messageId === messageId)
  const person = role === 'ROLE_USER'
  const surfaces = surfaceIds.filter((surfaceId) => present.has(surfaceId))
  if (text === '' && surfaces.length === 0 && !mark) return null
  return (
    <li
      className="turn"
      data-from={person ? 'person' : 'agent'}
      data-delivery={delivery}
      data-task={taskId ?? messageId}
    >
      {text !== '' && (
        <p className={scene ? 'bubble bubble--scene' : 'bubble'}>
          <span className="hidden">{person ? words.you : words.agent}</span>
          {/* Each language from its own side, whatever the page's is. */}
          <span className="bubble__text" dir="auto">
            <LinkedText text={text} />
          </span>
        </p>
      )}
      {delivery === 'failed' && (
        <Mark
          kind={kept ? 'waiting' : 'failed'}
          text={kept ? words.notSentYet : words.notSent}
          action={words.sendAgain}
          onAct={busy || refused || kept ? undefined : () => session.resend(messageId, text)}
        />
      )}
      {surfaces.map((surfaceId) => (
        <div key={surfaceId} className="turn__surface" data-surface={surfaceId} tabIndex={-1}>
          <StillWriting.Provider value={writing}>
            <SurfaceView
              runtime={runtime}
              surfaceId={surfaceId}
              renderers={shopRenderers}
              agent={{ name: agent.card.name }}
              texts={texts}
              frozen={replaced.has(surfaceId)}
            />
          </StillWriting.Provider>
        </div>
      ))}
      {mark && (
        <Mark
          kind={mark.kind}
          text={words.marks[mark.kind]}
          action={words.retry}
          onAct={mark.repeatable && !busy ? () => session.retry(message.taskId) : undefined}
        />
      )}
      {answer && <AnswerActions answer={answer} taskId={taskId} session={session} />}
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
