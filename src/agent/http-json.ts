/** The binding HTTP+JSON: an address and a verb for each operation. It is loaded for an agent whose interface speaks it. */
import { hasError, type WireBinding } from './envelope.ts'
import { operations } from './operations.ts'
import type { AgentInterface } from './types.ts'
import { isMembers, own } from './value.ts'

export function httpJson({ url, tenant }: AgentInterface): WireBinding {
  const [path = '', fixed = ''] = url.replace(/#.*/, '').split(/\?(.*)/s)
  const base = path.replace(/\/+$/, '') + (tenant ? `/${encodeURIComponent(tenant)}` : '')
  const withQuery = (address: string, query: string): string => {
    const all = [fixed, query].filter(Boolean).join('&')
    return address + (all && `?${all}`)
  }
  return {
    request(name, params) {
      const { verb, path } = operations[name]
      const rest: { [name: string]: unknown } = { ...params }
      const filled = path.replace(/\{(\w+)\}/g, (_, member: string) => {
        delete rest[member]
        return encodeURIComponent(String(params[member] ?? ''))
      })
      if (verb === 'POST') return { url: withQuery(base + filled, ''), verb, body: JSON.stringify(rest) }
      const query = new URLSearchParams()
      for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value))
      return { url: withQuery(base + filled, `${query}`), verb }
    },
    // A problem document (RFC 9457), or a google.rpc.Status.
    isError: (value) =>
      hasError(value) ||
      (isMembers(value) && typeof own(value, 'type') === 'string' && typeof value['status'] === 'number'),
    result: (value) => value,
  }
}
