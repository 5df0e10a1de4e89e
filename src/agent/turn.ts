/** One exchange of a conversation: a message of the user and what comes of it, or a task that is followed. */
import { AgentError } from './error.ts'
import { withResolvers } from './resolvers.ts'
import type { StreamState } from './stream-types.ts'
import type { TurnSource } from './turn-source.ts'
import type { StreamEvent } from './types.ts'

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

export interface TurnListener {
  readonly onEvent: (event: StreamEvent) => void
  /** The source's state may be another. */
  readonly onState: () => void
  readonly onFailure: (error: AgentError) => void
  /** Nothing more comes, for whatever reason. */
  readonly onEnd: (turn: Turn) => void
}

/** Follows the events of `source` to their end. They are asked for a microtask later. */
export function createTurn(source: TurnSource, listener: TurnListener): Turn {
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
