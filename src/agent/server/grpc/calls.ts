/** The rpcs of an agent: each is read, and then is a call like those of the other bindings. */
import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type ContextKey,
  createContextKey,
  type HandlerContext,
  type ServiceImpl,
} from '@connectrpc/connect'
import type { JsonObject } from '../../../json/value.ts'
import { isDeeper } from '../../../shared/http/limits.ts'
import { grpcErrorOf } from '../../grpc/errors.ts'
import { A2AService, StreamResponseSchema } from '../../grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { frameOf, jsonOf, messageOf, rpcOf } from '../../grpc/messages.ts'
import { AgentError } from '../../protocol/error.ts'
import { isStream, type OperationName, operations } from '../../protocol/routes.ts'
import { type EventReader, endsEarly, type LogEntry } from '../event-log.ts'
import { createWait } from '../event-stream.ts'
import type { OperationResult } from '../operations.ts'
import type { Caller } from '../options.ts'
import { invalid } from '../read-request.ts'
import { addChallenges } from '../refusals.ts'
import { negotiate } from '../request.ts'
import { perform, type Server } from '../server.ts'
import { publicCodec } from '../wire-codec.ts'
import { detailsOf, isWireError, wireErrorOf } from '../wire-error.ts'

/** What is known of a request before its message is decoded. */
export interface Incoming {
  readonly url: URL
  readonly headers: Headers
  readonly caller: Caller
  /** What the request is refused with. */
  readonly refused: unknown
  /** Sends the headers of the answer. */
  readonly begin: (headers: Headers) => void
  /** Sends messages as they are given, with their prefixes, no faster than the other side takes them. */
  readonly send: (frames: AsyncIterable<Uint8Array>) => Promise<void>
}

export const incomingKey: ContextKey<Incoming | undefined> = createContextKey<Incoming | undefined>(undefined)

export function addCalls(router: ConnectRouter, server: Server): void {
  const { state, options } = server
  const encoded = new WeakMap<LogEntry, Uint8Array>()
  // A request without a tenant is for the tenant of its interface.
  const usual = state.card.supportedInterfaces.find((one) => one.protocolBinding === 'GRPC')?.tenant || undefined

  async function call(
    name: OperationName,
    message: MessageShape<DescMessage>,
    context: HandlerContext,
  ): Promise<OperationResult> {
    const incoming = context.values.get(incomingKey)
    if (!incoming) throw new TypeError('The rpc was not called by grpcHandler')
    if (incoming.refused !== undefined) throw incoming.refused
    const asked = {
      request: { headers: incoming.headers, signal: context.signal },
      ...{ url: incoming.url, codec: publicCodec },
    }
    const negotiated = negotiate(asked, state.card, options.defaultVersion)
    const params = publicCodec.readCall(withinDepth(jsonOf(rpcOf(name).input, message), state.limits.jsonDepth))
    const tenant = params.text('tenant') || usual
    if (tenant !== undefined && !(await server.isTenant(tenant))) throw invalid('/tenant', 'is no tenant of this agent')
    const { caller } = incoming
    const result = await perform(server, asked, { name, params, tenant, caller, negotiated })
    for (const [header, value] of Object.entries(negotiated.headers)) context.responseHeader.set(header, value)
    if (result.kind === 'stream') incoming.begin(context.responseHeader)
    return result
  }

  /** An answer that the schema cannot hold is told to the host: its caller cannot help it. */
  function written<T>(write: () => T): T {
    try {
      return write()
    } catch (cause) {
      state.onError(cause)
      const message = `The result cannot be written over gRPC${cause instanceof AgentError ? `: ${cause.message}` : ''}`
      throw new AgentError('UNSUPPORTED_OPERATION', message, { hint: 'Use an interface with JSONRPC or HTTP+JSON.' })
    }
  }

  function errorOf(error: unknown, { signal }: HandlerContext): ConnectError {
    // The deadline, or a client that left.
    if (signal.aborted && (error === signal.reason || signal.reason instanceof ConnectError))
      return ConnectError.from(signal.reason, Code.Canceled)
    if (!isWireError(error)) state.onError(error)
    const wireError = wireErrorOf(error)
    const found = grpcErrorOf(wireError, detailsOf(wireError))
    if (wireError.code === 'UNAUTHENTICATED' || wireError.challenge)
      addChallenges(found.metadata, state.card, options.authenticate, wireError)
    return found
  }

  async function answer(
    name: OperationName,
    message: MessageShape<DescMessage>,
    context: HandlerContext,
  ): Promise<MessageShape<DescMessage>> {
    try {
      const result = await call(name, message, context)
      if (result.kind === 'stream') throw new TypeError(`${name} has a stream`)
      // A deadline ends the wait for a task, which is then as it is.
      context.signal.throwIfAborted()
      return written(() => messageOf(rpcOf(name).output, publicCodec.writeResult(name, result.value)))
    } catch (error) {
      throw errorOf(error, context)
    }
  }

  /** Gives the library nothing: its way for one event is ten steps, and each reader would take it for each event. */
  // biome-ignore lint/correctness/useYield: the library wants an iteration for a stream.
  async function* stream(
    name: OperationName,
    message: MessageShape<DescMessage>,
    context: HandlerContext,
  ): AsyncGenerator<never> {
    try {
      const result = await call(name, message, context)
      if (result.kind === 'value') throw new TypeError(`${name} has no stream`)
      const { signal, values } = context
      await values.get(incomingKey)?.send(framesOf(result.reader, frameFor, signal, options.closing))
      signal.throwIfAborted()
    } catch (error) {
      throw errorOf(error, context)
    }
  }

  /** Made once for all readers of the event: writing one took 580 µs for a surface of 20 messages. */
  function frameFor(entry: LogEntry): Uint8Array {
    const known = encoded.get(entry)
    if (known) return known
    const made = written(() => frameOf(StreamResponseSchema, publicCodec.writeEvent(entry.event)))
    encoded.set(entry, made)
    return made
  }

  const rpcs = (Object.keys(operations) as OperationName[]).map((name) => [
    rpcOf(name).localName,
    (message: MessageShape<DescMessage>, context: HandlerContext) =>
      isStream(name) ? stream(name, message, context) : answer(name, message, context),
  ])
  // Each is of the types that the schema has for its name.
  router.service(A2AService, Object.fromEntries(rpcs) as ServiceImpl<typeof A2AService>)
}

function withinDepth(params: JsonObject, jsonDepth: number): JsonObject {
  if (!isDeeper(params, jsonDepth)) return params
  throw new AgentError('INVALID_REQUEST', `The message nests deeper than ${jsonDepth} levels`, {
    hint: 'Flatten the value.',
  })
}

/** Waits without a limit: pings of the connection tell of a client that is gone. */
const forever = 2 ** 31 - 1

/** Bytes that are written at once. A longer event is written by itself, so that no reader holds a copy of it. */
const maxInOneWrite = 16_384

/** The events of one reader: all that are there, up to the size of one write. */
async function* framesOf(
  reader: EventReader,
  frameFor: (entry: LogEntry) => Uint8Array,
  signal: AbortSignal,
  closing: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const next = createWait(reader)
  const end = (): void => next.end()
  const signals = [signal, ...(closing ? [closing] : [])]
  for (const one of signals) one.addEventListener('abort', end)
  const ready: Uint8Array[] = []
  let length = 0
  const takeReady = (): Uint8Array => {
    length = 0
    const frames = ready.splice(0)
    return (frames.length === 1 && frames[0]) || Buffer.concat(frames)
  }
  try {
    while (!signal.aborted) {
      if (closing?.aborted) throw endsEarly('The agent shuts down')
      const step = reader.read()
      if (typeof step !== 'string') {
        const frame = frameFor(step)
        if (length > 0 && length + frame.length > maxInOneWrite) yield takeReady()
        ready.push(frame)
        length += frame.length
        continue
      }
      // More may have come while it was written.
      if (length > 0) yield takeReady()
      else if (step === 'wait') await next.wait(forever)
      else return
    }
  } catch (error) {
    // What came before the fault is sent.
    if (length > 0) yield takeReady()
    throw error
  } finally {
    for (const one of signals) one.removeEventListener('abort', end)
    reader.close()
  }
}
