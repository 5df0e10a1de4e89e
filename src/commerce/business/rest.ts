/** The REST binding (document 000, "Endpoints"). */
import { readAgentHeader } from '../address.ts'
import { CommerceError } from '../error.ts'
import { parseBytes } from '../exchange.ts'
import type { WireNames } from '../wire-names.ts'
import { errorResponse, jsonResponse } from './answer.ts'
import { checkKey } from './idempotency.ts'
import { runOperation, type ServedOperation, servedIn } from './operations.ts'
import { newestVersion, type Settings } from './options.ts'
import { type Incoming, type Sessions, wireOfRequest } from './sessions.ts'

interface Route {
  readonly operation: ServedOperation
  readonly cartId: string
}

/** @param path Below the endpoint. */
export async function answerRest(
  incoming: Incoming,
  path: string,
  sessions: Sessions,
  settings: Settings,
): Promise<Response> {
  const { request } = incoming
  const wire = wireOfRequest(request)
  const routes = routesOf(path, servedIn(wire, settings))
  const route = routes.find(({ operation }) => operation.method === request.method)
  if (!route) return refuse(routes, wire, settings)
  const platform = readAgentHeader(request.headers.get(wire.agentHeader), settings.allowInsecureLoopback)
  const opened = await sessions.open(incoming, route.operation, platform, wire)
  const answer = await runOperation(
    {
      ...route,
      ...opened,
      payload: payloadOf(incoming, route.operation),
      key: route.operation.changes ? checkKey(request.headers.get('idempotency-key'), settings) : undefined,
    },
    settings,
  )
  return jsonResponse(answer.status, answer.body)
}

function payloadOf({ request, bytes }: Incoming, operation: ServedOperation): unknown {
  // An empty object may be left out.
  const isOptional = operation.body?.required === undefined
  if (operation.method === 'GET' || (isOptional && bytes.length === 0)) return {}
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new CommerceError('invalid_request', 'The Content-Type must be application/json')
  return parseBytes(bytes, 'invalid_request')
}

/** The operations of a path, whatever their methods. */
function routesOf(path: string, operations: readonly ServedOperation[]): readonly Route[] {
  const segments = path.split('/')
  return operations.flatMap((operation) => {
    const pattern = operation.path?.split('/') ?? []
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

function refuse(routes: readonly Route[], wire: WireNames, settings: Settings): Response {
  if (routes.length === 0) throw new CommerceError('route_not_found', 'There is no such path')
  const error = new CommerceError('method_not_allowed', 'The path does not take this method')
  const allowed = routes.map(({ operation }) => operation.method).join(', ')
  return errorResponse(error, wire, newestVersion(settings), { Allow: allowed })
}
