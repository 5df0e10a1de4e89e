/** `surface-runtime/agent/grpc`: lets `connectAgent` speak gRPC. For Node: browsers cannot. */
import type { AgentBinding } from '../client/http.ts'
import { createGrpc, type GrpcClientOptions } from './transport.ts'

export type { AgentBinding } from '../client/http.ts'
export type { GrpcClientOptions } from './transport.ts'

/**
 * The binding GRPC for the option `bindings` of `connectAgent`. It is used where the card lists an interface with it before
 * those of the other bindings. Connections have TLS always, but for this machine with `allowInsecureLoopback`.
 */
export function grpc(options: GrpcClientOptions = {}): AgentBinding {
  return { name: 'GRPC', connect: (address, parts) => createGrpc(address, parts, options) }
}
