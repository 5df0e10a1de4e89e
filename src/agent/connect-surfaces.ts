/** A conversation with an agent: its surfaces go into a runtime, and what the user does goes back. */
import type { Binding } from '../json/binding.ts'
import type { Runtime } from '../runtime.ts'
import { type Agent, newId } from './agent.ts'
import { createCell } from './binding.ts'
import { AgentError } from './error.ts'
import { createErrorReports } from './error-reports.ts'
import { eventPart, withSurfaceMetadata } from './outgoing.ts'
import { createSurfaceIntake } from './surface-intake.ts'
import { createTaskContent } from './task-content.ts'
import { isTerminal } from './task-state.ts'
import type { StreamState } from './task-stream.ts'
import { type ConversationMessage, createTranscript } from './transcript.ts'
import { createTurns, type Turn } from './turns.ts'
import type { Message, Part, Task } from './types.ts'

export interface ConversationOptions {
  /** Goes on with a conversation. Its tasks are loaded and shown, unless `tasks` names them. */
  readonly contextId?: string | undefined
  /** Ids of tasks to load, oldest first: `taskIds` of the conversation before the page was left. */
  readonly tasks?: readonly string[] | undefined
}

export interface Conversation {
  /**
   * Sends a text, or parts. Resolves when the agent has begun to answer; rejects with an `AgentError` when the message
   * did not reach it. A rejection that nobody waits for is shown by `state` and `messages` only.
   */
  send(content: string | readonly Part[]): Promise<void>
  /** Cancels what the agent is working on. Rejects with an `AgentError` when the agent cannot be told. */
  stop(): Promise<void>
  /** The connection. `waiting`: the agent has asked something. Before the first message: `done`. */
  readonly state: Binding<StreamState>
  /** Why `state` is `failed`. */
  readonly error: Binding<AgentError | undefined>
  /** Oldest first. */
  readonly messages: Binding<readonly ConversationMessage[]>
  /** Made by the agent with its first answer. */
  readonly contextId: string | undefined
  /** Ids of all tasks so far. With `contextId` they restore the conversation after the page was loaded again. */
  readonly taskIds: readonly string[]
  /** Ends the connections and stops listening. Tasks at the agent go on; surfaces stay. */
  dispose(): void
}

/** Tasks of a context that are loaded at most; the newest ones count. */
const mostTasks = 200

/**
 * Connects an agent with a runtime. Surface messages in artifacts, messages and history are applied, each once; events
 * of those surfaces, and errors in them, are sent to the agent with capabilities and data models as its extension asks.
 * Events and data of surfaces that the host or another agent created stay out of it. Give agents that do not trust each
 * other a runtime each: in one runtime they can update each other's surfaces.
 */
export function connectSurfaces(agent: Agent, runtime: Runtime, options: ConversationOptions = {}): Conversation {
  const intake = createSurfaceIntake(runtime)
  const transcript = createTranscript()
  const content = createTaskContent(intake, transcript)
  const error = createCell<AgentError | undefined>(undefined)
  const turns = createTurns(agent, content, { onFailure: error.set, onEnd: sendReports })
  const reports = createErrorReports()
  let contextId = options.contextId
  let disposed = false
  let restoring = true
  let queue: Promise<unknown> = restore()

  const stopListening = runtime.listen({
    onEvent(event, wire) {
      if (disposed || !intake.owns(event.surfaceId)) return undefined
      reports.userActed()
      return post([eventPart(wire, event.version)])
    },
    onError(fault, wire) {
      const { surfaceId } = fault.place
      const ours = intake.applying || (surfaceId !== undefined && intake.owns(surfaceId))
      // A confidential report has no message: it would tell the agent what the user entered.
      if (disposed || !ours || !wire || !reports.add(fault, eventPart(wire, fault.version ?? 'v0.9'))) return
      sendReports()
    },
  })

  /** Errors go out when the agent has finished speaking, all in one message. */
  function sendReports(): void {
    queueMicrotask(() => {
      if (disposed || turns.active > 0 || !reports.due) return
      post([]).catch(() => undefined)
    })
  }

  /** Messages go out one after another until the agent has named the context: two at once would begin two. */
  function post(parts: readonly Part[], shown?: Message): Promise<void> {
    const first = contextId === undefined || restoring ? queue : Promise.resolve()
    const posted = first.then(() => postNow(parts, shown))
    queue = posted.catch(() => undefined)
    return posted
  }

  async function postNow(given: readonly Part[], shown?: Message): Promise<void> {
    if (disposed) throw gone()
    const parts = [...given, ...reports.take()]
    if (parts.length === 0) return
    const message = {
      ...withSurfaceMetadata(parts, agent, runtime, intake.owns),
      messageId: shown?.messageId ?? newId(),
      ...(contextId === undefined ? {} : { contextId }),
      ...(content.waitingTask === undefined ? {} : { taskId: content.waitingTask }),
    }
    const turn = turns.send(message)
    try {
      await turn.accepted
      if (shown) transcript.deliver(shown.messageId, 'sent')
    } catch (cause) {
      if (shown) transcript.deliver(shown.messageId, 'failed')
      throw cause
    } finally {
      contextId ??= content.contextId
    }
  }

  async function restore(): Promise<void> {
    await undefined
    try {
      for (const task of await savedTasks(agent, options)) {
        if (disposed) return
        content.take({ kind: 'task', task })
        if (!isTerminal(task.status.state)) turns.follow(task.id)
      }
    } catch (cause) {
      if (cause instanceof AgentError) turns.fail(cause)
    } finally {
      restoring = false
      contextId ??= content.contextId
      turns.update()
    }
  }

  async function cancel(turn: Turn | undefined, id: string | undefined): Promise<void> {
    if (id === undefined) {
      turn?.close()
      return
    }
    try {
      const task = await agent.cancelTask({ id })
      content.take({ kind: 'task', task })
      // An agent that needs a while to stop tells its end by the stream.
      if (isTerminal(task.status.state)) turn?.close()
    } catch (cause) {
      if (!(cause instanceof AgentError) || cause.code !== 'TASK_NOT_CANCELABLE') throw cause
    }
  }

  return {
    send(given) {
      const parts = typeof given === 'string' ? [{ text: given }] : given
      const message: Message = { messageId: newId(), role: 'ROLE_USER', parts }
      reports.userActed()
      transcript.put(message, [], 'sending')
      const sent = post(parts, message)
      sent.catch(() => undefined)
      return sent
    },
    async stop() {
      const waiting = content.waitingTask
      const running = turns.all().map((turn) => cancel(turn, turn.taskId))
      const followed = turns.all().some(({ taskId }) => taskId === waiting)
      if (waiting !== undefined && !followed) running.push(cancel(undefined, waiting))
      await Promise.all(running)
      turns.update()
    },
    ...{ state: turns.state, error, messages: transcript.messages },
    get contextId() {
      return contextId ?? content.contextId
    },
    get taskIds() {
      return content.taskIds
    },
    dispose() {
      disposed = true
      stopListening()
      turns.close()
    },
  }
}

/** The tasks to show, oldest first. A task that is gone is left out. */
async function savedTasks(agent: Agent, { contextId, tasks = [] }: ConversationOptions): Promise<readonly Task[]> {
  if (tasks.length > 0) {
    const found = await Promise.all(tasks.map((id) => agent.getTask({ id }).catch(absent)))
    return found.filter((task) => task !== undefined)
  }
  const listed: Task[] = []
  if (contextId === undefined) return listed
  for await (const task of agent.allTasks({ contextId, includeArtifacts: true, historyLength: 100 })) {
    listed.push(task)
    if (listed.length === mostTasks) break
  }
  return listed.sort((one, other) => timeOf(one) - timeOf(other))
}

function absent(error: unknown): undefined {
  if (!(error instanceof AgentError) || error.code !== 'TASK_NOT_FOUND') throw error
}

function timeOf({ createdAt, status }: Task): number {
  return Date.parse(createdAt ?? status.timestamp ?? '') || 0
}

function gone(): AgentError {
  return new AgentError('ABORTED', 'The conversation was disposed', { hint: 'Connect again.' })
}
