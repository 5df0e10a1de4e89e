// The catalog of the demo: what it promises, and that a business can be made of it.
import { formatAmount } from 'surface-runtime/commerce'
import { memoryStore } from 'surface-runtime/commerce/business'
import { describe, expect, it } from 'vitest'
import { shopPicture, shopProducts } from '../../../demo/shop/products.ts'
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

  it('has running shoes under 150 dollars on three pages', async () => {
    const shop = await openShop({ store: memoryStore(products) })
    const request = { query: 'running shoes', filters: { price: { max: 15_000 } } }
    const { json } = await shop.call('POST', '/catalog/search', request)
    expect(json.pagination).toMatchObject({ has_next_page: true, total_count: 23 })
    expect(json.products).toHaveLength(10)
    await shop.close()
  })
})
