// The catalog of the demo: what it promises, and that a business can be made of it.
import { formatAmount } from 'surface-runtime/commerce'
import { memoryStore } from 'surface-runtime/commerce/business'
import { describe, expect, it } from 'vitest'
import { createShop } from '../../../demo/shop/business.ts'
import { shopPicture, shopProducts } from '../../../demo/shop/products.ts'
import { serve } from './serve.ts'
import { openShop } from './shop.ts'

describe("the demo's shop", () => {
  const products = shopProducts('https://shop.example')
  const variants = products.flatMap((product) => product.variants)

  it('has 40 products with about 90 variants, in four currencies, and some are sold out', () => {
    expect(products).toHaveLength(40)
    expect(variants.length).toBeGreaterThanOrEqual(85)
    expect(variants.length).toBeLessThanOrEqual(95)
    const currencies = new Set(variants.flatMap(({ prices }) => prices.map(({ currency }) => currency)))
    expect([...currencies].toSorted()).toEqual(['EUR', 'JPY', 'KWD', 'USD'])
    const soldOut = variants.filter(({ stock }) => stock === 0)
    expect(soldOut.length).toBeGreaterThanOrEqual(5)
    expect(products.some((product) => product.variants.every(({ stock }) => stock === 0))).toBe(true)
    const names = [
      ...products.flatMap(({ id, handle = '' }) => [id, handle]),
      ...variants.flatMap(({ id, sku = '' }) => [id, sku]),
    ]
    expect(new Set(names).size).toBe(names.length)
    for (const { prices } of variants)
      for (const { amount, currency } of prices) expect(formatAmount(amount, currency)).toMatch(/^\d+(\.\d+)?$/)
  })

  it('draws a picture of each product, with nothing in it but paths', () => {
    for (const { handle = '', media } of products) {
      expect(media?.[0]?.url).toBe(`https://shop.example/images/${handle}.svg`)
      expect(shopPicture(handle)).toMatch(/^<svg [^<>]*>(?:<(?:rect|path) [^<>]*\/>){2,}<\/svg>$/)
      expect(shopPicture(handle)).not.toMatch(/script|style|href|on\w+=|NaN|undefined/)
    }
    expect(shopPicture('constructor')).toBeUndefined()
  })

  it('[CB-44] serves both versions, pictures, and a page for the checkout', async () => {
    const server = await serve()
    const { origin } = server
    server.handle(createShop({ origin }))
    const get = (path: string) => fetch(origin + path)
    const profile = await (await get('/.well-known/commerce')).json()
    expect(profile).toMatchObject({ commerce: { version: '2026-04-08' } })
    const older = `${origin}/.well-known/commerce/2026-01-11`
    expect(profile.supported_versions).toEqual({ '2026-01-11': older })
    expect(await (await fetch(older)).json()).toMatchObject({ commerce: { version: '2026-01-11' } })
    expect((await get('/schemas/openapi.json')).status).toBe(200)
    const picture = await get('/images/wool-socks.svg')
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual([
      'image/svg+xml',
      shopPicture('wool-socks'),
    ])
    const statuses = [
      '/images/none.svg',
      '/images/wool-socks',
      '/checkout',
      '/products/wool-socks',
      '/products/none',
      '/checkout/cart_none',
      '/commerce/v1/none',
    ]
    expect(await Promise.all(statuses.map(async (path) => (await get(path)).status))).toEqual([
      404, 404, 200, 200, 404, 404, 404,
    ])
    await server.close()
  })

  it('has running shoes under 150 dollars on three pages', async () => {
    const shop = await openShop({ store: memoryStore(products) })
    const request = { query: 'running shoes', filters: { price: { max: 15_000 } } }
    const { json } = await shop.call('POST', '/catalog/search', request)
    expect(json.pagination).toMatchObject({ has_next_page: true, total_count: 23 })
    expect(json.products).toHaveLength(10)
    await shop.close()
  })
})
