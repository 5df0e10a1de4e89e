/** The status of a task, and which of its messages have come. */
import { isTerminal } from './task-state.ts'
import type { Task, TaskStatus } from './types.ts'
import { sameJson } from './value.ts'

export interface StatusFold {
  /** Unknown until the first snapshot or status has come. */
  readonly current: TaskStatus | undefined
  /** Takes the first snapshot. */
  begin(task: Task): void
  /** Takes the status of an event. False for one that is known, or older than the one that is. */
  take(next: TaskStatus): boolean
  /** The messages that the agent sent while the connection was broken, each as a status of its own. */
  missedOf(task: Task): readonly TaskStatus[]
  /** Takes the status of a later snapshot. False: it is known. */
  catchUp(next: TaskStatus): boolean
}

export function createStatusFold(): StatusFold {
  const seen = new Set<string>()
  let current: TaskStatus | undefined

  function take(next: TaskStatus): boolean {
    if (current && isStale(current, next)) return false
    current = next
    if (next.message) seen.add(next.message.messageId)
    return true
  }

  return {
    get current() {
      return current
    },
    begin({ history = [], status }) {
      take(status)
      for (const { messageId } of history) seen.add(messageId)
    },
    take,
    missedOf({ history = [], status }) {
      const missed: TaskStatus[] = []
      for (const message of history) {
        const { messageId, role } = message
        if (role !== 'ROLE_AGENT' || seen.has(messageId)) continue
        seen.add(messageId)
        if (messageId !== status.message?.messageId) missed.push({ ...(current ?? status), message })
      }
      return missed
    },
    catchUp(next) {
      // The agent may have moved the message of a status into the history.
      const moved = next.state === current?.state && next.message === undefined
      return !moved && take(next)
    },
  }
}

/** A terminal state is the last one; of two others the time decides, and equal ones are one. */
function isStale(known: TaskStatus, next: TaskStatus): boolean {
  if (isTerminal(known.state)) return true
  if (known.timestamp !== undefined && next.timestamp !== undefined && !isTerminal(next.state)) {
    const [before, after] = [Date.parse(known.timestamp), Date.parse(next.timestamp)]
    if (after < before) return true
  }
  return sameJson(known, next)
}
