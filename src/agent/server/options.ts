/** What a host gives to `createAgentServer`, and the contract with its agent: what `execute` is given, and what it yields. */

import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { SurfaceMessage } from '../../protocol/wire.ts'
import { isNode } from '../../shared/http/node-modules.ts'
import type { Connection } from '../../shared/oauth/client-certificate.ts'
import type { OperationName } from '../protocol/routes.ts'
import type {
  AgentCard,
  Artifact,
  Message,
  Part,
  SendMessageConfiguration,
  Task,
  TaskState,
} from '../protocol/types.ts'
import type { Binding, BindingRequest } from './bindings.ts'
import type { EventReader, LogEntry } from './event-log.ts'
import type { LiveTasks } from './live-tasks.ts'
import type { SurfaceAction } from './surfaces.ts'
import type { MaybePromise, TaskStore } from './task-store.ts'

/**
 * A card with the members that a host has to choose; the rest has defaults: both bindings at `/rpc` and `/`, streaming,
 * push notifications where their addresses can be checked (see `lookup`), `text/plain` in and out, no skills. An
 * interface's `url` may be relative: it is resolved against `origin`, or against the request. A card with `signatures` is
 * published as it is, so it must be complete.
 */
export type CardSource = Pick<AgentCard, 'name'> & Partial<AgentCard>

export interface AgentServerLimits {
  /** Bytes of a request's body. Default: 4 MiB. */
  readonly requestBytes: number
  /** Milliseconds in which a request's body must have come. Default: 30,000. */
  readonly requestTime: number
  /** Levels of nested arrays and objects in a request. Default: 64. */
  readonly jsonDepth: number
  /** Parts of one message. Default: 1,000. */
  readonly messageParts: number
  /** Bytes of one task as JSON. A task that would grow beyond fails. Default: 16 MiB. */
  readonly taskBytes: number
  /** Bytes of events that a task keeps for its readers. The stream of a reader that falls behind ends with an error event. Default: 1 MiB. */
  readonly backlogBytes: number
  /** Open streams of all tasks. Default: 10,000. */
  readonly streams: number
  /** Open streams of one caller, if `authenticate` identifies callers. Default: 1,000. */
  readonly streamsPerCaller: number
  /** Calls of `execute` at one time. Default: 1,000. */
  readonly runningTasks: number
  /** Calls of `execute` for one caller at one time, if `authenticate` identifies callers. Default: 100. */
  readonly runningTasksPerCaller: number
  /** Messages that wait for one task while it works. Default: 16. */
  readonly waitingMessages: number
  /** Push notification configurations of one task. Default: 16. */
  readonly pushConfigs: number
  /**
   * Push notification targets that a process posts to at one time. An event for one more is not posted; where several processes share
   * the tasks it is posted later, and callers take turns. Default: 1,000.
   */
  readonly pushTargets: number
  /** The same of one caller's tasks, if `authenticate` identifies callers. Default: 100. */
  readonly pushTargetsPerCaller: number
  /**
   * Messages that are remembered, the latest ones of all callers: one that is sent again, with all members as they were,
   * has no second turn and is answered with what the first one led to. Of its request the `metadata` is not read; a push
   * configuration is added to the task. Messages with a `messageId` of fewer than 16
   * characters are not remembered, because such ids are not unique. 0: none. Default: 10,000.
   */
  readonly rememberedMessages: number
  /** The same of one caller, if `authenticate` identifies callers. Default: 1,000. */
  readonly rememberedMessagesPerCaller: number
}

export const defaultServerLimits: AgentServerLimits = {
  requestBytes: 4 * 1024 * 1024,
  requestTime: 30_000,
  jsonDepth: 64,
  messageParts: 1_000,
  taskBytes: 16 * 1024 * 1024,
  backlogBytes: 1024 * 1024,
  streams: 10_000,
  streamsPerCaller: 1_000,
  runningTasks: 1_000,
  runningTasksPerCaller: 100,
  waitingMessages: 16,
  pushConfigs: 16,
  pushTargets: 1_000,
  pushTargetsPerCaller: 100,
  rememberedMessages: 10_000,
  rememberedMessagesPerCaller: 1_000,
}

export interface AgentServerOptions {
  readonly card: CardSource
  /** The agent: called once for each message, yields what it does. */
  readonly execute: Execute
  /** Default: `memoryTaskStore()`. Several processes share the tasks of a `postgresTaskStore` (`surface-runtime/agent/postgres`). */
  readonly store?: ServedStore
  /**
   * True: where the process that works on a task ends, another one calls `execute` again, with `resumed: true` and the task as
   * it was stored. For stores that several processes share. Default: false, and such a task fails.
   */
  readonly resumable?: boolean
  /** Finds the caller of a request: `verifyTokens` makes one. Default: all requests have one caller. */
  readonly authenticate?: Authenticate
  /**
   * Scopes that a request needs, by its operation and, where one is sent, its message: `scopes` of the caller must hold them, else the answer is 403 with
   * a challenge that names them, before `execute` is called. The message is as it came. Default: none.
   */
  readonly scopes?: (operation: OperationName, message: JsonObject | undefined) => MaybePromise<readonly string[]>
  /**
   * The card for authenticated callers, or a function that makes it. Without `authenticate` nobody is authenticated, so
   * everybody is answered with 401. Default: there is none.
   */
  readonly extendedCard?: CardSource | ((caller: Caller, tenant: string | undefined) => MaybePromise<CardSource>)
  /**
   * Tenants that a request may name, beside those of the card's interfaces: their names, or a function that says whether there
   * is one of this name. The function is asked before the caller is known. The path of any other is 404. Default: none.
   */
  readonly tenants?: readonly string[] | ((tenant: string) => MaybePromise<boolean>)
  /**
   * Public address of the server, as in `https://agent.example`: relative addresses of the card are resolved against it.
   * Default: the address of the request, which a client chooses by its `Host` header.
   */
  readonly origin?: string
  /** Origins of pages that may call this agent, as in `https://chat.example`. `*`: every page, without cookies. Default: `*`. */
  readonly cors?: '*' | readonly string[]
  /** Development only: push notifications may go to `http:` and to private and loopback addresses. Default: false. */
  readonly allowPrivatePushTargets?: boolean
  /**
   * Addresses of a host name, each of which must be public before a push notification is sent there; an empty list refuses
   * it. Default: in Node its own `dns.lookup`, and the connection goes to the addresses that were checked. Elsewhere, and with
   * a `fetch` of the host, there is no default: push targets must be IP addresses, and the card does not offer push
   * notifications by itself. There `fetch` looks the name up again, so a name that changes in between (DNS rebinding) is kept
   * out only by a `fetch` that connects to the addresses that were checked: see `guardedFetch`.
   */
  readonly lookup?: (hostname: string) => MaybePromise<readonly string[]>
  /** True: `fetch` itself refuses private addresses when it connects, so names are used without `lookup`. Default: false. */
  readonly guardedFetch?: boolean
  /** Sends push notifications. Default: in Node `node:https`, with addresses that were checked; elsewhere the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Version of requests that name none. Default: such requests are refused, because they mean version 0.3. */
  readonly defaultVersion?: string
  /**
   * Serves version 0.3 of the protocol too, over JSON-RPC: `v03()` of `surface-runtime/agent/v0-3`. The card lists an interface with
   * `protocolVersion: '0.3'`, which may have the address of that of 1.0. Default: none, and such an interface is refused.
   */
  readonly legacy?: OtherVersion
  /** Called with what `execute`, the store and push targets throw. Callers never see it. Default: `console.error`. */
  readonly onError?: (error: unknown) => void
  readonly limits?: Partial<AgentServerLimits>
  /**
   * Aborted when the host shuts down: open streams end with an error event, so that their clients subscribe again, and
   * messages and subscriptions are refused with `UNAVAILABLE`. Turns go on. Default: never.
   */
  readonly closing?: AbortSignal
  /** Milliseconds of silence on a stream before a comment is sent. Default: 15,000. */
  readonly pingInterval?: number
  /** Milliseconds before the first repetition of a push notification; each further one waits twice as long. Default: 1,000. */
  readonly pushRetryDelay?: number
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Makes ids of tasks, contexts and messages. Default: `crypto.randomUUID`. */
  readonly newId?: () => string
  /** @internal Set by `traceServer` of `surface-runtime/agent/telemetry`. */
  readonly trace?: <Result extends TracedResult>(
    operation: TracedOperation,
    work: () => Promise<Result>,
  ) => Promise<Result>
}

/** @internal */
export type TracedResult = { readonly kind: 'value' } | { readonly kind: 'stream'; readonly reader: EventReader }

/** @internal An operation as spans name it. */
export interface TracedOperation {
  readonly name: OperationName
  /** Of the request. */
  readonly headers: Headers
  readonly tenant: string | undefined
}

/**
 * Returns the caller of a request, or the caller's id. `undefined`: the caller is not known, and the answer is 401. May throw an
 * `AgentError` such as `PERMISSION_DENIED`; its `challenge` tells the client why. May read the body, within the limits of the
 * server.
 */
export interface Authenticate {
  (request: Request, connection: Connection): MaybePromise<Caller | string | undefined>
  /** Published below `/.well-known`, and named in challenges, so that clients find where tokens come from. Default: none. */
  readonly resource?: ProtectedResource | undefined
}

/** What an agent says of itself to clients of its authorization server (RFC 9728). */
export interface ProtectedResource {
  /** Where the document lies. */
  readonly address: string
  /** The path of `address`. */
  readonly path: string
  readonly document: JsonObject
}

/** A store that may bring what the server does with tasks, because other processes work on the same ones. */
export interface ServedStore extends TaskStore {
  /** @internal */
  readonly serve?: (server: ServerParts) => LiveTasks
}

/** What such a store needs of its server. */
export interface ServerParts {
  readonly options: AgentServerOptions
  readonly newId: () => string
  readonly timestamp: () => string
  readonly onError: (error: unknown) => void
  /** Counts calls of `execute`. */
  readonly takeTurn: (callerId: string) => () => void
  readonly backlogBytes: number
  readonly taskBytes: number
  readonly pushTargets: number
  /** Infinity where callers are not told apart. */
  readonly pushTargetsPerCaller: number
}

/** Another version of the protocol that a server speaks beside 1.0. */
export interface OtherVersion {
  /** `Major.Minor`, as interfaces of the card name it. */
  readonly version: '0.3'
  /** @internal Whether a request to an address of both versions is of this one. */
  readonly matches: (headers: Headers, body: JsonValue | undefined) => boolean
  /** @internal How answers to the request are written. */
  readonly bindingOf: (body: JsonValue | undefined) => Binding
  /** @internal */
  readonly readCall: (body: JsonValue | undefined) => BindingRequest
  /** @internal A card with what readers of this version need. */
  readonly card: (card: object) => object
  /** @internal What a push notification says of a task. */
  readonly pushEntry: (task: Task) => LogEntry
}

/** Throws a `TypeError` for a mistake that types do not show in JavaScript. A misspelt option stands in the message. */
export function checkOptions(options: Partial<AgentServerOptions> = {}): void {
  const wanted = !options.card?.name
    ? '"card" must be a card with a name'
    : typeof options.execute !== 'function' && '"execute" must be a function'
  if (wanted) throw new TypeError(`The option ${wanted}; options given: ${Object.keys(options).join(', ') || 'none'}`)
}

/** Whether names can be checked by the addresses that they stand for. Without that, any name may lead into the private network. */
export function takesNames(
  options: Pick<AgentServerOptions, 'allowPrivatePushTargets' | 'fetch' | 'guardedFetch' | 'lookup'>,
): boolean {
  const { allowPrivatePushTargets, guardedFetch, lookup, fetch: given } = options
  return Boolean(allowPrivatePushTargets || guardedFetch || lookup || (!given && isNode()))
}

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
  /**
   * The conversation of this caller: by it, keep what the agent remembers. A client chooses `task.contextId`, so two callers may name the
   * same one. Callers without a name are one caller.
   */
  readonly conversation: string
  /**
   * True: another process has begun this turn and has ended. `task` has what it yielded, as far as that was stored. Only
   * with the option `resumable`.
   */
  readonly resumed?: boolean
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

/** The sender of a request. */
export interface Caller {
  /** Tasks are visible to the caller with the same id only. */
  readonly id: string
  /** Tenants that the caller may use. Default: every one; tasks of one tenant are invisible in another. */
  readonly tenants?: readonly string[]
  /** What the caller may do, by the names that the card's scheme has for it. Default: none. */
  readonly scopes?: readonly string[]
  /** Whatever the host knows of the caller. `execute` gets it. */
  readonly claims?: JsonObject
}
