/** JSON-RPC 2.0: one address, the operation is the `method`. Streams are Server-Sent Events of responses with one `id`. */
import type { JsonValue } from '../../json/value.ts'
import { AgentError } from '../error.ts'
import { type OperationName, operations, publicMethodOf } from '../operations.ts'
import type { Binding, BindingRequest } from './binding.ts'
import { rpcErrorOf, wireErrorOf } from './error-body.ts'
import { isObject, readFields } from './fields.ts'
import { oldMethods } from './old-methods.ts'

export type RpcId = string | number | null

/** Throws `INVALID_REQUEST`, `METHOD_NOT_FOUND` or `INVALID_PARAMS`. */
export function readRpcRequest(body: JsonValue | undefined, oldMethodNames: boolean): BindingRequest {
  if (!isObject(body)) throw invalidRequest('The body is not one JSON-RPC request object')
  if (body['jsonrpc'] !== '2.0') throw invalidRequest('"jsonrpc" is not "2.0"')
  const { id, method, params = {} } = body
  if (typeof id !== 'string' && typeof id !== 'number') throw invalidRequest('"id" is not a string or number')
  if (typeof method !== 'string') throw invalidRequest('"method" is not a string')
  const name = operationOf(method, oldMethodNames)
  if (!isObject(params))
    throw new AgentError('INVALID_PARAMS', '"params" is not an object', { hint: 'Send an object.' })
  const fields = readFields(params)
  return { name, params: fields, tenant: fields.text('tenant') || undefined }
}

/** The `id` of whatever came, for the answer. */
export function rpcIdOf(body: JsonValue | undefined): RpcId {
  const id = isObject(body) ? body['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** How answers to one request are written. Errors are answers like any other, so the status is 200 but for a few. */
export function rpcBinding(id: RpcId): Binding {
  const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
  const writeError = (error: unknown): object => ({ jsonrpc: '2.0', id, error: rpcErrorOf(wireErrorOf(error)) })
  return {
    contentType: () => 'application/json',
    value: (value) => `${before}${JSON.stringify(value)}}`,
    frame: [before, '}'],
    error: (error) => JSON.stringify(writeError(error)),
    errorType: 'application/json',
    // Errors of the connection keep their status: proxies and clients act on it.
    errorStatus: (status) => ([401, 403, 413, 429, 503].includes(status) ? status : 200),
  }
}

function operationOf(method: string, oldMethodNames: boolean): OperationName {
  for (const name of Object.keys(operations) as OperationName[]) {
    if (method === name || method === publicMethodOf(name)) return name
    if (oldMethodNames && method === oldMethods[name]) return name
  }
  throw new AgentError('METHOD_NOT_FOUND', `There is no method "${method.slice(0, 80)}"`, {
    hint: `Call one of ${Object.keys(operations).join(', ')}.`,
  })
}

function invalidRequest(message: string): AgentError {
  return new AgentError('INVALID_REQUEST', message, { hint: 'Send a JSON-RPC 2.0 request.' })
}
