// The client over gRPC: errors of agents, and agents that mean no good.
import { constants } from 'node:http2'
import { create, type DescMessage, toBinary } from '@bufbuild/protobuf'
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { describe, expect, it, vi } from 'vitest'
import type { Agent, ConnectOptions } from '../../../src/agent/client/agent.ts'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { originOf } from '../../../src/agent/grpc/address.ts'
import { BadRequestSchema, ErrorInfoSchema } from '../../../src/agent/grpc/generated/google/rpc/error_details_pb.ts'
import { StreamResponseSchema, TaskSchema } from '../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { type GrpcClientOptions, grpc } from '../../../src/agent/grpc/index.ts'
import { AgentError, type WireErrorCode } from '../../../src/agent/protocol/error.ts'
import { wireErrors } from '../../../src/agent/protocol/wire-errors.ts'
import { listOf } from '../../support/list-of.ts'
import { agentOf } from '../server/agent-of.ts'
import { answer, framed, framedJson, rawServer } from './raw.ts'
import { connectGrpc, serveGrpc } from './setup.ts'

const say = (text: string) => ({ message: { parts: [{ text }] } })
const codeOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => 'none',
    (error: unknown) => (error instanceof AgentError ? error.code : error),
  )

/** An agent whose card has gRPC alone. */
const grpcAgent = (execute: Parameters<typeof agentOf>[0], options: Parameters<typeof agentOf>[1] = {}) =>
  agentOf(execute, {
    card: { name: 'Agent', supportedInterfaces: [{ url: '/', protocolBinding: 'GRPC', protocolVersion: '1.0' }] },
    ...options,
  })

/** A client of a server by hand: its card comes from here. */
async function connectTo(port: number, more: ConnectOptions = {}, options: GrpcClientOptions = {}): Promise<Agent> {
  const card = {
    ...{
      name: 'Raw',
      description: '',
      version: '1',
      capabilities: { streaming: true },
      skills: [],
      defaultInputModes: [],
    },
    ...{
      defaultOutputModes: [],
      supportedInterfaces: [{ url: `127.0.0.1:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    },
  }
  return connectAgent('http://127.0.0.1:1', {
    ...{ allowInsecureLoopback: true, bindings: [grpc(options)], fetch: async () => Response.json(card) },
    ...more,
  })
}

describe('errors', () => {
  const codes = Object.keys(wireErrors) as WireErrorCode[]

  it('[AG-4] have their code, their details and the time to wait, before a stream and in it', async () => {
    let thrown = new AgentError('INTERNAL_ERROR', '', { hint: '' })
    const agent = grpcAgent(async function* ({ text }) {
      if (text === 'late') yield { status: 'working' }
      throw thrown
    })
    const client = await connectGrpc(await serveGrpc(agent), {})
    for (const code of codes) {
      thrown = new AgentError(code, `Umlaut ü and \n for ${code}`, { hint: 'None.', retryAfter: 2_000, taskId: 't' })
      const error: unknown = await client.sendMessage(say('x')).catch((found: unknown) => found)
      expect(error).toMatchObject({
        code,
        retryAfter: 2_000,
        details: [{ reason: code, domain: 'a2a-protocol.org', metadata: { taskId: 't' } }],
      })
      expect(String(error)).toContain('Umlaut ü')
      expect(await codeOf(listOf(client.streamMessage(say('x'))))).toBe(code)
    }
    await expect(client.listTasks({ limit: 0 })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: [
        {},
        { '@type': `type.googleapis.com/${BadRequestSchema.typeName}`, fieldViolations: [{ field: '/pageSize' }] },
      ],
    })
  })

  it('[AG-4] of a host stay in the process', async () => {
    const told: unknown[] = []
    const agent = grpcAgent(
      async function* () {
        if (told.length === 0) throw new Error('password is 1234')
        yield { status: 'completed' }
      },
      { onError: (error) => told.push(error) },
    )
    const client = await connectGrpc(await serveGrpc(agent))
    const error: unknown = await client.sendMessage(say('x')).catch((found: unknown) => found)
    const sent = `${JSON.stringify(error)}${String(error)}`
    expect(sent).not.toContain('1234')
    expect(told.map(String)).toEqual(['Error: password is 1234'])
  })

  it('[AG-3] of a result that gRPC cannot carry are told to the host and to the caller', async () => {
    const told: unknown[] = []
    let data: object = {}
    for (let level = 0; level < 40; level++) data = { data }
    const agent = grpcAgent(
      async function* () {
        yield { artifact: { parts: [{ data: data as never }] } }
      },
      { onError: (error) => told.push(error) },
    )
    const client = await connectGrpc(await serveGrpc(agent), { reconnect: { tries: 0 } })
    expect(await codeOf(client.sendMessage(say('x')))).toBe('UNSUPPORTED_OPERATION')
    expect(told).toHaveLength(1)
    expect(await codeOf(client.sendMessage({ message: { parts: [{ data: data as never }] } }))).toBe('INVALID_PARAMS')
  })

  const details = (status: string, domain: string, reason: string): string => {
    const any = anyPack(ErrorInfoSchema, create(ErrorInfoSchema, { reason, domain }))
    const part = (tag: number, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
    const anyBytes = Buffer.concat([part(0x0a, Buffer.from(any.typeUrl)), part(0x12, any.value)])
    return Buffer.concat([Buffer.from([0x08, Number(status)]), part(0x1a, anyBytes)]).toString('base64')
  }

  it('[AG-4] are known by their reason first, where the domain is that of the protocol, and else by their code', async () => {
    let trailers: Record<string, string> = {}
    const port = await rawServer((stream) => answer(stream, [], trailers))
    const agent = await connectTo(port)
    const found = (status: string, domain: string, reason: string): Promise<unknown> => {
      trailers = {
        'grpc-status': status,
        'grpc-message': 'x',
        'grpc-status-details-bin': details(status, domain, reason),
      }
      return codeOf(agent.getTask({ id: 't' }))
    }
    // The older text has UNIMPLEMENTED here.
    expect(await found('12', 'a2a-protocol.org', 'VERSION_NOT_SUPPORTED')).toBe('VERSION_NOT_SUPPORTED')
    expect(await found('5', 'googleapis.com', 'VERSION_NOT_SUPPORTED')).toBe('TASK_NOT_FOUND')
    const byStatus = {
      3: 'INVALID_PARAMS',
      4: 'TIMEOUT',
      7: 'PERMISSION_DENIED',
      8: 'RATE_LIMITED',
      9: 'UNSUPPORTED_OPERATION',
      12: 'METHOD_NOT_FOUND',
      13: 'INTERNAL_ERROR',
      14: 'UNAVAILABLE',
      16: 'UNAUTHENTICATED',
      2: 'INTERNAL_ERROR',
    }
    for (const [status, code] of Object.entries(byStatus)) expect(await found(status, 'x', 'y')).toBe(code)
  })
})

describe('an agent that means no good', () => {
  const task = (state: number, id = 't') =>
    framed(
      toBinary(
        StreamResponseSchema,
        create(StreamResponseSchema, { payload: { case: 'task', value: { id, status: { state: state as never } } } }),
      ),
    )
  const only = { reconnect: { tries: 0 } }

  it('[AG-9] sends more than is taken: the event or the answer is refused', async () => {
    const port = await rawServer((stream) => answer(stream, [framed(Buffer.alloc(100), 0, 2 ** 30)]))
    expect(await codeOf((await connectTo(port, { bodyBytes: 1_000 })).getTask({ id: 't' }))).toBe('LIMIT_BYTES')
    const stream = (await connectTo(port, { eventBytes: 1_000, ...only })).streamMessage(say('x'))
    expect(await codeOf(listOf(stream))).toBe('LIMIT_BYTES')
  })

  it('[AG-9] sends millions of tiny fields: they are counted, and not decoded @all', async () => {
    // Empty messages of a task's history, two bytes each.
    const task = Buffer.alloc(8_000_000, Buffer.from([0x2a, 0x00]))
    const event = Buffer.from(new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(task).finish())
    const numbers = Array.from({ length: 1_000 }, (_, index) => index)
    const good = { id: 'good', status: { state: 'TASK_STATE_WORKING' }, metadata: { numbers } }
    const port = await rawServer((stream, path) => {
      if (!path.endsWith('/GetTask')) return answer(stream, [framed(event)])
      stream.once('data', (sent: Buffer) =>
        answer(stream, [sent.includes('good') ? framedJson(TaskSchema as DescMessage, good) : framed(task)]),
      )
    })
    const options = { eventBytes: 16_777_216, ...only }
    const agent = await connectTo(port, options)
    const decoded = vi.spyOn(BinaryReader.prototype, 'tag')
    const refused = await agent.getTask({ id: 't' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'LIMIT_BYTES', message: expect.stringContaining('200000 fields') })
    expect(await codeOf(listOf(agent.streamMessage(say('x'))))).toBe('LIMIT_BYTES')
    // What was read are the fields that were counted: those of the answer, of the event, and of the snapshot by GetTask.
    expect(decoded.mock.calls.length).toBeLessThan(700_000)
    decoded.mockRestore()
    expect((await agent.getTask({ id: 'good' })).metadata).toEqual({ numbers })
    const strict = await connectTo(port, options, { answerFields: 1_000 })
    expect(await codeOf(strict.getTask({ id: 'good' }))).toBe('LIMIT_BYTES')
  })

  it('[AG-9] sends what is no message, or no answer of gRPC', async () => {
    const garbage = await rawServer((stream) => answer(stream, [framed(Buffer.from([0xff, 0xff, 0xff]))]))
    expect(['INVALID_AGENT_RESPONSE', 'NETWORK_FAILED']).toContain(
      await codeOf((await connectTo(garbage)).getTask({ id: 't' })),
    )
    const page = await rawServer((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' })
      stream.end('<form>')
    })
    expect(await codeOf((await connectTo(page)).getTask({ id: 't' }))).toBe('CONTENT_TYPE_UNEXPECTED')
    const other = await rawServer((stream) =>
      answer(stream, [framedJson(TaskSchema as DescMessage, { id: 'other', status: { state: 'TASK_STATE_WORKING' } })]),
    )
    expect(await codeOf((await connectTo(other)).getTask({ id: 't' }))).toBe('TASK_MISMATCH')
  })

  it('[AG-9] names a state of a later version, and the stream goes on', async () => {
    const port = await rawServer((stream) => answer(stream, [task(2), task(99), task(3)]))
    const states = (await listOf((await connectTo(port)).streamMessage(say('x')))).map((event) =>
      event.kind === 'task' ? event.task.status.state : event.kind === 'status' ? event.status.state : event.kind,
    )
    expect([states[0], states.includes('TASK_STATE_99'), states.at(-1)]).toEqual([
      'TASK_STATE_WORKING',
      true,
      'TASK_STATE_COMPLETED',
    ])
  })

  it('[AG-9] goes away in the middle: the client subscribes again, and once it is over it is over', async () => {
    const paths: string[] = []
    const port = await rawServer((stream, path) => {
      paths.push(path.replace(/.*\//, ''))
      if (paths.length > 1) return answer(stream, [task(2), task(3)])
      stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' })
      stream.write(task(2))
      setTimeout(() => stream.session?.goaway(constants.NGHTTP2_INTERNAL_ERROR), 20)
      setTimeout(() => stream.session?.destroy(), 40)
      return undefined
    })
    const agent = await connectTo(port, { reconnect: { minDelay: 5 } })
    const events = await listOf(agent.streamMessage(say('x')))
    expect(events.at(-1)).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
    expect(paths.slice(0, 2)).toEqual(['SendStreamingMessage', 'SubscribeToTask'])
  })

  it('[AG-9] is asked for credentials in headers only, and again after it refused some', async () => {
    const seen: (string | undefined)[] = []
    const port = await rawServer((stream, _, headers) => {
      seen.push(headers.authorization)
      if (headers.authorization === 'Bearer good')
        return answer(stream, [framedJson(TaskSchema, { id: 't', status: { state: 'TASK_STATE_WORKING' } })])
      return answer(stream, [], { 'grpc-status': '16', 'www-authenticate': 'Bearer realm="x"' })
    })
    const challenges: (string | undefined)[] = []
    const credentials: NonNullable<ConnectOptions['credentials']> = ({ challenge }) => {
      challenges.push(challenge)
      return { headers: { authorization: challenge === undefined ? 'Bearer bad' : 'Bearer good' } }
    }
    expect(await (await connectTo(port, { credentials })).getTask({ id: 't' })).toMatchObject({ id: 't' })
    expect([seen, challenges]).toEqual([
      ['Bearer bad', 'Bearer good'],
      [undefined, 'Bearer realm="x"'],
    ])
    for (const wrong of [{ query: { key: 'x' } }, { include: true }, { headers: { cookie: 'a=b' } }])
      expect(await codeOf((await connectTo(port, { credentials: () => wrong })).getTask({ id: 't' }))).toBe(
        'UNAUTHENTICATED',
      )
    expect(seen).toHaveLength(2)
  })
})

describe('addresses', () => {
  it('[AG-9] have TLS, but for this machine where the host allows it', () => {
    const at = (address: string, allow = true) => originOf(address, allow).origin
    expect(at('agent.example:50051')).toBe('https://agent.example:50051')
    expect(at('agent.example')).toBe('https://agent.example')
    expect(at('dns:///agent.example:1')).toBe('https://agent.example:1')
    expect(at('https://agent.example/')).toBe('https://agent.example')
    expect(at('127.0.0.1:50051')).toBe('http://127.0.0.1:50051')
    expect(at('[::1]:50051')).toBe('http://[::1]:50051')
    expect(at('localhost:1', false)).toBe('https://localhost:1')
    for (const wrong of [
      'http://agent.example',
      'https://a.example/path',
      'a.example:0',
      'user@a.example',
      'a.example?x',
      'ftp://a.example',
      '',
      'a.example:99999',
    ])
      expect(() => originOf(wrong, true), wrong).toThrow(expect.objectContaining({ code: 'ADDRESS_INSECURE' }))
  })
})
