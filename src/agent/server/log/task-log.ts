/**
 * What a store gives to the runtime of shared tasks: a log for each task with one writer at a time, leases, claims of messages,
 * and receivers of push notifications. The runtime (`shared-tasks.ts` and what it uses) is the same over each store.
 */
import { isInterrupted, isTerminal, type Message, type StreamEvent, type Task } from '../../protocol/types.ts'
import { type PlacedArtifact, withArtifact, withMessage, withStatus } from '../task-record.ts'
import type { StoredPushConfig, StoredTask, TaskStore } from '../task-store.ts'

/**
 * `holder`: the id of a process. `key`: what the store calls a task. `fence`: a task's fencing number, which grows with each new
 * writer. `seq`: the place of an event in its task's log; the first event has place 1.
 *
 * Each function rejects where the store cannot be reached; what it was to do may have been done.
 */
export interface TaskLog extends Pick<TaskStore, 'list'> {
  /** The key that a new task gets. */
  readonly keyFor: (owner: string, id: string) => Promise<string>
  /** The task behind the latest event. A turn that is under way counts, in whichever process. */
  readonly load: (owner: string, id: string) => Promise<LoadedTask | undefined>
  /** Adds or replaces a task whole. Whoever works on it loses it. */
  readonly put: (stored: StoredTask) => Promise<void>
  /**
   * Adds to the logs of several tasks: to each wholly or not at all. Gives the keys of those that were written. Three tasks are not
   * written: one that another process writes to, one whose latest event is not `before`, and a new one whose message another process has.
   */
  readonly append: (holder: string, writes: readonly TaskWrite[]) => Promise<Appended>
  /** Where tasks stand now. Those that are not there are left out. */
  readonly places: (keys: readonly string[]) => Promise<ReadonlyMap<string, TaskPlace>>
  /**
   * The next events behind the places, at most `most` of each task, in order. Where events were removed, those that were not follow one
   * another with a gap. Where none is left, the list is empty. A task that has nothing behind its place is left out.
   *
   * `onError`: told where single tasks cannot be read, which are left out. Without it, and where no task can be read, the result rejects.
   */
  readonly read: (
    after: readonly ReadFrom[],
    most: number,
    onError?: (error: unknown) => void,
  ) => Promise<ReadonlyMap<string, readonly StoredEvent[]>>
  readonly leases: Leases
  readonly messages: MessageClaims
  readonly receivers: PushReceivers
  /**
   * Hears of what others have written: to these tasks, or without keys to any. `onLost`: nothing more is heard. The result ends it.
   */
  readonly listen: (hear: Hear, onLost: () => void) => Promise<() => Promise<void>>
  /**
   * Gives events of the task as they are written, by any process. Some may be missing. The function that comes back ends it.
   * Default: readers hear of events by `listen` alone.
   */
  readonly watch?: (key: string, take: (events: readonly StoredEvent[]) => void) => () => void
  /** Does what callers have asked to read. Default: as much as they like at one time. */
  readonly forCallers?: <T>(work: () => Promise<T>) => Promise<T>
  /** Removes what is old, again after so many milliseconds. Default: nothing is removed, or the store does it by itself. */
  readonly cleaning?: { readonly interval: number; readonly clean: (holder: string, now: number) => Promise<unknown> }
  /** Whether the store is reached. Never rejects. */
  readonly isReached: () => Promise<boolean>
  readonly close: () => Promise<void>
}

export type Hear = (holder: string, keys: readonly string[]) => void

/** Which process works on which task. */
export interface Leases {
  /**
   * Makes the process the task's writer, and gives it the next fencing number. `turn`: of the turn that begins; then the result is undefined
   * where another process has a turn that is not settled. A task that is settled may be taken, also where its writer has not let go.
   * Without `turn` the task is taken in any case: what the process before has not written yet is refused.
   */
  readonly acquire: (holder: string, key: string, turn: string | undefined) => Promise<number | undefined>
  /** Tasks that the process works on by what is stored. */
  readonly turnsOf: (holder: string) => Promise<readonly Place[]>
  /**
   * Takes over tasks whose process has ended, a few at a time, and those of its own that this process does not work on (`idle`).
   * `lease`: milliseconds that others get to say that they live, after the store was away.
   */
  readonly takeOrphans: (
    holder: string,
    options: { readonly lease: number; readonly idle: readonly Place[] },
  ) => Promise<readonly OrphanedTask[]>
  /** Says that the process lives for so many milliseconds more. */
  readonly renew: (holder: string, lease: number) => Promise<void>
  /** The process has ended: others take its turns over at once. */
  readonly end: (holder: string) => Promise<void>
}

/** Messages that came, by their digest, so that none has two turns. */
export interface MessageClaims {
  /** A message that is `mine` stays so for a lease, and longer where it is renewed. */
  readonly claim: (holder: string, digest: string, lease: number) => Promise<Recalled>
  /** Says that the process still works on these messages. Gives those that have led to nothing yet. */
  readonly renew: (holder: string, digests: readonly string[], lease: number) => Promise<readonly string[]>
  /** What the message has led to. Undefined: it was refused, and may come again. */
  readonly settle: (holder: string, digest: string, answer: Message | undefined) => Promise<void>
}

/** What a message has led to. `mine`: it is this process's to answer. `pending`: another one is about to. */
export type Recalled = 'mine' | 'pending' | { readonly taskId: string } | { readonly message: Message }

/** Receivers of push notifications: each has the place of the latest event that it got, so none is lost. */
export interface PushReceivers {
  /**
   * Adds, changes and removes what is different. A new receiver gets the events behind the place `seen`. A receiver that was there
   * and has everything gets the task again if `seen` is `taskFirst`.
   */
  readonly save: (
    key: string,
    before: readonly StoredPushConfig[],
    after: readonly StoredPushConfig[],
    seen: number,
  ) => Promise<void>
  /** Takes receivers that have something to get: the first of each caller, then the second of each. */
  readonly take: (holder: string, bounds: ReceiverBounds) => Promise<readonly DueReceiver[]>
  /** Notes what the receiver has got. Gives its configuration as it is now. Undefined: it was deleted, or another process posts to it. */
  readonly noteSent: (
    holder: string,
    receiver: DueReceiver,
    note: { readonly sent: number; readonly lease: number },
  ) => Promise<string | undefined>
  /**
   * The receiver is free again. `wait`: milliseconds before the next attempt. Without, it has everything that there was, and is due
   * only if somebody wrote since it was taken. A configuration that was changed meanwhile is tried at once.
   */
  readonly release: (
    holder: string,
    receiver: DueReceiver,
    next: { readonly attempts: number; readonly wait?: number | undefined },
  ) => Promise<void>
}

/** The place of a receiver that gets the task as it is first, and then the events behind it. */
export const taskFirst = -1

/** A receiver that this process posts to. */
export interface DueReceiver {
  readonly key: string
  readonly id: string
  readonly config: StoredPushConfig
  /** The configuration as it is stored. */
  readonly body: string
  /** Place of the latest event that the receiver has, or `taskFirst`. */
  readonly sent: number
  readonly attempts: number
  /** When it was due, or which of its versions was taken. */
  readonly due: string
  readonly owner: string
  readonly taskId: string
  /** The same for all receivers of one caller's tasks. */
  readonly caller: string
  /** Aborted when the configuration is deleted. Absent: the process hears of that behind the next post. */
  readonly deleted?: AbortSignal
}

/** What one process takes at one time. */
export interface ReceiverBounds {
  /** Milliseconds that a receiver belongs to the process, unless that ends before. */
  readonly lease: number
  /** Receivers at most. */
  readonly maxReceivers: number
  /** Of one caller, with those that the process has already. */
  readonly maxReceiversPerCaller: number
  /** Caller → how many the process has. */
  readonly taken: ReadonlyMap<string, number>
}

/** An event of the log. One of the kind `message` is the client's message: it is no event for readers. */
export interface StoredEvent {
  readonly seq: number
  readonly at: string
  readonly event: StreamEvent
  /** The event as JSON. */
  readonly body: string
}

export interface ReadFrom {
  readonly key: string
  readonly seq: number
}

/** A task, and which of its writers is meant. */
export interface Place {
  readonly key: string
  readonly fence: number
}

export interface TaskPlace {
  readonly fence: number
  /** Place of the latest event. */
  readonly seq: number
}

export interface OrphanedTask extends Place {
  readonly owner: string
  readonly id: string
  readonly turn: string
}

/** A task as it is stored at one moment. */
export interface LoadedTask extends TaskPlace {
  readonly stored: StoredTask
  readonly key: string
  /** Place of the snapshot. */
  readonly snapshot: number
  /** A turn is under way, in whichever process. */
  readonly works: boolean
}

/** What one task's writer adds at one time. */
export interface TaskWrite {
  readonly key: string
  readonly fence: number
  /** Place of the latest event before these. */
  readonly before: number
  readonly events: readonly EventRow[]
  /** The task behind these events, where there are any. */
  readonly task: Task | undefined
  readonly bytes: number
  /** Whether the task is written whole, too. */
  readonly snapshot: boolean
  /** The lease ends with this write, and so does the turn. */
  readonly released: boolean
  /** The turn that begins, as JSON. */
  readonly turn: string | undefined
  /** A task that is not there yet. */
  readonly made?: MadeTask | undefined
}

/** `message`: digest of the claimed message that the event is. */
type EventRow = Pick<StoredEvent, 'seq' | 'at' | 'body'> & { readonly message?: string | undefined }

export interface MadeTask {
  readonly owner: string
  readonly caller: string | undefined
  /** Digest of the message that began it, as it was claimed. */
  readonly digest: string | undefined
  readonly first: Task
  readonly bytes: number
  readonly pushConfigs: readonly StoredPushConfig[]
}

export interface Appended {
  readonly written: ReadonlySet<string>
  /** Receivers of push notifications have something to get. */
  readonly pushes: boolean
}

/** The task behind the event. */
export function applyEvent(task: Task, { event, at }: Pick<StoredEvent, 'event' | 'at'>): Task {
  if (event.kind === 'status') return withStatus(task, event)
  if (event.kind === 'artifact') return withArtifact(task, event as PlacedArtifact, at)
  return event.kind === 'message' ? withMessage(task, event.message) : event.task
}

/** A task without artifacts and history: what lists need. */
export function headOf({ artifacts: _, history: __, ...head }: Task): string {
  return JSON.stringify(head)
}

/** Whether the task is over, or waits for its client. */
export function isSettled({ status: { state } }: Task): boolean {
  return isTerminal(state) || isInterrupted(state)
}

/** JSON of a task, cut into pieces of so many UTF-16 units. */
export function piecesOf(text: string, length: number): readonly string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + length, text.length)
    const unit = text.charCodeAt(end - 1)
    // Not between the halves of a surrogate pair.
    if (end < text.length && unit >= 0xd800 && unit <= 0xdbff) end++
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
