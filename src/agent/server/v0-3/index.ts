/** `surface-runtime/agent/v0-3`: lets `createAgentServer` serve version 0.3 of the agent protocol beside 1.0. */
export type { OtherVersion } from '../options.ts'
export { v03 } from './server.ts'
