/** What goes to the agent: messages in their order, events, error reports, capabilities and data models. */

import type { SurfaceError } from '../../errors/surface-error.ts'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { CapabilityOptions } from '../../protocol/capabilities.ts'
import type { ClientEvent, ProtocolVersion } from '../../protocol/message.ts'
import type { CoreRuntime } from '../../runtime/runtime.ts'
import { withResolvers } from '../../shared/http/sleep.ts'
import { AgentError } from '../protocol/error.ts'
import { surfaceExtensions, surfaceMediaTypes, surfaceMetadata, surfacePart } from '../protocol/surface-part.ts'
import type { Message, Part } from '../protocol/types.ts'
import { type Agent, type MessageDraft, newId } from './agent.ts'
import type { SurfaceIntake } from './surface-intake.ts'
import type { TaskContent, Transcript } from './transcript.ts'
import type { Turns } from './turns.ts'

export interface Outbox {
  /**
   * `shown`: the message as the transcript has it. `event`: what the parts say of the user. Resolves when the agent has begun to
   * answer.
   */
  post(parts: readonly Part[], shown?: Message, event?: ClientEvent): Promise<void>
  /** Error reports go out when the agent has finished speaking, all in one message. */
  sendReports(): void
  /** Messages that are not under way are refused at once: `ABORTED`. */
  stop(): void
  /** The same for good. */
  close(): void
  readonly closed: boolean
}

/** What an outbox needs of its conversation. */
interface OutboxParts {
  readonly agent: Agent
  readonly runtime: CoreRuntime
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
  /** Another one after each stop, so that a message knows whether one came after it. */
  let stopped = withResolvers<void>()
  let queue = restored.then(() => {
    restoring = false
  })

  /** Messages go out one after another until the agent has named the context: two at once would begin two. */
  function post(outgoing: readonly Part[], shown?: Message, event?: ClientEvent): Promise<void> {
    const waits = parts.contextId() === undefined || restoring
    const asked = stopped
    // The data of this moment: what the user enters while the message waits was not sent with it.
    const draft = withSurfaceMetadata(outgoing, parts, event)
    const arrived = waits && outgoing.length > 0 ? turns.expect() : () => undefined
    const posted = (waits ? Promise.race([queue, asked.promise]) : Promise.resolve()).then(() => {
      const sent = postNow(draft, asked, shown, event)
      arrived()
      return sent
    })
    queue = Promise.allSettled([queue, posted]).then(() => undefined)
    return posted
  }

  async function postNow(
    draft: MessageDraft,
    asked: typeof stopped,
    shown?: Message,
    event?: ClientEvent,
  ): Promise<void> {
    if (closed || asked !== stopped) throw refused(transcript, shown)
    const all = [...draft.parts, ...reports.take()]
    if (all.length === 0) return
    const contextId = parts.contextId()
    const messageId = shown?.messageId ?? newId()
    const { waitingTask: taskId } = content
    // A report is no question: the task goes on with its answer.
    if (taskId !== undefined && draft.parts.length > 0) content.asks(taskId, messageId)
    // So that agents, and a conversation that is restored, know whose surface it is.
    const about = content.taskOf(event?.source)
    const message = {
      ...draft,
      parts: all,
      messageId,
      ...(contextId === undefined ? {} : { contextId }),
      ...(taskId === undefined ? {} : { taskId }),
      ...(about === undefined || about === taskId ? {} : { referenceTaskIds: [about] }),
    }
    const turn = turns.send(message, event)
    try {
      await turn.accepted
      if (shown) transcript.deliver(shown.messageId, 'sent', turn.taskId)
    } catch (cause) {
      if (shown) transcript.deliver(shown.messageId, 'failed')
      throw cause
    }
  }

  function stop(): void {
    stopped.resolve()
    stopped = withResolvers()
  }

  return {
    post,
    sendReports() {
      queueMicrotask(() => {
        if (closed || turns.active > 0 || !reports.due) return
        post([]).catch(() => undefined)
      })
    },
    stop,
    close() {
      closed = true
      stop()
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

/** A client event or error as a part. v0.8 has one object in a part, later versions an array. */
export function eventPart(wire: JsonObject, version: ProtocolVersion): Part {
  const [today, older] = surfaceMediaTypes
  return surfacePart(version === 'v0.8' ? wire : [wire], version === 'v0.9.1' ? today : older)
}

/** The newest version of the surface protocol that both sides name. */
function agreedVersion({ extensions }: Agent): ProtocolVersion | undefined {
  const uri = surfaceExtensions.find((known) => extensions.includes(known))
  return uri?.slice(uri.lastIndexOf('/') + 1) as ProtocolVersion | undefined
}

/**
 * The message with what the surface extension wants in it. Surfaces of another agent stay private. A message without
 * parts of the user carries reports alone and goes out by itself, so no data go with it: nobody has pressed.
 */
function withSurfaceMetadata(
  parts: readonly Part[],
  { agent, runtime, intake, capabilities: announced }: OutboxParts,
  event?: ClientEvent,
): MessageDraft {
  const version = agreedVersion(agent)
  if (!version) return { parts }
  const metadata: { [name: string]: JsonValue } = {}
  const capabilities = runtime.clientCapabilities(announced)
  const { 'v0.8': older, 'v0.9': newer, 'v0.9.1': newest } = capabilities as unknown as JsonObject
  const announcedAs = version === 'v0.9.1' ? { 'v0.9': newer ?? {}, 'v0.9.1': newest ?? {} } : { 'v0.9': newer ?? {} }
  metadata[surfaceMetadata.capabilities] = version === 'v0.8' ? (older ?? {}) : announcedAs
  const pressed = event && runtime.surface(event.surfaceId, event.source)
  const own = runtime.surfaces.getSnapshot().filter((surface) => intake.owns(surface))
  // Of several surfaces with one id the last one counts: it is the one that the user acted on.
  const model =
    version === 'v0.8' || parts.length === 0 ? undefined : runtime.clientDataModel(pressed ? [...own, pressed] : own)
  if (model) metadata[surfaceMetadata.dataModel] = { ...model }
  return { parts, metadata, extensions: agent.extensions.filter((uri) => uri.endsWith(`/${version}`)) }
}

export /** Errors in an agent's surfaces, on their way back to it: so that it can correct what it sent. */
interface ErrorReports {
  /**
   * False for an error that is not of the agent's making, and for a warning: what it is about is shown all the same. Of what
   * the catalog has not, nothing or something else is shown, so the agent hears of it where the runtime is lenient, too.
   */
  add(error: SurfaceError, part: Part): boolean
  /** Reports wait and may go out by themselves. After three such messages in a row they wait for the user. */
  readonly due: boolean
  /** The waiting reports; they are gone from here. */
  take(): readonly Part[]
  /** The user has said or done something, so reports may go out by themselves again. */
  userActed(): void
}

/** Messages with reports that follow each other without the user: an agent that cannot correct itself would loop. */
const maxInARow = 3

/** Reports of one message. */
const maxParts = 20

/** Faults of the connection, of the host or of the user's pace. */
const local: ReadonlySet<string> = new Set([
  ...['STREAM_TRUNCATED', 'STREAM_FAILED', 'RUNTIME_DISPOSED', 'INTERNAL'],
  ...['ACTION_STALE', 'ACTION_RATE', 'ACTION_FAILED'],
])

/** What the catalogs of this client have not. */
const unknown: ReadonlySet<string> = new Set(['CATALOG_UNKNOWN', 'COMPONENT_UNKNOWN', 'FUNCTION_UNKNOWN'])

export function createErrorReports(): ErrorReports {
  let waiting: Part[] = []
  let inARow = 0
  return {
    add({ code, severity }, part) {
      const isForAgent = severity === 'error' || unknown.has(code)
      if (!isForAgent || local.has(code) || waiting.length >= maxParts) return false
      waiting.push(part)
      return true
    },
    get due() {
      return waiting.length > 0 && inARow < maxInARow
    },
    take() {
      const parts = waiting
      waiting = []
      if (parts.length > 0) inARow++
      return parts
    },
    userActed() {
      inARow = 0
    },
  }
}
