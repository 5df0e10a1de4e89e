// What a platform sends for each operation, over both bindings and in both sets of names.
import { describe, expect, it } from 'vitest'
import type { Business, ConnectOptions } from '../../src/commerce/index.ts'
import {
  type Answer,
  type Asked,
  cart,
  enveloped,
  product,
  profileOf,
  startCounterpart,
  version,
} from './counterpart.ts'

const shop = startCounterpart()
const request = { line_items: [{ item: { id: 'mug' }, quantity: 2 }], context: { address_country: 'US' } }

interface Row {
  readonly name: string
  readonly run: (business: Business) => Promise<unknown>
  /** Method, path and body of the REST binding. */
  readonly rest: readonly [method: string, path: string, body: unknown]
  /** Name and arguments of the tool call, without `meta`. */
  readonly tool: readonly [name: string, args: object]
  readonly answer: object
  readonly changes?: true
  readonly status?: number
}

const list = { products: [product('mug')], pagination: { has_next_page: false } }
const rows: readonly Row[] = [
  {
    ...{
      name: 'createCart',
      run: (business) => business.createCart(request),
      changes: true,
      status: 201,
      answer: cart,
    },
    ...{ rest: ['POST', '/carts', request], tool: ['create_cart', { cart: request }] },
  },
  {
    ...{ name: 'getCart', run: (business) => business.getCart('cart1'), answer: cart },
    ...{ rest: ['GET', '/carts/cart1', undefined], tool: ['get_cart', { id: 'cart1' }] },
  },
  {
    ...{ name: 'updateCart', run: (business) => business.updateCart('cart1', request), changes: true, answer: cart },
    rest: ['PUT', '/carts/cart1', { ...request, id: 'cart1' }],
    tool: ['update_cart', { id: 'cart1', cart: { ...request, id: 'cart1' } }],
  },
  {
    ...{ name: 'cancelCart', run: (business) => business.cancelCart('cart1'), changes: true, answer: cart },
    ...{ rest: ['POST', '/carts/cart1/cancel', {}], tool: ['cancel_cart', { id: 'cart1' }] },
  },
  {
    ...{ name: 'search', run: (business) => business.search({ query: 'mug', filters: { price: { max: 5000 } } }) },
    rest: ['POST', '/catalog/search', { query: 'mug', filters: { price: { max: 5000 } } }],
    tool: ['search_catalog', { catalog: { query: 'mug', filters: { price: { max: 5000 } } } }],
    answer: list,
  },
  {
    ...{ name: 'lookup', run: (business) => business.lookup({ ids: ['mug'] }), answer: list },
    ...{ rest: ['POST', '/catalog/lookup', { ids: ['mug'] }], tool: ['lookup_catalog', { catalog: { ids: ['mug'] } }] },
  },
]

const result =
  (answer: object): ((asked: Asked) => Answer) =>
  (asked) => ({
    body: { jsonrpc: '2.0', id: JSON.parse(asked.body).id, result: { structuredContent: answer } },
  })

describe('over the REST binding', () => {
  it.each(rows)(
    '[CO-11] $name has its method, path, headers and body',
    async ({ run, rest, answer, changes, status }) => {
      const [method, path, body] = rest
      shop.routes.set(`${method} /rest${path}`, { status: status ?? 200, body: enveloped(answer) })
      const outcome = await run(await shop.connect())
      expect(outcome).toMatchObject({ kind: 'line_items' in answer ? 'cart' : 'products', envelope: { version } })
      expect(shop.asked()).toHaveLength(1)
      const [asked] = shop.asked()
      expect(asked?.body === '' ? undefined : JSON.parse(asked?.body ?? '')).toEqual(body)
      expect(asked?.headers).toMatchObject({
        accept: 'application/json',
        'commerce-agent': `profile="${shop.origin}/platform.json"`,
        'request-id': expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      })
      expect(asked?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json')
      if (changes) expect(asked?.headers['idempotency-key']).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      else expect(asked?.headers).not.toHaveProperty('idempotency-key')
    },
  )

  it('[CO-11] has a new key for each change, or the one that the caller has', async () => {
    shop.routes.set('POST /rest/carts', { status: 201, body: enveloped(cart) })
    const business = await shop.connect()
    for (const options of [{}, {}, { idempotencyKey: 'mine' }]) await business.createCart(request, options)
    const keys = shop.asked().map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe('mine')
  })

  it.each([
    ['a/b?c#d', '/rest/carts/a%2Fb%3Fc%23d'],
    ['ä', '/rest/carts/%C3%A4'],
  ])('[CO-11] keeps the id %s within its segment of the path', async (id, path) => {
    shop.routes.set(path, { body: enveloped({ ...cart, id }) })
    expect(await (await shop.connect()).getCart(id)).toMatchObject({ kind: 'cart', id })
  })

  it.each(['', '.', '..'])('[CO-11] sends no id "%s", which would lead to another path', async (id) => {
    await expect((await shop.connect()).cancelCart(id)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(shop.asked()).toHaveLength(0)
  })

  it.each([
    [{ line_items: [{ item: { id: 'mug' }, quantity: 0 }] }, '/line_items/0/quantity must be at least 1'],
    [{ line_items: [{ item: {}, quantity: 1 }] }, '/line_items/0/item/id is missing'],
    [{}, '/line_items is missing'],
  ])('[CO-16] does not send %j', async (body, fault) => {
    const created = (await shop.connect()).createCart(body as never)
    await expect(created).rejects.toMatchObject({ code: 'invalid_request', content: expect.stringContaining(fault) })
    expect(shop.asked()).toHaveLength(0)
  })
})

describe('over the tool-call binding', () => {
  it.each(rows)(
    '[CO-20] $name is a JSON-RPC call with the agent in its meta',
    async ({ run, tool, answer, changes }) => {
      shop.routes.set('POST /tools', result(enveloped(answer)))
      const outcome = await run(await shop.connect({ binding: 'tools' }))
      expect(outcome).toMatchObject({ kind: 'line_items' in answer ? 'cart' : 'products' })
      const [asked] = shop.asked()
      const { params, ...call } = JSON.parse(asked?.body ?? '')
      const { meta, ...args } = params.arguments
      expect(call).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/call' })
      expect([params.name, args]).toEqual(tool)
      expect(meta['commerce-agent']).toEqual({ profile: `${shop.origin}/platform.json` })
      expect(asked?.headers['commerce-agent']).toBe(`profile="${shop.origin}/platform.json"`)
      expect(meta['idempotency-key']).toBe(changes && asked?.headers['idempotency-key'])
      expect('idempotency-key' in meta).toBe(changes === true)
    },
  )

  it.each<[string, (answer: object) => unknown]>([
    ['the answer itself', (answer) => answer],
    ['structured content', (answer) => ({ structuredContent: answer })],
    ['a text of JSON', (answer) => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] })],
  ])('[CO-20] reads a result that is %s', async (_, wrap) => {
    shop.routes.set('/tools', { body: { jsonrpc: '2.0', id: 1, result: wrap(enveloped(cart)) } })
    expect(await (await shop.connect({ binding: 'tools' })).getCart('cart1')).toMatchObject({ kind: 'cart', cart })
  })

  const rpc = (error: object, status = 200): Answer => ({ status, body: { jsonrpc: '2.0', id: 1, error } })
  it.each<[Answer, object]>([
    [
      rpc({ code: -32001, message: 'x', data: { code: 'version_unsupported', content: 'y' } }),
      { code: 'version_unsupported', status: 422, content: 'y' },
    ],
    [rpc({ code: -32001, message: 'profile_malformed' }), { code: 'profile_malformed', status: 422 }],
    [
      rpc({ code: -32000, message: 'x', data: { code: 'key_not_found' } }, 401),
      { code: 'key_not_found', status: 401, content: 'x' },
    ],
    [rpc({ code: -32602, message: 'bad' }), { code: 'invalid_request', status: 400, content: 'bad' }],
    [rpc({ code: -32603, message: '' }, 500), { code: 'internal_error', status: 500 }],
    [
      { status: 403, body: { code: 'permission_denied', content: 'no' } },
      { code: 'permission_denied', status: 403, content: 'no' },
    ],
    [{ status: 401 }, { code: 'authentication_required', status: 401 }],
    [{ body: { hello: 1 } }, { code: 'response_malformed' }],
    [{ body: { id: 1, result: enveloped(cart) } }, { code: 'response_malformed' }],
    [{ body: { jsonrpc: '2.0', id: 2, result: enveloped(cart) } }, { code: 'response_malformed' }],
    [{ body: '[' }, { code: 'response_malformed' }],
    [{ body: { jsonrpc: '2.0', id: 1, result: { content: [{ text: 'oops' }] } } }, { code: 'response_malformed' }],
    [{ body: { jsonrpc: '2.0', id: 1, result: null } }, { code: 'response_malformed' }],
  ])('[CO-20] takes %j for an error', async (answer, error) => {
    shop.routes.set('/tools', answer)
    await expect((await shop.connect({ binding: 'tools' })).getCart('cart1')).rejects.toMatchObject(error)
  })
})

describe('in the names of public servers', () => {
  it.each<[ConnectOptions['binding'], string]>([
    ['rest', '/rest/carts/cart1'],
    ['tools', '/mcp'],
  ])('[CO-21] a cart is updated over %s', async (binding = 'rest', path) => {
    const answer = enveloped(cart, undefined, 'ucp')
    shop.routes.set('/.well-known/ucp', { body: profileOf(shop.origin, {}, 'ucp') })
    shop.routes.set('/platform.json', { body: profileOf(shop.origin, {}, 'ucp') })
    shop.routes.set(path, binding === 'rest' ? { body: answer } : result(answer))
    const business = await shop.connect({ wireFormat: 'ucp', binding })
    expect(business.capabilities).toHaveProperty(['dev.ucp.shopping.cart'], version)
    expect(await business.updateCart('cart1', request)).toMatchObject({ kind: 'cart' })
    const asked = shop.asked(path)[0]
    expect(asked?.headers['ucp-agent']).toBe(`profile="${shop.origin}/platform.json"`)
    expect(asked?.headers).not.toHaveProperty('commerce-agent')
    const body = JSON.parse(asked?.body ?? '')
    if (binding === 'rest') expect(body).toEqual(request)
    else expect(body.params.arguments).toMatchObject({ id: 'cart1', meta: { 'ucp-agent': {} } })
  })
})
