// Connections of gRPC that break in the middle: one error for each request, no uncaught one, and none for the host.
import { connect as connectHttp2, constants, createServer as createHttp2, type Http2Session } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ConnectOptions, connectAgent } from '../../../src/agent/client/agent.ts'
import { SendMessageRequestSchema } from '../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { grpc } from '../../../src/agent/grpc/index.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'
import { listOf } from '../../support/list-of.ts'
import { uncaught } from '../../support/uncaught.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { agentOf, gate } from '../server/agent-of.ts'
import { saying } from '../server/http-calls.ts'
import { framedJson, freezing, grpcHeaders, pathOf } from './raw.ts'
import { serveGrpc } from './setup.ts'

const say = (text: string) => ({ message: { parts: [{ text }] } })

/** A client whose connections go to the port. */
function clientOf(port: number, options: ConnectOptions = {}) {
  const supportedInterfaces = [{ url: `127.0.0.1:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' }]
  const card = {
    ...{ name: 'Agent', description: '', version: '1', capabilities: { streaming: true }, skills: [] },
    ...{ defaultInputModes: [], defaultOutputModes: [], supportedInterfaces },
  }
  const bindings = [grpc({ pingInterval: 300, pingTime: 300 })]
  return connectAgent('http://127.0.0.1:1', {
    ...{ allowInsecureLoopback: true, bindings, fetch: async () => Response.json(card) },
    ...options,
  })
}

/** Tells when its turn has begun. */
const waiting = (onBegin: () => void) =>
  agentOf(async function* ({ signal }) {
    yield { status: 'working' }
    onBegin()
    await sleep(60_000, signal)
  })

/** A frame that HTTP/2 forbids: HEADERS of stream 0. */
const forbidden = Buffer.from([0, 0, 1, 1, 4, 0, 0, 0, 0, 0x88])

/** A server that takes a request, and sends a forbidden frame. */
async function breaking(): Promise<number> {
  const sockets: Socket[] = []
  const server = createHttp2()
  server.on('connection', (socket: Socket) => sockets.push(socket))
  server.on('session', (one: Http2Session) => one.on('error', () => undefined))
  server.on('sessionError', () => undefined)
  server.on('stream', (stream) => {
    stream.on('error', () => undefined)
    const socket = sockets.at(-1)
    setTimeout(() => socket?.write(forbidden), 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('a client', () => {
  it('[AG-10] whose link freezes gets one error, and asks again by another connection @all', async () => {
    const thrown = await uncaught(async () => {
      for (let turn = 0; turn < 3; turn++) {
        const begun = gate()
        const frozen = await freezing(await serveGrpc(waiting(begun.open)))
        const agent = await clientOf(frozen.port)
        void begun.passed.then(frozen.freeze)
        const errors: unknown[] = []
        const listed = await agent.sendMessage(say('wait')).catch((error: unknown) => {
          errors.push(error)
          return agent.listTasks()
        })
        expect(errors).toMatchObject([{ code: 'STREAM_IDLE' }])
        expect(listed).toMatchObject({ tasks: [{ status: { state: 'TASK_STATE_WORKING' } }] })
      }
      await sleep(200)
    })
    expect(thrown).toEqual([])
  })

  it('[AG-10] whose link freezes while it streams ends with one error where it does not reconnect', async () => {
    const thrown = await uncaught(async () => {
      const begun = gate()
      const frozen = await freezing(await serveGrpc(waiting(begun.open)))
      const agent = await clientOf(frozen.port, { reconnect: { tries: 0 } })
      void begun.passed.then(frozen.freeze)
      const failed = listOf(agent.streamMessage(say('wait'))).catch((error: unknown) => {
        void agent.listTasks().catch(() => undefined)
        return error
      })
      expect(await failed).toMatchObject({ code: 'STREAM_IDLE' })
      await sleep(200)
    })
    expect(thrown).toEqual([])
  })

  it('[AG-10] that is sent a forbidden frame gets one error', async () => {
    const thrown = await uncaught(async () => {
      const agent = await clientOf(await breaking())
      for (let turn = 0; turn < 3; turn++) {
        const errors: unknown[] = []
        const again = agent.sendMessage(say('x')).catch((error: unknown) => {
          errors.push(error)
          return agent.listTasks()
        })
        await expect(again).rejects.toMatchObject({ name: 'AgentError' })
        expect(errors).toMatchObject([{ name: 'AgentError' }])
      }
      await sleep(200)
    })
    expect(thrown).toEqual([])
  })
})

describe('a server whose client vanishes', () => {
  const body = framedJson(SendMessageRequestSchema, saying('x'))
  const codes = ['NO_ERROR', 'INTERNAL_ERROR', 'PROTOCOL_ERROR', 'CANCEL', 'ENHANCE_YOUR_CALM'] as const

  it.each(['SendMessage', 'SendStreamingMessage'] as const)(
    '[AG-10] in the middle of %s: the turn is told, and the host hears of no error',
    async (name) => {
      const thrown = await uncaught(async () => {
        const errors: unknown[] = []
        let turns = 0
        const agent = agentOf(
          async function* ({ signal }) {
            turns++
            yield { status: 'working' }
            await sleep(100, signal)
            for (let word = 0; word < 10; word++) yield { text: 'x'.repeat(1_000) }
          },
          { onError: (error) => errors.push(error) },
        )
        const port = await serveGrpc(agent)
        const ask = (whole: boolean) => {
          const socket = connect(port, '127.0.0.1')
          const to = connectHttp2(`http://127.0.0.1:${port}`, { createConnection: () => socket })
          to.on('error', () => undefined)
          onTestFinished(() => to.destroy())
          const stream = to.request({ ':method': 'POST', ':path': pathOf(name), ...grpcHeaders })
          stream.on('error', () => undefined)
          stream.resume()
          if (whole) stream.end(body)
          else stream.write(body.subarray(0, 7))
          return { to, stream, socket }
        }
        for (const whole of [true, false]) {
          for (const code of codes) {
            const { stream } = ask(whole)
            await sleep(30)
            stream.close(constants[`NGHTTP2_${code}`])
          }
          for (const end of ['end', 'reset', 'frame'] as const) {
            const { to, socket } = ask(whole)
            await sleep(30)
            if (end === 'end') to.destroy()
            else if (end === 'reset') socket.resetAndDestroy()
            else socket.write(forbidden)
          }
        }
        // The same as gRPC-Web over HTTP/1.1.
        for (const cut of [body.length, 7]) {
          const socket = connect(port, '127.0.0.1', () => {
            const type = 'content-type: application/grpc-web+proto\r\na2a-version: 1.0'
            socket.write(
              `POST ${pathOf(name)} HTTP/1.1\r\nhost: 127.0.0.1\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
            )
            socket.write(body.subarray(0, cut))
            setTimeout(() => socket.resetAndDestroy(), 30)
          })
          socket.on('error', () => undefined)
        }
        await waitUntil(() => turns > 5)
        await sleep(300)
        expect(errors).toEqual([])
      })
      expect(thrown).toEqual([])
    },
  )
})
