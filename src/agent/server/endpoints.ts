/** Where the interfaces of a card lie below the server's origin. */
import type { AgentCard } from '../types.ts'

/** Path of the card below every origin (agent protocol, discovery). */
export const cardPath = '/.well-known/agent-card.json'

export interface Endpoint {
  readonly binding: 'JSONRPC' | 'HTTP+JSON'
  /** Without a slash at the end, so `''` is the root. */
  readonly path: string
  readonly tenant: string | undefined
}

/** Interfaces with other bindings are left to other servers. Throws a `TypeError` where none is left. */
export function endpointsOf({ supportedInterfaces }: AgentCard): readonly Endpoint[] {
  const endpoints = supportedInterfaces.flatMap(({ url, protocolBinding, tenant }): readonly Endpoint[] => {
    if (protocolBinding !== 'JSONRPC' && protocolBinding !== 'HTTP+JSON') return []
    const path = new URL(url, 'http://localhost').pathname.replace(/\/$/, '')
    return [{ binding: protocolBinding, path, tenant: tenant || undefined }]
  })
  if (endpoints.length > 0) return endpoints
  throw new TypeError('The card needs an interface with the binding JSONRPC or HTTP+JSON')
}

export interface Place {
  readonly endpoint: Endpoint
  /** The path below the endpoint, with a slash in front. */
  readonly rest: string
}

/** JSON-RPC has its exact path; of the others the longest one wins. */
export function placeOf(endpoints: readonly Endpoint[], pathname: string): Place | undefined {
  const plain = pathname.replace(/\/$/, '')
  const rpc = endpoints.find(({ binding, path }) => binding === 'JSONRPC' && path === plain)
  if (rpc) return { endpoint: rpc, rest: '/' }
  const below = endpoints
    .filter(({ binding, path }) => binding === 'HTTP+JSON' && pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  return below && { endpoint: below, rest: pathname.slice(below.path.length) }
}
