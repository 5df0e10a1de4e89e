/** What belongs to one answer of the agent: its texts and surfaces, by the message that ends it. */
import type { ConversationMessage } from 'surface-runtime/agent'

export interface Answer {
  readonly text: string
  readonly surfaceIds: readonly string[]
}

/**
 * Id of the last message of an answer that shows something → the answer.
 *
 * @param silent Ids of messages that are not shown.
 * @param present Ids of the surfaces that there are.
 */
export function answersOf(
  messages: readonly ConversationMessage[],
  silent: ReadonlySet<string>,
  present: ReadonlySet<string>,
): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>()
  let open: { readonly taskId: string | undefined; readonly endsAt: string; readonly answer: Answer } | undefined
  for (const { role, parts, surfaceIds, taskId, messageId } of messages) {
    if (role === 'ROLE_USER') open = undefined
    const text = silent.has(messageId) ? '' : parts.flatMap((part) => part.text ?? []).join('\n')
    const shown = surfaceIds.filter((id) => present.has(id))
    if (role === 'ROLE_USER' || (text === '' && shown.length === 0)) continue
    const before = open && open.taskId === taskId ? open : undefined
    if (before) answers.delete(before.endsAt)
    const texts = [before?.answer.text ?? '', text].filter((words) => words !== '')
    const answer = { text: texts.join('\n'), surfaceIds: [...(before?.answer.surfaceIds ?? []), ...shown] }
    answers.set(messageId, answer)
    open = { taskId, endsAt: messageId, answer }
  }
  return answers
}
