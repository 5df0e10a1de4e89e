// The network of the samples: addresses such as https://agent.example are answered in this process, and no request leaves it.
import http2 from 'node:http2'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, Server } from 'node:net'
import { vi } from 'vitest'
import { cert } from '../../support/tls-certificate.ts'
import type { Reader } from './run.ts'

export type Handler = (request: Request) => Response | Promise<Response>

/** Where a page is: relative addresses are of this origin. */
export const page = 'https://chat.example'

/** Answers `fetch` by origin, until the run is over. The list gets every request. Another origin fails, as without a network. */
export function answer(reader: Reader, handlers: { readonly [origin: string]: Handler }): readonly Request[] {
  const requests: Request[] = []
  reader.owns({
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input instanceof Request ? input : new URL(String(input), page), init)
      requests.push(request.clone())
      const handler = handlers[new URL(request.url).origin]
      if (!handler) throw new TypeError(`Nobody answers at ${request.url}`)
      const response = await handler(request)
      // As `fetch` does: readers look at where an answer came from.
      return Object.defineProperty(response, 'url', { value: request.url })
    },
  })
  return requests
}

/** Servers of the samples listen on free ports of loopback, whatever port they name, and end with the run. */
export function listenOnFreePorts(reader: Reader): readonly Server[] {
  const servers: Server[] = []
  const listen = Server.prototype.listen
  const spy = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given: unknown[]) {
    servers.push(this)
    const called = given.filter((one) => typeof one === 'function')
    return Reflect.apply(listen, this, [0, '127.0.0.1', ...called])
  })
  reader.after(async () => {
    spy.mockRestore()
    for (const server of servers) {
      if ('closeAllConnections' in server) (server as https.Server).closeAllConnections()
      server.close()
    }
  })
  return servers
}

export async function portOf(server: Server | undefined): Promise<number> {
  if (!server) throw new Error('no server was started')
  if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

/** Connections over TLS to any host lead to this port of loopback, whose certificate they trust. `fetch` is not among them. */
export function leadTls(reader: Reader, port: number): void {
  const there = `https://localhost:${port}`
  const { request } = https
  const { connect } = http2
  https.request = ((url: URL, { agent, ...options }: https.RequestOptions, ...rest: never[]) => {
    const shown = agent instanceof https.Agent ? agent.options : {}
    const trusting = new https.Agent({ ...shown, keepAlive: false, ca: cert })
    return request(new URL(url.pathname + url.search, there), { ...options, agent: trusting }, ...rest)
  }) as typeof request
  http2.connect = ((_authority: string, options: object, ...rest: never[]) =>
    connect(there, { ...options, ca: cert }, ...rest)) as typeof connect
  syncBuiltinESMExports()
  reader.after(() => {
    https.request = request
    http2.connect = connect
    syncBuiltinESMExports()
  })
}
