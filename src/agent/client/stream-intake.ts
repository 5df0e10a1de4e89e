/** What comes by the connections of a stream: put in order, checked, and put right where it can be. */
import { within } from '../../shared/http/sleep.ts'
import { AgentError } from '../protocol/error.ts'
import type { StreamBatches, StreamItem } from '../protocol/stream-item.ts'
import type { StreamEvent } from '../protocol/types.ts'
import { isPassing } from './reconnect.ts'
import type { TaskFold, TaskProgress, TaskStreamOptions } from './task-fold.ts'

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
    if (error) return progress.over ? void onError(error) : repair(error)
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
          // An artifact may come after the last status. Some agents leave the stream open for ever.
          const turn = await (reorder.waiting || progress.over ? within(next, reconnect.reorderTime) : next)
          if (turn?.done || progress.answered || (!turn && progress.over)) break
          if (turn) await takeEach(turn.value, take)
          else await repair(streamGap(progress.taskId))
          if (progress.answered) break
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

interface Numbered {
  readonly event: StreamEvent
  readonly id: number | undefined
}

/**
 * Events in their order. Servers may number the events of a task by SSE ids that count up by one; a snapshot then has
 * the number of the last event that it holds. Without numbers only the `index` of an artifact tells that one is missing.
 */
interface Reorder {
  /** Hands over the event, and those that waited for it; or holds it; or drops one that was there before. */
  take(item: Numbered): void
  /** Events are held, because one before them has not come. */
  readonly waiting: boolean
  /** More events are held than the window takes. */
  readonly full: boolean
  /** Forgets the held events: the task was read, and holds them. `numbers`: the next stream counts anew. */
  clear(numbers: boolean): void
}

/** Events that may overtake one another. */
const window = 32

function createReorder(fold: Pick<TaskFold, 'hasGap'>, deliver: (item: Numbered) => void): Reorder {
  let held: Numbered[] = []
  let last: number | undefined

  function isEarly({ event, id }: Numbered): boolean {
    if (event.kind === 'task') return false
    if (id !== undefined && last !== undefined) return id > last + 1
    return event.kind === 'artifact' && fold.hasGap(event)
  }

  function isRepeated({ event, id }: Numbered): boolean {
    return event.kind !== 'task' && id !== undefined && last !== undefined && id <= last
  }

  function pass(item: Numbered): void {
    if (item.id !== undefined) last = item.id
    deliver(item)
  }

  return {
    take(item) {
      if (isRepeated(item)) return
      if (isEarly(item)) {
        held.push(item)
        return
      }
      pass(item)
      if (held.length === 0) return
      for (let next = held.findIndex(isDue); next >= 0; next = held.findIndex(isDue)) {
        const [due] = held.splice(next, 1)
        if (due) pass(due)
      }
      held = held.filter((one) => !isRepeated(one))
    },
    get waiting() {
      return held.length > 0
    },
    get full() {
      return held.length > window
    },
    clear(numbers) {
      last = numbers ? undefined : Math.max(last ?? 0, ...held.map(({ id }) => id ?? 0)) || undefined
      held = []
    },
  }

  function isDue(item: Numbered): boolean {
    return !isEarly(item) && !isRepeated(item)
  }
}

/** How much a stream holds of its task, by the length of the events that brought it. */
interface TaskSize {
  /** False when the task has more than the limit. `units`: UTF-16 units of the event. */
  add(event: StreamEvent, units: number): boolean
}

/** `limit`: UTF-16 units. Artifacts that take the place of others count once; statuses are not kept. */
function createTaskSize(limit: number): TaskSize {
  const artifacts = new Map<string, number>()
  /** Units of artifacts. */
  let grown = 0
  /** What snapshots held beside them. */
  let rest = 0
  return {
    add(event, units) {
      if (event.kind === 'task') rest = Math.max(0, units - grown)
      if (event.kind === 'artifact') {
        const { artifactId } = event.artifact
        const before = artifacts.get(artifactId) ?? 0
        const now = event.append === true ? before + units : units
        artifacts.set(artifactId, now)
        grown += now - before
      }
      return grown + rest <= limit
    },
  }
}

/** An event that is of no use here. */
function mismatch(found: string, taskId: string): AgentError {
  return new AgentError('TASK_MISMATCH', `An event is of task "${found}" instead of "${taskId}"`, {
    hint: 'The event was not used; report this to the maker of the agent.',
    taskId,
  })
}

/** An event before one that has come is missing. */
function streamGap(taskId: string | undefined): AgentError {
  const hint = 'The client reads the task to put it right.'
  return new AgentError('STREAM_GAP', 'An event of the stream is missing', { hint, taskId })
}

/** The end of a stream that is not the end of its task. */
export function endedEarly(taskId: string | undefined, cause?: AgentError): AgentError {
  return new AgentError('STREAM_ENDED_EARLY', 'The stream ended, and the task did not', {
    hint: taskId === undefined ? 'Send the message again, with the same id.' : 'Read the task later with getTask.',
    taskId,
    cause,
  })
}

/** `LIMIT_BYTES` of a whole task. It names the task, which `LIMIT_BYTES` of one event does not. */
function overSize(taskId: string | undefined, limit: number): AgentError {
  return new AgentError('LIMIT_BYTES', `The task has more than ${limit} bytes`, {
    hint: 'Raise the option "taskBytes", or ask the agent for less.',
    taskId,
  })
}
