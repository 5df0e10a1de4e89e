// A web-standard handler behind a real HTTP server on loopback.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Handler = (request: Request) => Response | Promise<Response>

export interface Served {
  readonly origin: string
  /** Takes the place of the handler that was given. */
  readonly handle: (handler: Handler) => void
  readonly close: () => Promise<void>
}

export async function serve(handler: Handler = () => new Response(null, { status: 404 })): Promise<Served> {
  let handle = handler
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    answer(incoming, outgoing, handle).catch((error) => outgoing.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    handle: (next) => {
      handle = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, handle: Handler): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
    ...(hasBody && { body: streamOf(incoming), duplex: 'half' }),
  } as RequestInit)
  const response = await handle(request)
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = incoming[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const part = await parts.next()
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      },
      async cancel() {
        // What is not wanted is read all the same: a client that still sends would miss the answer.
        while (!(await parts.next()).done);
      },
    },
    { highWaterMark: 0 },
  )
}
