/** What the processes of agent and business have in common: a port, reports to the process that started them, and an end. */
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { toNodeHandler } from 'srvx/node'

type Handler = (request: Request) => Response | Promise<Response>

interface Served {
  /** Takes the connections of the port. It does not listen itself. */
  readonly server: Server
  /** What the line in the terminal says beside the address. */
  readonly note?: string
  /** Called once, when no connection is open any more. */
  readonly close?: () => Promise<void>
}

interface ServerProcessOptions {
  /** Tried first; the next free one counts. With `exactly` no other is tried. */
  readonly port: number
  readonly exactly?: boolean
}

/** To the process that started this one, by the channel of `child_process.fork`. */
type Report =
  /** Connections are taken, and wait until the server is ready. */
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
  let resolve: (server: Server) => void = () => undefined
  const opened = new Promise<Server>((done) => {
    resolve = done
  })
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A broken connection ends by itself.
    socket.on('error', () => undefined)
    void opened.then((target) => target.emit('connection', socket))
  })
  try {
    const origin = await listen(server, port, exactly ? 1 : tried)
    report({ kind: 'listening', origin })
    const served = await open(origin)
    resolve(served.server)
    report({ kind: 'ready', note: served.note ?? '' })
    await ended
    // Streams of agents, and WebSockets, stay open for as long as a page is: they are cut.
    server.close()
    for (const socket of sockets) socket.destroy()
    await served.close?.()
    process.exit(0)
  } catch (error) {
    report({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
}

/** A server of HTTP/1.1. `upgrade` takes requests for a WebSocket. */
export function httpServer(
  handle: Handler,
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): Server {
  // srvx speaks HTTP/1 and HTTP/2 through one interface.
  const server = createHttpServer(toNodeHandler(handle) as RequestListener)
  return upgrade ? server.on('upgrade', upgrade) : server
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
