/** The `fetch` for addresses that come from outside: for profiles of platforms. */

import { guardedLookup, nodeFetch } from '../../shared/http/node-fetch.ts'
import { nodeModules } from '../../shared/http/node-modules.ts'
import { isSpecialHost } from '../../shared/http/special-address.ts'
import { isLoopback } from '../address.ts'
import { CommerceError } from '../error.ts'

export interface GuardedFetchOptions {
  /** Addresses of this machine are allowed: for development. Default: false. */
  readonly allowInsecureLoopback?: boolean
}

/**
 * A `fetch` for GET over https that refuses special-use addresses (RFC 6890) with `invalid_profile_url`: the host's name,
 * and every address that DNS gives for it when the connection is opened. A name that DNS does not know is refused with the
 * same code. Redirects are not followed, and TLS 1.3 is the
 * minimum. Where the runtime has none of Node's modules, the name alone is checked. A business uses it by default; a host
 * that needs more, such as a trace of each request, puts its own function around it.
 */
export function createGuardedFetch({ allowInsecureLoopback = false }: GuardedFetchOptions = {}): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const isLocal = allowInsecureLoopback && isLoopback(url.hostname)
    if (!isLocal && isSpecialHost(url.hostname)) throw refused(url.hostname, 'is no public host')
    const modules = nodeModules()
    if (isLocal || !modules) return fetch(url, init)
    const lookup = guardedLookup(modules('node:dns').lookup, refused)
    // A connection of its own: one that is kept alive was opened without the guarded lookup.
    return nodeFetch(url, init, { lookup, agent: false, minVersion: 'TLSv1.3' })
  }
}

function refused(hostname: string, why: string): CommerceError {
  return new CommerceError('invalid_profile_url', `${hostname} ${why}`)
}
