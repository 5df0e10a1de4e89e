/** `surface-runtime/agent`: a client of the agent protocol v1.0, for browsers and Node. */
export { AgentError, type AgentErrorCode, type AgentErrorDetails } from './error.ts'
export { isInterrupted, isTerminal, stateClass } from './task-state.ts'
export type * from './types.ts'
