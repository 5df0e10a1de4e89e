/**
 * The `fetch` for addresses that come from outside. A host name may stand for an address within our own network, and may
 * stand for another one a moment later; so the check is made on the address that the connection is opened to.
 */

import { isSpecialAddress, isSpecialHost } from '../../shared/http/special-address.ts'
import { isLoopback } from '../address.ts'
import { CommerceError } from '../error.ts'
import { type Lookup, nodeFetch, nodeModules } from '../node-fetch.ts'

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
    if (!isLocal && isSpecialHost(url.hostname)) throw refused(url)
    const modules = nodeModules()
    if (isLocal || !modules) return fetch(url, init)
    const lookup = guardedLookup(modules('node:dns').lookup, url)
    // A connection of its own: one that is kept alive was opened without the guarded lookup.
    return nodeFetch(url, init, { lookup, agent: false, minVersion: 'TLSv1.3' }, 'profile_unreachable')
  }
}

/** Refuses a name when one of its addresses is not public. */
function guardedLookup(lookup: Lookup, url: URL): Lookup {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, list) => {
      const found = typeof list === 'string' ? [] : (list ?? [])
      const [first] = found
      if (error) done(isUnknown(error) ? refused(url, 'cannot be resolved') : error, [])
      else if (!first || found.some(({ address }) => isSpecialAddress(address))) done(refused(url), [])
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
}

/** There is no such name. Other failures of DNS, such as `EAI_AGAIN`, may pass. */
function isUnknown(error: Error): boolean {
  return 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}

function refused(url: URL, why = 'is no public host'): CommerceError {
  return new CommerceError('invalid_profile_url', `${url.hostname} ${why}`)
}
