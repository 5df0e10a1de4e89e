/**
 * What is known of one task, and how it changes: by messages, statuses, artifacts and push configurations, within a limit of bytes. It is
 * the same wherever the task is kept.
 */
import { AgentError } from '../protocol/error.ts'
import {
  type Artifact,
  type ArtifactEvent,
  isTerminal,
  type Message,
  type Part,
  type StatusEvent,
  type Task,
  type TaskStatus,
} from '../protocol/types.ts'
import { jsonBytes } from './bindings.ts'
import type { StoredPushConfig, StoredTask } from './task-store.ts'

export interface TaskRecord {
  readonly record: () => StoredTask
  readonly task: () => Task
  /** Throws where the task would be larger than the limit with this message. */
  readonly checkRoom: (message: Message) => void
  /** Adds a message of the client to the history. There is no event: the client knows its own message. */
  readonly addMessage: (message: Message) => void
  readonly setStatus: (status: Omit<TaskStatus, 'timestamp'>, more?: Pick<StatusEvent, 'metadata'>) => void
  readonly setArtifact: (artifact: Artifact, more?: Pick<ArtifactEvent, 'append' | 'lastChunk' | 'metadata'>) => void
  readonly setPushConfigs: (configs: readonly StoredPushConfig[]) => void
}

export interface TaskRecordOptions {
  readonly timestamp: () => string
  /** Bytes of the task at most. */
  readonly taskBytes: number
  /** Called with every event, in order. `record`: the task behind the event. */
  readonly onEvent: (event: StatusEvent | ArtifactEvent, record: StoredTask) => void
}

export function createTaskRecord(begin: StoredTask, { timestamp, taskBytes, onEvent }: TaskRecordOptions): TaskRecord {
  let record = begin
  const bytes = createTaskBytes()
  const { id: taskId, contextId } = begin.task
  const identity = { taskId, ...(contextId === undefined ? {} : { contextId }) }

  function change(members: Partial<StoredTask>, more: number): void {
    record = { ...record, ...members, bytes: record.bytes + more }
  }

  function checkGrowth(more: number): void {
    if (more > 0 && record.bytes + more > taskBytes) throw tooLarge(taskBytes)
  }

  function publish(event: StatusEvent | ArtifactEvent, task: Task, more: number): void {
    change({ task }, more)
    onEvent(event, record)
  }

  return {
    record: () => record,
    task: () => record.task,
    checkRoom: (message) => checkGrowth(bytes.ofMessage(message)),
    addMessage: (message) => change({ task: withMessage(record.task, message) }, bytes.ofMessage(message)),
    setStatus(status, more) {
      const event: StatusEvent = { kind: 'status', ...identity, status: { ...status, timestamp: timestamp() }, ...more }
      const growth = bytes.ofStatus(record.task, event.status)
      // A task that is too large can still end.
      if (!isTerminal(status.state)) checkGrowth(growth)
      publish(event, withStatus(record.task, event), growth)
    },
    setArtifact(artifact, more) {
      const { artifacts = [] } = record.task
      const at = artifacts.findIndex((one) => one.artifactId === artifact.artifactId)
      const index = at < 0 ? artifacts.length : at
      // Some clients drop a chunk that nothing came before: the first one makes the artifact.
      const append = at >= 0 && more?.append === true
      const event = { kind: 'artifact', ...identity, artifact, index, ...more, append } as const
      const growth = bytes.ofArtifact(artifacts[index], artifact, append)
      checkGrowth(growth.bytes)
      growth.keep()
      publish(event, withArtifact(record.task, event, timestamp()), growth.bytes)
    },
    setPushConfigs: (pushConfigs) => change({ pushConfigs }, jsonBytes(pushConfigs) - jsonBytes(record.pushConfigs)),
  }
}

function tooLarge(bytes: number): AgentError {
  return new AgentError('REQUEST_TOO_LARGE', `The task would be larger than ${bytes} bytes`, {
    hint: 'Begin another task; the contextId may stay.',
  })
}

/** The task with a message of the client at the end of its history. */
export function withMessage(task: Task, message: Message): Task {
  return { ...task, history: [...(task.history ?? []), message] }
}

/** The message of the status before moves to the history, so that nothing said is lost. */
export function withStatus(task: Task, { status }: StatusEvent): Task {
  const said = task.status.message
  const before = said ? withMessage(task, said) : task
  return {
    ...before,
    status,
    ...modified(status.timestamp),
  }
}

/** The event's artifact, and its place among those of the task. */
export type PlacedArtifact = ArtifactEvent & { readonly index: number }

/** Copies the list of artifacts, and of the one that grows the list of parts. Neighbouring texts become one. */
export function withArtifact(task: Task, { artifact, append, index }: PlacedArtifact, timestamp: string): Task {
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
