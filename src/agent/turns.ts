/** The streams of a conversation that are open, and what their states come to. */
import type { Binding } from '../json/binding.ts'
import type { Agent, MessageDraft } from './agent.ts'
import { createCell } from './binding.ts'
import { AgentError } from './error.ts'
import { isRefusal, sleep } from './reconnect.ts'
import type { TaskContent } from './task-content.ts'
import { isInterrupted, isTerminal } from './task-state.ts'
import type { StreamState, TaskStream } from './task-stream.ts'
import type { StreamEvent } from './types.ts'

export interface Turn {
  readonly taskId: string | undefined
  /** Resolves with the agent's first event; rejects when none comes. */
  readonly accepted: Promise<void>
  /** Resolves when nothing more comes, for whatever reason. */
  readonly ended: Promise<void>
  close(): void
}

export interface TurnListener {
  /** `undefined`: a new message goes out, and what failed before is over. */
  readonly onFailure: (error: AgentError | undefined) => void
  /** A stream has ended. */
  readonly onEnd: () => void
}

export interface Turns {
  readonly state: Binding<StreamState>
  readonly active: number
  all(): readonly Turn[]
  send(message: MessageDraft): Turn
  /** Follows a task that is there already. */
  follow(taskId: string): void
  fail(error: AgentError): void
  /** Computes the state anew. */
  update(): void
  close(): void
}

/** Milliseconds between two looks at a task of an agent that has no streams. */
const pollDelay = { first: 1_000, most: 10_000 }

/** What is told of several streams at once: the first of these states that one of them has. */
const order: readonly StreamState[] = ['reconnecting', 'connecting', 'live', 'waiting']

export function createTurns(agent: Agent, content: TaskContent, { onFailure, onEnd }: TurnListener): Turns {
  const state = createCell<StreamState>('done')
  const open = new Map<Turn, () => StreamState>()
  let failed = false
  let closed = false

  function update(): void {
    const states = [...open.values()].map((stateOf) => stateOf())
    const first = order.find((one) => states.includes(one))
    const rest = failed ? 'failed' : content.waitingTask === undefined ? 'done' : 'waiting'
    if (!closed) state.set(first ?? rest)
  }

  function fail(error: AgentError): void {
    failed = true
    onFailure(error)
    update()
  }

  /** Follows events to their end. `stateOf` tells of the connection; `answered`: an event has come. */
  function begin(
    events: AsyncIterable<StreamEvent>,
    stateOf: (answered: boolean) => StreamState,
    close: () => void,
    id?: string,
  ): Turn {
    let taskId = id
    let answered = false
    let accept: () => void = () => undefined
    let refuse: (error: unknown) => void = () => undefined
    const accepted = new Promise<void>((resolve, reject) => {
      accept = resolve
      refuse = reject
    })
    accepted.catch(() => undefined)
    const run = async (): Promise<void> => {
      try {
        for await (const event of events) {
          content.take(event)
          taskId ??= event.kind === 'task' ? event.task.id : event.kind === 'message' ? undefined : event.taskId
          answered = true
          accept()
          update()
        }
        refuse(notAnswered())
      } catch (error) {
        refuse(error)
        if (error instanceof AgentError && error.code !== 'ABORTED') fail(error)
      }
      open.delete(turn)
      update()
      onEnd()
    }
    const turn: Turn = {
      get taskId() {
        return taskId
      },
      accepted,
      ended: Promise.resolve().then(() => run()),
      close,
    }
    open.set(turn, () => stateOf(answered))
    update()
    return turn
  }

  function beginStream(stream: TaskStream, id?: string): Turn {
    const stop = stream.state.subscribe(update)
    const turn = begin(stream, stream.state.getSnapshot, stream.close, id)
    turn.ended.then(stop)
    return turn
  }

  /** The agent answers once, and its task is looked at again and again. */
  function beginPolling(message: MessageDraft): Turn {
    const ending = new AbortController()
    const stateOf = (answered: boolean): StreamState => (answered ? 'live' : 'connecting')
    return begin(polled(agent, message, ending.signal), stateOf, () => ending.abort(), message.taskId)
  }

  /** Cards may leave out what is false, so a stream that the agent refuses becomes a question and an answer. */
  function beginEither(stream: TaskStream, message: MessageDraft): Turn {
    const ending = new AbortController()
    const stop = stream.state.subscribe(update)
    let refused = false
    async function* events(): AsyncGenerator<StreamEvent> {
      try {
        yield* stream
      } catch (error) {
        refused = error instanceof AgentError && isRefusal(error) && !stream.task.getSnapshot()
        if (!refused) throw error
        yield* polled(agent, message, ending.signal)
      } finally {
        stop()
      }
    }
    const close = (): void => {
      stream.close()
      ending.abort()
    }
    return begin(events(), () => (refused ? 'live' : stream.state.getSnapshot()), close, message.taskId)
  }

  function send(message: MessageDraft): Turn {
    // The answer of the task comes by the new stream, with all that came before.
    for (const turn of open.keys()) if (turn.taskId !== undefined && turn.taskId === message.taskId) turn.close()
    failed = false
    onFailure(undefined)
    const { streaming } = agent.card.capabilities
    if (streaming === false) return beginPolling(message)
    const stream = agent.streamMessage({ message })
    return streaming === true ? beginStream(stream, message.taskId) : beginEither(stream, message)
  }

  return {
    state,
    get active() {
      return [...open.values()].filter((stateOf) => stateOf() !== 'waiting').length
    },
    all: () => [...open.keys()],
    send,
    follow: (taskId) => void beginStream(agent.subscribe({ id: taskId }), taskId),
    ...{ fail, update },
    close() {
      for (const turn of open.keys()) turn.close()
      state.set('done')
      closed = true
    },
  }
}

async function* polled(agent: Agent, message: MessageDraft, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const answer = await agent.sendMessage({ message }, { signal })
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

function notAnswered(): AgentError {
  return new AgentError('ABORTED', 'The message was given up before the agent answered', {
    hint: 'Send it again, if it is still wanted.',
  })
}
