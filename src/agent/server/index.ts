/** `surface-runtime/agent/server`: an agent of the agent protocol v1.0 as one web-standard handler. */
export type { ClientCertificate, Connection } from '../../shared/oauth/client-certificate.ts'
export { AgentError, type AgentErrorCode, type AgentErrorDetails } from '../protocol/error.ts'
export { signCard } from '../protocol/sign-card.ts'
export type {
  AgentCapabilities,
  AgentCard,
  AgentExtension,
  AgentInterface,
  AgentSkill,
  Artifact,
  CardSignature,
  Message,
  OAuthFlows,
  OAuthScopes,
  Part,
  PushAuthentication,
  PushConfig,
  Role,
  SecurityRequirement,
  SecurityScheme,
  SendMessageConfiguration,
  Task,
  TaskState,
  TaskStatus,
  Timestamp,
} from '../protocol/types.ts'
export type {
  AgentMessage,
  AgentServerLimits,
  AgentServerOptions,
  Authenticate,
  Caller,
  CardSource,
  Execute,
  ExecuteContext,
  ProtectedResource,
  ServedStore,
  StatusName,
  Yielded,
} from './options.ts'
export { type AgentServer, createAgentServer } from './server.ts'
export type { SurfaceAction } from './surfaces.ts'
export type { StoredPushConfig, StoredTask, TaskPosition, TaskQuery, TaskQueryResult, TaskStore } from './task-store.ts'
export { type MemoryTaskStore, type MemoryTaskStoreOptions, memoryTaskStore } from './task-store.ts'
