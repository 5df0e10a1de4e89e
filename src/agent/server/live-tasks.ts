/**
 * Tasks while a turn works on them or a stream follows them. A task is loaded once, however many requests need it. It has its
 * latest record, its events, and its way into the store.
 */
import { AgentError } from '../protocol/error.ts'
import { isTerminal, type Message, type SendMessageRequest, stateClass, type Task } from '../protocol/types.ts'
import { withHistory } from './bindings.ts'
import {
  createEventLog,
  createReaderPause,
  type EventReader,
  endsEarly,
  type FollowOptions,
  followTask,
  type LogEntry,
  logEntry,
  type ReadStep,
} from './event-log.ts'
import type { Outcome, RecentMessages } from './recent-messages.ts'
import { createTaskRecord, type TaskRecord, type TaskRecordOptions } from './task-record.ts'
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
  /**
   * What the message has led to, in whichever process: a task, with a lease of it, or a message. Undefined: it is this process's to
   * answer. While another process works on the message, it waits. Rejects with the reason of `signal` when that is aborted, and with
   * `TASK_NOT_FOUND` where the task was removed from a store that several processes share.
   */
  readonly recall: (name: string, owner: string, signal: AbortSignal) => Promise<Recalled | undefined>
  /** What a message that `recall` left to this process has led to. `undefined`: it may come again. */
  readonly remember: (name: string, outcome: Outcome | undefined, callerId: string) => void
}

type Recalled = { readonly lease: Lease } | { readonly message: Message }

/** What a turn begins with: enough to begin it again in another process. */
export interface TurnOrigin {
  readonly caller: { readonly id: string }
  readonly tenant: string | undefined
  readonly extensions: readonly string[]
  readonly request: SendMessageRequest
  /** What `recall` was called with. */
  readonly name: string | undefined
}

/** A task in this process, while somebody there needs it. */
export interface TaskSession {
  readonly live: LiveTask
  leases: number
  /** Resolves when the store has all of the task, or somebody needs it again. Never rejects. */
  readonly written: () => Promise<void>
  /** The task leaves this process. */
  readonly end: () => void
}

/** The tasks of one process, each once, however many requests need it. */
export interface TaskSessions<Session extends TaskSession> extends Pick<LiveTasks, 'open' | 'share'> {
  readonly get: (owner: string, id: string) => Session | undefined
  readonly enter: (session: Session) => Session
  /** Unless another one has taken its place. */
  readonly leave: (session: Session) => void
  readonly lease: (session: Session) => Lease
}

/** `make`: enters a task that is in the store. */
export function createTaskSessions<Session extends TaskSession, Stored>(
  load: (owner: string, id: string) => MaybePromise<Stored | undefined>,
  make: (stored: Stored) => Session,
): TaskSessions<Session> {
  const sessions = new Map<string, Session>()

  function keyOf(live: LiveTask): string {
    const { owner, task } = live.record()
    return taskKey(owner, task.id)
  }

  function leave(session: Session): void {
    const key = keyOf(session.live)
    if (sessions.get(key) === session) sessions.delete(key)
  }

  async function forget(session: Session): Promise<void> {
    await session.written()
    if (session.leases > 0) return
    session.end()
    leave(session)
  }

  function lease(session: Session): Lease {
    session.leases++
    let held = true
    return {
      live: session.live,
      release() {
        if (!held) return
        held = false
        session.leases--
        void forget(session)
      },
    }
  }

  const get = (owner: string, id: string): Session | undefined => sessions.get(taskKey(owner, id))

  return {
    get,
    leave,
    lease,
    enter(session) {
      sessions.set(keyOf(session.live), session)
      return session
    },
    async open(owner, id) {
      const stored = get(owner, id) ? undefined : await load(owner, id)
      // Another request may have loaded the task meanwhile.
      const session = get(owner, id) ?? (stored && make(stored))
      return session && lease(session)
    },
    share({ live }) {
      const session = sessions.get(keyOf(live))
      // Another process has the task since this moment.
      return session?.live === live ? lease(session) : { live, release: () => undefined }
    },
  }
}

interface LiveTasksOptions extends Omit<LiveTaskOptions, 'save'> {
  readonly messages: RecentMessages
}

export function createLiveTasks(store: TaskStore, { messages, ...options }: LiveTasksOptions): LiveTasks {
  const { get, enter, lease, open, share } = createTaskSessions((...asked) => store.get(...asked), add)

  function add(stored: StoredTask, isNew = false): TaskSession {
    return enter(createLiveTask(stored, { ...options, save: (record) => store.put(record) }, isNew))
  }

  return {
    open,
    share,
    add: (stored) => lease(add(stored, true)),
    peek: async (owner, id) => get(owner, id)?.live.record() ?? (await store.get(owner, id)),
    async recall(name, owner) {
      const known = messages.get(name)
      if (!known || 'message' in known) return known
      const lease = await open(owner, known.taskId)
      // Without: the store has dropped the task.
      return lease && { lease }
    },
    remember: messages.set,
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

/** A task while somebody needs it. */
export interface LiveTask extends Omit<TaskRecord, 'addMessage' | 'setPushConfigs'> {
  /** As in the record. `name`: what `recall` was called with. */
  readonly addMessage: (message: Message, name?: string) => void
  /**
   * `registered`: a configuration that came by a call of its own. Its receiver gets the task as it is first, unless events wait for
   * it. Resolves when other processes see the configurations.
   */
  readonly setPushConfigs: (configs: readonly StoredPushConfig[], registered?: StoredPushConfig) => Promise<void>
  /** The turn that works on the task, if there is one. */
  turn: Turn | undefined
  /** Messages that wait for their turn. */
  waiting: number
  /**
   * Makes this process the task's only writer, and calls `start` with the task as it is then. With `origin` it resolves to false where
   * another process works on the task; without, that process loses it. Rejects with what `start` throws. In memory `start` is called at
   * once.
   */
  readonly claim: (start: () => void, origin?: TurnOrigin) => Promise<boolean>
  /** Resolves when all changes until now are what other processes see. Rejects with `UNAVAILABLE`. */
  readonly committed: () => Promise<void>
  /** Reads the task from this moment on, or from behind the event that the reader has. */
  readonly follow: (options: FollowOptions) => EventReader
  /** Events have ids that outlive the process, so a reader may go on behind one, also when the task is over. */
  readonly numbered: boolean
  /** Called after each event that the agent yields. What it returns is awaited: readers and the store have to keep up. */
  readonly pace: () => Promise<void> | undefined
}

/** One call of `execute`. */
export interface Turn {
  /** Ends the turn; nothing that it still yields counts. */
  readonly abort: () => void
  /** Resolves when the task is over or interrupted, or the turn has ended. Never rejects. */
  readonly settled: Promise<void>
}

export interface LiveTaskOptions extends TaskRecordOptions {
  readonly save: (stored: StoredTask) => MaybePromise<void>
  readonly onError: (error: unknown) => void
  /** Called with every change of the push configurations. `registered`: one that came by a call of its own. */
  readonly onConfigs: (record: StoredTask, registered: StoredPushConfig | undefined) => void
  readonly backlogBytes: number
}

/** Bytes of events between two pauses. Never more than half of the backlog: otherwise quick readers would fall behind. */
const maxInOneGo = 65_536

/** A task that this process alone has. `isNew`: the store does not have it yet. */
export function createLiveTask(begin: StoredTask, options: LiveTaskOptions, isNew = false): TaskSession {
  const { save, onError, onEvent, onConfigs, backlogBytes } = options
  let latest: { readonly task: Task; readonly entry: LogEntry } | undefined
  const log = createEventLog(backlogBytes)
  const saving = createSaving(() => save(base.record()), onError)
  const base = createTaskRecord(begin, {
    ...options,
    onEvent(event, record) {
      saving.start()
      log.append(logEntry(event))
      onEvent(event, record)
      if (isTerminal(record.task.status.state)) log.close()
    },
  })

  /** The task as it is, as an event. Its JSON is made once for all readers that begin with it. */
  function snapshot(historyLength: number | undefined): LogEntry {
    const task = base.task()
    if (historyLength !== undefined) return logEntry({ kind: 'task', task: withHistory(task, historyLength) })
    if (latest?.task !== task) latest = { task, entry: logEntry({ kind: 'task', task }) }
    return latest.entry
  }

  function at(place: number): ReadStep {
    const step = log.at(place)
    if (step === 'behind') throw endsEarly('The reader fell behind')
    // The process that worked on it has ended.
    if (step === 'wait' && live.turn === undefined && stateClass(base.task().status.state) === 'running')
      throw endsEarly('Nobody here works on the task')
    return step
  }

  const live: LiveTask = {
    ...base,
    addMessage(message) {
      base.addMessage(message)
      saving.start()
    },
    async setPushConfigs(configs, registered) {
      base.setPushConfigs(configs)
      saving.start()
      onConfigs(base.record(), registered)
    },
    turn: undefined,
    waiting: 0,
    async claim(start) {
      start()
      return true
    },
    committed: async () => undefined,
    follow: (asked) => followTask({ at, onNext: log.onNext }, snapshot(asked.historyLength), log.end(), asked),
    numbered: false,
    pace: createReaderPause(log, Math.min(maxInOneGo, backlogBytes / 2)),
  }
  if (isNew) saving.start()
  return { live, leases: 0, written: saving.done, end: () => undefined }
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
