/**
 * Messages that the agent may not have: kept until it has begun to answer, so that neither a reload nor a lost connection loses
 * one. A kept message is sent again as it was; an agent that had it answers with the task that it made of it.
 */
import type { Runtime } from 'surface-runtime'
import { type Agent, AgentError, type AgentErrorCode, type SendRequest, type Task } from 'surface-runtime/agent'
import type { SavedChat } from './chat-store.ts'

/** Codes of a connection that may come back: the message is as good as it was. */
const passing: ReadonlySet<AgentErrorCode> = new Set([
  ...(['NETWORK_FAILED', 'TIMEOUT', 'UNAVAILABLE', 'HTTP_STATUS', 'STREAM_ENDED_EARLY', 'STREAM_IDLE'] as const),
])

export function mayPass(code: AgentErrorCode): boolean {
  return passing.has(code)
}

/** The agent, with each message kept while it is on its way. A surface that asks for a password keeps all of them out. */
export function keepUndelivered(agent: Agent, runtime: Runtime, saved: SavedChat): Agent {
  const keep = ({ message }: SendRequest): void => {
    if (!asksPassword(runtime)) saved.write({ undelivered: [...saved.read().undelivered, message] })
  }
  const streamMessage: Agent['streamMessage'] = (request, options) => {
    keep(request)
    const stream = agent.streamMessage(request, options)
    const stop = stream.task.subscribe(() => {
      const task = stream.task.getSnapshot()
      if (!task) return
      stop()
      noteDelivered(saved, request.message.messageId, task)
    })
    return stream
  }
  const sendMessage: Agent['sendMessage'] = async (request, options) => {
    keep(request)
    const answer = await agent.sendMessage(request, options)
    noteDelivered(saved, request.message.messageId, 'id' in answer ? answer : undefined)
    return answer
  }
  // What the card says may change: the rest is read where it is.
  return Object.assign(Object.create(agent) as Agent, { streamMessage, sendMessage })
}

/** Its data go along with messages, and are nothing for a storage. */
function asksPassword(runtime: Runtime): boolean {
  return runtime.surfaces
    .getSnapshot()
    .some(({ components }) => JSON.stringify([...components.values()]).includes('"obscured"'))
}

function noteDelivered(saved: SavedChat, messageId: string | undefined, task: Task | undefined): void {
  const { undelivered, tasks, contextId } = saved.read()
  saved.write({
    undelivered: undelivered.filter((message) => message.messageId !== messageId),
    ...(task && { tasks: [...new Set([...tasks, task.id])], contextId: contextId ?? task.contextId }),
  })
}

/**
 * Before the conversation is loaded: what the agent has made of the messages is a part of it then. Rejects while the agent
 * cannot be reached, and the messages stay.
 */
export async function deliverKept(agent: Agent, saved: SavedChat): Promise<void> {
  for (const kept of saved.read().undelivered) {
    const { contextId } = saved.read()
    // The second message of a new conversation was written before its context had a name.
    const message = contextId === undefined || kept.contextId !== undefined ? kept : { ...kept, contextId }
    try {
      const answer = await agent.sendMessage({ message, configuration: { returnImmediately: true } })
      noteDelivered(saved, message.messageId, 'id' in answer ? answer : undefined)
    } catch (error) {
      if (error instanceof AgentError && mayPass(error.code)) throw error
      noteDelivered(saved, message.messageId, undefined)
    }
  }
}

/** Nothing of it is sent again: the agent has refused it, or the user has stopped it. */
export function forgetUndelivered(saved: SavedChat): void {
  saved.write({ undelivered: [] })
}
