/** What screen readers are told of an answer when it is whole. */
import { useEffect, useState } from 'react'
import type { ConversationMessage } from 'surface-runtime/agent'
import { isPassing } from './passing-messages.ts'

/**
 * All texts of the latest answer; empty while one is on its way. A surface is often the last message of an answer, and has no
 * text. What was there when the page came was heard before: after a reload only what an answer then still brings is told.
 *
 * @param silent Ids of messages that have nothing to say.
 * @param restored Resolves when the conversation from before is there.
 */
export function useAnnouncement(
  messages: readonly ConversationMessage[],
  silent: ReadonlySet<string>,
  busy: boolean,
  restored: Promise<void>,
): string {
  const loaded = useResolved(restored)
  /** `start`: number of messages when the answer began. One task may have several answers. */
  const [answer, setAnswer] = useState({ busy, loaded: false, start: 0 })
  if (answer.loaded !== loaded) setAnswer({ busy, loaded, start: messages.length })
  else if (answer.busy !== busy) setAnswer({ ...answer, busy, start: busy ? messages.length : answer.start })
  if (busy || !loaded) return ''
  const taskId = messages.at(-1)?.taskId
  return (
    messages
      .slice(answer.start)
      .filter(({ role, taskId: own, messageId }) => role === 'ROLE_AGENT' && own === taskId && !silent.has(messageId))
      // A connection may end between such words and the answer.
      .filter((message) => !isPassing(message))
      .flatMap(({ parts }) => parts.flatMap((part) => part.text ?? []))
      .join('\n')
  )
}

function useResolved(promise: Promise<void>): boolean {
  const [resolved, setResolved] = useState(false)
  useEffect(() => {
    let current = true
    void promise.then(() => current && setResolved(true))
    return () => {
      current = false
    }
  }, [promise])
  return resolved
}
