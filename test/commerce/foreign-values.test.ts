// What only a faulty or hostile business sends, and values that cannot be sent: each ends in one CommerceError.
import { describe, expect, it } from 'vitest'
import { type Answer, enveloped, product, startCounterpart } from './counterpart.ts'

const shop = startCounterpart()

describe('pages', () => {
  const page = (ids: readonly string[], cursor?: string): Answer => {
    const pagination = { has_next_page: cursor !== undefined, ...(cursor && { cursor }) }
    return { body: enveloped({ products: ids.map((id) => product(id)), pagination }) }
  }

  it('[CO-17] ends where one page after another is empty, and goes on after a few', async () => {
    const business = await shop.connect()
    const read = async (): Promise<number> => {
      let count = 0
      for await (const _ of business.searchAll({ query: 'x' })) count++
      return count
    }
    let asked = 0
    shop.routes.set('/rest/catalog/search', () => (++asked > 50 ? page([]) : page([], `${asked}`)))
    await expect(read()).rejects.toMatchObject({ code: 'response_malformed' })
    expect(asked).toBe(5)
    const few = [page([], '1'), page([], '2'), page([], '3'), page(['a'], '4'), page([], '5'), page(['b'])]
    shop.routes.set('/rest/catalog/search', few)
    expect(await read()).toBe(2)
  })

  it('[CO-17] takes no cursor without bound', async () => {
    const business = await shop.connect()
    shop.routes.set('/rest/catalog/search', page(['a'], 'c'.repeat(4096)))
    expect(await business.search({ query: 'x' })).toMatchObject({ kind: 'products' })
    shop.routes.set('/rest/catalog/search', page(['a'], 'c'.repeat(4097)))
    await expect(business.search({ query: 'x' })).rejects.toMatchObject({ code: 'response_malformed' })
  })
})
