/** The exchanges of a conversation that are open: where their events come from, and what their states come to. */

import { type Binding, createCell } from '../../live/binding.ts'
import type { ClientEvent } from '../../protocol/message.ts'
import { withResolvers } from '../../shared/http/sleep.ts'
import { AgentError, lazyImport } from '../protocol/error.ts'
import type { StreamEvent } from '../protocol/types.ts'
import type { Agent, MessageDraft } from './agent.ts'
import type { FirstRequest, PollOptions } from './polling.ts'
import { isRefusal } from './reconnect.ts'
import type { StreamState, TaskStream } from './stream.ts'
import type { TaskContent } from './transcript.ts'

interface TurnsListener {
  /** `undefined`: a new message goes out, and what failed before is over. */
  readonly onFailure: (error: AgentError | undefined) => void
  /** A turn has ended. */
  readonly onEnd: () => void
}

export interface Turns {
  readonly state: Binding<StreamState>
  /** Turns that do not wait for the user. */
  readonly active: number
  all(): readonly Turn[]
  /** `event`: what the message says of the user. */
  send(message: MessageDraft, event?: ClientEvent): Turn
  /** A message waits for its turn: the state is `connecting`, until what this returns is called. */
  expect(): () => void
  /** Follows a task that is there already. */
  follow(taskId: string): void
  fail(error: AgentError): void
  /** Computes the state anew. */
  update(): void
  close(): void
}

/** The common state of several turns: the first of these states that one of them has, else a failure. */
const order: readonly StreamState[] = ['reconnecting', 'connecting', 'live']

export function createTurns(agent: Agent, content: TaskContent, { onFailure, onEnd }: TurnsListener): Turns {
  const state = createCell<StreamState>('done')
  const open = new Set<Turn>()
  let [failed, closed] = [false, false]
  let expected = 0

  function update(): void {
    const states = [...open].map((turn) => turn.state())
    if (expected > 0) states.push('connecting')
    const busy = order.find((one) => states.includes(one))
    const waits = states.includes('waiting') || content.waitingTask !== undefined
    if (!closed) state.set(busy ?? (failed ? 'failed' : waits ? 'waiting' : 'done'))
  }

  function fail(error: AgentError): void {
    failed = true
    onFailure(error)
    update()
  }

  function ended(turn: Turn): void {
    open.delete(turn)
    update()
    onEnd()
  }

  function begin(source: TurnSource, answerTo?: ClientEvent): Turn {
    const onEvent = (event: StreamEvent): void => content.take(event, answerTo)
    const turn = createTurn(source, { onEvent, onState: update, onFailure: fail, onEnd: ended })
    open.add(turn)
    update()
    return turn
  }

  const follow = (taskId: string): void => void begin(followedSource(agent, taskId))

  return {
    state,
    get active() {
      return [...open].filter((turn) => turn.state() !== 'waiting').length
    },
    all: () => [...open],
    send(message, event) {
      // The answer of the task comes by the new stream, with all that came before.
      const { taskId } = message
      const replaced = taskId === undefined ? [] : [...open].filter((turn) => turn.taskId === taskId)
      for (const turn of replaced) turn.close()
      failed = false
      onFailure(undefined)
      const turn = begin(sourceOf(agent, message), event)
      // The task goes on without the message.
      if (taskId !== undefined && replaced.length > 0)
        turn.accepted.catch((cause: unknown) => closed || isAborted(cause) || follow(taskId))
      return turn
    },
    expect() {
      expected++
      update()
      return () => {
        expected--
        update()
      }
    },
    ...{ follow, fail, update },
    close() {
      for (const turn of open) turn.close()
      state.set('done')
      closed = true
    },
  }
}

/** The user has stopped it. */
function isAborted(cause: unknown): boolean {
  return cause instanceof AgentError && cause.code === 'ABORTED'
}

export interface Turn {
  /** Unknown until the agent has named it. */
  readonly taskId: string | undefined
  /** Resolves with the agent's first event; rejects when none comes. */
  readonly accepted: Promise<void>
  /** Resolves when nothing more comes, for whatever reason. */
  readonly ended: Promise<void>
  state(): StreamState
  close(): void
}

interface TurnListener {
  readonly onEvent: (event: StreamEvent) => void
  /** The source's state may be another. */
  readonly onState: () => void
  readonly onFailure: (error: AgentError) => void
  /** Nothing more comes, for whatever reason. */
  readonly onEnd: (turn: Turn) => void
}

/** Follows the events of `source` to their end. They are asked for a microtask later. */
function createTurn(source: TurnSource, listener: TurnListener): Turn {
  let { taskId } = source
  const { promise: accepted, resolve: accept, reject: refuse } = withResolvers<void>()
  const stop = source.state.subscribe(listener.onState)

  async function run(): Promise<void> {
    try {
      for await (const event of source.events) {
        listener.onEvent(event)
        if (event.kind !== 'message') taskId ??= event.kind === 'task' ? event.task.id : event.taskId
        accept()
        listener.onState()
      }
      refuse(notAnswered())
    } catch (cause) {
      const error = cause instanceof AgentError ? cause : notTaken(cause)
      refuse(error)
      if (error.code !== 'ABORTED') listener.onFailure(error)
    }
    stop()
    listener.onEnd(turn)
  }

  const turn: Turn = {
    get taskId() {
      return taskId
    },
    accepted,
    ended: Promise.resolve().then(run),
    state: source.state.getSnapshot,
    close: source.close,
  }
  return turn
}

function notAnswered(): AgentError {
  return new AgentError('ABORTED', 'The message was given up before the agent answered', {
    hint: 'Send it again, if it is still wanted.',
  })
}

/** The conversation must not look as if it had ended well. */
function notTaken(cause: unknown): AgentError {
  return new AgentError('INTERNAL_ERROR', 'The answer could not be shown', { hint: 'Report it with its cause.', cause })
}

interface TurnSource {
  readonly taskId: string | undefined
  readonly events: AsyncIterable<StreamEvent>
  readonly state: Binding<StreamState>
  close(): void
}

/** A new message, by a stream if the agent has them. */
function sourceOf(agent: Agent, message: MessageDraft): TurnSource {
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
function followedSource(agent: Agent, taskId: string): TurnSource {
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
    ...{ taskId, state, events: polledEvents({ agent, first, repeatable, state, signal: ending.signal }) },
    close: () => ending.abort(),
  }
}

/** An agent with streams needs none of the code. */
async function* polledEvents(options: PollOptions): AsyncGenerator<StreamEvent> {
  const { polled } = await lazyImport(import('./polling.ts'))
  yield* polled(options)
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
