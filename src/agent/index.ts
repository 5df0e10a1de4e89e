/** `surface-runtime/agent`: a client of the agent protocol v1.0, for browsers and Node. */
export type { Agent, CallOptions, MessageDraft, SendRequest } from './client/agent.ts'
export { type ConnectOptions, connectAgent } from './client/agent.ts'
export type { CachedCard, CardCache } from './client/card-cache.ts'
export { type Conversation, type ConversationOptions, connectSurfaces } from './client/conversation.ts'
export type { OAuthNeed, SecurityNeed } from './client/credentials.ts'
export {
  type Credentials,
  type CredentialsHook,
  type CredentialsRequest,
  credentialsFor,
  describeSecurity,
} from './client/credentials.ts'
export {
  type NodeRequest,
  type NotificationOptions,
  type PushNotification,
  readNotification,
} from './client/notification.ts'
export type { Reconnect } from './client/reconnect.ts'
export type { StreamState, TaskStream } from './client/stream.ts'
export type { ConversationMessage, ConversationTask } from './client/transcript.ts'
export { AgentError, type AgentErrorCode, type AgentErrorDetails } from './protocol/error.ts'
export { signCard, verifyCard } from './protocol/sign-card.ts'
export type { CardKeys } from './protocol/signatures.ts'
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
} from './protocol/types.ts'
export { isInterrupted, isTerminal } from './protocol/types.ts'
export type { WireFormat } from './protocol/wire-format.ts'
