/** What one stream reads: first the task as it is, then its events, in the same order as every other reader. */
import { isInterrupted, isTerminal } from '../task-state.ts'
import type { StreamEvent } from '../types.ts'
import { logEntry, type ReadStep } from './event-log.ts'
import type { LiveTask } from './live-task.ts'

export interface EventReader {
  /** The next event. Throws what the operation failed with. */
  readonly read: () => ReadStep
  /** Calls `notify` once when `read` may have more. The result cancels the call. */
  readonly onNext: (notify: () => void) => () => void
  /** The reader is not needed any more. */
  readonly close: () => void
}

export interface FollowOptions {
  /** True: the stream ends where the task waits for the client. Default: it ends only with the task. */
  readonly untilInterrupted?: boolean
  /** True: the task as it is, and nothing after it. */
  readonly snapshotOnly?: boolean
  readonly onClose: () => void
}

/** Follows a task from this moment on. */
export function followTask(
  { log, ...live }: Pick<LiveTask, 'log' | 'snapshot'>,
  { untilInterrupted = false, snapshotOnly = false, onClose }: FollowOptions,
): EventReader {
  const snapshot = live.snapshot()
  let position = log.end()
  let begun = false
  let over = false
  return {
    read() {
      if (over) return 'end'
      if (!begun) {
        begun = true
        over = snapshotOnly
        return snapshot
      }
      const step = log.at(position)
      if (typeof step === 'string') return step
      position++
      over = isLast(step.event, untilInterrupted)
      return step
    },
    onNext: log.onNext,
    close: onClose,
  }
}

function isLast(event: StreamEvent, untilInterrupted: boolean): boolean {
  if (event.kind !== 'status') return false
  return isTerminal(event.status.state) || (untilInterrupted && isInterrupted(event.status.state))
}

/** A reader that is made later: until then `read` waits. It throws what `coming` rejects with. */
export function readLater(coming: Promise<EventReader>, onClose: () => void): EventReader {
  let reader: EventReader | undefined
  let failure: { readonly error: unknown } | undefined
  let closed = false
  /** One stream reads here: at most one listener waits. */
  let waiting: (() => void) | undefined
  coming.then(
    (come) => {
      reader = come
      if (closed) come.close()
      waiting?.()
    },
    (error: unknown) => {
      failure = { error }
      waiting?.()
    },
  )
  return {
    read() {
      if (failure) throw failure.error
      return reader?.read() ?? 'wait'
    },
    onNext(notify) {
      if (reader) return reader.onNext(notify)
      waiting = notify
      return () => {
        waiting = undefined
      }
    },
    close() {
      if (closed) return
      closed = true
      reader?.close()
      onClose()
    },
  }
}

/** A stream of one message. */
export function readMessageOnly(event: StreamEvent & { readonly kind: 'message' }): EventReader {
  let step: ReadStep = logEntry(event)
  return {
    read() {
      const now = step
      step = 'end'
      return now
    },
    onNext: () => () => undefined,
    close: () => undefined,
  }
}
