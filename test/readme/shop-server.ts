// The server of a shop, as the guide has it: Node's own, with the protocol's version of TLS.
import { createServer, type Server, type ServerOptions } from 'node:https'
import { Readable } from 'node:stream'
import type { BusinessHandler } from 'surface-runtime/commerce/business'

export function serveShop(handle: BusinessHandler, { key, cert }: ServerOptions): Server {
  return createServer({ key, cert, minVersion: 'TLSv1.3' }, async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const body = /^(?:GET|HEAD)$/.test(method) ? null : Readable.toWeb(incoming)
    const init = { method, headers: headers as Record<string, string>, body, duplex: 'half' } as RequestInit
    const answer = await handle(new Request(`https://${headers.host}${url}`, init))
    outgoing.writeHead(answer.status, [...answer.headers].flat())
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
}
