/** The tool-call binding: JSON-RPC 2.0 on the same operations (document 000, "Tool-call binding"), for clients of MCP too. */

import { clip, getOwn, isObject } from '../../json/value.ts'
import { isDeeper } from '../../shared/http/limits.ts'
import { checkProfileUrl, readAgentHeader } from '../address.ts'
import { CommerceError, rpcCodeOf } from '../error.ts'
import { parseBytes } from '../exchange.ts'
import type { WireNames } from '../wire-names.ts'
import { errorHeaders, errorMembers, jsonResponse, toCommerceError } from './answer.ts'
import { checkKey } from './idempotency.ts'
import { runOperation, type ServedOperation, servedIn } from './operations.ts'
import { newestVersion, type Settings } from './options.ts'
import { type Incoming, type Sessions, wireOfCall, wireOfRequest } from './sessions.ts'

type Json = Readonly<Record<string, unknown>>

interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Json
}

/** Statuses that HTTP itself has a meaning for; every other JSON-RPC error comes with 200. */
const httpStatuses: readonly number[] = [401, 403, 405, 408, 413, 429, 500, 503]

/**
 * Never rejects: what fails is a JSON-RPC error.
 *
 * @param read The bytes of the body; may reject.
 */
export async function answerTools(
  sent: Omit<Incoming, 'bytes'>,
  read: () => Promise<Incoming['bytes']>,
  sessions: Sessions,
  settings: Settings,
): Promise<Response> {
  const { request } = sent
  let wire = wireOfRequest(request)
  let id: RpcRequest['id'] | null = null
  try {
    const bytes = await read()
    if (request.method !== 'POST') {
      const error = new CommerceError('method_not_allowed', 'Tools are called with POST')
      return toolsError(error, null, wire, { Allow: 'POST' })
    }
    const document = parseBytes(bytes, 'invalid_request')
    if (isNews(document)) return new Response(null, { status: 202 })
    const call = readRpc(document)
    if (!call) return toolsError(noRequest(), null, wire, {}, -32600)
    id = call.id
    wire = wireOfCall(metaOf(call), request)
    const result = await resultOf(call, wire, { ...sent, bytes }, sessions, settings)
    return jsonResponse(200, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
  } catch (cause) {
    return toolsError(toCommerceError(cause, settings), id, wire)
  }
}

/** @param id Of the request; null where it is not known. */
function toolsError(
  error: CommerceError,
  id: RpcRequest['id'] | null,
  wire: WireNames,
  headers: Readonly<Record<string, string>> = {},
  rpc = rpcCode(error, wire),
): Response {
  const { content, status } = error
  const body = {
    jsonrpc: '2.0',
    id,
    error: { code: rpc, message: content, data: errorMembers(error) },
  }
  return jsonResponse(httpStatuses.includes(status) ? status : 200, JSON.stringify(body), {
    ...errorHeaders(error),
    ...headers,
  })
}

/** -32700 is JSON-RPC's own code for what does not parse. Of the others the two spellings disagree about two. */
function rpcCode({ code, cause }: CommerceError, wire: WireNames): number {
  if (code === 'invalid_request' && cause !== undefined) return -32700
  const isPublic = wire.name === 'ucp' && (code === 'digest_mismatch' || code === 'algorithm_unsupported')
  return isPublic ? -32600 : rpcCodeOf(code)
}

/** The result's text. That of a kept answer is written as it was. */
async function resultOf(
  { method, params }: RpcRequest,
  wire: WireNames,
  incoming: Incoming,
  sessions: Sessions,
  settings: Settings,
): Promise<string> {
  // The payload is two levels below. Without this limit a deep value would fail when it is written as text.
  if (isDeeper(params, settings.limits.depth + 2))
    throw new CommerceError('invalid_request', `The request has more than ${settings.limits.depth} levels`)
  if (method === 'tools/call') return calledTool(params, wire, incoming, sessions, settings)
  // Public, whatever `authenticate` says: it tells the same as the document at the profile's `schema` address.
  sessions.checkRate(incoming.request)
  switch (method) {
    case 'ping':
      return '{}'
    case 'initialize':
      return JSON.stringify(introduction(params, newestVersion(settings)))
    case 'tools/list': {
      const { toolsOf } = await import('./descriptions.ts')
      const [newest] = settings.profiles.values()
      return JSON.stringify({ tools: newest ? toolsOf(newest, settings, wire) : [] })
    }
    default:
      throw new CommerceError('route_not_found', 'The method must be tools/call')
  }
}

async function calledTool(
  { name, arguments: args = {} }: Json,
  wire: WireNames,
  incoming: Incoming,
  sessions: Sessions,
  settings: Settings,
): Promise<string> {
  const operation = servedIn(wire, settings).find(({ tool }) => tool === name)
  // The Model Context Protocol has another code for it than JSON-RPC.
  if (!operation)
    throw new CommerceError(
      wire.name === 'document' ? 'route_not_found' : 'invalid_request',
      `There is no tool ${clip(String(name))}`,
    )
  if (!isObject(args)) throw new CommerceError('invalid_request', '/arguments must be an object')
  const meta = isObject(args['meta']) ? args['meta'] : {}
  const platform = platformOf(meta, wire, incoming, settings)
  const opened = await sessions.open(incoming, operation, platform, wire)
  const { payload, changes, isEffect } = operation
  const key = getOwn(meta, 'idempotency-key') ?? incoming.request.headers.get('idempotency-key')
  const { body } = await runOperation(
    {
      ...{ operation, ...opened },
      cartId: cartIdOf(operation, args),
      payload: payload ? (getOwn(args, payload) ?? (isEffect ? {} : undefined)) : {},
      key: changes ? checkKey(key, settings) : undefined,
    },
    settings,
  )
  return `{"structuredContent":${body},"content":[{"type":"text","text":${JSON.stringify(body)}}]}`
}

/** Versions of MCP whose messages are as they are here. */
const mcpVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** The answer to `initialize`: the version of MCP that the client named, or else the newest. No session is begun. */
function introduction({ protocolVersion: named }: Json, version: string): Json {
  const protocolVersion = mcpVersions.find((each) => each === named) ?? mcpVersions[0]
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'surface-runtime', version } }
}

/** In `meta`, or else in the header. With both, they name one profile: a proxy may have looked at the header only. */
function platformOf(
  meta: Json,
  { agentMeta, agentHeader }: WireNames,
  { request }: Incoming,
  { allowInsecureLoopback }: Settings,
): string {
  const agent = getOwn(meta, agentMeta)
  const header = request.headers.get(agentHeader)
  if (agent === undefined) return readAgentHeader(header, allowInsecureLoopback)
  const named = checkProfileUrl(isObject(agent) ? getOwn(agent, 'profile') : undefined, allowInsecureLoopback)
  if (header === null || new URL(readAgentHeader(header, allowInsecureLoopback)).href === new URL(named).href)
    return named
  throw new CommerceError('invalid_profile_url', `The header ${agentHeader} and meta name two profiles`)
}

function cartIdOf(operation: ServedOperation, args: Json): string {
  const id = getOwn(args, 'id')
  if (operation.path ? !operation.path.includes('{id}') : id === undefined) return ''
  if (typeof id !== 'string') throw new CommerceError('invalid_request', '/id must be a string')
  return id
}

function metaOf({ params }: RpcRequest): Json {
  const args = getOwn(params, 'arguments')
  const meta = isObject(args) ? getOwn(args, 'meta') : undefined
  return isObject(meta) ? meta : {}
}

/** What an MCP client only tells, such as `notifications/initialized`. */
function isNews(value: unknown): boolean {
  return isObject(value) && value['id'] === undefined && String(value['method']).startsWith('notifications/')
}

/** Batches and other notifications are refused: every call has an answer. */
function readRpc(value: unknown): RpcRequest | undefined {
  if (isObject(value)) {
    const { jsonrpc, id, method, params = {} } = value
    const named = typeof id === 'string' || typeof id === 'number'
    if (jsonrpc === '2.0' && named && typeof method === 'string' && isObject(params)) return { id, method, params }
  }
  return undefined
}

function noRequest(): CommerceError {
  return new CommerceError('invalid_request', 'The body must be one JSON-RPC 2.0 request with an id')
}
