/** Words of an agent that only bridge the time until its answer. */
import { type ConversationMessage, type ConversationTask, isTerminal } from 'surface-runtime/agent'

/**
 * Ids of the messages such as “Looking …”, which end with an ellipsis, whose task has said something since or is over:
 * they have nothing to say any more.
 */
export function passedMessages(
  messages: readonly ConversationMessage[],
  tasks: readonly ConversationTask[],
): ReadonlySet<string> {
  const over = new Set(tasks.filter(({ state }) => isTerminal(state)).map(({ id }) => id))
  const latest = new Map(messages.map(({ taskId, messageId }) => [taskId, messageId]))
  const passed = messages.filter(
    (message) =>
      isPassing(message) &&
      ((message.taskId && over.has(message.taskId)) || latest.get(message.taskId) !== message.messageId),
  )
  return new Set(passed.map(({ messageId }) => messageId))
}

/** Whether a message only bridges the time until the answer. */
export function isPassing({ role, parts }: ConversationMessage): boolean {
  return role === 'ROLE_AGENT' && parts.length > 0 && parts.every(({ text }) => text?.trimEnd().endsWith('…'))
}

/** The member of a message's metadata by which an agent says that its words are about how it works, for developers. */
const behindTheScenes = 'https://surface-runtime.example/behind-the-scenes'

/** Ids of the messages that are shown behind the scenes only. */
export function scenesIn(messages: readonly ConversationMessage[]): ReadonlySet<string> {
  return new Set(
    messages.filter(({ metadata }) => metadata?.[behindTheScenes] === true).map(({ messageId }) => messageId),
  )
}
