/** The turns of a conversation that are open, and what their states come to. */
import type { Binding } from '../json/binding.ts'
import type { Agent, MessageDraft } from './agent.ts'
import { createCell } from './binding.ts'
import type { AgentError } from './error.ts'
import type { TaskContent } from './task-content.ts'
import type { StreamState } from './task-stream.ts'
import { createTurn, type Turn } from './turn.ts'
import { followedSource, sourceOf, type TurnSource } from './turn-source.ts'

export interface TurnsListener {
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
  send(message: MessageDraft): Turn
  /** Follows a task that is there already. */
  follow(taskId: string): void
  fail(error: AgentError): void
  /** Computes the state anew. */
  update(): void
  close(): void
}

/** What is told of several turns at once: the first of these states that one of them has. */
const order: readonly StreamState[] = ['reconnecting', 'connecting', 'live', 'waiting']

export function createTurns(agent: Agent, content: TaskContent, { onFailure, onEnd }: TurnsListener): Turns {
  const state = createCell<StreamState>('done')
  const open = new Set<Turn>()
  let failed = false
  let closed = false

  function update(): void {
    const states = [...open].map((turn) => turn.state())
    const first = order.find((one) => states.includes(one))
    const rest = failed ? 'failed' : content.waitingTask === undefined ? 'done' : 'waiting'
    if (!closed) state.set(first ?? rest)
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

  function begin(source: TurnSource): Turn {
    const turn = createTurn(source, { onEvent: content.take, onState: update, onFailure: fail, onEnd: ended })
    open.add(turn)
    update()
    return turn
  }

  return {
    state,
    get active() {
      return [...open].filter((turn) => turn.state() !== 'waiting').length
    },
    all: () => [...open],
    send(message) {
      // The answer of the task comes by the new stream, with all that came before.
      for (const turn of open) if (turn.taskId !== undefined && turn.taskId === message.taskId) turn.close()
      failed = false
      onFailure(undefined)
      return begin(sourceOf(agent, message))
    },
    follow: (taskId) => void begin(followedSource(agent, taskId)),
    ...{ fail, update },
    close() {
      for (const turn of open) turn.close()
      state.set('done')
      closed = true
    },
  }
}
