/**
 * What messages that came a short time ago have led to, in memory. A client whose answer was lost sends its message again: the same
 * message of the same owner has one turn, and every request with this message gets the answer of that turn.
 */
import { digestOf } from '../../shared/http/digest.ts'
import type { Message } from '../protocol/types.ts'
import { jsonBytes } from './bindings.ts'

/** What a message has led to. `again`: the task had the message before. */
export type Outcome = { readonly taskId: string; readonly again?: true } | { readonly message: Message }

export interface RecentMessages {
  readonly get: (name: string) => Outcome | undefined
  /** `outcome`: undefined, the message may come again. `callerId`: who sent the message. */
  readonly set: (name: string, outcome: Outcome | undefined, callerId: string) => void
}

/** Shorter ids are not unique: with numbers from 1 up, two pages of one user send the same id. */
const shortestId = 16
/** Bytes of answers that are remembered; an answer that is a task stands in the store. */
const maxBytes = 8 * 1024 * 1024

interface Kept {
  readonly outcome: Outcome
  readonly bytes: number
  readonly own: OwnMessages
}

/** What is remembered of one caller. */
interface OwnMessages {
  readonly callerId: string
  readonly names: Set<string>
  bytes: number
}

/**
 * `max`: messages that are remembered, the latest ones; 0, none. `maxEach`: the same of one caller. The messages of one do not push out
 * those of others.
 */
export function createRecentMessages(max: number, maxEach: number): RecentMessages {
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
    get: (name) => kept.get(name)?.outcome,
    set(name, outcome, callerId) {
      drop(name)
      if (!outcome) return
      const own = callers.get(callerId) ?? { callerId, names: new Set(), bytes: 0 }
      callers.set(callerId, own)
      const size = 'message' in outcome ? jsonBytes(outcome.message) : 0
      kept.set(name, { outcome, bytes: size, own })
      bytes += size
      own.bytes += size
      own.names.add(name)
      dropOldest(own.names, () => own.names.size > maxEach || own.bytes > maxOwnBytes)
      dropOldest(kept.keys(), () => kept.size > max || bytes > maxBytes)
    },
  }
}

/** The same text for the same message of the same owner. `undefined`: the message cannot be identified, nor remembered. */
export async function messageName(owner: string, message: Message): Promise<string | undefined> {
  return message.messageId.length < shortestId ? undefined : digestOf(JSON.stringify([owner, message]))
}
