/** What a host chooses for its streams, and for what they fall back to. */
import type { AgentError } from './error.ts'
import type { Reconnect } from './reconnect.ts'

export interface StreamOptions {
  /**
   * Milliseconds from a request until its answer begins. What `credentials` takes is not counted, and `sendMessage` has no
   * limit. Default: 30,000.
   */
  readonly timeout?: number | undefined
  /** Milliseconds without a byte until a stream counts as broken. Default: 60,000. */
  readonly idleTimeout?: number | undefined
  /** UTF-16 units of one event of a stream. Default: 4 MiB. */
  readonly eventBytes?: number | undefined
  /** UTF-16 units of the events that a stream's task is made of. Over it the stream ends. Default: 64 MiB. */
  readonly taskBytes?: number | undefined
  /** Bytes of any other answer. Default: 16 MiB. */
  readonly bodyBytes?: number | undefined
  /** How broken streams are resumed, and how tasks of an agent without streams are read again. */
  readonly reconnect?: Partial<Reconnect> | undefined
  /** Faults of streams that the client has put right by itself. Default: they are passed over. */
  readonly onError?: ((error: AgentError) => void) | undefined
}
