/** How tasks ended that did not just complete, beside the last message of each. */
import { type ConversationMessage, type ConversationTask, isInterrupted } from 'surface-runtime/agent'

export type MarkKind = 'stopped' | 'failed' | 'rejected' | 'waiting'

export interface TaskMark {
  readonly kind: MarkKind
  /** The page offers to do once more what led to this: nothing came after it, and the agent offers nothing itself. */
  readonly repeatable: boolean
}

/** Message id → the mark that stands below the message. `present`: ids of the surfaces that there are. */
export function taskMarks(
  messages: readonly ConversationMessage[],
  tasks: readonly ConversationTask[],
  present: ReadonlySet<string>,
): ReadonlyMap<string, TaskMark> {
  const marks = new Map<string, TaskMark>()
  const latest = tasks.at(-1)
  for (const task of tasks) {
    const kind = markKindOf(task)
    const own = messages.filter(({ taskId }) => taskId === task.id)
    const last = own.at(-1)
    const offers = own.some(({ surfaceIds }) => surfaceIds.some((id) => present.has(id)))
    if (kind && last) marks.set(last.messageId, { kind, repeatable: kind === 'failed' && task === latest && !offers })
  }
  return marks
}

function markKindOf({ state }: ConversationTask): MarkKind | undefined {
  if (state === 'TASK_STATE_CANCELED') return 'stopped'
  if (state === 'TASK_STATE_FAILED') return 'failed'
  if (state === 'TASK_STATE_REJECTED') return 'rejected'
  return isInterrupted(state) ? 'waiting' : undefined
}
