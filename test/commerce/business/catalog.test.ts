// Search, lookup and profiles over HTTP; and the client of this package against the business.
import { connectBusiness } from 'surface-runtime/commerce'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsOf } from '../../../src/commerce/business/product-index.ts'
import { businessProfile, cart, newest, older, openShop, type Shop } from './shop.ts'

describe('the business', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop({ continueUrl: () => 'https://shop.example/' })
  })
  afterAll(() => shop.close())

  async function found(request: object): Promise<readonly string[]> {
    return (await shop.call('POST', '/catalog/search', request)).json.products.map(({ id }) => id)
  }

  describe('search', () => {
    it('[CB-30] gives products as the protocol has them', async () => {
      const { status, json } = await shop.call('POST', '/catalog/search', { query: 'trail shoes' })
      expect(status).toBe(200)
      expect(Object.keys(json.commerce.capabilities)).toEqual(['dev.commerce.shopping.catalog.search'])
      expect(json.pagination).toEqual({ has_next_page: false, total_count: 1 })
      const usd = (amount: number): object => ({ amount, currency: 'USD' })
      expect(json.products).toEqual([
        {
          id: 'p-trail',
          handle: 'trail-shoe',
          title: 'Trail shoe',
          description: { plain: 'Light, for running on rocks and mud.' },
          categories: [{ value: 'shoes', taxonomy: 'shop' }],
          options: [{ name: 'Size', values: [{ label: '42' }, { label: '43' }] }],
          price_range: { min: usd(12_000), max: usd(12_500) },
          variants: [
            {
              ...{ id: 'v-trail-42', sku: 'TR-42', title: 'Size 42', price: usd(12_000) },
              availability: { available: true, status: 'in_stock' },
            },
            {
              ...{ id: 'v-trail-43', sku: 'TR-43', title: 'Size 43', price: usd(12_500) },
              availability: { available: false, status: 'out_of_stock' },
            },
          ],
        },
      ])
    })

    it('[CB-30] takes a query, filters, or what the buyer intends; with all words, or else with any', async () => {
      expect(await found({ query: 'road shoes' })).toEqual(['p-road'])
      expect(await found({ query: 'shoe lamp' })).toEqual(expect.arrayContaining(['p-lamp', 'p-road', 'p-trail']))
      expect(await found({ query: '' })).toHaveLength(5)
      expect(await found({ query: '?!' })).toEqual([])
      // Cut at 64 UTF-16 units, but not within the last letter.
      expect(wordsOf(`a${'\u{10428}'.repeat(40)}`)).toEqual([`a${'\u{10428}'.repeat(31)}`])
      // One character becomes six, and the whole is one word of 150,000.
      expect(await found({ query: '㌖'.repeat(25_000) })).toEqual([])
      expect(await found({ context: { intent: 'something for the asphalt' } })).toEqual(['p-road'])
      expect(await found({ query: 'zeppelin' })).toEqual([])
      expect(await found({ filters: { categories: ['camping', 'socks'] } })).toEqual(['p-sock', 'p-tent', 'p-lamp'])
      expect(await found({ filters: { price: { max: 8000 }, other: 1 } })).toEqual(['p-road', 'p-sock'])
      expect(await found({ filters: { price: { max: 8000 } }, context: { currency: 'EUR' } })).toEqual(['p-sock'])
      // A filter that says nothing is none.
      for (const filters of [{}, { categories: [] }, { price: {} }, { categories: [], options: [] }]) {
        const refused = await shop.call('POST', '/catalog/search', { filters })
        expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
        expect(await found({ query: 'road shoes', filters })).toEqual(['p-road'])
      }
      const yen = await shop.call('POST', '/catalog/search', { query: 'lamp' })
      expect(yen.json.products[0].price_range.min).toEqual({ amount: 3500, currency: 'JPY' })
    })

    it('[CB-92] where nothing has all the words, says so beside what comes nearest, on every page', async () => {
      const search = async (request: object) => (await shop.call('POST', '/catalog/search', request)).json
      const near = await search({ query: 'waterproof trail shoes' })
      expect(near.products.map(({ id }) => id)).toEqual(['p-trail'])
      expect(near.pagination).toEqual({ has_next_page: false, total_count: 1 })
      expect(near.messages).toEqual([
        {
          ...{ type: 'info', code: 'partial_match' },
          content: 'Nothing has all the words of “waterproof trail shoes”.',
        },
      ])
      expect((await search({ query: 'trail shoes' })).messages).toBeUndefined()
      expect((await search({ query: 'zeppelin airship' })).messages).toBeUndefined()
      const first = await search({ query: 'waterproof shoes', pagination: { limit: 1 } })
      const second = await search({
        query: 'waterproof shoes',
        pagination: { limit: 1, cursor: first.pagination.cursor },
      })
      expect([first, second].map(({ products, messages }) => [products[0].id, messages?.[0]?.code])).toEqual([
        ['p-trail', 'partial_match'],
        ['p-road', 'partial_match'],
      ])
      expect(second.pagination.total_count).toBe(first.pagination.total_count)
    })

    it('[CB-3] tells the number of up to 1,000 products, and none of more', async () => {
      const many = Array.from({ length: 1_001 }, (_, index) => ({
        ...{ id: `p-bead-${index}`, title: `Bead ${index}`, description: {} },
        variants: [{ id: `v-bead-${index}`, title: '', prices: [{ amount: index, currency: 'USD' }] }],
      }))
      const search = async (request: object) => (await shop.call('POST', '/catalog/search', request)).json
      await shop.store.saveProducts(many)
      const first = await search({ query: 'bead' })
      const { cursor } = first.pagination
      const second = await search({ query: 'bead', pagination: { cursor } })
      for (const { pagination, products } of [first, second]) {
        expect(products).toHaveLength(10)
        expect(pagination).toEqual({ has_next_page: true, cursor: expect.any(String) })
      }
      await shop.store.removeProducts(['p-bead-1000'])
      expect((await search({ query: 'bead' })).pagination).toMatchObject({ has_next_page: true, total_count: 1_000 })
      await shop.store.removeProducts(many.map(({ id }) => id))
    })

    it('[CB-91] filters by options as products have them', async () => {
      const filters = (label: unknown) => ({ query: 'cup', filters: { options: [{ name: 'size', label }] } })
      const variants = [
        {
          ...{ id: 'v-cup', title: '', prices: [{ amount: 1, currency: 'USD' }] },
          selected_options: [{ name: 'Size', label: 'XL' }],
        },
      ]
      await shop.store.saveProducts([{ id: 'p-cup', title: 'Cup', description: {}, variants }])
      expect([await found(filters('xl')), await found(filters('L'))]).toEqual([['p-cup'], []])
      const { json } = await shop.call('POST', '/catalog/search', filters('xl'))
      expect(json.messages).toBeUndefined()
      expect((await shop.call('POST', '/catalog/search', filters(7))).status).toBe(400)
      await shop.store.removeProducts(['p-cup'])
    })

    it('[CB-31] has pages of ten unless the request wants others', async () => {
      const many = Array.from({ length: 23 }, (_, index) => ({
        ...{ id: `p-cup-${index}`, title: `Cup ${index}`, description: {} },
        variants: [{ id: `v-cup-${index}`, title: '', prices: [{ amount: index, currency: 'USD' }] }],
      }))
      await shop.store.saveProducts(many)
      const sizes: number[] = []
      const seen = new Set<string>()
      let cursor: string | undefined
      do {
        const pagination = cursor === undefined ? {} : { cursor }
        const { json } = await shop.call('POST', '/catalog/search', { query: 'cup', pagination })
        expect(json.pagination).toMatchObject({ total_count: 23, has_next_page: json.pagination.cursor !== undefined })
        sizes.push(json.products.length)
        for (const { id } of json.products) seen.add(id)
        cursor = json.pagination.cursor
      } while (cursor !== undefined)
      expect([sizes, seen.size]).toEqual([[10, 10, 3], 23])
      const limited = async (limit: number): Promise<number> =>
        (await found({ query: 'cup', pagination: { limit } })).length
      expect([await limited(1), await limited(23), await limited(2 ** 53 - 1)]).toEqual([1, 23, 23])
      await shop.store.removeProducts(many.map(({ id }) => id))
    })

    it.each([
      [{}, 'needs a query'],
      [{ pagination: { limit: 5 } }, 'needs a query'],
      [{ query: 'x', pagination: { limit: 0 } }, '/pagination/limit'],
      [{ query: 'x', pagination: { limit: 1.5 } }, '/pagination/limit'],
      [{ query: 'x', pagination: { cursor: 'nonsense' } }, 'cursor'],
      [{ query: 'x', pagination: { cursor: btoa('{"rank":1,"position":1,"match":"all","digest":"x"}') } }, 'cursor'],
      [{ query: 7 }, '/query'],
      [{ filters: { price: { max: '7' } } }, '/filters/price/max'],
      [{ filters: { categories: 'shoes' } }, '/filters/categories'],
    ])('[CB-31] refuses %o', async (request, reason) => {
      const { status, json } = await shop.call('POST', '/catalog/search', request)
      expect([status, json.code]).toEqual([400, 'invalid_request'])
      expect(json.content).toContain(reason)
    })
  })

  describe('lookup', () => {
    it('[CB-32] gives each product once, with the variants that were asked for and why', async () => {
      const ids = ['none', 'v-trail-43', 'p-trail', 'TR-42', 'v-sock', 'p-trail', '\0', 'none']
      const { status, json } = await shop.call('POST', '/catalog/lookup', { ids })
      expect(status).toBe(200)
      expect(json.products.map(({ id, variants }) => [id, variants.map((each) => [each.id, each.inputs])])).toEqual([
        [
          'p-trail',
          [
            [
              'v-trail-42',
              [
                { id: 'p-trail', match: 'featured' },
                { id: 'TR-42', match: 'exact' },
              ],
            ],
            ['v-trail-43', [{ id: 'v-trail-43', match: 'exact' }]],
          ],
        ],
        ['p-sock', [['v-sock', [{ id: 'v-sock', match: 'exact' }]]]],
      ])
      expect(json.messages).toEqual(['none', '\0'].map((content) => ({ type: 'info', code: 'not_found', content })))
    })

    it('[CB-32] with nothing found is a success, and messages are left out where there are none', async () => {
      const none = await shop.call('POST', '/catalog/lookup', { ids: ['a', 'b'] })
      expect([none.status, none.json.commerce.status, none.json.products]).toEqual([200, undefined, []])
      expect((await shop.call('POST', '/catalog/lookup', { ids: ['p-road'] })).json.messages).toBeUndefined()
      const filtered = { ids: ['p-road', 'p-sock'], filters: { price: { min: 8000 } } }
      expect((await shop.call('POST', '/catalog/lookup', filtered)).json).toMatchObject({
        products: [{ id: 'p-road' }],
        messages: [{ content: 'p-sock' }],
      })
    })

    it('[CB-33] takes 50 identifiers, and refuses one more', async () => {
      const ids = Array.from({ length: 51 }, (_, index) => `x${index}`)
      expect((await shop.call('POST', '/catalog/lookup', { ids: ids.slice(1) })).json.messages).toHaveLength(50)
      const { status, json } = await shop.call('POST', '/catalog/lookup', { ids })
      expect([status, json.code]).toEqual([400, 'request_too_large'])
      for (const wrong of [{}, { ids: [] }, { ids: [1] }, { ids: 'p-road' }])
        expect((await shop.call('POST', '/catalog/lookup', wrong)).status).toBe(400)
    })
  })

  describe('profiles', () => {
    it('[CB-34] are served whole, may be kept, and are revalidated by ETag', async () => {
      const { status, json, headers } = await shop.call('GET', '/.well-known/commerce', undefined, {
        'Commerce-Agent': null,
      })
      expect([status, json]).toEqual([200, businessProfile(shop.origin)])
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      const etag = headers.get('etag') ?? ''
      const again = await shop.call('GET', '/.well-known/commerce', undefined, { 'If-None-Match': `"x", W/${etag}` })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      expect((await shop.call('GET', '/.well-known/commerce', undefined, { 'If-None-Match': '"x"' })).status).toBe(200)
      expect((await shop.call('HEAD', '/.well-known/commerce')).headers.get('etag')).toBe(etag)
      expect((await shop.call('POST', '/.well-known/commerce', {})).status).toBe(405)
    })

    it('[CB-35] of older versions are leaves that the newest one names', async () => {
      const leaf = (origin: string): ReturnType<typeof businessProfile> => businessProfile(origin, older)
      const other = await openShop({ versions: { [older]: leaf(shop.origin) } })
      const { json } = await other.call('GET', '/.well-known/commerce')
      expect(json).toMatchObject({ supported_versions: { [older]: `${other.origin}/.well-known/commerce/${older}` } })
      expect((await other.call('GET', `/.well-known/commerce/${older}`)).json).toEqual(leaf(shop.origin))
      expect((await shop.call('GET', `/.well-known/commerce/${older}`)).status).toBe(404)
      await other.close()
    })
  })
})

describe.each(['rest', 'tools'] as const)('the client, by %s', (binding) => {
  it('[CB-36] and the business understand one another', async () => {
    const shop = await openShop()
    const options = { profile: shop.profile, binding, allowInsecureLoopback: true }
    const business = await connectBusiness(shop.origin, options)
    expect(business.capabilities[cart]).toBe(newest)
    const made = await business.createCart({ line_items: [{ item: { id: 'v-road' }, quantity: 2 }] })
    const id = made.kind === 'cart' ? made.id : expect.fail()
    const update = { line_items: [{ item: { id: 'v-sock' }, quantity: 1 }] }
    expect(await business.updateCart(id, update)).toMatchObject({
      kind: 'cart',
      cart: { totals: [{ amount: 1999 }, {}] },
    })
    expect(await business.getCart(id)).toMatchObject({ kind: 'cart', id })
    expect(await business.cancelCart(id)).toMatchObject({ kind: 'cart', id })
    expect(await business.getCart(id)).toMatchObject({ kind: 'refused', messages: [{ code: 'not_found' }] })
    const titles: string[] = []
    for await (const { title } of business.searchAll({ query: 'shoe', pagination: { limit: 1 } })) titles.push(title)
    expect(titles.toSorted()).toEqual(['Road shoe', 'Trail shoe', 'Wool socks'])
    expect(await business.lookup({ ids: ['p-lamp', 'x'] })).toMatchObject({
      products: [{ id: 'p-lamp' }],
      missing: ['x'],
    })
    await shop.close()
  })
})
