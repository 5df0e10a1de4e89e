/** `surface-runtime/agent`: a client of the agent protocol v1.0, for browsers and Node. */
export type { Agent, CallOptions, MessageDraft, SendRequest } from './agent.ts'
export type { CachedCard, CardCache } from './card.ts'
export { type ConnectOptions, connectAgent } from './connect.ts'
export { type Conversation, type ConversationOptions, connectSurfaces } from './connect-surfaces.ts'
export type { ConversationTask } from './conversation-tasks.ts'
export {
  type Credentials,
  type CredentialsHook,
  type CredentialsRequest,
  credentialsFor,
  describeSecurity,
} from './credentials.ts'
export type { Dialect } from './dialect.ts'
export { AgentError, type AgentErrorCode, type AgentErrorDetails } from './error.ts'
export type { Reconnect } from './reconnect.ts'
export type { OAuthNeed, SecurityNeed } from './security-scheme.ts'
export type { CardKeys } from './signatures.ts'
export type { StreamState, TaskStream } from './stream-types.ts'
export { isInterrupted, isTerminal, stateClass } from './task-state.ts'
export type { ConversationMessage } from './transcript.ts'
export type * from './types.ts'
