/** What both said, in order, with a mark for what ended otherwise than hoped, and one while an answer is on its way. */
import { useEffect, useState } from 'react'
import { useBinding, useSurfaces } from 'surface-runtime'
import { MessageView } from './MessageView.tsx'
import { passedMessages } from './passing-messages.ts'
import type { Session } from './session.ts'
import { replacedSurfaces } from './surface-kind.ts'
import { taskMarks } from './task-marks.ts'
import { useAnnouncement } from './use-announcement.ts'

export interface MessageListProps {
  readonly session: Session
  readonly busy: boolean
}

export function MessageList({ session, busy }: MessageListProps) {
  const { conversation, runtime, saved } = session
  const messages = useBinding(conversation.messages)
  const tasks = useBinding(conversation.tasks)
  const present = new Set(useSurfaces(runtime).map((surface) => surface.id))
  const replaced = replacedSurfaces(messages, present)
  const marks = taskMarks(messages, tasks, present)
  const passed = passedMessages(messages, tasks)
  const { resent } = saved.read()
  const last = messages.at(-1)
  const forgotten = useForgotten(session)
  const announcement = useAnnouncement(messages, passed, busy)
  return (
    <>
      {forgotten && <p className="turns__note">The agent no longer has all that was said before.</p>}
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
              passed={passed.has(message.messageId)}
              mark={busy && message === last ? undefined : marks.get(message.messageId)}
              busy={busy}
            />
          ))}
      </ol>
      {busy && (
        <p className="working" data-testid="working">
          <span className="working__dot" aria-hidden="true" />
          <span className="hidden">An answer is on its way.</span>
        </p>
      )}
      <p className="hidden" role="status" data-testid="announced">
        {announcement}
      </p>
    </>
  )
}

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
