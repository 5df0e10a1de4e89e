/** A message between its request and its turn. Several requests may bring the same message and wait for one answer. */
import { withResolvers } from '../resolvers.ts'
import type { Message } from '../types.ts'
import type { Lease } from './live-tasks.ts'

/** What a message has led to. `lease` belongs to the turn: a request takes a share of it. */
export type Start =
  | { readonly lease: Lease; readonly settled: Promise<void> }
  | { readonly message: Message }
  | { readonly error: unknown }

/** A message as its requests see it. */
export interface PendingMessage {
  /** Resolves when the message is checked, and waits or has its turn. Rejects where it is refused before. */
  readonly accepted: Promise<void>
  /** Calls `listener` once, synchronously with the new task: no event is missed. Must be called before the start. */
  readonly onStart: (listener: (start: Start) => void) => void
  /** One more request waits for the answer. The result ends the wait. */
  readonly join: () => () => void
  /** Makes the task at once, before the agent yields. */
  readonly openNow: () => void
}

/** A message as its turn sees it. */
export interface PendingMessageControl extends PendingMessage {
  /** Aborted when no request waits for the answer any more. */
  readonly signal: AbortSignal
  /** The message waits for its turn, or has it. */
  readonly accept: () => void
  /** Only the first call counts. */
  readonly start: (start: Start) => void
  readonly onOpenNow: (open: () => void) => void
}

export function createPendingMessage(): PendingMessageControl {
  const left = new AbortController()
  let listeners: ((start: Start) => void)[] = []
  let waiting = 0
  let begun = false
  let wanted = false
  let open: () => void = () => undefined
  const { promise: accepted, resolve: accept, reject: refuse } = withResolvers<void>()

  return {
    accepted,
    signal: left.signal,
    onStart: (listener) => void listeners.push(listener),
    join() {
      waiting++
      let held = true
      return () => {
        if (!held) return
        held = false
        waiting--
        if (waiting === 0) left.abort()
      }
    },
    openNow() {
      wanted = true
      if (!begun) open()
    },
    onOpenNow(wish) {
      open = wish
      if (wanted && !begun) open()
    },
    accept,
    start(start) {
      if (begun) return
      begun = true
      if ('error' in start) refuse(start.error)
      else accept()
      const notified = listeners
      listeners = []
      for (const listener of notified) listener(start)
    },
  }
}
