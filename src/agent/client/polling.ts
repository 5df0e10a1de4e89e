/** The events of a task whose agent has no streams: the task is read again and again. Loaded for such an agent. */

import type { Cell } from '../../live/binding.ts'
import { sleep } from '../../shared/http/sleep.ts'
import { isInterrupted, isTerminal, type Message, type StreamEvent, type Task } from '../protocol/types.ts'
import type { Agent } from './agent.ts'
import { createRetries, reconnectOf } from './reconnect.ts'
import type { StreamState } from './stream.ts'

export type FirstRequest = (signal: AbortSignal) => Promise<Task | Message>

export interface PollOptions {
  readonly agent: Pick<Agent, 'getTask' | 'reconnect'>
  /** The request whose answer is the first event. */
  readonly first: FirstRequest
  /** The first request may fail like the next ones. */
  readonly repeatable: boolean
  readonly state: Cell<StreamState>
  readonly signal: AbortSignal
}

/** Milliseconds until the task is read again. Failures wait as `Reconnect` says. */
const pollDelay = { first: 1_000, max: 10_000 }

/** Reads the task again and again, until it is over or needs the user. */
export async function* polled({ agent, first, repeatable, state, signal }: PollOptions): AsyncGenerator<StreamEvent> {
  const retries = createRetries(reconnectOf(agent.reconnect))
  let request = first
  let mayFail = repeatable
  for (let delay = pollDelay.first; !signal.aborted; ) {
    const answer = await request(signal).catch((cause: unknown) => {
      if (!mayFail) throw cause
      return { retryIn: retries.delayAfter(cause) }
    })
    if ('retryIn' in answer) {
      state.set('reconnecting')
      await sleep(answer.retryIn, signal)
      continue
    }
    retries.succeeded()
    mayFail = true
    state.set('live')
    yield 'status' in answer ? { kind: 'task', task: answer } : { kind: 'message', message: answer }
    if (!('status' in answer) || isTerminal(answer.status.state) || isInterrupted(answer.status.state)) return
    const { id } = answer
    request = (attempt) => agent.getTask({ id }, { signal: attempt })
    await sleep(delay, signal)
    delay = Math.min(pollDelay.max, delay * 2)
  }
}
