/** What both said, in order, with a mark for what ended otherwise than hoped, and one while an answer is on its way. */
import { useEffect, useMemo, useState } from 'react'
import { useBinding, useSurfaces } from 'surface-runtime'
import { useWords } from '../words/use-words.ts'
import { answersOf } from './answers.ts'
import { MessageView } from './MessageView.tsx'
import { passedMessages, scenesIn } from './passing-messages.ts'
import type { Session } from './session.ts'
import { replacedSurfaces } from './surface-kind.ts'
import { taskMarks } from './task-marks.ts'
import { useAnnouncement } from './use-announcement.ts'

export interface MessageListProps {
  readonly session: Session
  readonly busy: boolean
  /** What is meant for developers is in sight. */
  readonly behind: boolean
}

export function MessageList({ session, busy, behind }: MessageListProps) {
  const words = useWords()
  const { conversation, runtime, saved } = session
  const messages = useBinding(conversation.messages)
  const tasks = useBinding(conversation.tasks)
  const present = new Set(useSurfaces(runtime).map((surface) => surface.id))
  const replaced = replacedSurfaces(messages, present)
  const marks = taskMarks(messages, tasks, present)
  const scenes = scenesIn(messages)
  const silent = new Set([...passedMessages(messages, tasks), ...scenes])
  const answers = answersOf(messages, silent, present)
  const texts = useMemo(() => ({ frozen: words.frozen, arriving: quiet, complete: quiet }), [words])
  const { resent } = saved.read()
  const last = messages.at(-1)
  const forgotten = useForgotten(session)
  const announcement = useAnnouncement(messages, silent, busy, conversation.restored)
  return (
    <>
      {forgotten && <p className="turns__note">{words.forgotten}</p>}
      <ol className="turns">
        {messages
          .filter(({ messageId }) => !resent.includes(messageId))
          .map((message) => (
            <MessageView
              key={message.messageId}
              message={message}
              session={session}
              present={present}
              replaced={replaced}
              silent={silent.has(message.messageId) && !(behind && scenes.has(message.messageId))}
              scene={scenes.has(message.messageId)}
              texts={texts}
              mark={busy && message === last ? undefined : marks.get(message.messageId)}
              answer={busy && message.taskId === last?.taskId ? undefined : answers.get(message.messageId)}
              writing={busy && message.taskId === last?.taskId}
              busy={busy}
            />
          ))}
      </ol>
      {busy && (
        <p className="working" data-testid="working">
          <span className="working__dot" aria-hidden="true" />
          <span className="hidden">{words.onItsWay}</span>
        </p>
      )}
      <p className="hidden" role="status" data-testid="announced">
        {announcement}
      </p>
    </>
  )
}

/** The page announces an answer by its words; that a surface is there is no news beside them. */
const quiet = (): string => ''

/** Whether a part of the conversation was lost at the agent. */
function useForgotten({ forgotten }: Session): boolean {
  const [some, setSome] = useState(false)
  useEffect(() => {
    let current = true
    void forgotten.then((count) => current && setSome(count > 0))
    return () => {
      current = false
    }
  }, [forgotten])
  return some
}
