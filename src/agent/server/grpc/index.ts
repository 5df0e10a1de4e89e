/** `surface-runtime/agent/server/grpc`: the same agent over gRPC, beside its other bindings on one port. For Node. */
export { grpcHandler } from './handler.ts'
export type { GrpcLimits, GrpcOptions, NodeListener, NodeRequest, NodeResponse } from './options.ts'
export { createGrpcServer, type GrpcServer, type GrpcServerOptions } from './server.ts'
