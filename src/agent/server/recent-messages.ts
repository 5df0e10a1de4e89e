/**
 * Messages that came a short time ago. A client whose answer was lost sends its message again: the same message of the
 * same owner has one turn, and every request with this message gets the answer of that turn.
 */
import type { Message } from '../types.ts'
import { jsonBytes } from './json-bytes.ts'
import type { Sending } from './sending.ts'

/** What a message led to. */
type Outcome = { readonly taskId: string } | { readonly message: Message }

export type RecentMessage = { readonly sending: Sending } | Outcome

export interface RecentMessages {
  /** The same text for the same message of the same owner. `undefined`: the message cannot be told from others. */
  readonly nameOf: (owner: string, message: Message) => Promise<string | undefined>
  readonly get: (name: string) => RecentMessage | undefined
  readonly set: (name: string, recent: RecentMessage) => void
  /** Forgets the message, unless `set` was called with something newer. */
  readonly forget: (name: string, recent: RecentMessage) => void
}

/** Shorter ids are not unique: with numbers from 1 up, two pages of one user send the same id. */
const shortestId = 16
/** Bytes of answers that are remembered; an answer that is a task stands in the store. */
const mostBytes = 8 * 1024 * 1024

/** `most`: messages that are remembered, the latest ones. 0: none. */
export function createRecentMessages(most: number): RecentMessages {
  const kept = new Map<string, { readonly recent: RecentMessage; readonly bytes: number }>()
  let bytes = 0

  function drop(name: string): void {
    bytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }

  return {
    async nameOf(owner, message) {
      if (most === 0 || message.messageId.length < shortestId) return undefined
      const text = new TextEncoder().encode(JSON.stringify([owner, message]))
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
      return String.fromCharCode(...digest)
    },
    get: (name) => kept.get(name)?.recent,
    set(name, recent) {
      drop(name)
      const size = 'message' in recent ? jsonBytes(recent.message) : 0
      kept.set(name, { recent, bytes: size })
      bytes += size
      for (const oldest of kept.keys()) {
        if (kept.size <= most && bytes <= mostBytes) return
        drop(oldest)
      }
    },
    forget(name, recent) {
      if (kept.get(name)?.recent === recent) drop(name)
    },
  }
}
