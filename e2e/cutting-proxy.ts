// Stands between the page and the server, and can cut a stream in the middle of a line.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CuttingProxy {
  readonly origin: string
  /** Holds the next stream where this text first comes. */
  readonly holdAt: (text: string) => void
  /** Resolves when the stream is held. */
  readonly held: () => Promise<void>
  /** Sends half of what is held, and cuts the connection. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

export async function createCuttingProxy(target: string): Promise<CuttingProxy> {
  let wanted: string | undefined
  let cut: () => void = () => undefined
  let onHold: () => void = () => undefined
  let held = new Promise<void>(() => undefined)

  function forward(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url, headers } = asked
    const onward = request(new URL(url ?? '/', target), { method, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      const streaming = response.headers['content-type'] === 'text/event-stream'
      let holding = false
      response.on('data', (chunk: Buffer) => {
        if (holding) return
        const text = chunk.toString()
        if (!streaming || wanted === undefined || !text.includes(wanted)) {
          answer.write(chunk)
          return
        }
        holding = true
        const middle = text.indexOf(wanted) + Math.floor(wanted.length / 2)
        wanted = undefined
        cut = () => answer.write(text.slice(0, middle), () => answer.destroy())
        onHold()
      })
      response.on('end', () => !holding && answer.end())
      answer.on('close', () => onward.destroy())
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }

  const server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAt(text) {
      wanted = text
      held = new Promise((resolve) => {
        onHold = resolve
      })
    },
    held: () => held,
    cut: () => cut(),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
