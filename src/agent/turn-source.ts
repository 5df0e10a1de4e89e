/** Where the events of a turn come from: a stream, or one answer whose task is looked at again and again. */
import type { Agent, MessageDraft } from './agent.ts'
import { AgentError } from './error.ts'
import { isRefusal, sleep } from './reconnect.ts'
import { isInterrupted, isTerminal } from './task-state.ts'
import type { StreamState, TaskStream } from './task-stream.ts'
import type { Message, StreamEvent, Task } from './types.ts'

export interface TurnSource {
  readonly taskId: string | undefined
  readonly events: AsyncIterable<StreamEvent>
  /** `answered`: an event has come. */
  state(answered: boolean): StreamState
  /** Calls `listener` when the state may be another. Absent: it changes with events only. */
  readonly subscribe?: (listener: () => void) => () => void
  close(): void
}

type FirstRequest = (signal: AbortSignal) => Promise<Task | Message>

/** Milliseconds between two looks at a task of an agent that has no streams. */
const pollDelay = { first: 1_000, most: 10_000 }

/** A new message, by a stream if the agent has them. */
export function sourceOf(agent: Agent, message: MessageDraft): TurnSource {
  const { streaming } = agent.card.capabilities
  const { taskId } = message
  const looks = polledSource(agent, taskId, (signal) => agent.sendMessage({ message }, { signal }))
  if (streaming === false) return looks
  const stream = agent.streamMessage({ message })
  const source = streamSource(stream, taskId)
  // Cards may leave out what is false, so a stream that the agent refuses becomes a question and an answer. A message
  // that has a task was not refused.
  return streaming === true ? source : withFallback(source, looks, () => stream.task.getSnapshot() === undefined)
}

/** A task that is there already. */
export function followedSource(agent: Agent, taskId: string): TurnSource {
  const looks = polledSource(agent, taskId, (signal) => agent.getTask({ id: taskId }, { signal }))
  if (agent.card.capabilities.streaming === false) return looks
  return withFallback(streamSource(agent.subscribe({ id: taskId }), taskId), looks, () => true)
}

function streamSource(stream: TaskStream, taskId: string | undefined): TurnSource {
  return {
    ...{ taskId, events: stream, close: stream.close },
    ...{ state: stream.state.getSnapshot, subscribe: stream.state.subscribe },
  }
}

/** `first`: the request whose answer is the first event. */
function polledSource(agent: Agent, taskId: string | undefined, first: FirstRequest): TurnSource {
  const ending = new AbortController()
  return {
    taskId,
    events: polled(agent, first, ending.signal),
    state: (answered) => (answered ? 'live' : 'connecting'),
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
    // The failure of the stream is not yet that of the turn.
    state: (answered) => (source.state(answered) === 'failed' ? other.state(answered) : source.state(answered)),
    close() {
      source.close()
      other.close()
    },
  }
}

async function* polled(agent: Agent, first: FirstRequest, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const answer = await first(signal)
  if (!('status' in answer)) {
    yield { kind: 'message', message: answer }
    return
  }
  let task = answer
  for (let delay = pollDelay.first; ; delay = Math.min(pollDelay.most, delay * 2)) {
    yield { kind: 'task', task }
    if (isTerminal(task.status.state) || isInterrupted(task.status.state)) return
    await sleep(delay, signal)
    if (signal.aborted) return
    task = await agent.getTask({ id: task.id }, { signal })
  }
}
