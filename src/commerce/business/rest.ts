/** The REST binding (document 000, "Endpoints"). */

import { digestOf } from '../../http/digest.ts'
import { readAgentHeader } from '../agent-header.ts'
import { parseBytes } from '../body.ts'
import { dialectOf } from '../dialect.ts'
import { CommerceError } from '../error.ts'
import { type OperationName, operationNames, operations } from '../operations.ts'
import { errorBody, jsonResponse } from './answer.ts'
import { checkKey } from './idempotency.ts'
import type { Settings } from './options.ts'
import { runOperation } from './run-operation.ts'
import type { Incoming, Sessions } from './sessions.ts'

interface Route {
  readonly operation: OperationName
  readonly cartId: string
}

/** @param path Below the endpoint. */
export async function answerRest(
  incoming: Incoming,
  path: string,
  sessions: Sessions,
  settings: Settings,
): Promise<Response> {
  const { request, bytes } = incoming
  const routes = routesOf(path)
  const route = routes.find(({ operation }) => operations[operation].method === request.method)
  if (!route) return refuse(routes)
  const platform = readAgentHeader(request.headers.get(dialectOf().agentHeader), settings.allowInsecureLoopback)
  const opened = await sessions.open(incoming, route.operation, platform)
  const { changes, method } = operations[route.operation]
  const answer = await runOperation(
    {
      ...route,
      ...opened,
      payload: payloadOf(incoming, route.operation),
      key: changes ? checkKey(request.headers.get('idempotency-key'), settings) : undefined,
      digest: changes ? await digestOf(`${method} ${path}\n`, bytes) : '',
    },
    settings,
  )
  return jsonResponse(answer.status, answer.body)
}

function payloadOf({ request, bytes }: Incoming, operation: OperationName): unknown {
  if (operations[operation].method === 'GET') return undefined
  // An empty object may be left out.
  if (operation === 'cancelCart' && bytes.length === 0) return {}
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new CommerceError('invalid_request', 'The Content-Type must be application/json')
  return parseBytes(bytes, 'invalid_request')
}

/** The operations of a path, whatever their methods. */
function routesOf(path: string): readonly Route[] {
  const segments = path.split('/')
  return operationNames.flatMap((operation) => {
    const pattern = operations[operation].path.split('/')
    const fits = pattern.length === segments.length
    const named = pattern.every((part, index) => part === '{id}' || part === segments[index])
    const cartId = segments[pattern.indexOf('{id}')] ?? ''
    return fits && named ? [{ operation, cartId: decode(cartId) }] : []
  })
}

/** An invalid encoding stays as it is: it is the id of no cart. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function refuse(routes: readonly Route[]): Response {
  if (routes.length === 0) throw new CommerceError('route_not_found', 'There is no such path')
  const error = new CommerceError('method_not_allowed', 'The path has other methods')
  const allowed = routes.map(({ operation }) => operations[operation].method).join(', ')
  return jsonResponse(error.status, errorBody(error), { Allow: allowed })
}
