/** The latest record of one live task, within its limit of bytes, and its way into the store. */
import { AgentError } from '../error.ts'
import type { Task } from '../types.ts'
import { type LogEntry, logEntry } from './event-log.ts'
import type { StoredTask } from './task-store.ts'
import type { MaybePromise } from './types.ts'

export interface TaskRecord {
  readonly get: () => StoredTask
  /** Changes members of the record, and saves it. Without members it is saved as it is. */
  readonly change: (members?: Partial<StoredTask>) => void
  /** Throws where the task would be larger than the limit with so many bytes more. */
  readonly checkGrowth: (bytes: number) => void
  /** The task as it is, as an event. Its JSON is made once for all readers that begin with it. */
  readonly snapshot: () => LogEntry
  /** Resolves when the store has the latest record, and whatever the store throws. */
  readonly saved: () => Promise<void>
}

export interface TaskRecordOptions {
  readonly save: (stored: StoredTask) => MaybePromise<void>
  readonly onError: (error: unknown) => void
  /** Bytes of the task at most. */
  readonly taskBytes: number
}

export function createTaskRecord(begin: StoredTask, { save, onError, taskBytes }: TaskRecordOptions): TaskRecord {
  let record = begin
  let latest: { readonly task: Task; readonly entry: LogEntry } | undefined
  const saving = createSaving(() => save(record), onError)
  return {
    get: () => record,
    change(members) {
      record = { ...record, ...members }
      saving.start()
    },
    checkGrowth(bytes) {
      if (bytes > 0 && record.bytes + bytes > taskBytes) throw tooLarge(taskBytes)
    },
    snapshot() {
      const { task } = record
      if (latest?.task !== task) latest = { task, entry: logEntry({ kind: 'task', task }) }
      return latest.entry
    },
    saved: saving.done,
  }
}

interface Saving {
  /** The record has changed. */
  readonly start: () => void
  /** Resolves when the latest record was given to the store. */
  readonly done: () => Promise<void>
}

/** Only the latest record is saved: a store that is slower than the agent sees fewer of them. */
function createSaving(save: () => MaybePromise<void>, onError: (error: unknown) => void): Saving {
  let running: Promise<void> | undefined
  let changed = false

  async function run(): Promise<void> {
    while (changed) {
      changed = false
      try {
        await save()
      } catch (error) {
        // The record may have changed meanwhile: the store gets that one, too.
        onError(error)
      }
    }
    running = undefined
  }

  return {
    start() {
      changed = true
      running ??= run()
    },
    done: () => running ?? Promise.resolve(),
  }
}

function tooLarge(bytes: number): AgentError {
  return new AgentError('REQUEST_TOO_LARGE', `The task would be larger than ${bytes} bytes`, {
    hint: 'Begin another task; the contextId may stay.',
  })
}
