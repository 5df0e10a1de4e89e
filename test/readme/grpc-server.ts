// Guide, "gRPC": the agent of the sample before, on one port for all bindings.
import { createGrpcServer } from 'surface-runtime/agent/server/grpc'

createGrpcServer(handle, { tls: { key, cert } }).listen(443)

/** What `createAgentServer` returned. */
declare const handle: import('surface-runtime/agent/server').AgentServer
/** The server's own, in PEM. */
declare const key: string
declare const cert: string
