// Credentials, rates, failures, and what cannot be served at all.
import { credentials, memoryStore } from 'surface-runtime/commerce/business'
import { describe, expect, it } from 'vitest'
import { products } from './products.ts'
import { businessProfile, entries, line, newest, older, openShop } from './shop.ts'

interface Tool {
  readonly name: string
  readonly inputSchema: { readonly properties: object }
}

const order = { line_items: [line('v-road')] }

describe('credentials, rates and failures', () => {
  it('[CB-50] an API key or a token is asked for: 401 without, 403 without permission', async () => {
    const shop = await openShop({
      authenticate: credentials({
        apiKeys: { good: { kind: 'client', id: 'a' }, weak: { kind: 'forbidden' } },
        bearer: (token, operation) =>
          token === 'reader' && operation !== 'getCart'
            ? { kind: 'forbidden' }
            : token === 'other'
              ? { kind: 'client', id: 'b' }
              : { kind: 'unauthenticated' },
        publicOperations: ['search'],
      }),
    })
    const tried = async (headers: Record<string, string>): Promise<readonly unknown[]> => {
      const { status, json, headers: got } = await shop.call('POST', '/carts', order, headers)
      return [status, json.code, got.get('www-authenticate')]
    }
    const refused = [401, 'authentication_required', 'Bearer']
    for (const headers of [
      {},
      { 'X-API-Key': 'bad' },
      { 'X-API-Key': 'constructor' },
      { Authorization: 'Bearer bad' },
      { Authorization: 'Basic YTpi' },
      { Authorization: 'Bearer' },
    ])
      expect(await tried(headers as Record<string, string>)).toEqual(refused)
    for (const headers of [{ 'X-API-Key': 'weak' }, { Authorization: 'Bearer reader' }])
      expect(await tried(headers as Record<string, string>)).toEqual([403, 'permission_denied', null])
    expect(await tried({ 'X-API-Key': 'good' })).toEqual([201, undefined, null])
    expect((await shop.call('POST', '/catalog/search', { query: 'shoe' })).status).toBe(200)
    expect((await shop.call('POST', '/catalog/search', { query: 'shoe' }, { 'X-API-Key': 'bad' })).status).toBe(401)
    const tool = await shop.tool('create_cart', { cart: order })
    expect([tool.status, tool.json.error.data.code]).toEqual([401, 'authentication_required'])
    const rpc = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }
    const listed = await (await fetch(`${shop.origin}/commerce/tools`, rpc)).json()
    const { methods } = (await shop.call('GET', '/schemas/openrpc.json')).json as unknown as {
      methods: readonly { name: string; params: readonly { name: string; schema: unknown }[] }[]
    }
    // It tells what everybody may read in the document.
    const shapes = methods.map(({ name, params }) => [name, Object.fromEntries(params.map((p) => [p.name, p.schema]))])
    expect(listed.result.tools.map((tool: Tool) => [tool.name, tool.inputSchema.properties])).toEqual(shapes)

    const { json } = await shop.call('POST', '/carts', order, { 'X-API-Key': 'good', 'Idempotency-Key': 'k' })
    const foreign = await shop.call('GET', `/carts/${json.id}`, undefined, { Authorization: 'Bearer other' })
    expect(foreign.json.messages[0].code).toBe('not_found')
    const other = await shop.call('POST', '/carts', order, { Authorization: 'Bearer other', 'Idempotency-Key': 'k' })
    expect([other.status, other.json.id === json.id]).toEqual([201, false])
    await shop.close()
  })

  it('[CB-51] more requests than the rate are 429 with Retry-After, and come back with time', async () => {
    const shop = await openShop({ rateLimit: { requests: 3, seconds: 60 } })
    const get = async (more = ''): Promise<readonly unknown[]> => {
      const { status, json, headers } = await shop.call(
        'GET',
        '/carts/x',
        undefined,
        more ? { 'Commerce-Agent': `profile="${shop.profile}${more}"` } : {},
      )
      return [status, json.code, headers.get('retry-after')]
    }
    const served = [200, undefined, null]
    expect([await get(), await get(), await get()]).toEqual([served, served, served])
    expect(await get()).toEqual([429, 'rate_limited', '20'])
    expect((await get('?other'))[0]).toBe(429)
    shop.clock.now += 20_000
    expect([await get(), await get()]).toEqual([served, [429, 'rate_limited', '20']])
    await shop.close()
  })

  it('[CB-51] refused credentials cost the platform that they name nothing; a known client has a count of its own', async () => {
    const apiKeys = { a: { kind: 'client', id: 'a' }, b: { kind: 'client', id: 'b' } } as const
    const shop = await openShop({ rateLimit: { requests: 2, seconds: 60 }, authenticate: credentials({ apiKeys }) })
    const get = async (key: string): Promise<number> =>
      (await shop.call('GET', '/carts/x', undefined, { 'X-API-Key': key })).status
    expect([await get('bad'), await get('bad'), await get('bad')]).toEqual([401, 401, 401])
    expect([await get('a'), await get('a'), await get('a'), await get('b')]).toEqual([200, 200, 429, 200])
    await shop.close()
  })

  it('[CB-51] the host may say who asks: counted before credentials, and tools/list too', async () => {
    const keyOf = (request: Request): string => request.headers.get('x-from') ?? ''
    const authenticate = credentials({ publicOperations: ['getCart'] })
    const shop = await openShop({ rateLimit: { requests: 2, seconds: 60, keyOf }, authenticate })
    const get = async (from: string, key?: string): Promise<number> =>
      (
        await shop.call('GET', '/carts/x', undefined, {
          'X-From': from,
          ...(key !== undefined && { 'X-API-Key': key }),
        })
      ).status
    expect([await get('a', 'bad'), await get('a', 'bad'), await get('a', 'bad')]).toEqual([401, 401, 429])
    expect([await get('b'), await get('b'), await get('b')]).toEqual([200, 200, 429])
    const list = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', headers: { 'X-From': 'c' } }
    const listed = async (): Promise<number> => (await fetch(`${shop.origin}/commerce/tools`, list)).status
    expect([await listed(), await listed(), await listed()]).toEqual([200, 200, 429])
    await shop.close()
  })

  it.each([undefined, null, {}, { kind: 'other' }, { kind: 'client' }, { kind: 'client', id: '' }, true])(
    '[CB-58] whatever else authenticate gives lets nobody in: %j',
    async (given) => {
      const shop = await openShop({ authenticate: (async () => given) as never })
      const { status, json } = await shop.call('GET', '/carts/x')
      expect([status, json.code, shop.errors.map(String)]).toEqual([
        500,
        'internal_error',
        [expect.stringContaining('TypeError: authenticate gave')],
      ])
      await shop.close()
    },
  )

  it('[CB-52] a store that fails is 503 with Retry-After, anything else 500; neither tells why', async () => {
    const store = { ...memoryStore(products), cart: async () => Promise.reject(new Error('secret')) }
    const shop = await openShop({ store, continueUrl: (cart) => (cart ? expect.fail('secret') : undefined) })
    const failed = await shop.call('GET', '/carts/cart_AAAAAAAAAAAAAAAAAAAAAA')
    expect([failed.status, failed.json.code, failed.headers.get('retry-after')]).toEqual([
      503,
      'temporarily_unavailable',
      '2',
    ])
    const wrong = await shop.call('POST', '/carts', order)
    expect([wrong.status, wrong.json.code]).toEqual([500, 'internal_error'])
    const tool = await shop.tool('create_cart', { cart: order })
    expect([tool.status, tool.json.error.code]).toEqual([500, -32603])
    expect(failed.text + wrong.text + tool.text).not.toContain('secret')
    expect(shop.errors.map(String)).toEqual([
      expect.stringContaining('secret'),
      expect.stringContaining('secret'),
      expect.stringContaining('secret'),
    ])
    await shop.close()
  })
})

describe('a business that cannot be served', () => {
  it.each<readonly [string, () => unknown, string]>([
    ['no profile', () => openShop({ profile: {} }), 'commerce'],
    ['an endpoint without https', () => openShop({ profile: businessProfile('http://shop.example') }), 'https'],
    [
      'a capability of others',
      () =>
        openShop({
          profile: businessProfile('https://a.example', newest, { capabilities: { 'com.acme.x': entries(newest) } }),
        }),
      'authority',
    ],
    [
      'a version under another name',
      () => openShop({ versions: { [older]: businessProfile('https://a.example') } }),
      older,
    ],
    [
      'a binding without schema',
      () => {
        const rest = { version: newest, transport: 'rest', endpoint: 'https://a.example/rest' }
        return openShop({ profile: businessProfile('https://a.example', newest, { services: { 'a.b': [rest] } }) })
      },
      'The rest binding of "a.b" has no schema',
    ],
    ['an origin with a path', () => openShop({ origins: ['https://a.example/'] }), 'is no origin'],
    ['records that are gone too soon', () => openShop({ answerLifetime: 86_399_999 }), '24 hours'],
  ])('[CB-54] with %s is a TypeError', async (_, open, reason) => {
    await expect(open()).rejects.toThrow(TypeError)
    await expect(open()).rejects.toThrow(reason)
  })
})
