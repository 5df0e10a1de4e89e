/** `fetch` with a certificate of the client: mutual TLS in Node, whose own `fetch` cannot show one. */
import { Agent } from 'node:https'
import type { SecureContextOptions } from 'node:tls'
import { nodeFetch } from '../../../shared/http/node-fetch.ts'

export interface CertificateOptions extends Pick<SecureContextOptions, 'cert' | 'key' | 'passphrase' | 'pfx'> {
  /** Authorities that vouch for servers, in place of Node's own. Default: Node's own. */
  readonly ca?: SecureContextOptions['ca']
}

/**
 * The option `fetch` of `connectAgent` and of `signIn`. Only `https:`; redirects are not followed, so the certificate is shown to
 * the hosts that were named, and to no other. Connections are kept open for further requests.
 */
export function certificateFetch({ cert, key, passphrase, pfx, ca }: CertificateOptions): typeof fetch {
  const given = Object.fromEntries(Object.entries({ cert, key, passphrase, pfx, ca }).filter(([, value]) => value))
  const agent = new Agent({ ...given, keepAlive: true, timeout: 5_000, minVersion: 'TLSv1.2' })
  return async (input, init) => {
    const sent = new Request(input, init)
    const url = new URL(sent.url)
    if (url.protocol !== 'https:') throw new TypeError('A certificate can be shown over https only')
    const body = sent.body ? new Uint8Array(await sent.arrayBuffer()) : null
    // `fetch` rejects with a TypeError whose cause says more.
    return nodeFetch(url, { method: sent.method, headers: sent.headers, signal: sent.signal, body }, { agent }).catch(
      (cause) => {
        throw cause.name === 'AbortError' ? cause : new TypeError('fetch failed', { cause })
      },
    )
  }
}
