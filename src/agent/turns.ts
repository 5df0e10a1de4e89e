/** The turns of a conversation that are open, and what their states come to. */
import type { Binding } from '../live/binding.ts'
import type { Agent, MessageDraft } from './agent.ts'
import { createCell } from './binding.ts'
import { AgentError } from './error.ts'
import type { StreamState } from './stream-types.ts'
import type { TaskContent } from './task-content.ts'
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

/** The common state of several turns: the first of these states that one of them has, else a failure. */
const order: readonly StreamState[] = ['reconnecting', 'connecting', 'live']

export function createTurns(agent: Agent, content: TaskContent, { onFailure, onEnd }: TurnsListener): Turns {
  const state = createCell<StreamState>('done')
  const open = new Set<Turn>()
  let [failed, closed] = [false, false]

  function update(): void {
    const states = [...open].map((turn) => turn.state())
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

  function begin(source: TurnSource): Turn {
    const turn = createTurn(source, { onEvent: content.take, onState: update, onFailure: fail, onEnd: ended })
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
    send(message) {
      // The answer of the task comes by the new stream, with all that came before.
      const { taskId } = message
      const replaced = taskId === undefined ? [] : [...open].filter((turn) => turn.taskId === taskId)
      for (const turn of replaced) turn.close()
      failed = false
      onFailure(undefined)
      const turn = begin(sourceOf(agent, message))
      // The task goes on without the message.
      if (taskId !== undefined && replaced.length > 0)
        turn.accepted.catch((cause: unknown) => closed || isAborted(cause) || follow(taskId))
      return turn
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
