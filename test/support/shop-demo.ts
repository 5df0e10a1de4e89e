// The demo's shop and the agent that shops there, each behind a real HTTP server on loopback, with what both were asked.
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from 'srvx/node'
import { createShopAgent, type ShopAgentOptions } from '../../demo/shop/agent/agent.ts'
import { createShop, type ShopOptions } from '../../demo/shop/business.ts'
import { shopProducts } from '../../demo/shop/products.ts'
import type { Store, StoredProduct } from '../../src/commerce/business/index.ts'
import { postgresStore } from '../../src/commerce/postgres/index.ts'
import { type Handler, logRequests, type RequestLog } from './request-log.ts'

export interface ServedLog extends Pick<RequestLog, 'requests' | 'clear'> {
  readonly origin: string
  /** Takes the place of the handler; the log goes on. */
  readonly handle: (handler: Handler) => void
  /** Connections are refused until `start`. */
  readonly stop: () => Promise<void>
  /** On the same port. */
  readonly start: () => Promise<void>
}

export interface ShopDemo {
  readonly agent: ServedLog
  readonly shop: ServedLog
  /** Milliseconds since 1970, as the shop has it. */
  readonly clock: { now: number }
  readonly close: () => Promise<void>
}

export interface ShopDemoOptions {
  readonly agent?: Partial<ShopAgentOptions>
  readonly shop?: Partial<ShopOptions>
  /** Address that the agent is notified of the shop, such as that of a relay in front of it. Default: the shop's. */
  readonly relayed?: (origin: string) => string
}

/** The pause between two cards is 5 ms unless the options say otherwise, and errors throw the test. */
export async function openShopDemo(options: ShopDemoOptions = {}): Promise<ShopDemo> {
  const [agent, shop] = [await serveLogged(), await serveLogged()]
  const clock = { now: Date.parse('2026-05-01T12:00:00Z') }
  const store = options.shop?.store ? undefined : await serverStore(options.shop?.products ?? shopProducts(shop.origin))
  shop.handle(createShop({ origin: shop.origin, now: () => clock.now, ...(store && { store }), ...options.shop }))
  const address = options.relayed?.(shop.origin) ?? shop.origin
  agent.handle(createShopAgent({ origin: agent.origin, shop: address, pause: 5, retryDelay: 5, ...options.agent }))
  return {
    ...{ agent, shop, clock },
    close: async () => {
      await Promise.all([agent.stop(), shop.stop()])
      await store?.close()
    },
  }
}

/** `npm run postgres` sets DATABASE_URL: then the shop's products and carts are on that server, in tables of its own. */
async function serverStore(products: readonly StoredProduct[]): Promise<Store | undefined> {
  const url = process.env['DATABASE_URL']
  if (!url) return undefined
  const store = await postgresStore({ url, schema: `test_${randomUUID().replaceAll('-', '')}` })
  await store.saveProducts(products)
  return store
}

async function serveLogged(): Promise<ServedLog> {
  let handler: Handler = () => new Response(null, { status: 404 })
  const log = logRequests((request) => handler(request))
  // It speaks HTTP/1 and HTTP/2 through one interface.
  const answer = toNodeHandler((request: Request) => log.handle(request)) as RequestListener
  let server = createServer(answer)
  const port = await listen(server, 0)
  return {
    ...{ requests: log.requests, clear: log.clear, origin: `http://127.0.0.1:${port}` },
    handle: (next) => {
      handler = next
    },
    stop: () => stop(server),
    start: async () => {
      server = createServer(answer)
      await listen(server, port)
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
