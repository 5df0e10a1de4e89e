/** Agents over gRPC on loopback: one server for all bindings, and what tests do with it. */
import { type AddressInfo, createServer } from 'node:net'
import { afterAll } from 'vitest'
import { type Agent, type ConnectOptions, connectAgent } from '../../../src/agent/client/agent.ts'
import { grpc } from '../../../src/agent/grpc/index.ts'
import { createGrpcServer, type GrpcServerOptions } from '../../../src/agent/server/grpc/index.ts'
import type { AgentServer } from '../../../src/agent/server/index.ts'

/** Interfaces of a card on one port, gRPC first: public clients want its host and port as they are. */
export const interfacesAt = (port: number) => [
  { url: `127.0.0.1:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' },
  { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
]

/** A port that nobody listens to, for a card that has to name it. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const closing: (() => void)[] = []

afterAll(() => {
  for (const close of closing.splice(0)) close()
})

/** The port of an agent that answers until the tests of the file have run. */
export async function serveGrpc(agent: AgentServer, options: GrpcServerOptions = {}, port = 0): Promise<number> {
  const server = createGrpcServer(agent, options)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

export function connectGrpc(port: number, options: ConnectOptions = {}): Promise<Agent> {
  return connectAgent(`http://127.0.0.1:${port}`, { allowInsecureLoopback: true, bindings: [grpc()], ...options })
}
