/** One task while a turn works on it or a stream follows it: its latest record, its events, and its way into the store. */

import { AgentError } from '../error.ts'
import { isTerminal } from '../task-state.ts'
import type { Artifact, ArtifactEvent, Message, Part, StatusEvent, Task, TaskStatus } from '../types.ts'
import { createEventLog, type EventLog, type LogEntry, logEntry } from './event-log.ts'
import type { MaybePromise } from './execute.ts'
import type { StoredPushConfig, StoredTask } from './task-store.ts'
import { jsonBytes } from './wire.ts'

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

/** The latest record of one live task, within its limit of bytes, and its way into the store. */
interface TaskRecord {
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

interface TaskRecordOptions {
  readonly save: (stored: StoredTask) => MaybePromise<void>
  readonly onError: (error: unknown) => void
  /** Bytes of the task at most. */
  readonly taskBytes: number
}

function createTaskRecord(begin: StoredTask, { save, onError, taskBytes }: TaskRecordOptions): TaskRecord {
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

/** The task with a message of the client at the end of its history. */
function withMessage(task: Task, message: Message): Task {
  return { ...task, history: [...(task.history ?? []), message] }
}

/** The message of the status before moves to the history, so that nothing said is lost. */
function withStatus(task: Task, { status }: StatusEvent): Task {
  const said = task.status.message
  const before = said ? withMessage(task, said) : task
  return {
    ...before,
    status,
    ...modified(status.timestamp),
  }
}

/** The event's artifact, and its place among those of the task. */
type PlacedArtifact = ArtifactEvent & { readonly index: number }

/** Copies the list of artifacts, and of the one that grows the list of parts. Neighbouring texts become one. */
function withArtifact(task: Task, { artifact, append, index }: PlacedArtifact, timestamp: string): Task {
  const artifacts = [...(task.artifacts ?? [])]
  const before = artifacts[index]
  artifacts[index] = before && append ? grown(before, artifact) : artifact
  return { ...task, artifacts, ...modified(timestamp) }
}

function grown(before: Artifact, next: Artifact): Artifact {
  const metadata = next.metadata ? { ...before.metadata, ...next.metadata } : before.metadata
  return { ...before, ...next, parts: joined(before.parts, next.parts), ...(metadata && { metadata }) }
}

/** A text grows in place: with a part for each chunk, 40,000 chunks would be copied 40,000 times. */
function joined(before: readonly Part[], next: readonly Part[]): readonly Part[] {
  const [last, first] = [before.at(-1), next[0]]
  if (!joinsText(last, first)) return [...before, ...next]
  return [...before.slice(0, -1), { text: `${last?.text}${first?.text}` }, ...next.slice(1)]
}

/** Whether two neighbouring parts are texts and nothing else, so that one text says the same. */
function joinsText(last: Part | undefined, first: Part | undefined): boolean {
  return isPlainText(last) && isPlainText(first)
}

function isPlainText(part: Part | undefined): boolean {
  return part?.text !== undefined && Object.keys(part).length === 1
}

function modified(timestamp: string | undefined): { readonly lastModified?: string } {
  return timestamp === undefined ? {} : { lastModified: timestamp }
}

/** How long the stored task is, kept while it grows: counting it anew for each chunk would take time quadratic in the chunks. */
interface TaskBytes {
  /** Bytes that a message adds to the history. */
  readonly ofMessage: (message: Message) => number
  /** Bytes that a status adds to the task. The message of the status before it moves to the history. */
  readonly ofStatus: (task: Task, status: TaskStatus) => number
  /**
   * Bytes that an artifact adds to the task; less than 0 where it takes the place of a longer one. `before`: the artifact with
   * its id. `keep` counts from the new one on.
   */
  readonly ofArtifact: (before: Artifact | undefined, artifact: Artifact, append: boolean) => Growth
}

interface Growth {
  readonly bytes: number
  readonly keep: () => void
}

interface Counted {
  readonly parts: number
  readonly rest: number
}

/** What two lists of parts lose as one: brackets less a comma, or with two texts that become one `[{"text":""}]`. */
const saved = { byJoining: 13, otherwise: 1 }

function createTaskBytes(): TaskBytes {
  const artifacts = new Map<string, Counted>()

  function countedBefore(before: Artifact): Counted {
    const known = artifacts.get(before.artifactId) ?? count(before)
    artifacts.set(before.artifactId, known)
    return known
  }

  return {
    ofMessage: (message) => jsonBytes(message) + 1,
    ofStatus: ({ status: before }, status) =>
      jsonBytes(status) - jsonBytes(before) + (before.message ? jsonBytes(before.message) + 1 : 0),
    ofArtifact(before, artifact, append) {
      const counted = before && countedBefore(before)
      const next = count(artifact)
      const joins = before && joinsText(before.parts.at(-1), artifact.parts[0])
      const less = joins ? saved.byJoining : saved.otherwise
      const after =
        counted && append ? { parts: counted.parts + next.parts - less, rest: Math.max(counted.rest, next.rest) } : next
      return {
        bytes: after.parts + after.rest - (counted ? counted.parts + counted.rest : 0),
        keep: () => void artifacts.set(artifact.artifactId, after),
      }
    },
  }
}

function count({ parts, ...rest }: Artifact): Counted {
  return { parts: jsonBytes(parts), rest: jsonBytes(rest) }
}
