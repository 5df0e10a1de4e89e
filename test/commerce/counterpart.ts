// A business on loopback that answers whatever a test wants it to, and remembers what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Business, type ConnectOptions, connectBusiness } from '../../src/commerce/index.ts'

export const version = '2026-01-11'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** `body`: JSON unless it is a text or bytes. `cut`: the connection ends after the headers. */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly cut?: boolean
}

type Route = Answer | ((asked: Asked) => Answer | Promise<Answer>)

export interface Counterpart {
  readonly origin: string
  /** `METHOD /path` or a path → the answer. An array: one after another, the last one for ever. */
  readonly routes: Map<string, Route | Route[]>
  /** Requests but for the profiles, unless they are asked for. */
  readonly asked: (path?: string) => readonly Asked[]
  readonly connect: (options?: Partial<ConnectOptions>) => Promise<Business>
}

const names = ['shopping.cart', 'shopping.catalog.search', 'shopping.catalog.lookup']

/** A profile of the newer shape, with whatever else it should have. */
export function profileOf(origin: string, more: object = {}, member = 'commerce'): unknown {
  const entry = { version, spec: `https://${member}.dev/spec`, schema: `https://${member}.dev/schema.json` }
  const transports = member === 'ucp' ? ['rest', 'mcp'] : ['rest', 'tools']
  const bindings = transports.map((transport) => ({ version, transport, endpoint: `${origin}/${transport}` }))
  const capabilities = Object.fromEntries(names.map((name) => [`dev.${member}.${name}`, [entry]]))
  return { [member]: { version, services: { [`dev.${member}.shopping`]: bindings }, capabilities, ...more } }
}

/** One server for the tests of a file; its routes begin anew with each. */
export function startCounterpart(): Counterpart {
  const routes: Counterpart['routes'] = new Map()
  const asked: Asked[] = []
  const server = createServer((request, response) => void answer(request, response))
  let origin = ''

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [method = '', path = ''] = [request.method, request.url]
    let body = ''
    for await (const chunk of request) body += chunk
    const question = { method, path, body, headers: request.headers as Asked['headers'] }
    asked.push(question)
    const route = routes.get(`${method} ${path}`) ?? routes.get(path) ?? { status: 404 }
    const next = Array.isArray(route) ? ((route.length > 1 ? route.shift() : route[0]) ?? {}) : route
    send(response, typeof next === 'function' ? await next(question) : next)
  }

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    routes.clear()
    routes.set('/.well-known/commerce', { body: profileOf(origin) })
    routes.set('/platform.json', { body: profileOf(origin) })
    asked.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const isProfile = (path: string): boolean => path.startsWith('/.well-known') || path.startsWith('/platform')
  return {
    get origin() {
      return origin
    },
    routes,
    asked: (path) => asked.filter((one) => (path === undefined ? !isProfile(one.path) : one.path === path)),
    connect: (options) =>
      connectBusiness(origin, {
        ...{ profile: `${origin}/platform.json`, allowInsecureLoopback: true, retryDelay: 1, ...options },
      }),
  }
}

function send(response: ServerResponse, { status = 200, headers, body = '', cut }: Answer): void {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(cut && { 'content-length': '999' }),
    ...headers,
  })
  if (cut) response.write(text, () => response.destroy())
  else response.end(text)
}

/** Envelope and resource of an answer. */
export function enveloped(resource: object, status?: 'error', member = 'commerce'): object {
  const capabilities = { [`dev.${member}.shopping.cart`]: [{ version }] }
  return { [member]: { version, capabilities, ...(status && { status }) }, ...resource }
}

export const line = { id: 'line1', item: { id: 'mug', title: 'Mug', price: 1250 }, quantity: 2 }

export const cart = {
  ...{ id: 'cart1', line_items: [line], currency: 'USD' },
  totals: [
    { type: 'subtotal', amount: 2500 },
    { type: 'total', amount: 2500 },
  ],
}

const price = { amount: 1250, currency: 'USD' }

/** A product of one variant. */
export function product(id: string, more: object = {}): object {
  const variants = [{ id: `${id}-v`, title: id, price, availability: { available: true } }]
  return { id, title: id, description: { plain: id }, price_range: { min: price, max: price }, variants, ...more }
}
