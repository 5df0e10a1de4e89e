/** `surface-runtime/agent`: a client of the agent protocol v1.0, for browsers and Node. */
export type { Agent, CallOptions, MessageDraft, SendRequest } from './agent.ts'
export { type ConnectOptions, connectAgent } from './agent.ts'
export type { CachedCard, CardCache } from './card-cache.ts'
export { type Conversation, type ConversationOptions, connectSurfaces } from './conversation.ts'
export type { OAuthNeed, SecurityNeed } from './credentials.ts'
export {
  type Credentials,
  type CredentialsHook,
  type CredentialsRequest,
  credentialsFor,
  describeSecurity,
} from './credentials.ts'
export { AgentError, type AgentErrorCode, type AgentErrorDetails } from './error.ts'
export {
  type NodeRequest,
  type NotificationOptions,
  type PushNotification,
  readNotification,
} from './notification.ts'
export type { Reconnect } from './reconnect.ts'
export { signCard, verifyCard } from './sign-card.ts'
export type { CardKeys } from './signatures.ts'
export type { Dialect } from './spelling.ts'
export type { StreamState, TaskStream } from './stream.ts'
export type { ConversationMessage, ConversationTask } from './transcript.ts'
export type {
  AgentCapabilities,
  AgentCard,
  AgentExtension,
  AgentInterface,
  AgentSkill,
  Artifact,
  ArtifactEvent,
  CardSignature,
  GetTaskRequest,
  ListPushConfigsRequest,
  ListTasksRequest,
  Message,
  OAuthFlows,
  OAuthScopes,
  Part,
  PushAuthentication,
  PushConfig,
  PushConfigPage,
  PushConfigRequest,
  Role,
  SecurityRequirement,
  SecurityScheme,
  SendMessageConfiguration,
  StatusEvent,
  StreamEvent,
  Task,
  TaskPage,
  TaskRequest,
  TaskState,
  TaskStatus,
  Timestamp,
} from './types.ts'
export { isInterrupted, isTerminal } from './types.ts'
