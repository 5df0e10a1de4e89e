/** Operations → rpcs, and what comes back → what the other bindings give. */
import type { SecureClientSessionOptions } from 'node:http2'
import type { DescMessage, DescMethod, DescMethodStreaming, DescMethodUnary, MessageShape } from '@bufbuild/protobuf'
import { Code, ConnectError, type Transport as Rpcs } from '@connectrpc/connect'
import { createTransport } from '@connectrpc/connect/protocol-grpc'
import { Http2SessionManager } from '@connectrpc/connect-node'
import type { JsonObject } from '../../json/value.ts'
import {
  type BindingParts,
  type CallOptions,
  overLimit,
  type Refusal,
  type Transport,
  tellExtensions,
  withTimeout,
} from '../client/http.ts'
import { clientCodec } from '../client/wire-codec.ts'
import { AgentError, asNetworkError } from '../protocol/error.ts'
import { failed, unexpectedType } from '../protocol/read-error.ts'
import type { Members } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import { readStreamEvent } from '../protocol/stream-event.ts'
import type { StreamBatches, StreamItem } from '../protocol/stream-item.ts'
import type { AgentInterface } from '../protocol/types.ts'
import { originOf } from './address.ts'
import { countingClient } from './counting-client.ts'
import { codeOfGrpc, detailsOf, retryAfterOf } from './errors.ts'
import { A2AService, StreamResponseSchema } from './generated/lf/a2a/v1/a2a_pb.ts'
import { jsonOf, messageOf, rpcOf } from './messages.ts'

export interface GrpcClientOptions {
  /** Certificates of authorities that are trusted, in PEM. Default: those of Node. */
  readonly ca?: SecureClientSessionOptions['ca']
  /** The client's own certificate, in PEM, where the agent asks for one (mutual TLS). */
  readonly cert?: SecureClientSessionOptions['cert']
  /** The key of `cert`, in PEM. */
  readonly key?: SecureClientSessionOptions['key']
  /**
   * Fields of an answer or an event, with those of messages in it: each costs memory, and is counted before it is decoded.
   * Default: 200,000.
   */
  readonly answerFields?: number
  /** Milliseconds between pings while requests are open. Default: 20,000. */
  readonly pingInterval?: number
  /** Milliseconds in which a ping must be answered: a stream is then read on by another connection. Default: 10,000. */
  readonly pingTime?: number
}

/** Milliseconds that a connection without requests is kept: proxies close it later. */
const idleTime = 60_000

/** The schema has the public names only. */
const publicCodec = clientCodec('public')

/** The longest message that a prefix can announce. */
const mostBytes = 2 ** 32 - 1

/** @internal Throws `ADDRESS_INSECURE`. */
export function createGrpc(address: AgentInterface, parts: BindingParts, options: GrpcClientOptions): Transport {
  const origin = originOf(address.url, parts.allowInsecureLoopback)
  const { pingInterval = 20_000, pingTime = 10_000, answerFields = 200_000, ...tls } = options
  const sessionManager = new Http2SessionManager(
    origin,
    { pingIntervalMs: pingInterval, pingTimeoutMs: pingTime, idleConnectionTimeoutMs: idleTime },
    tls,
  )
  const rpcsWithin = (readMaxBytes: number): Rpcs =>
    createTransport({
      ...{ baseUrl: origin.origin, readMaxBytes, writeMaxBytes: mostBytes, compressMinBytes: mostBytes },
      httpClient: countingClient(sessionManager, { bytes: readMaxBytes, fields: answerFields }),
      ...{ useBinaryFormat: true, interceptors: [], sendCompression: null },
      // A compressed answer could be of any size.
      acceptCompression: [],
      binaryOptions: { readUnknownFields: false },
    })
  const { bodyBytes, eventBytes = 4_194_304 } = parts
  const [answers, events] = [rpcsWithin(bodyBytes), rpcsWithin(eventBytes)]

  function messageFor(name: OperationName, params: Members): MessageShape<DescMessage> {
    const tenant = params['tenant'] || address.tenant || ''
    return messageOf(rpcOf(name).input, { ...publicCodec.writeCall(params), tenant })
  }

  /** `work` gets the headers of the request. What is refused is asked for with other credentials, once, as over HTTP. */
  async function ask<T>(
    { name, limit, ...asked }: CallOptions & { readonly name: OperationName; readonly limit: number },
    work: (headers: Headers, signal: AbortSignal) => Promise<T>,
    refusals: readonly Refusal[] = [],
  ): Promise<T> {
    const url = new URL(`/${A2AService.typeName}/${rpcOf(name).name}`, origin)
    const { codec, extensions } = parts
    // Agents that know the public text alone want its name.
    const headers = new Headers({ ...codec.headers(extensions), ...publicCodec.headers(extensions) })
    const prepared = { url: new URL(url), headers, include: false }
    const applied = await withTimeout({ signal: asked.signal, timeout: 0 }, async (inner) =>
      parts.credentials?.(prepared, name, refusals.at(-1), inner),
    )
    // `include` asks for the certificate of the client, or for cookies, which only browsers keep.
    const isElsewhere = prepared.url.search !== '' || headers.has('cookie')
    if (isElsewhere || (prepared.include && options.cert === undefined)) throw misplaced()
    let refusal: Refusal | undefined
    try {
      return await withTimeout({ ...asked, url: url.href }, (inner) =>
        work(headers, inner).catch((thrown: unknown) => {
          const error = errorOf(thrown, limit, url)
          refusal = refusalOf(error, thrown, headers)
          throw error
        }),
      )
    } catch (error) {
      if (!refusal || !applied || refusals.some(({ status }) => status === refusal?.status)) throw error
      return ask({ name, limit, ...asked }, work, [...refusals, refusal])
    }
  }

  return {
    async call(name, params, options) {
      const message = messageFor(name, params as Members)
      const rpc: DescMethod = rpcOf(name)
      return ask({ name, limit: bodyBytes, ...options }, async (headers, signal) => {
        const answer = await answers.unary(rpc as DescMethodUnary, signal, undefined, headers, message)
        tellExtensions(answer.header, parts.onExtensions)
        return agentsJson(rpc.output, answer.message)
      })
    },
    async open(name, params, options, read) {
      const message = messageFor(name, params as Members)
      const rpc: DescMethod = rpcOf(name)
      return ask({ name, limit: eventBytes, ...options }, async (headers, signal) => {
        const answer = await events.stream(rpc as DescMethodStreaming, signal, undefined, headers, once(message))
        tellExtensions(answer.header, parts.onExtensions)
        const batches = batchesOf(answer.message, (thrown) => errorOf(thrown, eventBytes, origin))
        return read(batches, { isError: () => false, result: (value) => value })
      })
    },
  }
}

/** How the credentials of a request were refused; `undefined` for any other error. */
function refusalOf({ code }: AgentError, thrown: unknown, sent: Headers): Refusal | undefined {
  if (!(thrown instanceof ConnectError)) return undefined
  const challenge = thrown.metadata.get('www-authenticate') ?? ''
  if (code === 'UNAUTHENTICATED') return { status: 401, challenge, sent }
  return code === 'PERMISSION_DENIED' && challenge.includes('insufficient_scope')
    ? { status: 403, challenge, sent }
    : undefined
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

/** What the agent sent, as JSON. `INVALID_AGENT_RESPONSE` for what has no form there. */
function agentsJson(schema: DescMessage, message: MessageShape<DescMessage>): JsonObject {
  try {
    return jsonOf(schema, message)
  } catch (cause) {
    throw new AgentError('INVALID_AGENT_RESPONSE', "The agent's answer holds a value that has no form in JSON", {
      hint: 'Report this to the maker of the agent.',
      cause,
    })
  }
}

async function* batchesOf(
  messages: AsyncIterable<MessageShape<DescMessage>>,
  errorOf: (thrown: unknown) => AgentError,
): StreamBatches {
  try {
    for await (const message of messages) {
      const item = itemOf(message)
      if (item) yield [item]
    }
  } catch (thrown) {
    throw errorOf(thrown)
  }
}

/** `undefined` for a kind of event that this version does not know. An event with a fault of its own is an item like any other. */
function itemOf(message: MessageShape<DescMessage>): StreamItem | undefined {
  try {
    const json = agentsJson(StreamResponseSchema, message)
    const event = readStreamEvent(json)
    return event && { event, id: undefined, units: unitsOf(json) }
  } catch (error) {
    if (error instanceof AgentError) return { error }
    throw error
  }
}

/** About the UTF-16 units that the value has as a text. */
function unitsOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 4
  let units = 2
  for (const [name, member] of Object.entries(value))
    units += unitsOf(member) + (Array.isArray(value) ? 1 : name.length + 4)
  return units
}

/** What a call failed with. `limit`: bytes of one message. */
function errorOf(thrown: unknown, limit: number, url: URL): AgentError {
  if (!(thrown instanceof ConnectError)) return asNetworkError(thrown, url.href)
  if (thrown.cause instanceof AgentError) return thrown.cause
  if (thrown.metadata.has('grpc-status')) return agentsError(thrown, url)
  // Everything below is what the library found itself.
  const { code, rawMessage } = thrown
  if (code === Code.ResourceExhausted) return overLimit('A message', limit)
  if (/\bping\b/i.test(rawMessage)) return silent(thrown)
  if (/content.type/i.test(rawMessage)) return unexpectedType(url.href, rawMessage)
  // The status of an HTTP answer.
  if (/^HTTP \d/.test(rawMessage)) return agentsError(thrown, url)
  if (code === Code.InvalidArgument || code === Code.DataLoss) return malformed(thrown, url)
  return asNetworkError(new Error(rawMessage, { cause: thrown }), url.href)
}

function agentsError(error: ConnectError, url: URL): AgentError {
  const wait = retryAfterOf(error)
  const retryAfter = wait === undefined ? null : String(Math.ceil(wait / 1_000))
  return failed(codeOfGrpc(error), error.rawMessage, [...detailsOf(error)], { url: url.href, retryAfter })
}

function silent(cause: ConnectError): AgentError {
  return new AgentError('STREAM_IDLE', 'The agent does not answer pings', {
    hint: 'The client subscribes again, by another connection.',
    cause,
  })
}

function malformed(cause: ConnectError, url: URL): AgentError {
  return new AgentError('INVALID_AGENT_RESPONSE', `The agent's answer is no message of the schema (${url.origin})`, {
    hint: 'Report this to the maker of the agent.',
    cause,
  })
}

function misplaced(): AgentError {
  return new AgentError('UNAUTHENTICATED', 'gRPC takes credentials in headers and certificates alone', {
    hint: 'Give them as headers; a certificate of the client stands in the options of grpc().',
  })
}
