/** When and how often a broken stream is resumed, or a task is read again. */
import { type AgentError, asNetworkError } from '../protocol/error.ts'

export interface Reconnect {
  /** Attempts in a row that bring nothing new. Default: 8. */
  readonly tries: number
  /** Milliseconds before the first attempt at least; each one after it waits twice as long. Default: 1,000. */
  readonly minDelay: number
  /** Milliseconds before an attempt at most. Default: 30,000. */
  readonly maxDelay: number
  /** Milliseconds that an event waits for one before it. Default: 1,000. */
  readonly reorderTime: number
}

/** What the host chose, with the defaults of what it did not choose. */
export function reconnectOf(chosen: Partial<Reconnect> = {}): Reconnect {
  return { tries: 8, minDelay: 1_000, maxDelay: 30_000, reorderTime: 1_000, ...chosen }
}

/** Another attempt may succeed. */
export function isPassing({ code, httpStatus = 0 }: AgentError): boolean {
  const passing = ['NETWORK_FAILED', 'TIMEOUT', 'STREAM_IDLE', 'UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL_ERROR']
  return passing.includes(code) || httpStatus >= 500
}

/** The agent has no stream of this task: because it is over, or gone, or because the agent has no streams. */
export function isRefusal({ code }: AgentError): boolean {
  return code === 'UNSUPPORTED_OPERATION' || code === 'TASK_NOT_FOUND' || code === 'METHOD_NOT_FOUND'
}

/** Milliseconds that an agent may ask a client to wait. */
const maxRetryAfter = 600_000

/** Doubles with each attempt. Half of it is random, so that many clients do not come back at once. */
export function delayOf(tries: number, { minDelay, maxDelay }: Reconnect, retryAfter = 0): number {
  const max = Math.min(maxDelay, minDelay * 2 ** tries)
  return Math.max((max / 2) * (1 + Math.random()), Math.min(retryAfter, maxRetryAfter))
}

/** Counts the attempts in a row that failed. */
interface Retries {
  /** Milliseconds to wait after a failure. Throws what no other attempt can put right, and after too many failures. */
  delayAfter(cause: unknown): number
  succeeded(): void
}

export function createRetries(reconnect: Reconnect): Retries {
  let failures = 0
  return {
    delayAfter(cause) {
      const error = asNetworkError(cause)
      if (!isPassing(error) || ++failures > reconnect.tries) throw error
      return delayOf(failures, reconnect, error.retryAfter)
    },
    succeeded() {
      failures = 0
    },
  }
}
