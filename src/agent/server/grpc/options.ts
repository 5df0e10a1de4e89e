/** What a host may choose of its gRPC listener. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

export type NodeRequest = IncomingMessage | Http2ServerRequest
export type NodeResponse = ServerResponse | Http2ServerResponse

/** A listener for servers of `node:http2` and `node:http`. Never throws. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void

/** Bounds of connections. Those of requests, tasks and streams are the agent's own. */
export interface GrpcLimits {
  /** Bytes of all names and values of a request's metadata. Default: 16 KiB. */
  readonly headerBytes: number
  /** Fields of a request, with those of messages in it: each costs memory before anything is known of it. Default: 50,000. */
  readonly requestFields: number
  /** Requests that one connection may have open. Default: 100. */
  readonly streamsPerConnection: number
  /** Open connections. Default: 10,000. */
  readonly connections: number
  /** Milliseconds that a connection may be open without a request. Default: 30,000. */
  readonly idleTime: number
  /** Milliseconds between pings to the other side of a connection that has requests. Default: 20,000. */
  readonly pingInterval: number
  /** Milliseconds in which a ping must be answered. Default: 10,000. */
  readonly pingTime: number
}

export const defaultGrpcLimits: GrpcLimits = {
  headerBytes: 16 * 1024,
  requestFields: 50_000,
  streamsPerConnection: 100,
  connections: 10_000,
  idleTime: 30_000,
  pingInterval: 20_000,
  pingTime: 10_000,
}

export interface GrpcOptions {
  /** Answers every request that is not gRPC. Default: the agent itself, so the card and the other bindings are on the same port. */
  readonly fallback?: NodeListener
  /** True: answers `grpc.health.v1.Health`, which load balancers ask. Default: false. */
  readonly health?: boolean
  /** True: tells the schema to tools such as `grpcurl`, by `grpc.reflection.v1`. Default: false. */
  readonly reflection?: boolean
  readonly limits?: Partial<GrpcLimits>
}
