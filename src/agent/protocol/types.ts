/** What agents and clients exchange, as the agent protocol v1.0 names it on the wire. Unknown members are kept out of the types and ignored. */
import type { JsonObject, JsonValue } from '../../json/value.ts'

/** Every state that the protocol names. */
export const taskStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
] as const

/** A state of a later version is a text like any other: show it, and keep streaming. */
export type TaskState = (typeof taskStates)[number] | (string & {})

/** `unknown`: a state that this version of the protocol does not name. */
export type TaskStateClass = 'running' | 'interrupted' | 'terminal' | 'unknown'

export type Role = 'ROLE_USER' | 'ROLE_AGENT'

/** ISO 8601 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`. */
export type Timestamp = string

interface PartMembers {
  readonly mediaType?: string
  readonly filename?: string
  readonly metadata?: JsonObject
}

/** Content has exactly one member; the name of the member is its kind. */
export type Part = PartMembers &
  (
    | { readonly text: string; readonly raw?: never; readonly url?: never; readonly data?: never }
    | { readonly raw: string; readonly text?: never; readonly url?: never; readonly data?: never }
    | { readonly url: string; readonly text?: never; readonly raw?: never; readonly data?: never }
    | { readonly data: JsonValue; readonly text?: never; readonly raw?: never; readonly url?: never }
  )

export interface Message {
  readonly messageId: string
  readonly role: Role
  /** At least one. */
  readonly parts: readonly Part[]
  readonly contextId?: string
  readonly taskId?: string
  readonly metadata?: JsonObject
  /** URIs of the extensions that this message uses. */
  readonly extensions?: readonly string[]
  readonly referenceTaskIds?: readonly string[]
}

export interface TaskStatus {
  readonly state: TaskState
  readonly message?: Message
  readonly timestamp?: Timestamp
}

export interface Artifact {
  /** Unique within its task. */
  readonly artifactId: string
  readonly parts: readonly Part[]
  readonly name?: string
  readonly description?: string
  readonly metadata?: JsonObject
  readonly extensions?: readonly string[]
}

export interface Task {
  readonly id: string
  readonly contextId?: string
  readonly status: TaskStatus
  readonly artifacts?: readonly Artifact[]
  /** Oldest first. */
  readonly history?: readonly Message[]
  readonly metadata?: JsonObject
  readonly createdAt?: Timestamp
  readonly lastModified?: Timestamp
}

/** The state of a task has changed. */
export interface StatusEvent {
  readonly kind: 'status'
  readonly taskId: string
  readonly contextId?: string
  readonly status: TaskStatus
  readonly metadata?: JsonObject
}

/** An artifact, or the next part of one. */
export interface ArtifactEvent {
  readonly kind: 'artifact'
  readonly taskId: string
  readonly contextId?: string
  readonly artifact: Artifact
  /** Position in the task's `artifacts`, from 0. */
  readonly index?: number
  /** True: the parts follow those that the artifact has. Default: they take their place. */
  readonly append?: boolean
  readonly lastChunk?: boolean
  readonly metadata?: JsonObject
}

/** One event of a stream. The first one is a message, which is then the only one, or a task. */
export type StreamEvent =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'message'; readonly message: Message }
  | StatusEvent
  | ArtifactEvent

export interface PushAuthentication {
  /** An HTTP authentication scheme, such as `Bearer`. */
  readonly scheme: string
  readonly credentials?: string
}

/** What each request may choose. */
export interface TenantChoice {
  /** The organization that the request is for. Default: the tenant of the interface. */
  readonly tenant?: string
}

export interface PushConfig extends TenantChoice {
  readonly taskId: string
  /** Where the agent posts the events of the task. */
  readonly url: string
  /** Made by the agent where the client gives none. */
  readonly configId?: string
  /** Comes back with every notification. */
  readonly token?: string
  readonly authentication?: PushAuthentication
  readonly createdAt?: Timestamp
}

export interface SendMessageConfiguration {
  /** Media types that the client can show. */
  readonly acceptedOutputModes?: readonly string[]
  /** The task is made by this request, so its id is left out. */
  readonly taskPushNotificationConfig?: Omit<PushConfig, 'taskId' | 'createdAt' | 'tenant'>
  /** Latest messages of the history at most; 0: none. Default: the server's choice. */
  readonly historyLength?: number
  /** True: the answer is the task as it is. Default: the answer comes when the task is over or interrupted. */
  readonly returnImmediately?: boolean
}

export interface SendMessageRequest extends TenantChoice {
  readonly message: Message
  readonly configuration?: SendMessageConfiguration
  readonly metadata?: JsonObject
}

export interface GetTaskRequest extends TenantChoice {
  readonly id: string
  /** Latest messages of the history at most; 0: none. Default: the server's choice. */
  readonly historyLength?: number
}

export interface TaskRequest extends TenantChoice {
  readonly id: string
  readonly metadata?: JsonObject
}

export interface ListTasksRequest extends TenantChoice {
  /** `nextCursor` of the page before. */
  readonly cursor?: string
  /** Tasks per page, 1 to 100; default: the server's, which is 50. */
  readonly limit?: number
  readonly contextId?: string
  readonly status?: TaskState
  /** Only tasks whose status is of this time or later. */
  readonly statusTimestampAfter?: Timestamp
  readonly historyLength?: number
  /** Default: false, and the tasks have no `artifacts`. */
  readonly includeArtifacts?: boolean
}

/** Newest status first. */
export interface TaskPage {
  readonly tasks: readonly Task[]
  /** Absent on the last page. */
  readonly nextCursor?: string
  /** Tasks of all pages. */
  readonly totalSize?: number
}

export interface PushConfigRequest extends TenantChoice {
  readonly taskId: string
  readonly configId: string
}

export interface ListPushConfigsRequest extends TenantChoice {
  readonly taskId: string
  readonly cursor?: string
  readonly limit?: number
}

export interface PushConfigPage {
  readonly configs: readonly PushConfig[]
  readonly nextCursor?: string
}

export interface AgentInterface {
  readonly url: string
  /** `JSONRPC`, `HTTP+JSON`, `GRPC`, or the URI of another binding. */
  readonly protocolBinding: string
  /** `Major.Minor`, such as `1.0`. Empty in a card that a client read and that does not say it. */
  readonly protocolVersion: string
  /** Sent with every request of this interface that names no other. */
  readonly tenant?: string
}

export interface AgentExtension {
  readonly uri: string
  readonly description?: string
  /** True: a client without support of the extension may not use the agent. Default: false. */
  readonly required?: boolean
  readonly params?: JsonObject
}

export interface AgentCapabilities {
  readonly streaming?: boolean
  readonly pushNotifications?: boolean
  readonly extendedAgentCard?: boolean
  readonly extensions?: readonly AgentExtension[]
}

export interface AgentSkill {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly examples?: readonly string[]
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  readonly securityRequirements?: readonly SecurityRequirement[]
}

/** A detached JWS over the card without its signatures (RFC 7515, RFC 8785). */
export interface CardSignature {
  /** The protected header, base64url. */
  readonly protected: string
  /** base64url. */
  readonly signature: string
  readonly header?: JsonObject
}

export interface AgentCard {
  readonly name: string
  readonly description: string
  readonly version: string
  /** At least one; the agent prefers the first. */
  readonly supportedInterfaces: readonly AgentInterface[]
  readonly capabilities: AgentCapabilities
  readonly defaultInputModes: readonly string[]
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly AgentSkill[]
  readonly provider?: { readonly url: string; readonly organization: string }
  readonly documentationUrl?: string
  readonly iconUrl?: string
  /** Name → what the scheme needs. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme }
  /** One of these entries is enough; all schemes of an entry are needed. */
  readonly securityRequirements?: readonly SecurityRequirement[]
  readonly signatures?: readonly CardSignature[]
  /** The protocol document has extensions here; the public text has them in `capabilities`. */
  readonly extensions?: readonly AgentExtension[]
}

/** Scheme name → the scopes that are needed. */
export interface SecurityRequirement {
  readonly schemes: { readonly [name: string]: { readonly list?: readonly string[] } }
}

/** One member; its name is the kind. */
export interface SecurityScheme {
  readonly apiKeySecurityScheme?: {
    readonly location: 'header' | 'query' | 'cookie'
    readonly name: string
    readonly description?: string
  }
  readonly httpAuthSecurityScheme?: {
    /** An HTTP authentication scheme, such as `Bearer` or `Basic`. */
    readonly scheme: string
    readonly bearerFormat?: string
    readonly description?: string
  }
  readonly oauth2SecurityScheme?: {
    readonly flows: OAuthFlows
    readonly oauth2MetadataUrl?: string
    readonly description?: string
  }
  readonly openIdConnectSecurityScheme?: { readonly openIdConnectUrl: string; readonly description?: string }
  readonly mtlsSecurityScheme?: { readonly description?: string }
}

/** Scope → what it allows. */
export type OAuthScopes = { readonly [scope: string]: string }

export interface OAuthFlows {
  readonly authorizationCode?: {
    readonly authorizationUrl: string
    readonly tokenUrl: string
    readonly refreshUrl?: string
    readonly scopes: OAuthScopes
    /** Proof Key for Code Exchange (RFC 7636). Browsers always need it. */
    readonly pkceRequired?: boolean
  }
  readonly clientCredentials?: {
    readonly tokenUrl: string
    readonly refreshUrl?: string
    readonly scopes: OAuthScopes
  }
  /** RFC 8628. */
  readonly deviceCode?: {
    readonly deviceAuthorizationUrl: string
    readonly tokenUrl: string
    readonly refreshUrl?: string
    readonly scopes: OAuthScopes
  }
}

const classes: { readonly [state: string]: TaskStateClass } = {
  TASK_STATE_SUBMITTED: 'running',
  TASK_STATE_WORKING: 'running',
  TASK_STATE_INPUT_REQUIRED: 'interrupted',
  TASK_STATE_AUTH_REQUIRED: 'interrupted',
  TASK_STATE_COMPLETED: 'terminal',
  TASK_STATE_FAILED: 'terminal',
  TASK_STATE_CANCELED: 'terminal',
  TASK_STATE_REJECTED: 'terminal',
}

/** `interrupted` waits for the client, `terminal` never changes again. */
export function stateClass(state: TaskState): TaskStateClass {
  return Object.hasOwn(classes, state) ? (classes[state] ?? 'unknown') : 'unknown'
}

/** Whether a task in this state is over for good. */
export function isTerminal(state: TaskState): boolean {
  return stateClass(state) === 'terminal'
}

/** Whether a task in this state waits for a message of the client. */
export function isInterrupted(state: TaskState): boolean {
  return stateClass(state) === 'interrupted'
}
