/** HTTP/2 by hand: what a client or a server sends that means no good. */
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { type AddressInfo, connect as connectTo, createServer as createProxy, type Socket } from 'node:net'
import { type DescMessage, toBinary } from '@bufbuild/protobuf'
import { onTestFinished } from 'vitest'
import { messageOf, rpcOf } from '../../../src/agent/grpc/messages.ts'
import type { OperationName } from '../../../src/agent/protocol/routes.ts'

/** A message with its prefix. */
export function framed(bytes: Uint8Array, flags = 0, length = bytes.length): Buffer {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt8(flags)
  prefix.writeUInt32BE(length, 1)
  return Buffer.concat([prefix, bytes])
}

export function framedJson(schema: DescMessage, value: object): Buffer {
  return framed(toBinary(schema, messageOf(schema, value)))
}

export const grpcHeaders = { 'content-type': 'application/grpc', te: 'trailers', 'a2a-version': '1.0' }

export function pathOf(name: OperationName): string {
  return `/lf.a2a.v1.A2AService/${rpcOf(name).name}`
}

export function session(port: number): ClientHttp2Session {
  const made = connect(`http://127.0.0.1:${port}`)
  made.on('error', () => undefined)
  onTestFinished(() => made.destroy())
  return made
}

interface RawAnswer {
  readonly status: number | undefined
  readonly grpcStatus: string | undefined
  readonly message: string
  readonly body: Buffer
  readonly code: number
}

/** Sends a request, and waits until its stream is closed. */
export function rawCall(
  to: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body: Uint8Array = Buffer.alloc(0),
  ends = true,
): Promise<RawAnswer> {
  const stream = to.request({ ':method': 'POST', ...grpcHeaders, ...headers }, { endStream: false })
  const chunks: Buffer[] = []
  let found: IncomingHttpHeaders = {}
  stream.on('response', (response) => (found = { ...found, ...response }))
  stream.on('trailers', (trailers) => (found = { ...found, ...trailers }))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('error', () => undefined)
  if (ends) stream.end(body)
  else stream.write(body)
  return new Promise((resolve) => {
    stream.once('end', () => stream.close())
    stream.once('close', () =>
      resolve({
        status: found[':status'] as number | undefined,
        grpcStatus: found['grpc-status'] as string | undefined,
        message: decodeURIComponent(String(found['grpc-message'] ?? '')),
        body: Buffer.concat(chunks),
        code: stream.rstCode,
      }),
    )
  })
}

/** A server that answers each request as the test says. */
export async function rawServer(
  handle: (stream: ServerHttp2Stream, path: string, headers: IncomingHttpHeaders) => void,
): Promise<number> {
  const server = createServer()
  const sessions = new Set<{ destroy: () => void }>()
  server.on('session', (one) => sessions.add(one))
  server.on('sessionError', () => undefined)
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    stream.resume()
    handle(stream, String(headers[':path']), headers)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const one of sessions) one.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Ends a stream of a raw server with a status. */
export function answer(
  stream: ServerHttp2Stream,
  messages: readonly Uint8Array[],
  trailers: OutgoingHttpHeaders = {},
): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', ...trailers }))
  for (const message of messages) stream.write(message)
  stream.end()
}

/** A proxy that stops forwarding, without closing anything. */
export async function freezing(target: number): Promise<{ readonly port: number; readonly freeze: () => void }> {
  const sockets: Socket[] = []
  const server = createProxy((from) => {
    const to = connectTo(target, '127.0.0.1')
    sockets.push(from, to)
    for (const socket of [from, to]) socket.on('error', () => undefined)
    from.pipe(to)
    to.pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const freeze = (): void => {
    for (const socket of sockets) {
      socket.unpipe()
      socket.pause()
    }
  }
  return { port: (server.address() as AddressInfo).port, freeze }
}
