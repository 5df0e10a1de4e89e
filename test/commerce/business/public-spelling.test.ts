// The business in the spelling of public servers, beside document 000's at the same addresses. Every answer of this file
// is held against the public schemas, where they lie beside the checkout.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBusiness, type Envelope, type Product, type Variant } from '../../../src/commerce/index.ts'
import { describeOutside } from '../../support/outside.ts'
import { publicFaults, publicSchemas } from '../public-schemas.ts'
import { type Body, businessProfile, cart, entries, line, newest, older, openShop, type Shop, search } from './shop.ts'

type Json = Readonly<Record<string, unknown>>

interface Detail extends Product {
  readonly selected: readonly Json[]
  readonly options: readonly [Option, Option]
  readonly variants: readonly [Variant, ...Variant[]]
}

interface Option {
  readonly name: string
  readonly values: readonly { readonly label: string; readonly exists?: boolean }[]
}

/** As it is expected: a missing member fails the test that looks for it. */
interface PublicBody extends Body {
  readonly ucp: Envelope
  readonly product: Detail
  readonly result: Body['result'] & {
    readonly protocolVersion: string
    readonly structuredContent: PublicBody
    readonly content: readonly [{ readonly text: string }]
    readonly tools: readonly [{ readonly name: string; readonly inputSchema: { readonly properties: { meta: Json } } }]
  }
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: PublicBody
}

const publicCart = 'dev.ucp.shopping.cart'
const publicNames = [publicCart, 'dev.ucp.shopping.catalog.search', 'dev.ucp.shopping.catalog.lookup']
const order = { line_items: [line('v-road')] }

const faults = publicFaults()

describeOutside(publicSchemas, 'answers are validated', () => {
  it('and what is no cart has faults', () => expect(faults('shopping/cart.json', {})).not.toEqual([]))
})

describe('the public spelling', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop({ continueUrl: () => 'https://shop.example/help' })
    shop.platform.handle(({ url }) => {
      const version = new URL(url).searchParams.get('version') ?? newest
      const member = (names: readonly string[]): Json => ({
        ...{ version, services: {}, payment_handlers: {} },
        capabilities: Object.fromEntries(names.map((name) => [name, [{ version }]])),
      })
      return Response.json({ ucp: member(publicNames), commerce: member([cart, search]) })
    })
  })
  afterAll(() => shop.close())

  /** `schema`: of the answer. */
  async function call(
    method: string,
    path: string,
    body: unknown,
    schema: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const headers = { 'UCP-Agent': `profile="${shop.profile}"`, 'Commerce-Agent': null, ...more }
    const { status, headers: got, json } = await shop.call(method, path, body, headers)
    expect(faults(schema, json)).toEqual([])
    return { status, headers: got, json: json as unknown as PublicBody }
  }

  /** A JSON-RPC call as an MCP client sends it. */
  async function rpc(method: string, params: Json = {}, id: unknown = 1): Promise<Answer> {
    const response = await fetch(`${shop.origin}/commerce/tools`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, params }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) }
  }

  const tool = (name: string, given: Json, meta: Json = { 'ucp-agent': { profile: shop.profile } }): Promise<Answer> =>
    rpc('tools/call', { name, arguments: { meta, ...given } })

  const refused = 'shopping/types/error_response.json'
  const found = 'shopping/catalog_search.json#/$defs/search_response'
  const lookedUp = 'shopping/catalog_lookup.json#/$defs/lookup_response'
  const detail = 'shopping/catalog_lookup.json#/$defs/get_product_response'

  it('[CB-70] a profile stands at both well-known addresses, each in its spelling', async () => {
    const key = { kid: 'k', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }
    const gift = 'com.acme.gift'
    const capabilities = {
      [cart]: entries(newest),
      [gift]: [{ version: newest, spec: 'https://acme.com/g', schema: 'https://acme.com/g.json', extends: cart }],
      'com.acme.loyalty': [{ version: newest, spec: 'https://acme.com/l', schema: 'https://acme.com/l.json' }],
    }
    const own = await openShop({
      profile: businessProfile('https://shop.example', newest, {
        ...{ capabilities, signing_keys: [key], payment_handlers: { 'com.acme.pay': [{ id: 'p', version: newest }] } },
      }),
      versions: { [older]: businessProfile('https://shop.example', older) },
      operations: { 'com.acme.loyalty': {} },
    })
    const [seed, ucp] = [await own.call('GET', '/.well-known/commerce'), await own.call('GET', '/.well-known/ucp')]
    expect(Object.keys(JSON.parse(seed.text))).toEqual(['commerce', 'supported_versions'])
    const at = 'https://shop.example'
    const document = JSON.parse(ucp.text)
    expect(faults('https://ucp.dev/discovery/profile.json#/$defs/business_profile', document)).toEqual([])
    expect(document).toEqual({
      ucp: {
        version: newest,
        services: {
          'dev.ucp.shopping': [
            { ...service('rest', `${at}/commerce/rest`), schema: `${at}/schemas/ucp/openapi.json` },
            { ...service('mcp', `${at}/commerce/tools`), schema: `${at}/schemas/ucp/openrpc.json` },
          ],
        },
        capabilities: {
          [publicCart]: [{ version: newest, spec: 'https://ucp.dev/spec', schema: 'https://ucp.dev/schema.json' }],
          [gift]: [{ ...capabilities[gift]?.[0], extends: [publicCart] }],
          'com.acme.loyalty': capabilities['com.acme.loyalty'],
        },
        payment_handlers: { 'com.acme.pay': [{ id: 'p', version: newest }] },
        supported_versions: { [older]: `${at}/.well-known/ucp/${older}` },
      },
      ...{ signing_keys: [key], keys: [key] },
    })
    expect(ucp.headers.get('cache-control')).toMatch(/^public, max-age=/)
    const old = await own.call('GET', `/.well-known/ucp/${older}`)
    expect(JSON.parse(old.text).ucp.version).toBe(older)
    const wrong = await own.call('POST', '/.well-known/ucp', {})
    expect([wrong.status, faults(refused, wrong.json)]).toEqual([405, []])
    await own.close()
  })

  function service(transport: string, endpoint: string): Json {
    return { version: newest, transport, endpoint }
  }

  it('[CB-71] carts are made, read, changed and cancelled, and answers name capabilities in it', async () => {
    const made = await call(
      'POST',
      '/carts',
      { ...order, ucp: 7, context: { address_country: 'US' } },
      'shopping/cart.json',
    )
    const { ucp, id } = made.json
    expect([made.status, ucp]).toEqual([
      201,
      { version: newest, capabilities: { [publicCart]: [{ version: newest }] } },
    ])
    expect(made.json.commerce).toBeUndefined()
    expect((await call('GET', `/carts/${id}`, undefined, 'shopping/cart.json')).json.id).toBe(id)
    const changed = await call('PUT', `/carts/${id}`, { line_items: [line('v-road', 2)] }, 'shopping/cart.json')
    expect(changed.json.line_items[0].quantity).toBe(2)
    const partly = { line_items: [line('v-road'), line('v-tent'), line('gone')] }
    expect((await call('POST', '/carts', partly, 'shopping/cart.json')).json.messages).toHaveLength(2)
    expect((await call('POST', `/carts/${id}/cancel`, {}, 'shopping/cart.json')).status).toBe(200)
    const gone = await call('GET', `/carts/${id}`, undefined, refused)
    expect([gone.status, gone.json.ucp.status, gone.json.messages[0].code]).toEqual([200, 'error', 'not_found'])
    expect((await call('POST', '/carts', { line_items: [line('v-tent')] }, refused)).json.continue_url).toBe(
      'https://shop.example/help',
    )
  })

  it('[CB-71] one cart is seen in both spellings; the header of document 000 goes before the other', async () => {
    const made = await call('POST', '/carts', order, 'shopping/cart.json')
    const seen = await shop.call('GET', `/carts/${made.json.id}`, undefined, {
      'UCP-Agent': 'profile="https://x.example/"',
    })
    expect(seen.json).toMatchObject({ commerce: { version: newest }, id: made.json.id })
    expect(seen.json).not.toHaveProperty('ucp')
  })

  it('[CB-72] a product and each of its variants has a description, and a variant its options', async () => {
    await shop.store.saveProducts([
      {
        ...{ id: 'p-bare', title: 'Bare bowl', description: {}, options: [{ name: 'None', values: [] }] },
        variants: [
          { id: 'v-bare', title: 'One', prices: [{ amount: 100, currency: 'USD' }], description: { plain: 'Own' } },
        ],
      },
    ])
    const { json } = await call('POST', '/catalog/search', { query: 'trail' }, found)
    expect(json.products[0].variants[0]).toMatchObject({
      ...{ id: 'v-trail-42', description: { plain: 'Light, for running on rocks and mud.' } },
    })
    const bare = await call('POST', '/catalog/lookup', { ids: ['p-bare', 'gone'] }, lookedUp)
    expect(bare.json.products[0]).toMatchObject({
      ...{ description: { plain: 'Bare bowl' }, options: [], variants: [{ description: { plain: 'Own' } }] },
    })
    expect(bare.json.messages).toEqual([{ type: 'info', code: 'not_found', content: 'gone' }])
    const next = await call('POST', '/catalog/search', { query: '', pagination: { limit: 1 } }, found)
    expect(next.json.pagination).toMatchObject({ has_next_page: true, cursor: expect.any(String) })
    // As before in the other spelling: nothing is added.
    shop.clock.now += 61_000
    const seed = await openShop({ store: shop.store })
    const { products } = (await seed.call('POST', '/catalog/lookup', { ids: ['v-trail-42', 'p-bare'] })).json
    expect(products[0].variants[0]).not.toHaveProperty('description')
    expect(products[1].description).toEqual({})
    await seed.close()
  })

  it.each([
    ['POST', '/carts', {}, 400, 'invalid_request'],
    ['POST', '/carts', '{', 400, 'invalid_request'],
    ['POST', '/catalog/lookup', { ids: Array.from({ length: 51 }, String) }, 400, 'request_too_large'],
    ['GET', '/orders', undefined, 404, 'route_not_found'],
    ['DELETE', '/carts/a', undefined, 405, 'method_not_allowed'],
  ])('[CB-73] %s %s may be refused, by a protocol error of its own shape', async (method, path, body, status, code) => {
    const { json, status: got } = await call(method, path, body, refused)
    expect([got, json.ucp]).toEqual([status, { version: newest, capabilities: {}, status: 'error' }])
    expect(json.messages).toEqual([{ type: 'error', code, content: expect.any(String), severity: 'unrecoverable' }])
  })

  it.each([
    ['a header without a profile', { 'UCP-Agent': 'x' }, 400, 'invalid_profile_url'],
    ['a version that is not served', {}, 422, 'version_unsupported'],
    ['a key that is none', { 'Idempotency-Key': 'a b' }, 400, 'invalid_request'],
    ['a body that is too large', {}, 413, 'body_too_large'],
  ] as const)('[CB-73] so is %s', async (_, given, status, code) => {
    const version = { 'UCP-Agent': `profile="${shop.profile}?version=2020-01-01"` }
    const headers = status === 422 ? version : given
    const body = status === 413 ? 'x'.repeat(200_000) : order
    const { json, status: got } = await call('POST', '/carts', body, refused, headers)
    expect([got, json.messages[0].code]).toEqual([status, code])
    if (status === 422) expect(json.continue_url).toBe('https://shop.example/help')
  })

  it('[CB-73] a key that was used in the other spelling is a conflict', async () => {
    const key = { 'Idempotency-Key': 'both' }
    const first = await call('POST', '/carts', order, 'shopping/cart.json', key)
    expect((await call('POST', '/carts', order, 'shopping/cart.json', key)).json).toEqual(first.json)
    expect((await shop.call('POST', '/carts', order, key)).json.code).toBe('idempotency_conflict')
  })

  it('[CB-74] an MCP client is introduced, lists tools and calls them', async () => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    expect((await rpc('initialize', hello)).json.result).toEqual({
      ...{ protocolVersion: '2025-06-18', capabilities: { tools: {} } },
      serverInfo: { name: 'surface-runtime', version: newest },
    })
    expect((await rpc('initialize', { protocolVersion: '1999-01-01' })).json.result.protocolVersion).toBe('2025-11-25')
    const told = await rpc('notifications/initialized', {}, null)
    expect([told.status, told.json]).toEqual([202, undefined])
    expect((await rpc('ping', {}, 'p')).json).toEqual({ jsonrpc: '2.0', id: 'p', result: {} })
    expect((await rpc('resources/list')).json.error.code).toBe(-32601)
    const { tools } = (await rpc('tools/list')).json.result
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      ...['create_cart', 'get_cart', 'update_cart', 'cancel_cart', 'search_catalog', 'lookup_catalog', 'get_product'],
    ])
    expect(tools[0].inputSchema.properties.meta.required).toEqual(['ucp-agent'])
    const made = (await tool('create_cart', { cart: order })).json.result
    expect(faults('shopping/cart.json', made.structuredContent)).toEqual([])
    expect(JSON.parse(made.content[0].text)).toEqual(made.structuredContent)
    const none = (await tool('get_cart', { id: 'x' })).json.result.structuredContent
    expect([faults(refused, none), none.messages[0].code]).toEqual([[], 'not_found'])
    const page = (await tool('search_catalog', { catalog: { query: 'shoe' } })).json.result.structuredContent
    expect([faults(found, page), page.products.length]).toEqual([[], 3])
  })

  it('[CB-74] what goes wrong with a tool is a JSON-RPC error', async () => {
    expect((await tool('create_cart', { cart: {} })).json.error).toMatchObject({
      code: -32602,
      data: { code: 'invalid_request' },
    })
    expect((await tool('create_cart', { cart: order }, {})).json.error).toMatchObject({ code: -32001 })
    expect((await tool('drop_table', {})).json.error).toMatchObject({ code: -32602 })
    const digest = await fetch(`${shop.origin}/commerce/tools`, {
      method: 'POST',
      headers: { 'UCP-Agent': `profile="${shop.profile}"`, 'Content-Digest': 'sha-256=:AAAA:' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_cart","arguments":{"id":"x"}}}',
    })
    expect((await digest.json()).error).toMatchObject({ code: -32600, data: { code: 'digest_mismatch' } })
  })

  it('[CB-75] the documents of its bindings are in it, and stand beside the others', async () => {
    const [rest, mcp] = await Promise.all(
      ['openapi', 'openrpc'].map(async (name) =>
        JSON.parse((await shop.call('GET', `/schemas/ucp/${name}.json`)).text),
      ),
    )
    expect(Object.keys(rest.paths)).toContain('/catalog/product')
    expect(rest.paths['/carts'].post.parameters[0].name).toBe('UCP-Agent')
    const shapes = JSON.stringify([rest, mcp])
    expect(
      ['"commerce"', 'Commerce-Agent', 'commerce-agent', 'selected_options'].filter((it) => shapes.includes(it)),
    ).toEqual([])
    expect(mcp.methods.map(({ name }: { name: string }) => name)).toContain('get_product')
    const seed = (await shop.call('GET', '/schemas/openapi.json')).text
    expect(seed).not.toContain('/catalog/product')
  })

  it('[CB-36] the client of this package speaks it, over both bindings', async () => {
    for (const binding of ['rest', 'tools'] as const) {
      const options = { profile: shop.profile, binding, wireFormat: 'ucp', allowInsecureLoopback: true } as const
      const business = await connectBusiness(shop.origin, options)
      expect(Object.keys(business.capabilities).sort()).toEqual([...publicNames].sort())
      const made = await business.createCart({ line_items: [{ item: { id: 'v-road' }, quantity: 1 }] })
      if (made.kind !== 'cart') throw new Error('refused')
      expect(
        await business.updateCart(made.id, { line_items: [{ item: { id: 'v-sock' }, quantity: 1 }] }),
      ).toMatchObject({
        kind: 'cart',
      })
      expect(await business.cancelCart(made.id)).toMatchObject({ kind: 'cart' })
      expect(await business.getCart(made.id)).toMatchObject({ kind: 'refused', messages: [{ code: 'not_found' }] })
      const found = await business.lookup({ ids: ['v-trail-42', 'gone'] })
      expect(found).toMatchObject({ missing: ['gone'], products: [{ id: 'p-trail' }] })
      const ids = Array.from({ length: 51 }, String)
      await expect(business.lookup({ ids })).rejects.toMatchObject({ code: 'request_too_large', status: 400 })
    }
  })

  it('[CB-70] [CO-29] nothing of it reaches a caller of document 000', async () => {
    const seed = await openShop()
    const client = await connectBusiness(seed.origin, { profile: seed.profile, allowInsecureLoopback: true })
    await expect(client.getProduct({ id: 'p-trail' })).rejects.toMatchObject({ code: 'invalid_request' })
    const answers = [
      ...[await seed.call('POST', '/catalog/product', { id: 'p-trail' }), await seed.call('POST', '/carts', {})],
      ...[await seed.tool('get_product', { catalog: { id: 'p-trail' } }), await seed.call('POST', '/carts', order)],
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 200, 201])
    expect(answers.map(({ json }) => json.code ?? json.error?.code)).toEqual([
      ...['route_not_found', 'invalid_request', -32601, undefined],
    ])
    expect(answers.map(({ text }) => text).join()).not.toMatch(/ucp/i)
    expect(answers[3]?.json.commerce.capabilities).toEqual({ [cart]: [{ version: newest }] })
    const page = (await seed.call('POST', '/catalog/search', { query: 'trail' })).json
    expect(Object.keys(page.commerce.capabilities)).toEqual([search])
    await seed.close()
  })

  describe('get product', () => {
    const usd = (amount: number) => [{ amount, currency: 'USD' }]
    const variant = (colour: string, size: string, stock: number, amount = 1000) => ({
      ...{ id: `v-${colour}-${size}`, title: `${colour} ${size}`, prices: usd(amount), stock },
      selected_options: [
        { name: 'Colour', label: colour },
        { name: 'Size', label: size },
      ],
    })

    beforeAll(() =>
      shop.store.saveProducts([
        {
          ...{ id: 'p-shirt', title: 'Shirt', description: { plain: 'Cotton.' }, categories: [{ value: 'shirts' }] },
          options: [
            { name: 'Colour', values: [{ label: 'red' }, { label: 'blue' }] },
            { name: 'Size', values: [{ label: 'S' }, { label: 'M' }, { label: 'L' }] },
          ],
          variants: [
            variant('red', 'S', 0),
            variant('red', 'M', 3),
            variant('blue', 'S', 2),
            variant('blue', 'L', 1, 5000),
          ],
        },
      ]),
    )

    const get = async (more: Json, schema = detail) =>
      (await call('POST', '/catalog/product', { id: 'p-shirt', ...more }, schema)).json
    const ids = ({ product }: Answer['json']): readonly string[] => product.variants.map(({ id }: { id: string }) => id)
    const choose = (colour?: string, size?: string) => ({
      selected: [
        ...(colour ? [{ name: 'Colour', label: colour }] : []),
        ...(size ? [{ name: 'Size', label: size }] : []),
      ],
    })

    it.each(['rest', 'tools'] as const)('[CO-29] the client of this package narrows it, over %s', async (binding) => {
      const options = { profile: shop.profile, binding, wireFormat: 'ucp', allowInsecureLoopback: true } as const
      const business = await connectBusiness(shop.origin, options)
      const whole = await business.getProduct({ id: 'p-shirt' })
      if (whole.kind !== 'product') throw new Error('refused')
      expect(whole.product.selected).toEqual(choose('red', 'M').selected)
      expect(whole.product.options?.[0]?.values).toContainEqual({ label: 'red', available: true, exists: true })
      const narrowed = await business.getProduct({ id: 'p-shirt', ...choose('blue', 'M'), preferences: ['Colour'] })
      expect(narrowed).toMatchObject({
        product: {
          ...choose('blue'),
          variants: [{ id: 'v-blue-S', selected_options: choose('blue', 'S').selected }, {}],
        },
      })
      expect(await business.getProduct({ id: 'gone' })).toMatchObject({
        ...{ kind: 'refused', messages: [{ code: 'not_found' }] },
      })
      await expect(business.getProduct({ id: '' })).rejects.toMatchObject({ code: 'invalid_request' })
    })

    it('[CB-76] gives the first variant that can be sold, and says what else can be chosen', async () => {
      const answer = await get({})
      expect(ids(answer)).toEqual(['v-red-M'])
      expect(answer.product).toMatchObject({
        ...choose('red', 'M'),
        price_range: { min: { amount: 1000 }, max: { amount: 5000 } },
        options: [
          {
            name: 'Colour',
            values: [
              { label: 'red', available: true, exists: true },
              { label: 'blue', available: false, exists: false },
            ],
          },
          {
            name: 'Size',
            values: [
              { label: 'S', available: false, exists: true },
              { label: 'M', available: true, exists: true },
              { label: 'L', available: false, exists: false },
            ],
          },
        ],
      })
      expect(answer.product.variants[0].options).toEqual(choose('red', 'M').selected)
    })

    it('[CB-76] narrows the variants to what is chosen', async () => {
      const answer = await get(choose('blue'))
      expect([ids(answer), answer.product.selected]).toEqual([['v-blue-S', 'v-blue-L'], choose('blue').selected])
      expect(answer.product.options[1].values.map(({ exists }: Json) => exists)).toEqual([true, false, true])
      expect(ids(await get(choose('red', 'S')))).toEqual(['v-red-S'])
      expect(ids(await get({ ...choose('blue'), filters: { price: { min: 2000 } } }))).toEqual(['v-blue-L'])
    })

    it('[CB-89] names a filter that it does not know', async () => {
      const { messages } = await get({ filters: { colour: 'red' } })
      expect(messages).toEqual([{ type: 'info', code: 'unknown_filter', content: expect.stringContaining('colour') }])
    })

    it('[CB-76] drops what no variant has, by preference', async () => {
      const none = choose('red', 'L')
      expect((await get({ ...none, preferences: ['Colour', 'Size'] })).product.selected).toEqual(choose('red').selected)
      expect((await get({ ...none, preferences: ['Size', 'Colour'] })).product.selected).toEqual(
        choose(undefined, 'L').selected,
      )
      expect((await get({ ...none, preferences: ['Size'] })).product.selected).toEqual(choose(undefined, 'L').selected)
      const odd = { selected: [{ name: 'Fit', label: 'slim' }, ...choose('blue').selected] }
      expect((await get({ ...odd, preferences: ['Colour'] })).product.selected).toEqual(choose('blue').selected)
    })

    it('[CB-76] takes the id of a variant, which chooses all of its options', async () => {
      const answer = await get({ id: 'v-blue-L', ...choose('red') })
      expect([ids(answer), answer.product.selected]).toEqual([['v-blue-L'], choose('blue', 'L').selected])
      expect(ids(await get({ id: 'v-road' }))).toEqual(['v-road'])
      expect((await get({ id: 'p-road' })).product).not.toHaveProperty('selected')
    })

    it('[CB-76] finds nothing where nothing fits, and takes each option once', async () => {
      const filtered = { filters: { price: { min: 2000 } } }
      for (const more of [{ id: 'gone' }, { id: 'v-red-M', ...filtered }, { filters: { categories: ['shoes'] } }])
        expect((await get(more, refused)).messages[0]).toMatchObject({ code: 'not_found', severity: 'unrecoverable' })
      const twice = { selected: [...choose('red').selected, ...choose('blue').selected] }
      for (const more of [twice, { id: 7 }, { selected: [{ name: 'Colour' }] }, { preferences: 'Size' }])
        expect((await get(more, refused)).messages[0].code).toBe('invalid_request')
      const { structuredContent } = (await tool('get_product', { catalog: { id: 'p-shirt' } })).json.result
      expect([faults(detail, structuredContent), ids(structuredContent)]).toEqual([[], ['v-red-M']])
    })
  })
})
