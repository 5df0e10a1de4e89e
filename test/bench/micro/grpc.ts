/** gRPC on loopback: calls, events to one reader and to 200, and a reader that takes nothing. The client is the same for both servers. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { join } from 'node:path'
import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { A2AService } from '../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { messageOf, rpcOf } from '../../../src/agent/grpc/messages.ts'
import type { OperationName } from '../../../src/agent/protocol/routes.ts'
import type { GrpcOrder, GrpcUse } from './grpc-process.ts'

export interface GrpcMeasured {
  readonly server: GrpcServerKind
  /** GetTask, 32 at once: calls a second. */
  readonly calls: number
  /** Events a second to one reader, and to 200 together. */
  readonly toOne: number
  readonly toMany: number
  /** Bytes of the server for a reader that takes nothing of 20 MB of events. */
  readonly slow: number
  /** Streams that did not have every event. */
  readonly errors: number
}

export type GrpcServerKind = 'ours' | 'sdk'

/** `share`: of the usual amounts. */
export async function measureGrpc(server: GrpcServerKind, share: number): Promise<GrpcMeasured> {
  const child = fork(join(import.meta.dirname, 'grpc-process.js'), [server], { execArgv: ['--expose-gc'] })
  const [port] = (await once(child, 'message')) as [number]
  /** With connections of its own: idle ones are closed. */
  const within = async <T>(work: (agent: Agent) => Promise<T>): Promise<T> => {
    const sessions = Array.from({ length: 4 }, () => connect(`http://127.0.0.1:${port}`))
    try {
      return await work({ child, sessions })
    } finally {
      for (const session of sessions) session.destroy()
    }
  }
  try {
    const calls = await within((agent) => callsASecond(agent, 4_000 * share))
    // The first events of a process are slow.
    await within((agent) => eventsASecond(agent, 20, 500 * share))
    const one = await within((agent) => eventsASecond(agent, 1, 20_000 * share))
    const many = await within((agent) => eventsASecond(agent, 200, 1_000 * share))
    const slow = await within((agent) => slowReader(agent, 20_000 * share))
    return { server, calls, toOne: one.rate, toMany: many.rate, slow, errors: one.errors + many.errors }
  } finally {
    child.kill('SIGKILL')
  }
}

interface Agent {
  readonly child: ChildProcess
  readonly sessions: readonly ClientHttp2Session[]
}

async function callsASecond({ sessions }: Agent, count: number): Promise<number> {
  const [session] = sessions
  if (!session) throw new Error('no connection')
  const task = await beginTask(session, '0 0', false)
  const request = framed('GetTask', { id: task })
  const calls = async (amount: number): Promise<void> => {
    let left = amount
    const caller = async (): Promise<void> => {
      while (left-- > 0) {
        const { status } = await answerTo(session, 'GetTask', request)
        if (status !== '0') throw new Error(`GetTask ended with ${status}`)
      }
    }
    await Promise.all(Array.from({ length: 32 }, caller))
  }
  await calls(count / 4)
  const started = performance.now()
  await calls(count)
  return (count / (performance.now() - started)) * 1_000
}

async function eventsASecond(agent: Agent, readers: number, events: number) {
  const { sessions, child } = agent
  const streams = await openStreams(sessions, readers, `${events} 90`)
  const started = performance.now()
  order(child, 'go')
  const seen = await Promise.all(streams.map(({ ended }) => ended))
  const taken = performance.now() - started
  // The chunks and the completed state. A first event may have been the state of the task before.
  const errors = seen.filter((count) => count < events + 1).length
  return { rate: ((events * readers) / taken) * 1_000, errors }
}

/** What one reader that takes nothing costs, beside one that takes everything. */
async function slowReader(agent: Agent, events: number): Promise<number> {
  const grown = async (isSlow: boolean): Promise<number> => {
    const { child, sessions } = agent
    const [stream] = await openStreams(sessions, 1, `${events} 1000`)
    if (isSlow) stream?.stream.pause()
    const before = await readUse(child)
    order(child, 'go')
    let after = before
    while (after.sent - before.sent < events) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      after = await readUse(child)
    }
    if (!isSlow) await stream?.ended
    const { memory } = await readUse(child)
    stream?.stream.close()
    return memory - before.memory
  }
  const usual = await grown(false)
  return (await grown(true)) - usual
}

/** One task, and readers that have its first event. The first reader sends the message. */
async function openStreams(sessions: readonly ClientHttp2Session[], readers: number, text: string) {
  const at = (index: number): ClientHttp2Session => sessions[index % sessions.length] as ClientHttp2Session
  const first = openStream(at(0), 'SendStreamingMessage', saying(text, true))
  const id = taskIn(await first.first)
  const others = Array.from({ length: readers - 1 }, (_, index) =>
    openStream(at(index + 1), 'SubscribeToTask', framed('SubscribeToTask', { id })),
  )
  await Promise.all(others.map(({ first: begun }) => begun))
  return [first, ...others]
}

interface Opened {
  readonly stream: ClientHttp2Stream
  /** The first event. */
  readonly first: Promise<Buffer>
  /** Events after the first one. */
  readonly ended: Promise<number>
}

function openStream(session: ClientHttp2Session, name: OperationName, body: Buffer): Opened {
  const stream = session.request(headersOf(name))
  let rest: Buffer = Buffer.alloc(0)
  let events = 0
  let tell: (event: Buffer) => void = () => undefined
  const first = new Promise<Buffer>((resolve) => (tell = resolve))
  stream.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= 5) {
      const end = at + 5 + rest.readUInt32BE(at + 1)
      if (end > rest.length) break
      if (events++ === 0) tell(Buffer.from(rest.subarray(at + 5, end)))
      at = end
    }
    rest = rest.subarray(at)
  })
  stream.on('error', () => undefined)
  stream.end(body)
  const ended = new Promise<number>((resolve) => stream.once('close', () => resolve(events - 1)))
  return { stream, first, ended }
}

async function beginTask(session: ClientHttp2Session, text: string, now: boolean): Promise<string> {
  const { body } = await answerTo(session, 'SendMessage', saying(text, now))
  const { payload } = fromBinary(A2AService.method.sendMessage.output, body.subarray(5))
  if (payload.case !== 'task') throw new Error('no task')
  return payload.value.id
}

function taskIn(event: Buffer): string {
  const { payload } = fromBinary(A2AService.method.sendStreamingMessage.output, event)
  if (payload.case === 'task') return payload.value.id
  if (payload.case === 'statusUpdate') return payload.value.taskId
  throw new Error(`the stream began with ${payload.case}`)
}

function answerTo(session: ClientHttp2Session, name: OperationName, body: Buffer) {
  return new Promise<{ readonly body: Buffer; readonly status: string }>((resolve, reject) => {
    const stream = session.request(headersOf(name))
    const chunks: Buffer[] = []
    let status = ''
    const read = (headers: object): void => {
      status = String((headers as { readonly [name: string]: unknown })['grpc-status'] ?? status)
    }
    stream.on('response', read)
    stream.on('trailers', read)
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => resolve({ body: Buffer.concat(chunks), status }))
    stream.on('error', reject)
    stream.end(body)
  })
}

const headersOf = (name: OperationName) => ({
  ':method': 'POST',
  ':path': `/${A2AService.typeName}/${rpcOf(name).name}`,
  ...{ 'content-type': 'application/grpc', te: 'trailers', 'a2a-version': '1.0' },
})

let messages = 0

function saying(text: string, returnImmediately: boolean): Buffer {
  // A task of about a kilobyte: the length of the text is no number.
  const message = { messageId: `bench-${++messages}`, role: 'ROLE_USER', parts: [{ text: text.padEnd(700) }] }
  return framed('SendMessage', { message, configuration: { returnImmediately } })
}

function framed(name: OperationName, value: object): Buffer {
  const { input } = rpcOf(name)
  const bytes = toBinary(input, messageOf(input, value))
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([prefix, bytes])
}

function order(child: ChildProcess, what: GrpcOrder): void {
  child.send(what)
}

async function readUse(child: ChildProcess): Promise<GrpcUse> {
  order(child, 'use')
  const [use] = (await once(child, 'message')) as [GrpcUse]
  return use
}
