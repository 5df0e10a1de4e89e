/** Where the events of a turn come from: a stream, or one answer whose task is read again and again. */

import { sleep } from '../http/sleep.ts'
import type { Binding, Cell } from '../live/binding.ts'
import type { Agent, MessageDraft } from './agent.ts'
import { createCell } from './binding.ts'
import { AgentError } from './error.ts'
import { createRetries, isRefusal, reconnectOf } from './reconnect.ts'
import type { StreamState, TaskStream } from './stream-types.ts'
import { isInterrupted, isTerminal } from './task-state.ts'
import type { Message, StreamEvent, Task } from './types.ts'

export interface TurnSource {
  readonly taskId: string | undefined
  readonly events: AsyncIterable<StreamEvent>
  readonly state: Binding<StreamState>
  close(): void
}

type FirstRequest = (signal: AbortSignal) => Promise<Task | Message>

/** Milliseconds until a task is read again, of an agent that has no streams. Failures wait as `Reconnect` says. */
const pollDelay = { first: 1_000, max: 10_000 }

/** A new message, by a stream if the agent has them. */
export function sourceOf(agent: Agent, message: MessageDraft): TurnSource {
  const { streaming } = agent.card.capabilities
  const { taskId } = message
  const polls = polledSource(agent, taskId, (signal) => agent.sendMessage({ message }, { signal }), false)
  if (streaming === false) return polls
  const stream = agent.streamMessage({ message })
  const source = streamSource(stream, taskId)
  // Cards may leave out what is false, so a stream that the agent refuses becomes a question and an answer. A message
  // that has a task was not refused.
  return streaming === true ? source : withFallback(source, polls, () => stream.task.getSnapshot() === undefined)
}

/** A task that is there already. */
export function followedSource(agent: Agent, taskId: string): TurnSource {
  const polls = polledSource(agent, taskId, (signal) => agent.getTask({ id: taskId }, { signal }), true)
  if (agent.card.capabilities.streaming === false) return polls
  return withFallback(streamSource(agent.subscribe({ id: taskId }), taskId), polls, () => true)
}

function streamSource(stream: TaskStream, taskId: string | undefined): TurnSource {
  return { taskId, events: stream, state: stream.state, close: stream.close }
}

function polledSource(agent: Agent, taskId: string | undefined, first: FirstRequest, repeatable: boolean): TurnSource {
  const ending = new AbortController()
  const state = createCell<StreamState>('connecting')
  return {
    ...{ taskId, state, events: polled(agent, first, repeatable, state, ending.signal) },
    close: () => ending.abort(),
  }
}

/** `other` takes the place of a stream that the agent refuses, if it `may` then. */
function withFallback(source: TurnSource, other: TurnSource, may: () => boolean): TurnSource {
  async function* events(): AsyncGenerator<StreamEvent> {
    try {
      yield* source.events
    } catch (error) {
      const refused = error instanceof AgentError && isRefusal(error) && error.code !== 'TASK_NOT_FOUND'
      if (!refused || !may()) throw error
      yield* other.events
    }
  }
  return {
    ...source,
    events: events(),
    state: {
      // The failure of the stream is not yet that of the turn.
      getSnapshot: () => (source.state.getSnapshot() === 'failed' ? other : source).state.getSnapshot(),
      subscribe(listener) {
        const ends = [source, other].map(({ state }) => state.subscribe(listener))
        return () => {
          for (const end of ends) end()
        }
      },
    },
    close() {
      source.close()
      other.close()
    },
  }
}

/** `first`: the request whose answer is the first event. It may fail like the next ones if it is `repeatable`. */
async function* polled(
  agent: Agent,
  first: FirstRequest,
  repeatable: boolean,
  state: Cell<StreamState>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
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
