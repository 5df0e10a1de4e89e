/** A conversation with an agent: its surfaces go into a runtime, and what the user does goes back. */

import { type Binding, createCell } from '../../live/binding.ts'
import type { CapabilityOptions } from '../../protocol/capabilities.ts'
import type { ClientEvent } from '../../protocol/message.ts'
import type { ClientMessage } from '../../protocol/wire.ts'
import type { CoreRuntime, RuntimeListener } from '../../runtime/runtime.ts'
import { within } from '../../shared/http/sleep.ts'
import { AgentError, lazyImport } from '../protocol/error.ts'
import { isTerminal, type Message, type Part } from '../protocol/types.ts'
import { type Agent, newId } from './agent.ts'
import { createErrorReports, createOutbox, type ErrorReports, eventPart, type Outbox } from './outbox.ts'
import type { StreamState } from './stream.ts'
import { createSurfaceIntake, type SurfaceIntake } from './surface-intake.ts'
import {
  type ConversationMessage,
  type ConversationTask,
  createTaskContent,
  createTranscript,
  type TaskContent,
} from './transcript.ts'
import { createTurns, type Turn, type Turns } from './turns.ts'

export interface ConversationOptions {
  /**
   * Goes on with a conversation. Its latest 200 tasks are loaded and shown, unless `tasks` names them: in the order of
   * their creation if the agent tells it, else of their last status. `tasks` keeps the order that the user saw.
   */
  readonly contextId?: string | undefined
  /** Ids of tasks to load, oldest first: `taskIds` of the conversation before the page was left. */
  readonly tasks?: readonly string[] | undefined
  /**
   * How this client's catalogs are announced to the agent, with each message. Inline catalogs are for an agent whose card says
   * `acceptsInlineCatalogs` in the parameters of its surface extension. Default: each catalog by its own id.
   */
  readonly capabilities?: CapabilityOptions | undefined
}

export interface Conversation {
  /** Whom it is with. */
  readonly agent: Agent
  /**
   * Sends a text, or parts. Resolves when the agent has begun to answer; rejects with an `AgentError` when the message
   * did not reach it. A rejection that nobody waits for is shown by `state` and `messages` only.
   */
  send(content: string | readonly Part[]): Promise<void>
  /**
   * Cancels what the agent is working on; messages that wait to be sent are not sent. A message that is on its way is
   * given a second to be answered, so that its task can be canceled. Rejects with an `AgentError` when the agent cannot
   * be told.
   */
  stop(): Promise<void>
  /**
   * The connection. `waiting`: the agent has asked something. Before the first message: `done`. From `send` on it is another
   * one, also while the message waits for `restored`.
   */
  readonly state: Binding<StreamState>
  /** Why `state` is `failed`. */
  readonly error: Binding<AgentError | undefined>
  /** Oldest first; `taskId` is the task that a message belongs to. */
  readonly messages: Binding<readonly ConversationMessage[]>
  /** The tasks so far with their states, oldest first: which one failed, was stopped, or waits for the user. */
  readonly tasks: Binding<readonly ConversationTask[]>
  /** Resolves when the conversation of `options` is loaded; if it cannot be loaded, `state` says why. Never rejects. */
  readonly restored: Promise<void>
  /** Made by the agent with its first answer. */
  readonly contextId: string | undefined
  /** Ids of all tasks so far. With `contextId` they restore the conversation after the page was loaded again. */
  readonly taskIds: readonly string[]
  /** Ends the connections and stops listening. Tasks at the agent go on; surfaces stay. */
  dispose(): void
}

/**
 * Connects an agent with a runtime. Surface messages in artifacts, messages and history are applied, each once; events
 * of those surfaces, and errors in them, are sent to the agent with capabilities and data models as its extension asks.
 * Events and data of surfaces that the host or another agent created stay out of it. Give agents that do not trust each
 * other a runtime each: in one runtime they can update each other's surfaces.
 */
export function connectSurfaces(agent: Agent, runtime: CoreRuntime, options: ConversationOptions = {}): Conversation {
  const intake = createSurfaceIntake(runtime, sendEvent)
  const transcript = createTranscript()
  const content = createTaskContent(runtime.newSource(agent.card.name), intake, transcript)
  const error = createCell<AgentError | undefined>(undefined)
  const turns = createTurns(agent, content, { onFailure: error.set, onEnd: () => outbox.sendReports() })
  const reports = createErrorReports()
  const contextId = (): string | undefined => options.contextId ?? content.contextId
  const restoring = new AbortController()
  const restored = Promise.resolve().then(() => restore(agent, options, content, turns, restoring.signal))
  const { capabilities } = options
  const outbox = createOutbox(
    { agent, runtime, intake, transcript, content, turns, reports, contextId, capabilities },
    restored,
  )
  const stopListening = runtime.listen({ onError: faultListener(intake, reports, outbox) })

  async function sendEvent(event: ClientEvent, wire: ClientMessage): Promise<void> {
    if (outbox.closed)
      throw new Error('the conversation that showed this surface has ended; connect to the agent again')
    reports.userActed()
    await outbox.post([eventPart(wire, event.version)], undefined, event)
  }

  return {
    agent,
    send(draft) {
      const parts = typeof draft === 'string' ? [{ text: draft }] : draft
      const message: Message = { messageId: newId(), role: 'ROLE_USER', parts }
      reports.userActed()
      transcript.put(message, { surfaceIds: [] }, 'sending')
      const sent = outbox.post(parts, message)
      sent.catch(() => undefined)
      return sent
    },
    async stop() {
      outbox.stop()
      const waiting = content.waitingTask
      const running = turns.all().map((turn) => cancel(agent, content, turn.taskId, turn))
      const followed = turns.all().some(({ taskId }) => taskId === waiting)
      if (waiting !== undefined && !followed) running.push(cancel(agent, content, waiting))
      await Promise.all(running)
      turns.update()
    },
    ...{ state: turns.state, error, messages: transcript.messages, tasks: content.tasks, restored },
    get contextId() {
      return contextId()
    },
    get taskIds() {
      return content.taskIds
    },
    dispose() {
      outbox.close()
      restoring.abort()
      stopListening()
      turns.close()
    },
  }
}

/** What is wrong with surfaces of the conversation goes to the agent. */
function faultListener(
  intake: SurfaceIntake,
  reports: ErrorReports,
  outbox: Outbox,
): NonNullable<RuntimeListener['onError']> {
  return (fault, wire) => {
    const { source } = fault.place
    const ours = intake.applying || intake.owns({ source })
    // A confidential report has no message: it would tell the agent what the user entered.
    if (!outbox.closed && ours && wire && reports.add(fault, eventPart(wire, fault.version ?? 'v0.9')))
      outbox.sendReports()
  }
}

/** Shows the earlier tasks, and follows those that are not over. The state shows a failure. */
async function restore(
  agent: Agent,
  { contextId, tasks }: ConversationOptions,
  content: TaskContent,
  turns: Turns,
  signal: AbortSignal,
): Promise<void> {
  if (contextId === undefined && !tasks?.length) return
  try {
    const { savedTasks } = await lazyImport(import('./task-lists.ts'))
    for (const task of await savedTasks(agent, contextId, tasks, signal)) {
      if (signal.aborted) return
      content.take({ kind: 'task', task })
      if (!isTerminal(task.status.state)) turns.follow(task.id)
    }
  } catch (cause) {
    if (cause instanceof AgentError && !signal.aborted) turns.fail(cause)
  } finally {
    turns.update()
  }
}

/** Milliseconds that a stop waits for the name of a task. The agent may work on a message that it has not answered yet. */
const namePatience = 1_000

/** Cancels the task. A turn whose task stays unknown is ended; what its agent does then is unknown. */
async function cancel(agent: Agent, content: TaskContent, known: string | undefined, turn?: Turn): Promise<void> {
  if (known === undefined && turn) await within(turn.accepted, namePatience).catch(() => undefined)
  const id = known ?? turn?.taskId
  if (id === undefined) {
    turn?.close()
    return
  }
  try {
    const task = await agent.cancelTask({ id })
    // An agent that stops slowly sends the rest by the stream, and may repeat the content of the answer there.
    if (turn && !isTerminal(task.status.state)) return
    turn?.close()
    await turn?.ended
    content.take({ kind: 'task', task })
  } catch (cause) {
    if (!(cause instanceof AgentError) || cause.code !== 'TASK_NOT_CANCELABLE') throw cause
  }
}
