/** Counts what is open at one time, of all callers and of each one. */
import { AgentError } from '../error.ts'

interface CounterOptions {
  readonly max: number
  /** Of one caller. */
  readonly maxEach: number
  /** What is counted, as the end of a sentence such as `Too many open streams`. */
  readonly what: string
}

/**
 * Counts one more for a caller; the result takes it back. Throws `UNAVAILABLE` where all callers together have too many,
 * and `RATE_LIMITED` where this one has.
 */
export type Counter = (callerId: string) => () => void

export function createCounter({ max, maxEach, what }: CounterOptions): Counter {
  const each = new Map<string, number>()
  let all = 0
  return (callerId) => {
    const before = each.get(callerId) ?? 0
    if (before >= maxEach) throw tooMany('RATE_LIMITED', `The caller has ${what}`)
    if (all >= max) throw tooMany('UNAVAILABLE', `The agent has ${what}`)
    all++
    each.set(callerId, before + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      all--
      const left = (each.get(callerId) ?? 1) - 1
      if (left > 0) each.set(callerId, left)
      else each.delete(callerId)
    }
  }
}

function tooMany(code: 'RATE_LIMITED' | 'UNAVAILABLE', message: string): AgentError {
  return new AgentError(code, message, { hint: 'Try again later.', retryAfter: 1_000 })
}
