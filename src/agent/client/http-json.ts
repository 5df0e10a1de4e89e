/** The binding HTTP+JSON: an address and a verb for each operation. It is loaded for an agent whose interface speaks it. */

import { AgentError } from '../protocol/error.ts'
import { getOwn, isMembers } from '../protocol/read-value.ts'
import { operations } from '../protocol/routes.ts'
import type { AgentInterface } from '../protocol/types.ts'
import { type Envelope, hasError, type WriteRequest } from './http.ts'

/** Throws `INVALID_PARAMS` for what would change the path: browsers read `..` as a step up, however it is encoded. */
function segmentOf(name: string, value: string): string {
  if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
  throw new AgentError('INVALID_PARAMS', `The ${name} "${value}" cannot stand in an address`, {
    hint: 'Use an id that the agent gave.',
  })
}

export function httpJson({ url, tenant: usual }: AgentInterface): WriteRequest {
  const [path = '', fixed = ''] = url.replace(/#.*/, '').split(/\?(.*)/s)
  const root = path.replace(/\/+$/, '')
  const withQuery = (address: string, query: string): string => {
    const all = [fixed, query].filter(Boolean).join('&')
    return address + (all && `?${all}`)
  }
  return (name, params) => {
    const { verb, path } = operations[name]
    const rest: { [name: string]: unknown } = { ...params }
    const segment = (member: string, value: unknown): string => {
      delete rest[member]
      return segmentOf(member, String(value ?? ''))
    }
    const tenant = params['tenant'] || usual
    const base = tenant ? `${root}/${segment('tenant', tenant)}` : root
    const address =
      base + path.replace(/\{(\w+)\}/g, (_, member: string) => segment(member, params[member] ?? params['id']))
    if (verb === 'POST') return { url: withQuery(address, ''), verb, body: JSON.stringify(rest), ...envelope }
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value))
    return { url: withQuery(address, `${query}`), verb, ...envelope }
  }
}

const envelope: Envelope = {
  // A problem document (RFC 9457), or a google.rpc.Status.
  isError: (value) =>
    hasError(value) ||
    (isMembers(value) && typeof getOwn(value, 'type') === 'string' && typeof value['status'] === 'number'),
  result: (value) => value,
}
