/** The contract between the server and an agent: what `execute` is given, and what it yields. */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { SurfaceMessage } from '../../protocol/wire.ts'
import type { Artifact, Message, Part, SendMessageConfiguration, Task, TaskState } from '../types.ts'
import type { SurfaceAction } from './surfaces.ts'

/** Short names of states, as an agent may write them. `TASK_STATE_…` is accepted too. */
export type StatusName =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'auth-required'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected'

export interface ExecuteContext {
  /** What the user sent. */
  readonly message: Message
  /** The texts of the message, joined by line breaks. */
  readonly text: string
  /** Actions on surfaces that the message carries. */
  readonly actions: readonly SurfaceAction[]
  /** Error reports of surfaces that the message carries, as they came. */
  readonly surfaceErrors: readonly JsonObject[]
  /** Data models of surfaces that the client sent along: surface id → model. */
  readonly dataModels: { readonly [surfaceId: string]: JsonValue }
  /** The task as it is when the message comes; a new one is submitted. */
  readonly task: Task
  /** Metadata of the request. */
  readonly metadata: JsonObject
  readonly configuration: SendMessageConfiguration
  /** Aborted when the task is canceled, or when no client can know of the task any more. */
  readonly signal: AbortSignal
  /** URIs of the extensions that this request activated. */
  readonly extensions: readonly string[]
  /** Newest version of the surface protocol that this request activated. */
  readonly surfaceVersion: 'v0.8' | 'v0.9' | 'v0.9.1' | undefined
  readonly caller: Caller
  readonly tenant: string | undefined
}

/** A message of the agent, without what the server knows. */
export type AgentMessage = Pick<Message, 'parts'> & Partial<Pick<Message, 'messageId' | 'metadata' | 'extensions'>>

/** The next chunk of the agent's answer. Chunks that follow one another are one artifact. */
interface YieldedText {
  readonly text: string
}

/** Messages of the surface protocol. Each surface has an artifact of its own, which grows. */
interface YieldedSurface {
  readonly surface: SurfaceMessage | JsonObject | readonly (SurfaceMessage | JsonObject)[]
}

interface YieldedArtifact {
  /** `artifactId`: default, a new one. */
  readonly artifact: Omit<Artifact, 'artifactId'> & { readonly artifactId?: string }
  /** True: the parts follow those that the artifact has. Default: they take their place. */
  readonly append?: boolean
  readonly lastChunk?: boolean
  readonly metadata?: JsonObject
}

/** A terminal state ends the task and `execute`. After `input-required` the next message calls `execute` again. */
interface YieldedStatus {
  readonly status: StatusName | TaskState
  /** What the agent says about the state: a text, parts or a message. */
  readonly message?: string | readonly Part[] | AgentMessage
  /** The same as a text in `message`. */
  readonly text?: string
  readonly metadata?: JsonObject
}

/** Alone and first: the answer is this message, and there is no task. Later: a message of the working task. */
interface YieldedMessage {
  readonly message: string | readonly Part[] | AgentMessage
}

export type Yielded = YieldedText | YieldedSurface | YieldedArtifact | YieldedStatus | YieldedMessage

/**
 * One turn of an agent. When it returns, a task that is neither over nor interrupted is completed. When it throws, the
 * task fails and `onError` is called; an `AgentError` thrown before anything was yielded is the answer to the request.
 * The task begins with what is yielded first, so an agent that has to think yields `{ status: 'working' }` before.
 */
export type Execute = (context: ExecuteContext) => AsyncIterable<Yielded> | Iterable<Yielded>

/** A value now or later: hooks and stores may be synchronous. */
export type MaybePromise<T> = T | Promise<T>

/** The sender of a request. */
export interface Caller {
  /** Tasks are visible to the caller with the same id only. */
  readonly id: string
  /** Tenants that the caller may use. Default: every one; tasks of one tenant are invisible in another. */
  readonly tenants?: readonly string[]
  /** Whatever the host knows of the caller. `execute` gets it. */
  readonly claims?: JsonObject
}
