// What a change of a cart keeps, and what a request says that nothing here understands: over REST and tool calls, in every store.
import type { Store } from 'surface-runtime/commerce/business'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from './products.ts'
import {
  type Body,
  businessProfile,
  cart,
  entries,
  line,
  newest,
  openShop,
  platformProfile,
  type Shop,
} from './shop.ts'
import { stores } from './stores.ts'

type Json = Readonly<Record<string, unknown>>

describe.each(stores)('with the store in %s', (_, openStore) => {
  let store: Store
  let shop: Shop

  beforeAll(async () => {
    store = await openStore()
    await store.saveProducts(products)
    shop = await openShop({ store, currencyByCountry: { DE: 'EUR', US: 'USD' } })
  })
  afterAll(async () => {
    await shop.close()
    await store.close()
  })

  const rest = async (method: string, path: string, body: Json): Promise<Body> =>
    (await shop.call(method, path, body)).json
  const tool = async (name: string, given: Json): Promise<Body> =>
    (await shop.tool(name, given)).json.result.structuredContent

  describe.each([
    [
      'REST',
      {
        create: (body: Json) => rest('POST', '/carts', body),
        update: (id: string, body: Json) => rest('PUT', `/carts/${id}`, body),
        search: (body: Json) => rest('POST', '/catalog/search', body),
        lookup: (body: Json) => rest('POST', '/catalog/lookup', body),
      },
    ],
    [
      'tool calls',
      {
        create: (body: Json) => tool('create_cart', { cart: body }),
        update: (id: string, body: Json) => tool('update_cart', { id, cart: body }),
        search: (body: Json) => tool('search_catalog', { catalog: body }),
        lookup: (body: Json) => tool('lookup_catalog', { catalog: body }),
      },
    ],
  ] as const)('over %s', (_, { create, update, search, lookup }) => {
    it('[CB-87] another country or currency leaves the ids of lines as they are', async () => {
      const made = await create({
        line_items: [line('v-trail-42'), line('v-sock')],
        context: { address_country: 'US' },
      })
      const lines = made.line_items.map(({ id, item }) => line(item.id, 1, { id }))
      for (const [context, currency] of [
        [{ address_country: 'DE' }, 'EUR'],
        [{ currency: 'USD' }, 'USD'],
      ] as const) {
        const changed = await update(made.id, { line_items: lines, context })
        expect([changed.currency, changed.line_items.map(({ id }) => id)]).toEqual([
          ...[currency, made.line_items.map(({ id }) => id)],
        ])
        expect(changed.messages).toBeUndefined()
      }
    })

    it('[CB-87] a context that is sent in part changes what it names, and nothing else', async () => {
      const context = { address_country: 'DE', postal_code: '10115' }
      const made = await create({ line_items: [line('v-sock')], context })
      const steps: readonly (readonly [Json, Json, string])[] = [
        [{}, context, 'EUR'],
        [{ context: { postal_code: '80331' } }, { ...context, postal_code: '80331' }, 'EUR'],
        [{ context: { currency: 'USD' } }, { ...context, postal_code: '80331', currency: 'USD' }, 'USD'],
        [{ context: { language: 'de' } }, { ...context, postal_code: '80331', currency: 'USD', language: 'de' }, 'USD'],
      ]
      for (const [request, expected, currency] of steps) {
        const changed = await update(made.id, { line_items: [line('v-sock')], ...request })
        expect([changed['context'], changed.currency]).toEqual([expected, currency])
      }
    })

    it('[CB-87] an id of no line is told by name, and its line is left out', async () => {
      const made = await create({ line_items: [line('v-road')] })
      const wanted = [line('v-sock', 1, { id: 'line_none' }), line('v-road', 2, { id: made.line_items[0].id })]
      const changed = await update(made.id, { line_items: wanted })
      expect(changed.line_items.map(({ item }) => item.id)).toEqual(['v-road'])
      expect(changed.messages).toEqual([
        {
          ...{ type: 'error', code: 'not_found', severity: 'recoverable', path: '$.line_items' },
          content: 'There is no line “line_none” in this cart, so it was left out.',
        },
      ])
      const refused = await update(made.id, { line_items: [line('v-sock', 1, { id: 'line_none' })] })
      expect([refused.commerce.status, refused.messages[0].code]).toEqual(['error', 'not_found'])
    })

    it('[CB-88] members that no active capability defines are not kept, and named once', async () => {
      const odd = { discounts: { codes: ['FREE'] }, context: { address_country: 'US', colour: 'red' } }
      const made = await create({ line_items: [line('v-road', 1, { gift: true })], ...odd })
      expect(JSON.stringify({ ...made, messages: [] })).not.toMatch(/FREE|red|gift/)
      expect(made.messages).toEqual([
        {
          ...{ type: 'info', code: 'ignored' },
          content: 'These members mean nothing here and were left out: discounts, context.colour, line_items.gift.',
        },
      ])
      const kept = (await shop.call('GET', `/carts/${made.id}`)).json
      expect([kept['discounts'], kept['context'], kept.messages]).toEqual([
        ...[undefined, { address_country: 'US' }, undefined],
      ])
      // What a platform only sends back is no news.
      const again = await update(made.id, { ...kept })
      expect(again.messages).toBeUndefined()
    })

    it('[CB-89] an unknown filter is told by name', async () => {
      const filters = { price: { max: 8000 }, colour: 'red', size: 42 }
      const told = ['colour', 'size'].map((name) => ({
        ...{
          type: 'info',
          code: 'unknown_filter',
          content: `The filter “${name}” is not known here and was not used.`,
        },
      }))
      expect((await search({ query: 'shoe', filters })).messages).toEqual(told)
      expect((await search({ query: '???', filters })).messages).toEqual(told)
      expect((await lookup({ ids: ['p-road', 'gone'], filters })).messages).toEqual([
        { type: 'info', code: 'not_found', content: 'gone' },
        ...told,
      ])
      expect((await search({ query: 'shoe', filters: { price: { max: 8000 } } })).messages).toBeUndefined()
    })
  })

  it('[CB-90] a cursor belongs to its search, and is not taken when it was changed', async () => {
    const page = (request: Json, cursor?: string) =>
      shop.call('POST', '/catalog/search', { ...request, pagination: { limit: 1, ...(cursor && { cursor }) } })
    const cursor = (await page({ query: 'shoe' })).json.pagination.cursor ?? expect.fail()
    expect((await page({ query: 'shoe' }, cursor)).status).toBe(200)
    for (const other of [{ query: 'road' }, { query: 'shoe', filters: { categories: ['shoes'] } }])
      expect((await page(other, cursor)).json.code).toBe('invalid_request')
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    for (const change of [{ rank: 0 }, { position: place.position + 1 }, { match: 'any' }, { seal: undefined }]) {
      const changed = Buffer.from(JSON.stringify({ ...place, ...change })).toString('base64url')
      expect((await page({ query: 'shoe' }, changed)).json.code).toBe('invalid_request')
    }
  })

  it('[CB-90] a cursor is good in all processes with one store, and nobody else can make one', async () => {
    const [second, stranger] = [await openShop({ store }), await openShop()]
    const ask = async (shop: Shop, cursor?: string): Promise<Body> =>
      (await shop.call('POST', '/catalog/search', { query: 'shoe', pagination: { limit: 1, cursor } })).json
    const [here, there] = [await ask(shop), await ask(stranger)].map(({ pagination }) => pagination.cursor)
    expect((await ask(second, here)).products).toEqual((await ask(shop, here)).products)
    expect([(await ask(shop, there)).code, (await ask(stranger, here)).code]).toEqual(Array(2).fill('invalid_request'))
    await Promise.all([second.close(), stranger.close()])
  })
})

it('[CB-88] what an active extension of the cart may define is kept', async () => {
  const gift = [{ version: newest, spec: 'https://acme.com/', schema: 'https://acme.com/', extends: cart }]
  const capabilities = { [cart]: entries(newest), 'com.acme.gift': gift }
  const shop = await openShop({ profile: businessProfile('https://shop.example', newest, { capabilities }) })
  const order = { line_items: [line('v-road', 1, { note: 'For Ada' })], wrapping: 'red' }
  expect((await shop.call('POST', '/carts', order)).json).not.toHaveProperty('wrapping')
  shop.platform.handle(platformProfile(capabilities))
  shop.clock.now += 300_000
  const { json } = await shop.call('POST', '/carts', order)
  expect(json).toMatchObject({ wrapping: 'red', line_items: [{ note: 'For Ada' }] })
  expect(json.messages).toBeUndefined()
  await shop.close()
})
