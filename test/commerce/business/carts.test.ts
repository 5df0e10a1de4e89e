// Carts over HTTP: what the business does for a platform that keeps to the protocol.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, line, openShop, type Shop } from './shop.ts'

const day = 86_400_000
const trail = { id: 'v-trail-42', title: 'Trail shoe, Size 42', price: 12_000 }

describe('the business', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop({
      currencyByCountry: { DE: 'EUR' },
      continueUrl: (cart) => `https://shop.example/${cart?.id ?? ''}`,
    })
  })
  afterAll(() => shop.close())

  async function makeCart(...lines: readonly unknown[]): Promise<string> {
    const { json } = await shop.call('POST', '/carts', { line_items: lines.length > 0 ? lines : [line('v-trail-42')] })
    return json.id
  }

  describe('carts', () => {
    it('[CB-10] Create answers 201 with ids, prices, totals, expiry and where to go on', async () => {
      const { status, json, headers } = await shop.call('POST', '/carts', { line_items: [line('v-trail-42', 2)] })
      expect(status).toBe(201)
      expect(headers.get('content-type')).toBe('application/json')
      expect(json).toEqual({
        commerce: {
          version: '2026-04-08',
          capabilities: { 'dev.commerce.shopping.cart': [{ version: '2026-04-08' }] },
        },
        id: expect.stringMatching(/^cart_[\w-]{22}$/),
        line_items: [
          {
            id: expect.stringMatching(/^line_/),
            item: trail,
            quantity: 2,
            totals: [
              { type: 'subtotal', amount: 24_000 },
              { type: 'total', amount: 24_000 },
            ],
          },
        ],
        currency: 'USD',
        totals: [
          { type: 'subtotal', amount: 24_000 },
          { type: 'total', amount: 24_000 },
        ],
        continue_url: `https://shop.example/${json.id}`,
        expires_at: '2026-05-02T00:00:00.000Z',
      })
      expect((await shop.call('GET', `/carts/${json.id}`)).json).toEqual(json)
    })

    it('[CB-11] prices come from the business; what no capability defines is left out and told', async () => {
      const cheap = { id: 'v-trail-42', title: 'Mine', price: 1 }
      const text = `{"line_items":[{"item":${JSON.stringify(cheap)},"quantity":1,"note":"gift"}],"__proto__":{"x":1},
        "totals":[],"id":"mine","context":{"address_country":"US","odd":{"deep":[1]}},"buyer":{"name":"<b>Ada</b>\\u0000"}}`
      const { json } = await shop.call('POST', '/carts', text)
      expect(json.line_items[0]).toMatchObject({ item: trail })
      expect(json.line_items[0]).not.toHaveProperty('note')
      expect(json.messages).toMatchObject([
        { type: 'info', content: expect.stringMatching(/__proto__, .*context.odd/) },
      ])
      expect(json.totals[1].amount).toBe(12_000)
      expect(json.id).not.toBe('mine')
      expect(json).toMatchObject({
        context: { address_country: 'US' },
        buyer: { name: '<b>Ada</b>\0' },
      })
      const { messages: _, ...kept } = json
      expect((await shop.call('GET', `/carts/${json.id}`)).json).toEqual(kept)
    })

    it('[CB-12] Create with nothing in stock is a business outcome, and there is no cart', async () => {
      const { status, json } = await shop.call('POST', '/carts', { line_items: [line('v-trail-43'), line('v-tent')] })
      expect(status).toBe(200)
      expect(json).toEqual({
        commerce: expect.objectContaining({ status: 'error', version: '2026-04-08' }),
        messages: ['Trail shoe, Size 43', 'Zelt für zwei, Green'].map((title) => ({
          ...{ type: 'error', code: 'out_of_stock', severity: 'unrecoverable', content: `“${title}” is out of stock.` },
        })),
        continue_url: 'https://shop.example/',
      })
    })

    it('[CB-13] Create with a part in stock makes a cart of it, and says what is missing', async () => {
      const wanted = [line('v-tent'), line('v-sock', 3), line('none'), line('v-lamp'), line('v-trail-42')]
      const { status, json } = await shop.call('POST', '/carts', { line_items: wanted })
      expect(status).toBe(201)
      expect(json.commerce.status).toBeUndefined()
      expect(json.line_items.map((each) => [each.item.id, each.quantity])).toEqual([
        ['v-sock', 2],
        ['v-trail-42', 1],
      ])
      expect(json.messages.map(({ code, path, severity }) => [code, path, severity])).toEqual([
        ['out_of_stock', '$.line_items', 'recoverable'],
        ['out_of_stock', '$.line_items[0]', 'recoverable'],
        ['not_found', '$.line_items', 'recoverable'],
        ['item_unavailable', '$.line_items', 'recoverable'],
      ])
      expect((await shop.call('GET', `/carts/${json.id}`)).json.messages).toBeUndefined()
    })

    it('[CB-13] lines of one item share its stock; SKUs and single variants count as items', async () => {
      const { json } = await shop.call('POST', '/carts', {
        line_items: [line('TR-42', 3), line('v-trail-42', 4), line('p-road')],
      })
      expect(json.line_items.map((each) => [each.item.id, each.quantity])).toEqual([
        ['v-trail-42', 3],
        ['v-trail-42', 2],
        ['v-road', 1],
      ])
    })

    it.each([
      [{ currency: 'eur' }, 'EUR', 11_000],
      [{ address_country: 'de' }, 'EUR', 11_000],
      [{ address_country: 'FR' }, 'USD', 12_000],
      [{ currency: 'CHF', address_country: 'DE' }, 'USD', 12_000],
    ])('[CB-14] the buyer %o pays in %s', async (context, currency, amount) => {
      const { json } = await shop.call('POST', '/carts', { line_items: [line('v-trail-42')], context })
      expect([json.currency, json.totals[1].amount]).toEqual([currency, amount])
    })

    it('[CB-15] Update replaces the lines: kept ids stay, others go, new ones are given', async () => {
      const made = (await shop.call('POST', '/carts', { line_items: [line('v-trail-42'), line('v-sock')], note: 'a' }))
        .json
      const [first, second] = made.line_items
      shop.clock.now += 1000
      const wanted = [line('v-road'), line('v-sock', 2, { id: second.id }), line('v-road', 1, { id: 'unknown' })]
      const { status, json } = await shop.call('PUT', `/carts/${made.id}`, { id: made.id, line_items: wanted })
      expect(status).toBe(200)
      expect(json.id).toBe(made.id)
      expect(json.line_items.map((each) => each.item.id)).toEqual(['v-road', 'v-sock'])
      expect(json.messages).toMatchObject([
        { type: 'error', code: 'not_found', content: expect.stringContaining('“unknown”') },
      ])
      expect(json.line_items[1]).toMatchObject({ id: second.id, quantity: 2 })
      expect(new Set([first.id, 'unknown', ...json.line_items.map((each) => each.id)]).size).toBe(4)
      expect(json.totals[1].amount).toBe(8000 + 2 * 1999)
      expect(json.note).toBeUndefined()
      expect(Date.parse(json.expires_at ?? '')).toBe(shop.clock.now + day)
      const { messages: _, ...kept } = json
      expect((await shop.call('GET', `/carts/${made.id}`)).json).toEqual(kept)
      expect((await shop.call('PUT', `/carts/${made.id}`, { line_items: [] })).json).toMatchObject({ line_items: [] })
    })

    it('[CB-15] Update keeps a line that went out of stock meanwhile, and says so at its place', async () => {
      const scarf = { id: 'v-scarf', title: 'Red', prices: [{ amount: 500, currency: 'USD' }] }
      const product = { id: 'p-scarf', title: 'Scarf', description: {}, variants: [{ ...scarf, stock: 3 }] }
      await shop.store.saveProducts([product])
      const made = (await shop.call('POST', '/carts', { line_items: [line('v-road'), line('v-scarf', 2)] })).json
      await shop.store.saveProducts([{ ...product, variants: [{ ...product.variants[0], stock: 0 }] } as never])
      const [road, kept] = made.line_items
      const wanted = [line('v-road', 2, { id: road.id }), line('v-scarf', 3, { id: kept.id }), line('v-scarf')]
      const { json } = await shop.call('PUT', `/carts/${made.id}`, { line_items: wanted })
      expect(json.line_items).toEqual([expect.objectContaining({ id: road.id, quantity: 2 }), kept])
      expect(json.messages.map(({ code, path }) => [code, path])).toEqual([
        ['out_of_stock', '$.line_items[1]'],
        ['out_of_stock', '$.line_items'],
      ])
    })

    it('[CB-13] Update never exceeds the stock, whatever the lines had before', async () => {
      const first = await shop.call('POST', '/carts', { line_items: [line('v-trail-42', 3), line('v-trail-42', 2)] })
      const [a, b] = first.json.line_items
      const wanted = [line('v-trail-42', 5, { id: a.id }), line('v-trail-42', 2, { id: b.id })]
      const { json } = await shop.call('PUT', `/carts/${first.json.id}`, { line_items: wanted })
      expect(json.line_items.map(({ id, quantity }) => [id, quantity])).toEqual([[a.id, 5]])
      expect(json.messages.map(({ code, path }) => [code, path])).toEqual([['out_of_stock', '$.line_items']])
    })

    it('[CB-15] Update reduces a line that went out of stock meanwhile', async () => {
      const hat = { id: 'v-hat', title: 'Red', prices: [{ amount: 500, currency: 'USD' }] }
      const product = { id: 'p-hat', title: 'Hat', description: {}, variants: [{ ...hat, stock: 3 }] }
      await shop.store.saveProducts([product])
      const made = (await shop.call('POST', '/carts', { line_items: [line('v-hat', 3)] })).json
      await shop.store.saveProducts([{ ...product, variants: [{ ...hat, stock: 0 }] }])
      const wanted = [line('v-hat', 1, { id: made.line_items[0].id })]
      const { json } = await shop.call('PUT', `/carts/${made.id}`, { line_items: wanted })
      const totals = ['subtotal', 'total'].map((type) => ({ type, amount: 500 }))
      expect(json.line_items).toEqual([{ ...made.line_items[0], quantity: 1, totals }])
      expect(json.totals).toEqual(totals)
    })

    it('[CB-11] what only the business says of a cart is not taken from a request', async () => {
      const said = { links: [{ type: 'privacy', url: 'https://evil.example' }], policies: [1], actions: [{ a: 1 }] }
      const { json } = await shop.call('POST', '/carts', {
        line_items: [line('v-road')],
        ...said,
        buyer: { name: 'A' },
      })
      expect(Object.keys(json)).toContain('buyer')
      for (const name of Object.keys(said)) expect(Object.keys(json)).not.toContain(name)
    })

    it('[CB-61] a cart keeps 16,384 bytes of what a request adds', async () => {
      const order = (line_items: readonly unknown[], note: string): Promise<Answer> =>
        shop.call('POST', '/carts', { line_items, buyer: note })
      expect((await order([line('v-road')], 'é'.repeat(8000))).status).toBe(201)
      const added = line('v-road', 1, { parent_id: 'x'.repeat(400) })
      for (const refused of [await order([line('v-road')], 'é'.repeat(8200)), await order(Array(100).fill(added), '')])
        expect([refused.status, refused.json.code]).toEqual([400, 'request_too_large'])
      expect((await order(Array(100).fill(line('v-road')), '')).status).toBe(201)
    })

    it('[CB-15] Update that leaves nothing of what it wants is refused, and the cart stays', async () => {
      const id = await makeCart()
      const before = (await shop.call('GET', `/carts/${id}`)).json
      const { status, json } = await shop.call('PUT', `/carts/${id}`, { line_items: [line('v-tent')] })
      expect([status, json.commerce.status, json.messages[0].code]).toEqual([200, 'error', 'out_of_stock'])
      expect((await shop.call('GET', `/carts/${id}`)).json).toEqual(before)
    })

    it('[CB-16] Cancel shows the cart as it was, and then it is gone', async () => {
      const id = await makeCart()
      const { expires_at: _, continue_url: __, ...before } = (await shop.call('GET', `/carts/${id}`)).json
      const { status, json } = await shop.call('POST', `/carts/${id}/cancel`, {})
      expect([status, json]).toEqual([200, before])
      for (const [method, path, body] of [
        ['GET', `/carts/${id}`, undefined],
        ['PUT', `/carts/${id}`, { line_items: [line('v-road')] }],
        ['POST', `/carts/${id}/cancel`, {}],
      ] as const) {
        const gone = await shop.call(method, path, body)
        expect([gone.status, gone.json.commerce.status, gone.json.messages[0].code]).toEqual([
          200,
          'error',
          'not_found',
        ])
      }
    })

    it.each(['cart_AAAAAAAAAAAAAAAAAAAAAA', 'x', '%00', '%ED%A0%80', '%', "'--"])(
      '[CB-16] there is no cart %s',
      async (id) => {
        const { status, json } = await shop.call('GET', `/carts/${id}`)
        expect(status).toBe(200)
        expect(json).toMatchObject({
          commerce: { status: 'error' },
          messages: [{ type: 'error', code: 'not_found', severity: 'unrecoverable' }],
          continue_url: 'https://shop.example/',
        })
      },
    )

    it('[CB-16] an expired cart is as good as none', async () => {
      const id = await makeCart()
      shop.clock.now += day - 1
      expect((await shop.call('GET', `/carts/${id}`)).json.id).toBe(id)
      shop.clock.now += 1
      expect((await shop.call('GET', `/carts/${id}`)).json.messages[0].code).toBe('not_found')
      expect((await shop.call('PUT', `/carts/${id}`, { line_items: [] })).json.messages[0].code).toBe('not_found')
    })
  })
})
