/** What comes by the connections of a stream: put in order, checked, and put right where it can be. */

import { within } from '../http/sleep.ts'
import { AgentError } from './error.ts'
import type { StreamBatches, StreamItem } from './read-events.ts'
import { isPassing } from './reconnect.ts'
import { createReorder } from './reorder.ts'
import { mismatch, overSize, streamGap } from './stream-errors.ts'
import type { TaskProgress } from './task-progress.ts'
import { createTaskSize } from './task-size.ts'
import type { TaskStreamOptions } from './task-stream-options.ts'
import type { StreamEvent } from './types.ts'

export interface StreamIntake {
  /** Takes the events of one connection to its end. Rejects with what cannot be put right. */
  follow(batches: StreamBatches): Promise<void>
}

/** `room` resolves when the readers can take more. */
export function createStreamIntake(
  progress: TaskProgress,
  { reconnect, onError, taskBytes }: TaskStreamOptions,
  signal: AbortSignal,
  room: () => Promise<void>,
): StreamIntake {
  const size = createTaskSize(taskBytes)
  const reorder = createReorder(progress, ({ event, id }) => progress.take(event, id !== undefined))

  /** What is wrong with one event is put right by reading the task. */
  async function repair(error: AgentError): Promise<void> {
    if (!progress.known) throw error
    onError(error)
    reorder.clear(false)
    try {
      await progress.read()
    } catch (cause) {
      throw cause instanceof AgentError && isPassing(cause) ? cause : error
    }
  }

  /** A promise only where something has to be put right: a good event takes no asynchronous step. */
  function take(item: StreamItem): Promise<void> | undefined {
    const { event, error } = item
    if (error) return repair(error)
    const foreign = foreignTo(progress.taskId, event)
    if (foreign && (!progress.known || event.kind === 'task')) throw foreign
    if (foreign) return void onError(foreign)
    if (!progress.known) progress.meet(event)
    // Not `LIMIT_BYTES` of one event, which reading the task puts right.
    if (!size.add(event, item.units)) throw overSize(progress.taskId, taskBytes)
    reorder.take(item)
    const late = reorder.full || (reorder.waiting && progress.over)
    return late ? repair(streamGap(progress.taskId)) : undefined
  }

  return {
    async follow(batches) {
      // The events of each connection are numbered anew.
      reorder.clear(true)
      try {
        let next = pull(batches)
        while (!signal.aborted) {
          const turn = await (reorder.waiting ? within(next, reconnect.reorderTime) : next)
          if (turn?.done || progress.over) break
          if (turn) await takeEach(turn.value, take)
          else await repair(streamGap(progress.taskId))
          if (progress.over) break
          if (!turn) continue
          await room()
          next = pull(batches)
        }
        if (reorder.waiting) await repair(streamGap(progress.taskId))
      } finally {
        void batches.return(undefined).catch(() => undefined)
      }
    },
  }
}

async function takeEach(
  items: readonly StreamItem[],
  take: (item: StreamItem) => Promise<void> | undefined,
): Promise<void> {
  for (const item of items) {
    const repaired = take(item)
    if (repaired) await repaired
  }
}

/** The next batch. Nobody waits for it when the stream is left. */
function pull(batches: StreamBatches): ReturnType<StreamBatches['next']> {
  const next = batches.next()
  next.catch(() => undefined)
  return next
}

/** What is wrong with an event of another task. */
function foreignTo(taskId: string | undefined, event: StreamEvent): AgentError | undefined {
  const found = idOf(event)
  return taskId === undefined || found === undefined || found === taskId ? undefined : mismatch(found, taskId)
}

function idOf(event: StreamEvent): string | undefined {
  if (event.kind === 'task') return event.task.id
  return event.kind === 'message' ? event.message.taskId : event.taskId
}
