/**
 * A `fetch` over Node's own `https`. The global `fetch` has no option for the least version of TLS, for a certificate of the client, or
 * for the addresses that a connection may go to.
 */
import { type ConnectionOptions, type IncomingMessage, type Lookup, nodeModules } from './node-modules.ts'
import { isSpecialAddress } from './special-address.ts'

/**
 * One request to an `https` address, with a body of bytes, of text or none. Redirects are not followed. Rejects with what the
 * connection failed of, and with a `TypeError` for an answer that is none. Where there is no Node: the global `fetch`.
 */
export function nodeFetch(url: URL, init: RequestInit, connection: ConnectionOptions): Promise<Response> {
  const modules = nodeModules()
  if (!modules) return fetch(url, init)
  const { method = 'GET', headers: given, body, signal = null } = init
  const { request } = modules('node:https')
  // Nothing here takes a body out of a packed one.
  const headers = { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(given)) }
  return new Promise<Response>((resolve, reject) => {
    const sent = request(url, { method, headers, signal, ...connection })
    sent.on('error', reject)
    sent.on('response', (message) => {
      // An error that a listener throws would end the process.
      try {
        resolve(responseOf(message, url))
      } catch (cause) {
        message.destroy()
        reject(new TypeError(`${url.hostname} gave no valid answer`, { cause }))
      }
    })
    // Has no effect after an answer. A connection that changes its protocol (101) gives no answer.
    sent.on('close', () => reject(new TypeError(`${url.hostname} closed the connection`)))
    sent.end(body instanceof Uint8Array || typeof body === 'string' ? body : undefined)
  })
}

/** Throws where the status is none of HTTP's. */
function responseOf(message: IncomingMessage, url: URL): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  const status = message.statusCode ?? 502
  const hasBody = ![204, 205, 304].includes(status)
  const response = new Response(hasBody ? streamOf(message) : null, { status, headers })
  if (!hasBody) message.resume()
  // As `fetch` does: readers look at where an answer came from.
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}

function streamOf(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = message[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(part.value as Uint8Array<ArrayBuffer>)
    },
    // At once: the end of the iteration would wait for the next bytes.
    cancel() {
      message.destroy()
    },
  })
}

/**
 * A lookup for addresses that come from outside. A host name may stand for an address within our own network, and for another one a
 * moment later (DNS rebinding). So the addresses are checked that the connection goes to. A name is refused when one of them is not
 * public, and when there is none.
 */
export function guardedLookup(lookup: Lookup, refused: (hostname: string, why: string) => Error): Lookup {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, list) => {
      const found = typeof list === 'string' ? [] : (list ?? [])
      const [first] = found
      if (error && !isUnknown(error)) done(error, [])
      else if (!first) done(refused(hostname, 'has no address'), [])
      else if (found.some(({ address }) => isSpecialAddress(address))) done(refused(hostname, 'is no public host'), [])
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
}

/** There is no such name. Other failures of DNS, such as `EAI_AGAIN`, may pass. */
function isUnknown(error: Error): boolean {
  return 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}
