/** One task while a turn works on it or a stream follows it: its latest record, its events, and its way into the store. */
import { AgentError } from '../error.ts'
import { isTerminal } from '../task-state.ts'
import type { Artifact, ArtifactEvent, Message, StatusEvent, Task, TaskStatus } from '../types.ts'
import { createEventLog, type EventLog, type LogEntry, logEntry } from './event-log.ts'
import { jsonBytes } from './json-bytes.ts'
import { createTaskBytes } from './task-bytes.ts'
import type { StoredPushConfig, StoredTask } from './task-store.ts'
import { withArtifact, withMessage, withStatus } from './task-update.ts'
import type { MaybePromise } from './types.ts'

export interface LiveTask {
  readonly record: () => StoredTask
  readonly task: () => Task
  readonly log: EventLog
  /** The task as it is, as an event. Its JSON is made once for all readers that begin with it. */
  readonly snapshot: () => LogEntry
  /** Puts the record into the store as it is. */
  readonly keep: () => void
  /** Throws where the task would be larger than the limit with this message. */
  readonly checkRoom: (message: Message) => void
  /** Adds a message of the client to the history. There is no event: the client knows its own message. */
  readonly hear: (message: Message) => void
  readonly setStatus: (status: Omit<TaskStatus, 'timestamp'>, more?: Pick<StatusEvent, 'metadata'>) => void
  readonly setArtifact: (artifact: Artifact, more?: Pick<ArtifactEvent, 'append' | 'lastChunk' | 'metadata'>) => void
  readonly setPushConfigs: (configs: readonly StoredPushConfig[]) => void
  /** Resolves when the store has the latest record, and whatever the store throws. */
  readonly saved: () => Promise<void>
  /** The turn that works on the task, if there is one. */
  turn: Turn | undefined
  /** Messages that wait for their turn. */
  waiting: number
}

/** One call of `execute`. */
export interface Turn {
  /** Ends the turn; nothing that it still yields counts. */
  readonly abort: () => void
  /** Resolves when the task is over or interrupted, or the turn has ended. Never rejects. */
  readonly settled: Promise<void>
}

export interface LiveTaskOptions {
  readonly save: (stored: StoredTask) => MaybePromise<void>
  /** Called with every event, in order. */
  readonly onEvent: (record: StoredTask, entry: LogEntry) => void
  readonly onError: (error: unknown) => void
  readonly timestamp: () => string
  readonly backlogBytes: number
  readonly taskBytes: number
}

export function createLiveTask(begin: StoredTask, options: LiveTaskOptions): LiveTask {
  let record = begin
  const saving = createSaving(() => options.save(record), options.onError)
  let latest: { readonly task: Task; readonly entry: LogEntry } | undefined
  const bytes = createTaskBytes()
  const log = createEventLog(options.backlogBytes)
  const { id: taskId, contextId } = begin.task
  const identity = { taskId, ...(contextId === undefined ? {} : { contextId }) }

  function replace(unsaved: Partial<StoredTask>): void {
    record = { ...record, ...unsaved }
    saving.start()
  }

  function checkBytes(more: number): void {
    if (more > 0 && record.bytes + more > options.taskBytes) throw tooLarge(options.taskBytes)
  }

  function publish(event: StatusEvent | ArtifactEvent, task: Task, more: number): void {
    const entry = logEntry(event)
    replace({ task, bytes: record.bytes + more })
    log.append(entry)
    options.onEvent(record, entry)
    if (isTerminal(task.status.state)) log.close()
  }

  function snapshot(): LogEntry {
    if (latest?.task !== record.task)
      latest = { task: record.task, entry: logEntry({ kind: 'task', task: record.task }) }
    return latest.entry
  }

  return {
    record: () => record,
    task: () => record.task,
    log,
    snapshot,
    checkRoom: (message) => checkBytes(bytes.ofMessage(message)),
    keep: () => replace({}),
    turn: undefined,
    waiting: 0,
    hear(message) {
      replace({ task: withMessage(record.task, message), bytes: record.bytes + bytes.ofMessage(message) })
    },
    setStatus(status, more) {
      const stamped = { ...status, timestamp: options.timestamp() }
      const event: StatusEvent = { kind: 'status', ...identity, status: stamped, ...more }
      const growth = bytes.ofStatus(record.task, event.status)
      // A task that is too large can still end.
      if (!isTerminal(status.state)) checkBytes(growth)
      publish(event, withStatus(record.task, event), growth)
    },
    setArtifact(artifact, more) {
      const before = record.task.artifacts ?? []
      const at = before.findIndex((one) => one.artifactId === artifact.artifactId)
      const index = at < 0 ? before.length : at
      const event: ArtifactEvent = { kind: 'artifact', ...identity, artifact, index, ...more }
      const growth = bytes.ofArtifact(record.task, artifact, more?.append ?? false)
      checkBytes(growth.bytes)
      growth.keep()
      publish(event, withArtifact(record.task, event, options.timestamp()), growth.bytes)
    },
    setPushConfigs(pushConfigs) {
      const more = jsonBytes(pushConfigs) - jsonBytes(record.pushConfigs)
      replace({ pushConfigs, bytes: record.bytes + more })
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
