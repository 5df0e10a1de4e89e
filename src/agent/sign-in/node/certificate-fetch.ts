/** `fetch` with a certificate of the client: mutual TLS in Node, whose own `fetch` cannot show one. */
import { Agent, type RequestOptions, request } from 'node:https'
import { Readable } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'

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
  const agent = new Agent({ ...given, keepAlive: true, minVersion: 'TLSv1.2' })
  return async (input, init) => {
    const sent = new Request(input, init)
    const url = new URL(sent.url)
    if (url.protocol !== 'https:') throw new TypeError('A certificate can be shown over https only')
    const body = sent.body ? new Uint8Array(await sent.arrayBuffer()) : undefined
    const headers = Object.fromEntries(sent.headers)
    return respond(url, { agent, method: sent.method, headers, signal: sent.signal }, body)
  }
}

function respond(url: URL, options: RequestOptions, body: Uint8Array | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (incoming) => {
      const { statusCode: status = 0, rawHeaders } = incoming
      const headers = new Headers()
      for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
      const empty = options.method === 'HEAD' || [204, 205, 304].includes(status)
      if (empty) incoming.resume()
      const stream = empty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>)
      const response = new Response(stream, { status, headers })
      // As `fetch` does: readers look at where an answer came from.
      Object.defineProperty(response, 'url', { value: url.href })
      resolve(response)
    })
    // `fetch` rejects with a TypeError whose cause says more.
    sent.on('error', (cause) => reject(cause.name === 'AbortError' ? cause : new TypeError('fetch failed', { cause })))
    sent.end(body)
  })
}
