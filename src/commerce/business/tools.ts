/** The tool-call binding: JSON-RPC 2.0 on the same operations (document 000, "Tool-call binding"). */

import { digestOf } from '../../http/digest.ts'
import { isObject, own } from '../../json/value.ts'
import { checkProfileUrl, readAgentHeader } from '../agent-header.ts'
import { parseBytes } from '../body.ts'
import { dialectOf } from '../dialect.ts'
import { CommerceError, rpcCodeOf } from '../error.ts'
import { type OperationName, operationNames, operations } from '../operations.ts'
import { errorHeaders, jsonResponse } from './answer.ts'
import { isDeeper } from './depth.ts'
import { checkKey } from './idempotency.ts'
import type { Settings } from './options.ts'
import { runOperation } from './run-operation.ts'
import type { Incoming, Sessions } from './sessions.ts'
import { toCommerceError } from './to-commerce-error.ts'

type Json = Readonly<Record<string, unknown>>

interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Json
}

/** Statuses that HTTP itself has a meaning for; every other JSON-RPC error comes with 200. */
const httpStatuses: readonly number[] = [401, 403, 405, 408, 413, 429, 500, 503]

/** Never rejects: what fails is a JSON-RPC error. */
export async function answerTools(incoming: Incoming, sessions: Sessions, settings: Settings): Promise<Response> {
  if (incoming.request.method !== 'POST') {
    const error = new CommerceError('method_not_allowed', 'Tools are called with POST')
    return toolsError(error, null, { Allow: 'POST' })
  }
  let id: RpcRequest['id'] | null = null
  try {
    const request = readRpc(parseBytes(incoming.bytes, 'invalid_request'))
    id = request.id
    return jsonResponse(
      200,
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${await resultOf(request, incoming, sessions, settings)}}`,
    )
  } catch (cause) {
    return toolsError(toCommerceError(cause, settings), id)
  }
}

/** @param id Of the request; null where it is not known. */
export function toolsError(
  error: CommerceError,
  id: RpcRequest['id'] | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, content, continueUrl, status } = error
  const data = { code, content, ...(continueUrl !== undefined && { continue_url: continueUrl }) }
  const body = { jsonrpc: '2.0', id, error: { code: rpcCode(error), message: content, data } }
  return jsonResponse(httpStatuses.includes(status) ? status : 200, JSON.stringify(body), {
    ...errorHeaders(error),
    ...headers,
  })
}

/** -32700 is JSON-RPC's own code for what does not parse. */
function rpcCode(error: CommerceError): number {
  const isSyntax = error.code === 'invalid_request' && error.cause !== undefined
  return isSyntax ? -32700 : rpcCodeOf(error.code)
}

/** The result's text. That of a kept answer is written as it was. */
async function resultOf(
  request: RpcRequest,
  incoming: Incoming,
  sessions: Sessions,
  settings: Settings,
): Promise<string> {
  const { limits, profiles } = settings
  const [newest] = profiles.values()
  // The payload is two levels below. Without this limit a deep value would fail when it is written as text.
  if (isDeeper(request.params, limits.depth + 2))
    throw new CommerceError('invalid_request', `The request has more than ${limits.depth} levels`)
  if (request.method === 'tools/list') {
    // Public, whatever `authenticate` says: it tells the same as the document at the profile's `schema` address.
    sessions.checkRate(incoming.request)
    const { toolsOf } = await import('./openrpc.ts')
    return JSON.stringify({ tools: newest ? toolsOf(newest, settings) : [] })
  }
  if (request.method !== 'tools/call') throw new CommerceError('route_not_found', 'The method must be tools/call')
  const { name, arguments: args = {} } = request.params
  const operation = operationNames.find((each) => operations[each].tool === name)
  if (!operation || !isObject(args)) throw new CommerceError('invalid_request', 'There is no such tool')
  const meta = isObject(args['meta']) ? args['meta'] : {}
  const opened = await sessions.open(incoming, operation, platformOf(meta, incoming, settings))
  const { payload, changes } = operations[operation]
  const { meta: _, ...asked } = args
  const { body } = await runOperation(
    {
      ...{ operation, ...opened },
      cartId: cartIdOf(operation, args),
      payload: payload ? own(args, payload) : {},
      key: changes
        ? checkKey(own(meta, 'idempotency-key') ?? incoming.request.headers.get('idempotency-key'), settings)
        : undefined,
      digest: changes ? await digestOf(`tool ${operation}\n`, JSON.stringify(asked)) : '',
    },
    settings,
  )
  return `{"structuredContent":${body},"content":[{"type":"text","text":${JSON.stringify(body)}}]}`
}

/** In `meta`, or else in the header. */
function platformOf(meta: Json, { request }: Incoming, { allowInsecureLoopback }: Settings): string {
  const { agentMeta, agentHeader } = dialectOf()
  const agent = own(meta, agentMeta)
  if (agent === undefined) return readAgentHeader(request.headers.get(agentHeader), allowInsecureLoopback)
  return checkProfileUrl(isObject(agent) ? own(agent, 'profile') : undefined, allowInsecureLoopback)
}

function cartIdOf(operation: OperationName, args: Json): string {
  if (!operations[operation].path.includes('{id}')) return ''
  const id = own(args, 'id')
  if (typeof id !== 'string') throw new CommerceError('invalid_request', '/id must be a string')
  return id
}

/** Batches and notifications are refused: every call has an answer. */
function readRpc(value: unknown): RpcRequest {
  if (isObject(value)) {
    const { jsonrpc, id, method, params = {} } = value
    const named = typeof id === 'string' || typeof id === 'number'
    if (jsonrpc === '2.0' && named && typeof method === 'string' && isObject(params)) return { id, method, params }
  }
  throw new CommerceError('invalid_request', 'The body must be one JSON-RPC 2.0 request with an id')
}
