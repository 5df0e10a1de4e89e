// One port: every binding and the card, with TLS and without; health and reflection.
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { createFileRegistry, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { createClient } from '@connectrpc/connect'
import { createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../../src/agent/client/agent.ts'
import { Health } from '../../../../src/agent/grpc/generated/grpc/health/v1/health_pb.ts'
import { ServerReflection } from '../../../../src/agent/grpc/generated/grpc/reflection/v1/reflection_pb.ts'
import { A2AService } from '../../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { grpc } from '../../../../src/agent/grpc/index.ts'
import { grpcHandler } from '../../../../src/agent/server/grpc/index.ts'
import { cert, key } from '../../../support/tls-certificate.ts'
import { connectGrpc, freePort, interfacesAt, serveGrpc } from '../../grpc/setup.ts'
import { conformanceAgent } from '../conformance-agent.ts'
import { allEvents, call, saying } from '../http-calls.ts'

const cardPath = '/.well-known/agent-card.json'
const headers = { 'a2a-version': '1.0' }
const tls = { key, cert }

const agentAt = (port: number) =>
  conformanceAgent({ card: { name: 'One port', supportedInterfaces: interfacesAt(port) } })

describe('one port', () => {
  it('[AG-5] without TLS serves the card, JSON-RPC, HTTP+JSON, gRPC-Web and gRPC', async () => {
    const port = await freePort()
    await serveGrpc(agentAt(port), {}, port)
    const origin = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${origin}${cardPath}`)).json()).toMatchObject({
      supportedInterfaces: [{ url: `127.0.0.1:${port}` }, {}, {}],
    })
    for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
      expect((await call(origin, binding, 'SendMessage', saying('complete'))).result.task.status.state).toBe(
        'TASK_STATE_COMPLETED',
      )
      expect((await allEvents(origin, binding, 'SendStreamingMessage', saying('chunks'))).length).toBe(7)
    }
    for (const transport of [
      createGrpcTransport({ baseUrl: origin }),
      createGrpcWebTransport({ baseUrl: origin, httpVersion: '1.1' }),
      createGrpcWebTransport({ baseUrl: origin, httpVersion: '2' }),
    ]) {
      const client = createClient(A2AService, transport)
      expect((await client.listTasks({}, { headers })).tasks.length).toBeGreaterThan(0)
      await expect(client.getTask({ id: 'none' }, { headers })).rejects.toMatchObject({ code: 5 })
    }
    expect((await connectGrpc(port)).interface.protocolBinding).toBe('GRPC')
    // Without the option a binding that a page can speak is taken.
    expect((await connectGrpc(port, { bindings: [] })).interface.protocolBinding).toBe('HTTP+JSON')
  })

  it('[AG-5] with TLS serves them by ALPN', async () => {
    const port = await freePort()
    await serveGrpc(agentAt(port), { tls }, port)
    const http1 = await new Promise<number | undefined>((done, fail) => {
      httpsRequest({ port, host: 'localhost', family: 4, path: cardPath, ca: tls.cert }, (response) =>
        done(response.resume().statusCode),
      )
        .on('error', fail)
        .end()
    })
    expect(http1).toBe(200)
    const session = connectHttp2(`https://localhost:${port}`, { ca: tls.cert })
    const http2 = await new Promise((done) =>
      session.request({ ':path': cardPath }).on('response', (found) => done(found[':status'])),
    )
    session.destroy()
    expect(http2).toBe(200)
    const fetchCard: typeof fetch = async () => Response.json({ ...(await cardOf(port)) })
    const connect = (options: Parameters<typeof grpc>[0]) =>
      connectAgent(`https://localhost:${port}`, { bindings: [grpc(options)], fetch: fetchCard })
    const agent = await connect({ ca: tls.cert })
    expect(await agent.sendMessage({ message: { parts: [{ text: 'message' }] } })).toMatchObject({ role: 'ROLE_AGENT' })
    // A certificate that nobody vouches for.
    await expect((await connect({})).getTask({ id: 'x' })).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
  })

  it('[AG-5] lets pages of the origins that the agent allows ask by gRPC-Web', async () => {
    const port = await serveGrpc(conformanceAgent({ cors: ['https://chat.example'] }))
    const ask = (origin: string) =>
      fetch(`http://127.0.0.1:${port}/lf.a2a.v1.A2AService/GetTask`, { method: 'OPTIONS', headers: { origin } })
    const allowed = await ask('https://chat.example')
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://chat.example')
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-grpc-web')
    expect((await ask('https://other.example')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('[AG-5] is for an agent that createAgentServer made', () => {
    const agent = conformanceAgent()
    expect(() => grpcHandler(((request: Request) => agent(request)) as typeof agent)).toThrow(/createAgentServer/)
  })
})

function cardOf(port: number): object {
  return {
    ...{ name: 'TLS', description: '', version: '1', capabilities: { streaming: true }, skills: [] },
    ...{
      defaultInputModes: [],
      defaultOutputModes: [],
      supportedInterfaces: [{ url: `localhost:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    },
  }
}

describe('beside the agent', () => {
  it('[AG-5] health says that it takes requests, and that it shuts down', async () => {
    const closing = new AbortController()
    const port = await serveGrpc(conformanceAgent({ closing: closing.signal }), { health: true })
    const client = createClient(Health, createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` }))
    expect((await client.check({})).status).toBe(1)
    expect((await client.check({ service: 'lf.a2a.v1.A2AService' })).status).toBe(1)
    await expect(client.check({ service: 'other' })).rejects.toMatchObject({ code: 5 })
    const seen: number[] = []
    for await (const { status } of client.watch({})) {
      seen.push(status)
      if (seen.length === 1) closing.abort()
      else break
    }
    expect(seen).toEqual([1, 2])
  })

  it('[AG-5] reflection tells the schema, whole', async () => {
    const port = await serveGrpc(conformanceAgent(), { reflection: true })
    const client = createClient(ServerReflection, createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` }))
    const ask = async (messageRequest: {
      case: 'listServices' | 'fileContainingSymbol' | 'fileByFilename'
      value: string
    }) => {
      for await (const { messageResponse } of client.serverReflectionInfo(one({ messageRequest })))
        return messageResponse
      return undefined
    }
    const listed = await ask({ case: 'listServices', value: '' })
    expect(listed?.value).toMatchObject({
      service: [{ name: 'lf.a2a.v1.A2AService' }, { name: 'grpc.reflection.v1.ServerReflection' }],
    })
    const found = await ask({ case: 'fileContainingSymbol', value: 'lf.a2a.v1.A2AService.GetTask' })
    if (found?.case !== 'fileDescriptorResponse') throw new Error('no file')
    const file = found.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
    const registry = createFileRegistry({ $typeName: FileDescriptorSetSchema.typeName, file: file.reverse() } as never)
    expect(registry.getService('lf.a2a.v1.A2AService')?.methods.length).toBe(11)
    expect((await ask({ case: 'fileByFilename', value: 'none.proto' }))?.case).toBe('errorResponse')
    const without = await serveGrpc(conformanceAgent())
    const other = createClient(Health, createGrpcTransport({ baseUrl: `http://127.0.0.1:${without}` }))
    await expect(other.check({})).rejects.toMatchObject({ code: 12 })
  })
})

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value
}
