/** One task while a turn works on it or a stream follows it: its latest record, its events, and its way into the store. */
import { isTerminal } from '../task-state.ts'
import type { Artifact, ArtifactEvent, Message, StatusEvent, Task, TaskStatus } from '../types.ts'
import { createEventLog, type EventLog, type LogEntry, logEntry } from './event-log.ts'
import { jsonBytes } from './json-bytes.ts'
import { createTaskBytes } from './task-bytes.ts'
import { createTaskRecord, type TaskRecordOptions } from './task-record.ts'
import type { StoredPushConfig, StoredTask } from './task-store.ts'
import { withArtifact, withMessage, withStatus } from './task-update.ts'

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
  readonly addMessage: (message: Message) => void
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

export interface LiveTaskOptions extends TaskRecordOptions {
  /** Called with every event, in order. */
  readonly onEvent: (record: StoredTask, entry: LogEntry) => void
  readonly timestamp: () => string
  readonly backlogBytes: number
}

export function createLiveTask(begin: StoredTask, options: LiveTaskOptions): LiveTask {
  const record = createTaskRecord(begin, options)
  const task = (): Task => record.get().task
  const bytes = createTaskBytes()
  const log = createEventLog(options.backlogBytes)
  const { id: taskId, contextId } = begin.task
  const identity = { taskId, ...(contextId === undefined ? {} : { contextId }) }

  function grow(changed: Task, more: number): void {
    record.change({ task: changed, bytes: record.get().bytes + more })
  }

  function publish(event: StatusEvent | ArtifactEvent, changed: Task, more: number): void {
    const entry = logEntry(event)
    grow(changed, more)
    log.append(entry)
    options.onEvent(record.get(), entry)
    if (isTerminal(changed.status.state)) log.close()
  }

  return {
    record: record.get,
    task,
    log,
    snapshot: record.snapshot,
    checkRoom: (message) => record.checkGrowth(bytes.ofMessage(message)),
    keep: () => record.change(),
    turn: undefined,
    waiting: 0,
    addMessage: (message) => grow(withMessage(task(), message), bytes.ofMessage(message)),
    setStatus(status, more) {
      const stamped = { ...status, timestamp: options.timestamp() }
      const event: StatusEvent = { kind: 'status', ...identity, status: stamped, ...more }
      const growth = bytes.ofStatus(task(), event.status)
      // A task that is too large can still end.
      if (!isTerminal(status.state)) record.checkGrowth(growth)
      publish(event, withStatus(task(), event), growth)
    },
    setArtifact(artifact, more) {
      const { artifacts = [] } = task()
      const at = artifacts.findIndex((one) => one.artifactId === artifact.artifactId)
      const index = at < 0 ? artifacts.length : at
      const event = { kind: 'artifact', ...identity, artifact, index, ...more } as const
      const growth = bytes.ofArtifact(artifacts[index], artifact, more?.append ?? false)
      record.checkGrowth(growth.bytes)
      growth.keep()
      publish(event, withArtifact(task(), event, options.timestamp()), growth.bytes)
    },
    setPushConfigs(pushConfigs) {
      const before = record.get()
      const more = jsonBytes(pushConfigs) - jsonBytes(before.pushConfigs)
      record.change({ pushConfigs, bytes: before.bytes + more })
    },
    saved: record.saved,
  }
}
