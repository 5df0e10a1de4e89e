/**
 * The `fetch` for addresses that come from outside. A host name may stand for an address within our own network, and may
 * stand for another one a moment later; so the check is made on the address that the connection is opened to.
 */

import { isSpecialAddress, isSpecialHost } from '../../http/special-address.ts'
import { isLoopback } from '../address.ts'
import { CommerceError } from '../error.ts'

interface Found {
  readonly address: string
  readonly family: number
}

/** `dns.lookup`: with `all` a list is given, else one address and its family. */
type Lookup = (
  hostname: string,
  options: { readonly all?: boolean },
  done: (error: Error | null, found: string | readonly Found[], family?: number) => void,
) => void

interface IncomingMessage extends AsyncIterable<Uint8Array> {
  readonly statusCode?: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  resume(): unknown
  destroy(): unknown
}

interface Request {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'response', listener: (response: IncomingMessage) => void): unknown
  on(event: 'close', listener: () => void): unknown
  end(): unknown
}

interface RequestOptions {
  readonly headers: object
  readonly lookup: Lookup
  readonly signal: AbortSignal | null
  readonly agent: false
  readonly minVersion: 'TLSv1.3'
}

interface HttpModule {
  request(url: URL, options: RequestOptions): Request
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:https' | 'node:http'): HttpModule
  getBuiltinModule?(name: 'node:dns'): { readonly lookup: Lookup }
}

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
  const node = (globalThis as { readonly process?: NodeProcess }).process
  return async (input, init) => {
    const url = new URL(String(input))
    const isLocal = allowInsecureLoopback && isLoopback(url.hostname)
    if (!isLocal && isSpecialHost(url.hostname)) throw refused(url)
    if (isLocal || !node?.getBuiltinModule) return fetch(url, init)
    const { lookup } = node.getBuiltinModule('node:dns')
    const { request } = node.getBuiltinModule('node:https')
    const headers = Object.fromEntries(new Headers(init?.headers))
    return new Promise<Response>((resolve, reject) => {
      const sent = request(url, {
        ...{ headers, lookup: guardedLookup(lookup, url), signal: init?.signal ?? null },
        // A connection of its own: one that is kept alive was opened without the guarded lookup. The protocol wants TLS 1.3.
        ...{ agent: false, minVersion: 'TLSv1.3' },
      })
      sent.on('error', reject)
      sent.on('response', (message) => {
        // An error that a listener throws would end the process.
        try {
          resolve(responseOf(message))
        } catch (cause) {
          message.destroy()
          reject(new CommerceError('profile_unreachable', `${url.hostname} gave no valid answer`, { cause }))
        }
      })
      // Has no effect after an answer. A connection that changes its protocol (101) gives no answer.
      sent.on('close', () => reject(new CommerceError('profile_unreachable', `${url.hostname} closed the connection`)))
      sent.end()
    })
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

/** Throws where the status is none of HTTP's. */
function responseOf(message: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  const status = message.statusCode ?? 502
  const hasBody = ![204, 205, 304].includes(status)
  const response = new Response(hasBody ? streamOf(message) : null, { status, headers })
  if (!hasBody) message.resume()
  return response
}

function streamOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = message[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(part.value)
    },
    async cancel() {
      await parts.return?.()
    },
  })
}

/** There is no such name. Other failures of DNS, such as `EAI_AGAIN`, may pass. */
function isUnknown(error: Error): boolean {
  return 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}

function refused(url: URL, why = 'is no public host'): CommerceError {
  return new CommerceError('invalid_profile_url', `${url.hostname} ${why}`)
}
