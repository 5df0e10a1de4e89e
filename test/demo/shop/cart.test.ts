// The cart as a customer trusts it: what is typed counts, all numbers agree, and nobody gets what was not asked for.
import { basicCatalog } from 'surface-runtime'
import type { Store } from 'surface-runtime/commerce/business'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop } from '../../../demo/shop/business.ts'
import { shopCatalog } from '../../../demo/shop/catalog/catalog.tsx'
import { shopProducts } from '../../../demo/shop/products.ts'
import { stores } from '../../commerce/business/stores.ts'
import { mount } from '../../surface/mount.ts'
import type { Walk, WalkOptions } from './walk.ts'
import { begin, shortened } from './walks.ts'

const byPlace = (list: unknown): readonly unknown[] => Object.values(list as object)
const words = (walk: Walk, surfaceId: string): string =>
  JSON.stringify([...(walk.runtime.surface(surfaceId)?.components.values() ?? [])])
const isValid = (walk: Walk, surfaceId: string, component: string): boolean => {
  const surface = walk.runtime.surface(surfaceId) ?? expect.fail(`no ${surfaceId}`)
  const { snapshot, unmount } = mount(surface, component)
  unmount()
  return snapshot().valid
}

describe.each(stores)('with a store in %s', (_, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
    await store.saveProducts(shopProducts('http://shop.example'))
  })
  afterAll(() => store.close())

  const withShop = (options: WalkOptions = {}): Promise<Walk> => begin({ ...options, shop: { store } })

  it.each(['v0.9', 'v0.8'] as const)(
    '[SH-16] what is typed on the cart counts at the checkout, in %s',
    async (version) => {
      const walk = await withShop({ version })
      await walk.say('add oat bars')
      await walk.say('add gift card')
      walk.enter('cart-2', '/cart/lines/0/quantity', '3')
      walk.enter('cart-2', '/cart/lines/1/quantity', '0')
      await walk.press('cart-2', 'checkout')
      expect(words(walk, 'confirm')).toContain('Check out 3 things for $45.00?')
      expect(byPlace(walk.data('cart-2', '/cart/lines'))).toMatchObject([{ quantity: '3', price: 45 }])
      expect(byPlace(walk.data('cart-2', '/cart/totals')).at(-1)).toMatchObject({ price: 45 })
      await walk.press('confirm', 'confirm')
      const id = walk.data('cart-2', '/cart/id')
      expect(await (await fetch(`${walk.shop.origin}/checkout/${id}`)).text()).toContain('3 × $15.00')
    },
  )

  it('[SH-16] a yes counts for what was asked: what is typed after the question brings it again', async () => {
    const walk = await withShop()
    await walk.say('add oat bars')
    await walk.say('check out')
    walk.enter('cart', '/cart/lines/0/quantity', '2')
    await walk.press('confirm', 'confirm')
    expect(walk.answer()).toContain('Your cart has changed, so I ask again.')
    expect(walk.conversation.state.getSnapshot()).toBe('waiting')
    expect(words(walk, 'confirm-2')).toContain('Check out 2 things for $30.00?')
    expect(walk.surfaceIds()).not.toContain('confirm')
    await walk.press('confirm-2', 'confirm')
    expect(words(walk, 'confirm-2')).toContain('/checkout/cart_')
    expect(walk.conversation.state.getSnapshot()).toBe('done')
  })

  it('[SH-16] what is typed on the cart counts when something else is added or removed', async () => {
    const walk = await withShop()
    await walk.say('add oat bars')
    walk.enter('cart', '/cart/lines/0/quantity', '4')
    await walk.say('add gift card')
    expect(byPlace(walk.data('cart-2', '/cart/lines'))).toMatchObject([{ quantity: '4' }, { quantity: '1' }])
    walk.enter('cart-2', '/cart/lines/0/quantity', '5')
    await walk.press('cart-2', 'remove', '/cart/lines/1')
    expect(byPlace(walk.data('cart-2', '/cart/lines'))).toMatchObject([{ quantity: '5', price: 75 }])
    expect(walk.answer()).toEqual(['The total is $75.00.'])
  })

  it('[SH-16] a cart that is emptied says one thing, wherever it is asked', async () => {
    const walk = await withShop()
    await walk.say('add oat bars')
    await walk.press('cart', 'remove', '/cart/lines/0')
    expect(walk.answer()).toEqual(['Your cart is empty.'])
    const body = walk.runtime.surface('cart')?.components
    expect(JSON.stringify([body?.get('body'), body?.get('title')])).toMatch(/"ids":\["title"\].*Your cart is empty\./)
    for (const sentence of ['what is in my cart?', 'check out']) {
      await walk.say(sentence)
      expect(walk.answer()).toEqual(['Your cart is empty.'])
    }
    await walk.say('zur Kasse')
    expect(walk.answer()).toEqual(['Dein Warenkorb ist leer.'])
    // The same where it had expired before it was emptied: there is nothing to rebuild.
    await walk.say('add oat bars')
    walk.clock.now += 25 * 3_600_000
    await walk.press('cart-2', 'update')
    await walk.press('cart-2', 'remove', '/cart/lines/0')
    expect(walk.answer()).toEqual(['Your cart is empty.'])
  })

  it('[SH-17] more than there is, is refused with the reason of the shop and the greatest number', async () => {
    const walk = await withShop()
    await walk.say('oat bars')
    await walk.press('results', 'details', '/items/0')
    walk.enter('detail', '/quantity', '9,999')
    await walk.press('detail', 'add')
    expect(walk.answer()).toEqual(['Of “Oat bars, Taste Plum” only 60 can be had.'])
    expect(walk.surfaceIds()).not.toContain('cart')
    walk.enter('detail', '/quantity', '2')
    await walk.press('detail', 'add')
    walk.asked('shop')
    walk.enter('cart', '/cart/lines/0/quantity', '9,999')
    await walk.press('cart', 'checkout')
    expect(walk.answer()).toEqual(['Of “Oat bars, Taste Plum” only 60 can be had.'])
    expect(walk.surfaceIds()).not.toContain('confirm')
    expect(walk.data('cart', '/cart/lines/0')).toMatchObject({
      ...{ quantity: '2', price: 30 },
      notices: [{ text: 'Of “Oat bars, Taste Plum” only 60 can be had.' }],
    })
    expect(shortened(walk.asked('shop'))).toEqual(Array(2).fill('PUT /commerce/v1/carts/{id}'))
    // Adding to what is there is more than there is, too; what else is in the cart stays.
    await walk.say('add gift card')
    walk.enter('detail', '/quantity', '59')
    await walk.press('detail', 'add')
    expect(walk.answer()).toEqual(['Of “Oat bars, Taste Plum” only 60 can be had.'])
    await walk.say('cart')
    expect(byPlace(walk.data('cart-3', '/cart/lines'))).toMatchObject([{ quantity: '2' }, { quantity: '1' }])
    walk.enter('cart-3', '/cart/lines/0/quantity', '60')
    await walk.press('cart-3', 'update')
    expect(walk.data('cart-3', '/cart/lines/0')).toMatchObject({ quantity: '60', notices: [] })
    expect(walk.faults).toEqual([])
  })
})

it.each([
  ['with the catalog of the chat', [shopCatalog, basicCatalog]],
  ['with the basic catalog', undefined],
])('[SH-17] a variant that is sold out cannot be bought, and its button says so, %s', async (_, catalogs) => {
  const walk = await begin({ ...(catalogs && { catalogs }) })
  await walk.say('birch')
  expect(walk.data('results', '/items/0')).toMatchObject({ offer: 'Add' })
  await walk.press('results', 'details', '/items/0')
  await expect.poll(() => isValid(walk, 'detail', 'add')).toBe(true)
  walk.enter('detail', '/choice', ['var-002-2'])
  await expect.poll(() => isValid(walk, 'detail', 'add')).toBe(false)
  expect(words(walk, 'detail').includes('"soldOut"')).toBe(catalogs !== undefined)
  await walk.say('tent')
  expect(walk.data('results-2', '/items/0')).toMatchObject({ offer: 'Sold out' })
  await walk.press('results-2', 'details', '/items/0')
  await expect.poll(() => isValid(walk, 'detail-2', 'soldOut')).toBe(false)
  expect(words(walk, 'detail-2')).not.toContain('Add to cart')
  expect(walk.faults).toEqual([])
})

it.each(['v0.9', 'v0.8'] as const)(
  '[SH-4] after the checkout what was shown before stays, done and for reading only, in %s',
  async (version) => {
    const walk = await begin({ version })
    await walk.say('running shoes')
    await walk.say('compare the first two')
    await walk.press('results', 'details', '/items/3')
    await walk.press('detail', 'add')
    const shown = walk.data('results', '/items')
    await walk.press('cart', 'checkout')
    await walk.press('confirm', 'confirm')
    expect(walk.surfaceIds()).toEqual(['results', 'compare', 'detail', 'cart', 'confirm'])
    expect(walk.data('results', '/items')).toEqual(shown)
    for (const id of ['results', 'compare', 'detail', 'cart']) {
      const { components } = walk.runtime.surface(id) ?? expect.fail(`no ${id}`)
      const drawn: unknown[] = []
      const visit = (name: string): void => {
        const component = components.get(name)
        drawn.push(component)
        for (const { to } of component?.edges ?? []) visit(to)
      }
      visit('root')
      const words = JSON.stringify(drawn)
      expect([id, words.includes('Done: your cart'), /"Button"|"TextField"|"ChoicePicker"/.test(words)]).toEqual([
        ...[id, true, false],
      ])
    }
    // The conversation goes on with new surfaces.
    await walk.say('what is in my cart?')
    expect(walk.surfaceIds()).toContain('cart-2')
    expect(walk.faults).toEqual([])
  },
)

it('[SH-16] a price that has changed since the question brings the question again', async () => {
  const walk = await begin()
  await walk.say('add oat bars')
  await walk.say('check out')
  const id = walk.data('cart', '/cart/id')
  const shop = walk.shop.requests.length
  expect(shop).toBeGreaterThan(0)
  const real = createShop({ origin: walk.shop.origin, now: () => walk.clock.now })
  walk.shop.handle(async (request) => {
    if (request.method !== 'GET' || !request.url.includes('/carts/')) return real(request)
    const line = { id: 'l', item: { id: 'var-037-1', title: 'Oat bars', price: 1800 }, quantity: 1 }
    const commerce = {
      version: '2026-04-08',
      capabilities: { 'dev.commerce.shopping.cart': [{ version: '2026-04-08' }] },
    }
    const totals = ['subtotal', 'total'].map((type) => ({ type, amount: 1800 }))
    return Response.json({
      ...{ commerce, id, line_items: [line], currency: 'USD', totals },
      continue_url: `${walk.shop.origin}/checkout/${id}`,
    })
  })
  await walk.press('confirm', 'confirm')
  expect(words(walk, 'confirm-2')).toContain('Check out one thing for $18.00?')
  expect(byPlace(walk.data('cart', '/cart/totals')).at(-1)).toMatchObject({ price: 18 })
})
