// What a client may try with a server of gRPC: each is refused or bounded, and the next good call is answered.
import { constants, createServer as createHttp2 } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  GetTaskRequestSchema,
  SendMessageRequestSchema,
} from '../../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { grpcHandler } from '../../../../src/agent/server/grpc/index.ts'
import type { AgentServer } from '../../../../src/agent/server/index.ts'
import { framed, framedJson, freezing, grpcHeaders, pathOf, rawCall, session } from '../../grpc/raw.ts'
import { serveGrpc } from '../../grpc/setup.ts'
import { agentOf } from '../agent-of.ts'
import { conformanceAgent } from '../conformance-agent.ts'
import { saying } from '../http-calls.ts'

const send = pathOf('SendMessage')
const getTask = pathOf('GetTask')
const noTask = framedJson(GetTaskRequestSchema, { id: 'none' })

/** NOT_FOUND is a good answer: the agent has read the request. */
async function answersStill(port: number): Promise<void> {
  expect(await rawCall(session(port), { ':path': getTask }, noTask)).toMatchObject({ status: 200, grpcStatus: '5' })
}

/** What a server says to bytes of HTTP/1.1 until it closes, or until `enough`. */
function rawText(port: number, text: string, enough = /\r\n\r\n/): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let got = ''
    socket.on('data', (chunk) => {
      got += chunk
      if (enough.test(got)) socket.destroy()
    })
    socket.on('close', () => resolve(got))
    socket.on('error', reject)
  })
}

describe('a request', () => {
  it('[AG-7] with an authority that is none is answered 400, over HTTP/1.1 and 2', async () => {
    const port = await serveGrpc(conformanceAgent())
    for (const host of ['x:99999', 'x y', '[::1', '']) {
      const of = (path: string, type: string) =>
        rawText(port, `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: 0\r\n\r\n`)
      expect(await of(send, 'application/grpc-web')).toMatch(/^HTTP\/1.1 400/)
      expect(await of('/message:send', 'application/json')).toMatch(/^HTTP\/1.1 400/)
      const answered = await rawCall(session(port), { ':path': send, ':authority': host }, framed(Buffer.alloc(0)))
      expect([400, undefined]).toContain(answered.status)
    }
    expect(await rawCall(session(port), { ':path': send, ':authority': 'x:99999' })).toMatchObject({ status: 400 })
    await answersStill(port)
  })

  it('[AG-7] for no path, no rpc or in another format has an answer of its own', async () => {
    const port = await serveGrpc(conformanceAgent())
    const to = session(port)
    expect(await rawCall(to, { ':path': '/lf.a2a.v1.A2AService/Nothing' }, noTask)).toMatchObject({ grpcStatus: '12' })
    expect(await rawCall(to, { ':path': '//x' }, noTask)).toMatchObject({ status: 400 })
    // JSON within gRPC would lose events, so it is none.
    const json = await rawCall(to, { ':path': send, 'content-type': 'application/grpc+json' }, noTask)
    expect(json.grpcStatus).toBeUndefined()
    expect(json.status).toBeGreaterThanOrEqual(400)
    await answersStill(port)
  })

  it('[AG-7] that is too long is refused, at its prefix already', async () => {
    const port = await serveGrpc(conformanceAgent())
    const long = framedJson(SendMessageRequestSchema, saying('x'.repeat(5 * 1024 * 1024)))
    const refused = await rawCall(session(port), { ':path': send }, long)
    expect(refused).toMatchObject({ status: 200, grpcStatus: '8' })
    expect(refused.message).toMatch(/more than 4194304 bytes/)
    // The message itself never comes.
    const announced = await rawCall(session(port), { ':path': send }, framed(Buffer.alloc(10), 0, 2 ** 30), false)
    expect(announced).toMatchObject({ grpcStatus: '8' })
    await answersStill(port)
  })

  it('[AG-7] that is compressed is refused unread: 200 MB fit into little', async () => {
    const port = await serveGrpc(conformanceAgent())
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
    const before = process.memoryUsage().rss
    const refused = await rawCall(session(port), { ':path': send, 'grpc-encoding': 'gzip' }, framed(bomb, 1))
    expect(refused).toMatchObject({ grpcStatus: '12' })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
    await answersStill(port)
  })

  it('[AG-7] of too many fields is refused before it is decoded', async () => {
    const port = await serveGrpc(conformanceAgent())
    // Empty parts of a message, two bytes each.
    const parts = Buffer.alloc(2_000_000, Buffer.from([0x2a, 0x00]))
    const length = [(parts.length & 0x7f) | 0x80, ((parts.length >> 7) & 0x7f) | 0x80, (parts.length >> 14) & 0x7f]
    const message = Buffer.concat([Buffer.from([0x12, ...length]), parts])
    const refused = await rawCall(session(port), { ':path': send }, framed(message))
    expect(refused).toMatchObject({ grpcStatus: '8' })
    expect(refused.message).toMatch(/more than 50000 fields/)
    await answersStill(port)
  })

  it('[AG-7] that nests for ever is refused', async () => {
    const port = await serveGrpc(conformanceAgent())
    // metadata → field → value → struct → …
    let inner: Buffer = Buffer.alloc(0)
    for (let level = 0; level < 3_000; level++) inner = lengthPrefixed(level % 2 ? 0x0a : 0x12, inner)
    const refused = await rawCall(session(port), { ':path': send }, framed(lengthPrefixed(0x22, inner)))
    expect(refused.grpcStatus).toMatch(/^(3|13)$/)
    await answersStill(port)
  })

  it('[AG-7] with too much metadata is answered 431', async () => {
    const port = await serveGrpc(conformanceAgent())
    const metadata = { 'x-a': 'a'.repeat(9_000), 'x-b': 'b'.repeat(9_000) }
    expect(await rawCall(session(port), { ':path': getTask, ...metadata }, noTask)).toMatchObject({ status: 431 })
    const { 'x-a': half } = metadata
    expect(await rawCall(session(port), { ':path': getTask, 'x-a': half }, noTask)).toMatchObject({ grpcStatus: '5' })
  })

  it('[AG-7] whose message does not end is refused when its time is over', async () => {
    const port = await serveGrpc(conformanceAgent({ limits: { requestTime: 50 } }))
    const late = await rawCall(session(port), { ':path': send }, Buffer.from([0]), false)
    expect(late).toMatchObject({ grpcStatus: '3' })
    expect(late.message).toMatch(/within 50 ms/)
    await answersStill(port)
  })

  it('[AG-7] with a deadline beyond all timers has none, and a short one ends the call and not the task', async () => {
    const port = await serveGrpc(conformanceAgent())
    const asks = framedJson(SendMessageRequestSchema, saying('ask'))
    expect(await rawCall(session(port), { ':path': send, 'grpc-timeout': '590H' }, asks)).toMatchObject({
      grpcStatus: '0',
    })
    const waits = framedJson(SendMessageRequestSchema, saying('wait', { contextId: 'c' }))
    expect(await rawCall(session(port), { ':path': send, 'grpc-timeout': '100m' }, waits)).toMatchObject({
      grpcStatus: '4',
    })
    const headers = { 'a2a-version': '1.0' }
    const list = await fetch(`http://127.0.0.1:${port}/tasks?contextId=c`, { headers })
    expect((await list.json()).tasks).toMatchObject([{ status: { state: 'TASK_STATE_WORKING' } }])
  })
})

function lengthPrefixed(tag: number, inner: Buffer): Buffer {
  const length = []
  let left = inner.length
  do {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>= 7
  } while (left > 0)
  return Buffer.concat([Buffer.from([tag, ...length]), inner])
}

describe('a connection', () => {
  const waits = () => framedJson(SendMessageRequestSchema, saying('wait'))

  it('[AG-8] has so many requests open and no more, by the handler alone as well', async () => {
    const handler = grpcHandler(conformanceAgent(), { limits: { streamsPerConnection: 2 } })
    // A client that does not look at SETTINGS: the host's own server has none.
    const server = createHttp2(handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const to = session((server.address() as AddressInfo).port)
    const open = [0, 1].map(() =>
      to.request({ ':method': 'POST', ':path': pathOf('SendStreamingMessage'), ...grpcHeaders }),
    )
    for (const stream of open) {
      stream.on('error', () => undefined)
      stream.write(waits())
      stream.end()
      await new Promise((resolve) => stream.once('response', resolve))
    }
    expect(await rawCall(to, { ':path': getTask }, noTask)).toMatchObject({ status: 429 })
  })

  it('[AG-8] that asks nothing is closed, whichever version it begins with', async () => {
    const port = await serveGrpc(conformanceAgent(), { limits: { idleTime: 60 } })
    const closed = (first: string): Promise<unknown> => {
      const socket = connect(port, '127.0.0.1', () => first && socket.write(first))
      socket.on('error', () => undefined)
      socket.resume()
      return new Promise((resolve) => socket.once('close', resolve))
    }
    await Promise.all([closed(''), closed('PR'), closed('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), closed('GET / HT')])
    const idle = session(port)
    await rawCall(idle, { ':path': getTask }, noTask)
    await new Promise((resolve) => idle.once('close', resolve))
    // One that waits for events stays.
    const to = session(port)
    const stream = to.request({ ':method': 'POST', ':path': pathOf('SendStreamingMessage'), ...grpcHeaders })
    stream.end(waits())
    stream.resume()
    stream.on('error', () => undefined)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([to.closed, stream.closed]).toEqual([false, false])
  })

  it('[AG-8] whose other side is gone is noticed by pings', async () => {
    let left: () => void = () => undefined
    const noticed = new Promise<void>((resolve) => (left = resolve))
    const agent = agentOf(async function* ({ signal }) {
      signal.addEventListener('abort', left)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield { status: 'completed' }
    })
    const port = await serveGrpc(agent, { limits: { pingInterval: 50, pingTime: 300 } })
    const frozen = await freezing(port)
    const stream = session(frozen.port).request({ ':method': 'POST', ':path': send, ...grpcHeaders })
    stream.on('error', () => undefined)
    stream.end(framedJson(SendMessageRequestSchema, saying('x')))
    await new Promise((resolve) => setTimeout(resolve, 30))
    frozen.freeze()
    // Nobody waits for the turn any more, so it is aborted.
    await noticed
    await answersStill(port)
  })

  it('[AG-8] that resets its requests as fast as it can is ended, and others are served', async () => {
    const port = await serveGrpc(counting())
    const flood = session(port)
    await new Promise((resolve) => flood.once('remoteSettings', resolve))
    for (let count = 0; count < 5_000 && !flood.destroyed; count++) {
      const stream = flood.request({ ':method': 'POST', ':path': getTask, ...grpcHeaders })
      stream.on('error', () => undefined)
      stream.end(noTask)
      stream.close(constants.NGHTTP2_CANCEL)
    }
    await answersStill(port)
    // Garbage after the preface is an error of that connection only.
    await rawText(port, `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\xff'.repeat(4_096)}`, /^\b$/)
    await answersStill(port)
  })
})

function counting(): AgentServer {
  return conformanceAgent()
}

describe('a reader', () => {
  it('[AG-6] that takes nothing costs its place and no more, and is told that it fell behind', async () => {
    const chunk = 'x'.repeat(10_000)
    let written = 0
    const agent = agentOf(
      async function* () {
        for (; written < 300; written++) {
          yield { text: `${chunk}${written}` }
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
      { limits: { backlogBytes: 200_000 } },
    )
    const port = await serveGrpc(agent)
    const stream = session(port).request({ ':method': 'POST', ':path': pathOf('SendStreamingMessage'), ...grpcHeaders })
    stream.on('error', () => undefined)
    let trailers: object = {}
    stream.on('trailers', (found) => (trailers = found))
    stream.end(framedJson(SendMessageRequestSchema, saying('x')))
    // Nothing is read, so nothing is asked for beyond the first window.
    await expect.poll(() => written).toBe(300)
    let bytes = 0
    stream.on('data', (part: Buffer) => (bytes += part.length))
    await new Promise((resolve) => stream.once('end', resolve))
    expect(trailers).toMatchObject({ 'grpc-status': '14' })
    expect(bytes).toBeLessThan(1_500_000)
  })

  it('[AG-6] leaves, and nothing of it is left: its place among the streams is free again', async () => {
    const port = await serveGrpc(conformanceAgent({ limits: { streams: 1 } }))
    const body = framedJson(SendMessageRequestSchema, saying('wait'))
    for (let turn = 0; turn < 3; turn++) {
      const stream = session(port).request({
        ':method': 'POST',
        ':path': pathOf('SendStreamingMessage'),
        ...grpcHeaders,
      })
      stream.on('error', () => undefined)
      stream.end(body)
      await new Promise((resolve) => stream.once('data', resolve))
      stream.close(constants.NGHTTP2_CANCEL)
      const chunks = framedJson(SendMessageRequestSchema, saying('chunks'))
      await expect
        .poll(
          async () => (await rawCall(session(port), { ':path': pathOf('SendStreamingMessage') }, chunks)).grpcStatus,
        )
        .toBe('0')
    }
  })
})
