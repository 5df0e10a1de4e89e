/** `createGrpcServer`: one port for all bindings, with TLS or without, and with the bounds that only a server can have. */
import { createServer as createHttp1, type Server as Http1Server } from 'node:http'
import { createServer as createHttp2, createSecureServer, type SecureServerOptions } from 'node:http2'
import { createServer, type Server, type Socket } from 'node:net'
import type { AgentServer } from '../server.ts'
import { grpcHandler } from './handler.ts'
import { defaultGrpcLimits, type GrpcLimits, type GrpcOptions, type NodeListener } from './options.ts'
import { guardSession } from './session.ts'

export interface GrpcServerOptions extends GrpcOptions {
  /** Key and certificate, and what else `node:tls` takes. Default: none, and the server is for this machine or a proxy. */
  readonly tls?: Pick<
    SecureServerOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'requestCert' | 'rejectUnauthorized' | 'minVersion' | 'SNICallback'
  >
}

/** A server of `node:net`: `listen` and `close` it. */
export interface GrpcServer extends Server {
  /** Ends every connection at once, whatever it is in the middle of. */
  closeAllConnections(): void
}

/**
 * A server for an agent that `createAgentServer` made: gRPC, gRPC-Web, the agent's other bindings and its card on one port.
 * With `tls` ALPN chooses between HTTP/1.1 and HTTP/2; without it the first bytes of a connection do. When the agent's option
 * `closing` is aborted, connections end with their requests. Throws a `TypeError` as `grpcHandler` does.
 */
export function createGrpcServer(agent: AgentServer, options: GrpcServerOptions = {}): GrpcServer {
  const limits = { ...defaultGrpcLimits, ...options.limits }
  const handler = grpcHandler(agent, options)
  const closing = agent.server?.options.closing
  const server = options.tls ? secure(handler, options.tls, limits, closing) : plain(handler, limits, closing)
  server.maxConnections = limits.connections
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    // A broken connection is no error of the host.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
  })
  return Object.assign(server, {
    closeAllConnections() {
      for (const socket of open) socket.destroy()
    },
  })
}

/** What HTTP/2 says to its clients. */
function settingsOf({ streamsPerConnection, headerBytes }: GrpcLimits): SecureServerOptions {
  return {
    settings: { maxConcurrentStreams: streamsPerConnection, maxHeaderListSize: headerBytes },
  }
}

function secure(
  handler: NodeListener,
  tls: NonNullable<GrpcServerOptions['tls']>,
  limits: GrpcLimits,
  closing: AbortSignal | undefined,
): Server {
  const server = createSecureServer(
    { ...tls, ...settingsOf(limits), allowHTTP1: true, handshakeTimeout: limits.idleTime },
    handler,
  )
  guardSessions(server, limits, closing)
  return server
}

/** Before a connection says which version it speaks. */
const preface = 'PRI '

function plain(handler: NodeListener, limits: GrpcLimits, closing: AbortSignal | undefined): Server {
  const http2 = createHttp2(settingsOf(limits), handler)
  const http1 = createHttp1(
    { maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: limits.idleTime },
    handler,
  )
  guardSessions(http2, limits, closing)
  closeIdle(http1, limits)
  // The HTTP/1.1 server gets its connections from the port below. Node looks for slow headers only from this event on.
  http1.emit('listening')
  // Small messages are not held back, as with the servers of Node.
  return createServer({ noDelay: true }, (socket) => {
    socket.setTimeout(limits.idleTime, () => socket.destroy())
    let first = Buffer.alloc(0)
    const choose = (): void => {
      first = Buffer.concat([first, socket.read() ?? first.subarray(0, 0)])
      const text = first.subarray(0, preface.length).toString('latin1')
      // Too little to tell: the rest will come, or the time is over.
      if (text.length < preface.length && preface.startsWith(text)) return
      socket.off('readable', choose)
      socket.setTimeout(0)
      socket.unshift(first)
      const target = text === preface ? http2 : http1
      target.emit('connection', socket)
    }
    socket.on('readable', choose)
  })
}

function guardSessions(
  server: ReturnType<typeof createHttp2> | ReturnType<typeof createSecureServer>,
  limits: GrpcLimits,
  closing: AbortSignal | undefined,
): void {
  server.on('session', (session) => {
    guardSession(session, limits)
    const end = (): void => session.close()
    closing?.addEventListener('abort', end)
    session.once('close', () => closing?.removeEventListener('abort', end))
  })
  // Node would end the process for an error that nobody listens to.
  server.on('sessionError', () => undefined)
}

function closeIdle(server: Http1Server, { idleTime }: GrpcLimits): void {
  server.keepAliveTimeout = idleTime
  server.headersTimeout = idleTime
}
