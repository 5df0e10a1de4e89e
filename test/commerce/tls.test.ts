// The least version of TLS in Node, with real servers: the one of the guide, and one that has no TLS 1.3.
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createBusiness, memoryStore } from 'surface-runtime/commerce/business'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectBusiness } from '../../src/commerce/index.ts'
import { serveShop } from '../readme/shop-server.ts'
import { cert, key } from '../support/tls-certificate.ts'
import { products } from './business/products.ts'
import { businessProfile, cart, entries, newest, platformProfile } from './business/shop.ts'

describe('TLS in Node', () => {
  const servers: Server[] = []

  beforeAll(() => {
    // The package's requests trust the certificate of this test.
    const { getBuiltinModule } = process
    const https = getBuiltinModule.call(process, 'node:https') as typeof import('node:https')
    const request = (url: URL, options: object) => https.request(url, { ...options, ca: cert })
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(((name: string) =>
      name === 'node:https' ? { request } : getBuiltinModule.call(process, name)) as never)
  })
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  afterAll(() => void vi.restoreAllMocks())

  async function listen(server: Server): Promise<string> {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return `https://localhost:${(server.address() as AddressInfo).port}`
  }

  it('[CO-26] is 1.3 with the server of the guide: a cart is made', async () => {
    let handle: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
    const origin = await listen(serveShop((request) => handle(request), { key, cert }))
    const profile = businessProfile(origin)
    const business = createBusiness({
      ...{ profile, store: memoryStore(products), allowInsecureLoopback: true },
      fetch: async () => platformProfile({ [cart]: entries(newest) })(new Request(origin)),
    })
    const platform = platformProfile({ [cart]: entries(newest) })
    handle = async (request) => (request.url.endsWith('/platform.json') ? platform(request) : business(request))
    const options = { profile: `${origin}/platform.json`, allowInsecureLoopback: true }
    const found = await connectBusiness(origin, options)
    const order = { line_items: [{ item: { id: 'v-road' }, quantity: 2 }] }
    expect(await found.createCart(order)).toMatchObject({ kind: 'cart', cart: { line_items: [{ quantity: 2 }] } })
  })

  it('[CO-26] of 1.2 is refused, unless it is allowed, which is a warning', async () => {
    const origin = await listen(
      createServer({ key, cert, maxVersion: 'TLSv1.2' }, ({ url = '' }, outgoing) => {
        const document = url.endsWith('platform.json')
          ? { commerce: { version: newest, capabilities: { [cart]: entries(newest) } } }
          : businessProfile('https://localhost')
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
      }),
    )
    const onWarning = vi.fn()
    const options = { profile: `${origin}/platform.json`, allowInsecureLoopback: true, onWarning }
    await expect(connectBusiness(origin, options)).rejects.toMatchObject({ code: 'profile_unreachable' })
    expect(onWarning).not.toHaveBeenCalled()
    expect((await connectBusiness(origin, { ...options, minTls: '1.2' })).version).toBe(newest)
    expect(onWarning.mock.calls).toEqual([['TLS 1.2 is allowed, and the protocol wants 1.3']])
  })
})
