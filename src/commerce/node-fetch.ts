/** A `fetch` over Node's own `https`: there the least version of TLS can be set, and the global `fetch` has no option for it. */
import { CommerceError } from './error.ts'

export interface Found {
  readonly address: string
  readonly family: number
}

/** `dns.lookup`: with `all` a list is given, else one address and its family. */
export type Lookup = (
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
  end(body?: Uint8Array): unknown
}

export interface ConnectionOptions {
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3'
  /** `false`: a connection for each request. Default: those of the process. */
  readonly agent?: false
  /** Default: `dns.lookup`. */
  readonly lookup?: Lookup
}

interface RequestOptions extends ConnectionOptions {
  readonly method: string
  readonly headers: object
  readonly signal: AbortSignal | null
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:https'): { request(url: URL, options: RequestOptions): Request }
  getBuiltinModule?(name: 'node:dns'): { readonly lookup: Lookup }
}

/** Node's modules; undefined where the runtime has none, as in a browser. */
export function nodeModules(): Required<NodeProcess>['getBuiltinModule'] | undefined {
  const { process } = globalThis as { readonly process?: NodeProcess }
  return process?.getBuiltinModule?.bind(process)
}

/**
 * One request to an `https` address, with a body of bytes or none. Redirects are not followed. Rejects with what the
 * connection failed of, and with `profile_unreachable` or `network_failed` for an answer that is none.
 *
 * @param code Of an answer that is none.
 */
export function nodeFetch(
  url: URL,
  { method = 'GET', headers: given, body, signal = null }: RequestInit,
  connection: ConnectionOptions,
  code: 'profile_unreachable' | 'network_failed',
): Promise<Response> {
  const modules = nodeModules()
  if (!modules) throw new TypeError('This runtime has no node:https')
  const { request } = modules('node:https')
  // Nothing here takes a body out of a packed one.
  const headers = { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(given)) }
  return new Promise<Response>((resolve, reject) => {
    const sent = request(url, { method, headers, signal, ...connection })
    sent.on('error', reject)
    sent.on('response', (message) => {
      // An error that a listener throws would end the process.
      try {
        resolve(responseOf(message))
      } catch (cause) {
        message.destroy()
        reject(new CommerceError(code, `${url.hostname} gave no valid answer`, { cause }))
      }
    })
    // Has no effect after an answer. A connection that changes its protocol (101) gives no answer.
    sent.on('close', () => reject(new CommerceError(code, `${url.hostname} closed the connection`)))
    sent.end(body instanceof Uint8Array ? body : undefined)
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
