// Carts are a part of the commerce client that is loaded while the business is being found. Here it cannot be had.
import { expect, it, vi } from 'vitest'
import { connectBusiness } from '../../src/commerce/index.ts'

vi.mock('../../src/commerce/carts.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const version = '2026-01-11'
const profile = {
  commerce: {
    version,
    services: { 'dev.commerce.shopping': { version, rest: { endpoint: 'https://shop.example/api' } } },
    capabilities: ['cart', 'catalog.search'].map((name) => ({ name: `dev.commerce.shopping.${name}`, version })),
  },
}
const found = { commerce: { version, capabilities: {} }, products: [] }

it('[LP-2] that carts need fails them, and nothing else', async () => {
  const business = await connectBusiness('https://shop.example', {
    profile: 'https://platform.example/profile',
    fetch: async (input) => Response.json(String(input).includes('/api/') ? found : profile),
  })
  await vi.dynamicImportSettled()
  const error = { name: 'CommerceError', code: 'network_failed', message: 'A part of the client could not be loaded' }
  await expect(business.getCart('a')).rejects.toMatchObject(error)
  await expect(business.createCart({ line_items: [] })).rejects.toMatchObject(error)
  await expect(business.updateCart('a', { line_items: [] })).rejects.toMatchObject(error)
  await expect(business.cancelCart('a')).rejects.toMatchObject(error)
  expect(await business.search({ query: 'tea' })).toMatchObject({ kind: 'products', products: [] })
  const reason = new Error('left')
  await expect(business.getCart('a', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
