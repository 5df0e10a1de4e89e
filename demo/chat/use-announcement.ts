/** What screen readers are told of an answer when it is whole. */
import { useState } from 'react'
import type { ConversationMessage } from 'surface-runtime/agent'

/**
 * All texts of the latest answer; empty while one is on its way. A surface is often the last message of an answer, and has no
 * text. After a reload: the answer of the latest task.
 *
 * @param passed Ids of messages that have nothing to say any more.
 */
export function useAnnouncement(
  messages: readonly ConversationMessage[],
  passed: ReadonlySet<string>,
  busy: boolean,
): string {
  const [answer, setAnswer] = useState({ busy, start: messages.length })
  // One task may have several answers: what was there when the answer began belongs to an older one.
  if (answer.busy !== busy) setAnswer({ busy, start: busy ? messages.length : answer.start })
  if (busy) return ''
  const taskId = messages.at(-1)?.taskId
  return messages
    .slice(answer.start)
    .filter((message) => message.role === 'ROLE_AGENT' && message.taskId === taskId && !passed.has(message.messageId))
    .flatMap(({ parts }) => parts.flatMap((part) => part.text ?? []))
    .join('\n')
}
