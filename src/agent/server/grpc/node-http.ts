/** Requests of Node's servers, of HTTP/1.1 and HTTP/2 → the web-standard handler, and its answers back. */
import { Readable } from 'node:stream'
import { addressIn } from '../../../shared/http/shown-address.ts'
import { type Connection, clientCertificate } from '../../../shared/oauth/client-certificate.ts'
import type { NodeListener, NodeRequest, NodeResponse } from './options.ts'

/** The address of a request, or `undefined` for a `Host` or `:authority` that is none. */
export function addressOf(request: NodeRequest): URL | undefined {
  const { socket, headers } = request
  const authority = headers[':authority'] ?? headers.host
  const path = request.url ?? ''
  // Anything else would take the place of the path, or the path that of the authority.
  if (typeof authority !== 'string' || !/^[^\s/?#@\\]+$/.test(authority) || !/^\/(?!\/)/.test(path)) return undefined
  return addressIn(`${'encrypted' in socket && socket.encrypted ? 'https' : 'http'}://${authority}${path}`)
}

/** The headers as the web has them. `undefined`: one has a value that no header can have. */
export function headersOf({ rawHeaders }: NodeRequest): Headers | undefined {
  const headers = new Headers()
  try {
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] ?? ''
      if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] ?? '')
    }
  } catch {
    return undefined
  }
  return headers
}

/** What TLS knows of the client. */
export function connectionOf({ socket }: NodeRequest): Connection {
  return { certificate: clientCertificate(socket) }
}

export function listenerOf(handle: (request: Request, connection: Connection) => Promise<Response>): NodeListener {
  return (request, response) => {
    const [url, headers] = [addressOf(request), headersOf(request)]
    if (!url || !headers) return refuse(request, response, 400)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const { method = 'GET' } = request
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const init = {
      ...{ method, headers, signal: left.signal },
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
    }
    const asked = requestOf(url, init)
    if (!asked) return refuse(request, response, 501)
    handle(asked, connectionOf(request))
      .then((answer) => writeResponse(response, answer))
      .catch(() => response.destroy())
  }
}

/** `undefined` for a method that requests of the web do not have, such as TRACE. */
function requestOf(url: URL, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init)
  } catch {
    return undefined
  }
}

/** Answers without reading what still comes. */
export function refuse(request: NodeRequest, response: NodeResponse, status: number): void {
  response.writeHead(status, { 'content-length': '0' })
  response.end()
  request.resume()
}

export async function writeResponse(response: NodeResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  await writeBody(response, answer.body ?? [])
  response.end()
}

/** Writes no more than the other side takes. What is left when it goes away is not read. */
export async function writeBody(
  response: NodeResponse,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of chunks) {
    if (isGone(response)) return
    if (!write(response, chunk)) await drained(response)
  }
}

/** The two kinds of response say the same in two types. */
function write(response: { readonly write: (chunk: Uint8Array) => boolean }, chunk: Uint8Array): boolean {
  return response.write(chunk)
}

function isGone(response: NodeResponse): boolean {
  return response.destroyed || ('stream' in response && response.stream?.destroyed !== false)
}

function drained(response: NodeResponse): Promise<void> {
  if (isGone(response)) return Promise.resolve()
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.on('drain', go)
    response.on('close', go)
  })
}
