/**
 * Messages that came a short time ago. A client whose answer was lost sends its message again: the same message of the
 * same owner has one turn, and every request with this message gets the answer of that turn.
 */
import { digestOf } from '../../shared/http/digest.ts'
import type { Message } from '../protocol/types.ts'
import { jsonBytes } from './bindings.ts'
import type { Lease } from './live-tasks.ts'

/** What a message has led to. `settled`: the turn is over, or the task waits for the client. */
export type Answer =
  | { readonly lease: Lease; readonly settled: Promise<void> }
  | { readonly message: Message }
  | { readonly error: unknown }

/** Called once with the answer. `again`: the turn had begun before, so it may be over by now. */
export type TakeAnswer = (answer: Answer, again: boolean) => void

/** A request that waits for the answer of its message. */
export interface Joined {
  /** Resolves when the message waits or has begun. Rejects where it is refused before. */
  readonly accepted: Promise<void>
  /** Makes the task at once, before the agent yields. */
  readonly openNow: () => void
  /** The request does not wait any more. The last one that leaves ends a turn of which no client could know. */
  readonly leave: () => void
}

export interface Delivery {
  /** One more request waits. `take` is called in the moment in which the task is made, so no event is missed. */
  readonly join: (take: TakeAnswer) => Joined
}

/** What is remembered of a message that was answered. */
type Outcome = { readonly taskId: string } | { readonly message: Message }

type RecentMessage = { readonly delivery: Delivery } | Outcome

export interface RecentMessages {
  /** The same text for the same message of the same owner. `undefined`: the message cannot be identified, nor remembered. */
  readonly nameOf: (owner: string, message: Message) => Promise<MessageName>
  readonly get: (name: MessageName) => RecentMessage | undefined
  /** `callerId`: who sent the message. */
  readonly set: (name: MessageName, recent: RecentMessage, callerId: string) => void
  /** Forgets the message, unless `set` was called with something newer. */
  readonly forget: (name: MessageName, recent: RecentMessage) => void
}

type MessageName = string | undefined

/** Shorter ids are not unique: with numbers from 1 up, two pages of one user send the same id. */
const shortestId = 16
/** Bytes of answers that are remembered; an answer that is a task stands in the store. */
const maxBytes = 8 * 1024 * 1024

interface Kept {
  readonly recent: RecentMessage
  readonly bytes: number
  readonly own: OwnMessages
}

/** What is remembered of one caller. */
interface OwnMessages {
  readonly callerId: string
  readonly names: Set<string>
  bytes: number
}

interface RecentMessagesOptions {
  /** Messages that are remembered, the latest ones. 0: none. */
  readonly max: number
  /** The same of one caller: the messages of one do not push out those of others. */
  readonly maxEach: number
}

export function createRecentMessages({ max, maxEach }: RecentMessagesOptions): RecentMessages {
  const kept = new Map<string, Kept>()
  const callers = new Map<string, OwnMessages>()
  const maxOwnBytes = maxBytes * Math.min(1, maxEach / max)
  let bytes = 0

  function drop(name: string): void {
    const entry = kept.get(name)
    if (!entry) return
    const { own } = entry
    kept.delete(name)
    bytes -= entry.bytes
    own.bytes -= entry.bytes
    own.names.delete(name)
    if (own.names.size === 0) callers.delete(own.callerId)
  }

  /** The oldest go first: Maps and Sets keep the order in which keys were added. */
  function dropOldest(names: Iterable<string>, tooMany: () => boolean): void {
    for (const oldest of names) {
      if (!tooMany()) return
      drop(oldest)
    }
  }

  return {
    async nameOf(owner, message) {
      if (max === 0 || message.messageId.length < shortestId) return undefined
      return digestOf(JSON.stringify([owner, message]))
    },
    get: (name) => (name === undefined ? undefined : kept.get(name)?.recent),
    set(name, recent, callerId) {
      if (name === undefined) return
      drop(name)
      const own = callers.get(callerId) ?? { callerId, names: new Set(), bytes: 0 }
      callers.set(callerId, own)
      const size = 'message' in recent ? jsonBytes(recent.message) : 0
      kept.set(name, { recent, bytes: size, own })
      bytes += size
      own.bytes += size
      own.names.add(name)
      dropOldest(own.names, () => own.names.size > maxEach || own.bytes > maxOwnBytes)
      dropOldest(kept.keys(), () => kept.size > max || bytes > maxBytes)
    },
    forget(name, recent) {
      if (name !== undefined && kept.get(name)?.recent === recent) drop(name)
    },
  }
}
