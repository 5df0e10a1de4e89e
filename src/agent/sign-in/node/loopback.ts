/** The way of a program to an authorization server and back: the browser of the user, and a port of this machine (RFC 8252, 7.3). */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressIn } from '../../../shared/http/shown-address.ts'
import type { Redirect } from '../options.ts'

export interface LoopbackOptions {
  /** Shows the address to the user, or opens a browser there. */
  readonly open: (address: string) => void
  /** Default: a free one. The authorization server must then take any port. */
  readonly port?: number
  /** Default: `/callback`. */
  readonly path?: string
  /** What the user reads when the browser is back, as HTML. Default: two sentences. */
  readonly page?: string
}

const usualPage = '<!doctype html><title>Done</title><p>You are back. You can close this page.</p>'

/** Listens on 127.0.0.1 while somebody signs in. Only an answer with the state of this sign-in ends the wait. */
export function loopback({ open, port = 0, path = '/callback', page = usualPage }: LoopbackOptions): Redirect {
  return {
    immediate: true,
    async begin() {
      const server = createServer()
      await new Promise<void>((done, fail) => {
        // Also later: Node ends the process for an error that nobody listens to.
        server.on('error', fail)
        server.listen(port, '127.0.0.1', done)
      })
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      return {
        redirectUri: `http://${host}${path}`,
        open,
        returned: (state, signal) => answer(server, host, path, page, state, signal).finally(() => end(server)),
        close: () => end(server),
      }
    },
  }
}

function answer(
  server: Server,
  host: string,
  path: string,
  page: string,
  state: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    server.on('request', (request, response) => {
      // Some paths, such as `//`, are no address.
      const back = addressIn(request.url ?? '', `http://${host}`)
      // A name that leads here (DNS rebinding) is none of ours.
      const isHere = request.headers.host === host && back?.host === host && back.pathname === path
      const fits = isHere && back.searchParams.get('state') === state
      response.writeHead(fits ? 200 : 400, {
        ...{
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        },
        'content-security-policy': "default-src 'none'",
      })
      response.end(fits ? page : 'This is no answer to a sign-in.', () => fits && resolve(back.search))
    })
  })
}

function end(server: Server): void {
  server.close()
  server.closeIdleConnections()
}
