/** What the processes of agent and business have in common: a port, reports to the process that started them, and an end. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { toNodeHandler } from 'srvx/node'

type Handler = (request: Request) => Response | Promise<Response>

interface Served {
  readonly handle: Handler
  /** What the line in the terminal says beside the address. */
  readonly note?: string
  /** Takes requests for a WebSocket. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Called once, when no request is open any more. */
  readonly close?: () => Promise<void>
}

interface ServerProcessOptions {
  /** Tried first; the next free one counts. With `exactly` no other is tried. */
  readonly port: number
  readonly exactly?: boolean
}

/** To the process that started this one, by the channel of `child_process.fork`. */
type Report =
  /** Connections are taken; requests wait until the server is ready. */
  | { readonly kind: 'listening'; readonly origin: string }
  | { readonly kind: 'ready'; readonly note: string }
  | { readonly kind: 'failed'; readonly reason: string }

const host = '127.0.0.1'

/** Ports that are tried, one after another, before the system chooses one. */
const tried = 50

/**
 * Serves until the parent process closes the channel, or ends in whatever way. Ctrl-C reaches all processes of a terminal
 * and is left to the parent.
 */
export async function runServer(
  { port, exactly = false }: ServerProcessOptions,
  open: (origin: string) => Promise<Served>,
): Promise<void> {
  // The parent may be gone by now: then nobody has to know.
  const report = (message: Report): void => {
    if (process.connected) process.send?.(message, () => undefined)
  }
  const ended = new Promise<void>((done) => process.once('disconnect', done))
  process.on('SIGINT', () => undefined)
  let resolve: (served: Served) => void = () => undefined
  const opened = new Promise<Served>((done) => {
    resolve = done
  })
  const answer = toNodeHandler(async (request) => (await opened).handle(request))
  const upgraded = new Set<Duplex>()
  // srvx speaks HTTP/1 and HTTP/2 through one interface.
  const server = createServer(answer as RequestListener)
  try {
    const origin = await listen(server, port, exactly ? 1 : tried)
    report({ kind: 'listening', origin })
    const served = await open(origin)
    server.on('upgrade', (request, socket, head) => {
      upgraded.add(socket)
      socket.once('close', () => upgraded.delete(socket))
      if (served.upgrade) served.upgrade(request, socket, head)
      else socket.destroy()
    })
    resolve(served)
    report({ kind: 'ready', note: served.note ?? '' })
    await ended
    await closeServer(server, upgraded)
    await served.close?.()
    process.exit(0)
  } catch (error) {
    report({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
}

async function listen(server: Server, port: number, attempts: number): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await listenAt(server, port + attempt)) return originOf(server)
  }
  if (attempts === 1) throw new Error(`Port ${port} is taken.`)
  await listenAt(server, 0)
  return originOf(server)
}

/** Whether the port could be had. */
function listenAt(server: Server, port: number): Promise<boolean> {
  return new Promise((done, fail) => {
    const refused = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(false)
      else fail(error)
    }
    server.once('error', refused)
    server.listen(port, host, () => {
      server.off('error', refused)
      done(true)
    })
  })
}

function originOf(server: Server): string {
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

/** Streams of agents, and WebSockets, stay open for as long as a page is: they are cut. */
function closeServer(server: Server, upgraded: Iterable<Duplex>): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
    for (const socket of upgraded) socket.destroy()
  })
}
