/**
 * The `fetch` for addresses that come from outside. A host name may stand for an address within our own network, and may
 * stand for another one a moment later; so the check is made on the address that the connection is opened to.
 */
import { isLoopback } from '../address.ts'
import { CommerceError } from '../error.ts'
import { isSpecialAddress, isSpecialHost } from './special-address.ts'

type Lookup = (
  hostname: string,
  options: object,
  done: (error: Error | null, addresses: readonly { readonly address: string; readonly family: number }[]) => void,
) => void

interface IncomingMessage extends AsyncIterable<Uint8Array> {
  readonly statusCode?: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

interface Request {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'response', listener: (response: IncomingMessage) => void): unknown
  end(): unknown
}

interface HttpModule {
  request(
    url: URL,
    options: { readonly headers: object; readonly lookup: Lookup; readonly signal: AbortSignal | null },
  ): Request
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:https' | 'node:http'): HttpModule
  getBuiltinModule?(name: 'node:dns'): { readonly lookup: Lookup }
}

/**
 * A `fetch` for GET that refuses special-use addresses with `invalid_profile_url`, the host's name and what DNS makes of
 * it. Redirects are not followed. Where the runtime has none of Node's modules, the name alone is checked.
 *
 * @param allowLoopback Addresses of this machine are allowed: for development.
 */
export function createGuardedFetch(allowLoopback: boolean): typeof fetch {
  const node = (globalThis as { readonly process?: NodeProcess }).process
  return async (input, init) => {
    const url = new URL(String(input))
    const isLocal = allowLoopback && isLoopback(url.hostname)
    if (!isLocal && isSpecialHost(url.hostname)) throw refused(url)
    if (isLocal || !node?.getBuiltinModule) return fetch(url, init)
    const { lookup } = node.getBuiltinModule('node:dns')
    const { request } = node.getBuiltinModule('node:https')
    const guarded: Lookup = (hostname, options, done) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        const special = !error && addresses.some(({ address }) => isSpecialAddress(address))
        done(special ? refused(url) : error, addresses)
      })
    const headers = Object.fromEntries(new Headers(init?.headers))
    return new Promise<Response>((resolve, reject) => {
      const sent = request(url, { headers, lookup: guarded, signal: init?.signal ?? null })
      sent.on('error', reject)
      sent.on('response', (message) => resolve(responseOf(message)))
      sent.end()
    })
  }
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  const status = message.statusCode ?? 502
  const hasBody = ![204, 205, 304].includes(status)
  return new Response(hasBody ? streamOf(message) : null, { status, headers })
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

function refused(url: URL): CommerceError {
  return new CommerceError('invalid_profile_url', `${url.hostname} is no public host`)
}
