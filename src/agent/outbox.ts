/** The messages of a conversation on their way to the agent, in their order. */
import type { CapabilityOptions } from '../protocol/capabilities.ts'
import type { Runtime } from '../runtime.ts'
import { type Agent, newId } from './agent.ts'
import { AgentError } from './error.ts'
import type { ErrorReports } from './error-reports.ts'
import { withSurfaceMetadata } from './outgoing.ts'
import type { SurfaceIntake } from './surface-intake.ts'
import type { TaskContent } from './task-content.ts'
import type { Transcript } from './transcript.ts'
import type { Turns } from './turns.ts'
import type { Message, Part } from './types.ts'

export interface Outbox {
  /** `shown`: the message as the transcript has it. Resolves when the agent has begun to answer. */
  post(parts: readonly Part[], shown?: Message): Promise<void>
  /** Error reports go out when the agent has finished speaking, all in one message. */
  sendReports(): void
  /** Messages that are not under way are not sent: `ABORTED`. */
  stop(): void
  /** The same for good. */
  close(): void
  readonly closed: boolean
}

/** What an outbox needs of its conversation. */
export interface OutboxParts {
  readonly agent: Agent
  readonly runtime: Runtime
  readonly intake: SurfaceIntake
  readonly transcript: Transcript
  readonly content: TaskContent
  readonly turns: Turns
  readonly reports: ErrorReports
  readonly contextId: () => string | undefined
  readonly capabilities: CapabilityOptions | undefined
}

/** Nothing goes out before `restored` resolves. */
export function createOutbox(parts: OutboxParts, restored: Promise<void>): Outbox {
  const { transcript, content, turns, reports } = parts
  let closed = false
  let restoring = true
  /** Increased by each stop, so that a message knows whether one came after it. */
  let stops = 0
  let queue = restored.then(() => {
    restoring = false
  })

  /** Messages go out one after another until the agent has named the context: two at once would begin two. */
  function post(outgoing: readonly Part[], shown?: Message): Promise<void> {
    const first = parts.contextId() === undefined || restoring ? queue : Promise.resolve()
    const asked = stops
    const posted = first.then(() => postNow(outgoing, asked, shown))
    queue = posted.catch(() => undefined)
    return posted
  }

  async function postNow(outgoing: readonly Part[], asked: number, shown?: Message): Promise<void> {
    if (closed || asked !== stops) throw refused(transcript, shown)
    const all = [...outgoing, ...reports.take()]
    if (all.length === 0) return
    const contextId = parts.contextId()
    const turn = turns.send({
      ...withSurfaceMetadata(all, parts.agent, parts.runtime, parts.intake.owns, parts.capabilities),
      messageId: shown?.messageId ?? newId(),
      ...(contextId === undefined ? {} : { contextId }),
      ...(content.waitingTask === undefined ? {} : { taskId: content.waitingTask }),
    })
    try {
      await turn.accepted
      if (shown) transcript.deliver(shown.messageId, 'sent', turn.taskId)
    } catch (cause) {
      if (shown) transcript.deliver(shown.messageId, 'failed')
      throw cause
    }
  }

  return {
    post,
    sendReports() {
      queueMicrotask(() => {
        if (closed || turns.active > 0 || !reports.due) return
        post([]).catch(() => undefined)
      })
    },
    stop() {
      stops++
    },
    close() {
      closed = true
    },
    get closed() {
      return closed
    },
  }
}

/** For a message that was not sent. */
function refused(transcript: Transcript, shown: Message | undefined): AgentError {
  if (shown) transcript.deliver(shown.messageId, 'failed')
  return new AgentError('ABORTED', 'The conversation was stopped or disposed before the message was sent', {
    hint: 'Send it again, if it is still wanted; connect again after `dispose`.',
  })
}
