/**
 * Tasks while a turn works on them or a stream follows them. A task is loaded once, however many requests need it. It has its
 * latest record, its events, and its way into the store.
 */
import { AgentError } from '../protocol/error.ts'
import {
  type Artifact,
  type ArtifactEvent,
  isTerminal,
  type Message,
  type Part,
  type SendMessageRequest,
  type StatusEvent,
  type Task,
  type TaskStatus,
} from '../protocol/types.ts'
import { jsonBytes } from './bindings.ts'
import {
  createEventLog,
  type EventLog,
  type EventReader,
  type FollowOptions,
  type LogEntry,
  logEntry,
} from './event-log.ts'
import { type MaybePromise, type StoredPushConfig, type StoredTask, type TaskStore, taskKey } from './task-store.ts'

/** A lease of a live task: the task stays in memory until `release`. */
export interface Lease {
  readonly live: LiveTask
  readonly release: () => void
}

export interface LiveTasks {
  /** `undefined`: the owner has no such task. */
  readonly open: (owner: string, id: string) => Promise<Lease | undefined>
  /** `origin`: of the turn that makes the task. */
  readonly add: (stored: StoredTask, origin?: TurnOrigin) => Lease
  /** Another lease of the same task. */
  readonly share: (lease: Lease) => Lease
  /**
   * The record as it is now, without a lease. `configs`: also the push configurations that other processes have saved. Default: false.
   */
  readonly peek: (
    owner: string,
    id: string,
    options?: { readonly configs?: boolean },
  ) => Promise<StoredTask | undefined>
  /** Live tasks now. */
  readonly size: () => number
  /** Where several processes share the tasks: what the message has led to, in whichever process; else it is this one's to answer. */
  /** While another process works on the message, it waits. Rejects with the reason of `signal` when that is aborted. */
  readonly recall?: (
    name: string,
    signal: AbortSignal,
  ) => Promise<{ readonly taskId: string } | { readonly message: Message } | undefined>
  /** What a message that `recall` left to this process has led to, if that was no task. `undefined`: it may come again. */
  readonly remember?: (name: string, answer: Message | undefined) => void
}

/** What a turn begins with: enough to begin it again in another process. */
export interface TurnOrigin {
  readonly caller: { readonly id: string }
  readonly tenant: string | undefined
  readonly extensions: readonly string[]
  readonly request: SendMessageRequest
  /** What `recall` was called with. */
  readonly name: string | undefined
}

export interface LeasedTask {
  readonly live: LiveTask
  leases: number
}

export function createLiveTasks(store: TaskStore, options: Omit<LiveTaskOptions, 'save'>): LiveTasks {
  const entries = new Map<string, LeasedTask>()

  function lease(entry: LeasedTask): Lease {
    const { owner, task } = entry.live.record()
    const key = taskKey(owner, task.id)
    return leaseOf(entry, () => void forget(entry, key))
  }

  /** A task leaves memory when the store has its latest record. */
  async function forget(entry: LeasedTask, key: string): Promise<void> {
    await entry.live.saved()
    if (entry.leases === 0 && entries.get(key) === entry) entries.delete(key)
  }

  function entryOf(live: LiveTask): LeasedTask {
    const { owner, task } = live.record()
    const entry = entries.get(taskKey(owner, task.id))
    if (entry?.live !== live) throw new Error('The task is not live any more')
    return entry
  }

  function add(stored: StoredTask): LeasedTask {
    const live = createLiveTask(stored, { ...options, save: (record) => store.put(record) })
    const entry = { live, leases: 0 }
    entries.set(taskKey(stored.owner, stored.task.id), entry)
    return entry
  }

  return {
    async open(owner, id) {
      const key = taskKey(owner, id)
      const before = entries.get(key)
      if (before) return lease(before)
      const stored = await store.get(owner, id)
      // Another request may have loaded the task meanwhile.
      const entry = entries.get(key) ?? (stored && add(stored))
      return entry && lease(entry)
    },
    add: (stored) => lease(add(stored)),
    share: ({ live }) => lease(entryOf(live)),
    peek: async (owner, id) => entries.get(taskKey(owner, id))?.live.record() ?? (await store.get(owner, id)),
    size: () => entries.size,
  }
}

/** One lease more. `released`: called when it ends, once. */
export function leaseOf(entry: LeasedTask, released: () => void): Lease {
  entry.leases++
  let held = true
  return {
    live: entry.live,
    release() {
      if (!held) return
      held = false
      entry.leases--
      released()
    },
  }
}

/** The task, live until its lease is released. Throws `TASK_NOT_FOUND`. */
export async function openTask({ open }: LiveTasks, owner: string, id: string): Promise<Lease> {
  const lease = await open(owner, id)
  if (!lease) throw taskNotFound(id)
  return lease
}

/** The same error for a task of another owner and for a task that does not exist. */
export function taskNotFound(taskId: string): AgentError {
  return new AgentError('TASK_NOT_FOUND', `There is no task "${taskId.slice(0, 80)}"`, {
    hint: 'Send the message without a taskId.',
    taskId,
  })
}

/** Throws for a task that is over. `why`: the end of the sentence, and what puts it right. */
export function checkNotOver(
  { id: taskId, status: { state } }: Task,
  [consequence, hint]: readonly [consequence: string, hint: string],
  code: 'UNSUPPORTED_OPERATION' | 'TASK_NOT_CANCELABLE' = 'UNSUPPORTED_OPERATION',
): void {
  if (!isTerminal(state)) return
  throw new AgentError(code, `Task "${taskId}" is over (${state})${consequence}`, { hint, taskId })
}

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
  /**
   * Adds a message of the client to the history. There is no event: the client knows its own message. `name`: what `recall`
   * was called with.
   */
  readonly addMessage: (message: Message, name?: string) => void
  readonly setStatus: (status: Omit<TaskStatus, 'timestamp'>, more?: Pick<StatusEvent, 'metadata'>) => void
  readonly setArtifact: (artifact: Artifact, more?: Pick<ArtifactEvent, 'append' | 'lastChunk' | 'metadata'>) => void
  /**
   * `registered`: a configuration that came by a call of its own. Where tasks are shared, its receiver gets the task as it is
   * first, unless events wait for it; in memory `push.ts` sees to that.
   */
  readonly setPushConfigs: (configs: readonly StoredPushConfig[], registered?: StoredPushConfig) => void
  /** Resolves when the store has the latest record, and whatever the store throws. */
  readonly saved: () => Promise<void>
  /** The turn that works on the task, if there is one. */
  turn: Turn | undefined
  /** Messages that wait for their turn. */
  waiting: number
  /**
   * Where several processes share the tasks: makes this one the task's only writer, reads the task anew, and calls `start`.
   * With `origin` it resolves to false where another process works on the task; without, that process loses it.
   */
  readonly claim?: (start: () => void, origin?: TurnOrigin) => Promise<boolean>
  /** The same: resolves when all changes until now are stored. Rejects with `UNAVAILABLE`. */
  readonly committed?: () => Promise<void>
  readonly follow?: (options: FollowOptions) => EventReader
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
  readonly onError: (error: unknown) => void
  /** Called with every event, in order. */
  readonly onEvent: (record: StoredTask, entry: LogEntry) => void
  readonly timestamp: () => string
  /** Bytes of the task at most. */
  readonly taskBytes: number
  readonly backlogBytes: number
  /** Default: one in memory. */
  readonly log?: EventLog
}

export function createLiveTask(begin: StoredTask, options: LiveTaskOptions): LiveTask {
  const { save, onError, onEvent, timestamp, taskBytes, backlogBytes } = options
  let record = begin
  let latest: { readonly task: Task; readonly entry: LogEntry } | undefined
  const saving = createSaving(() => save(record), onError)
  const bytes = createTaskBytes()
  const { log = createEventLog(backlogBytes) } = options
  const { id: taskId, contextId } = begin.task
  const identity = { taskId, ...(contextId === undefined ? {} : { contextId }) }

  function change(members: Partial<StoredTask>, more: number): void {
    record = { ...record, ...members, bytes: record.bytes + more }
    saving.start()
  }

  function checkGrowth(more: number): void {
    if (more > 0 && record.bytes + more > taskBytes) throw tooLarge(taskBytes)
  }

  function publish(event: StatusEvent | ArtifactEvent, task: Task, more: number): void {
    const entry = logEntry(event)
    change({ task }, more)
    log.append(entry)
    onEvent(record, entry)
    if (isTerminal(task.status.state)) log.close()
  }

  return {
    record: () => record,
    task: () => record.task,
    log,
    snapshot() {
      const { task } = record
      if (latest?.task !== task) latest = { task, entry: logEntry({ kind: 'task', task }) }
      return latest.entry
    },
    checkRoom: (message) => checkGrowth(bytes.ofMessage(message)),
    keep: saving.start,
    turn: undefined,
    waiting: 0,
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
