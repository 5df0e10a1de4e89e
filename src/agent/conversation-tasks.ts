/** The tasks of a conversation, as a chat shows them: which there are, how each one stands, and which one waits. */
import type { Binding } from '../live/binding.ts'
import { createCell } from './binding.ts'
import { isInterrupted } from './task-state.ts'
import type { TaskState } from './types.ts'

/** A task of a conversation, so that a chat can show how it ended or that it waits. */
export interface ConversationTask {
  readonly id: string
  readonly state: TaskState
}

export interface ConversationTasks {
  /** An event names the task. */
  readonly add: (id: string) => void
  readonly setState: (id: string, state: TaskState) => void
  /** Every task, oldest first. */
  readonly ids: readonly string[]
  /** The same tasks with their states. */
  readonly states: Binding<readonly ConversationTask[]>
  /** The task that waits for the user. */
  readonly waiting: () => string | undefined
}

export function createConversationTasks(): ConversationTasks {
  const ids: string[] = []
  const states = createCell<readonly ConversationTask[]>([])
  let waiting: string | undefined
  return {
    ids,
    states,
    waiting: () => waiting,
    add(id) {
      if (!ids.includes(id)) ids.push(id)
    },
    setState(id, state) {
      if (isInterrupted(state)) waiting = id
      else if (waiting === id) waiting = undefined
      const all = states.getSnapshot()
      const known = all.find((task) => task.id === id)
      if (!known) states.set([...all, { id, state }])
      else if (known.state !== state) states.set(all.map((task) => (task === known ? { id, state } : task)))
    },
  }
}
