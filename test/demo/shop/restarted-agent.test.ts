// An agent that was started again, and the carts and surfaces from before.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { openCartFile } from '../../../demo/servers/cart-file.ts'
import { createShopAgent } from '../../../demo/shop/agent/agent.ts'
import { begin, withCart } from './walks.ts'

it('[SH-8] an agent that was started again goes on with the surfaces and the cart that the client has', async () => {
  const walk = await withCart()
  walk.agent.handle(createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0 }))
  walk.enter('cart', '/cart/lines/0/quantity', '4')
  await walk.press('cart', 'update')
  expect(walk.data('cart', '/cart/lines/0')).toMatchObject({ quantity: '4', price: 60 })
  await walk.say('find oat bars')
  await walk.say('add two oat bars')
  expect(walk.data('cart-2', '/cart/lines/0')).toMatchObject({ quantity: '6' })
  await walk.say('remove the oat bars')
  expect(walk.answer()).toEqual(['Out of the cart: Oat bars, Taste Plum.', 'Your cart is empty.'])
  expect(walk.faults).toEqual([])
})

it('[SH-8] an agent that was started again reads from the surface which cart a sentence means', async () => {
  const walk = await withCart()
  const restart = (): void =>
    walk.agent.handle(createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0 }))
  restart()
  await walk.say('add two oat bars')
  expect(walk.data('cart-2', '/cart/lines/0')).toMatchObject({ quantity: '3' })
  restart()
  await walk.say('check out')
  expect(walk.answer()).toEqual([expect.stringContaining('agreed'), 'Shall I take your cart to the shop?'])
  // A cart that the user has emptied is not one that has expired.
  await walk.say('empty my cart')
  restart()
  await walk.say('cart')
  expect(walk.answer().at(-1)).toBe('Your cart is empty.')
  expect(walk.faults).toEqual([])
})

it.each(['v0.9', 'v0.8'] as const)(
  '[SH-8] an agent with saved carts finds the one of a sentence after a start: %s',
  async (version) => {
    const file = join(mkdtempSync(join(tmpdir(), 'surface-runtime-carts-')), 'data', 'carts.json')
    const walk = await begin({ version })
    const restart = (): void =>
      walk.agent.handle(
        createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0, carts: openCartFile(file) }),
      )
    restart()
    await walk.say('add oat bars')
    restart()
    await walk.say('help')
    await walk.say('cart')
    expect(walk.answer().at(-1)).toBe('This is in your cart.')
    restart()
    await walk.say('add two oat bars')
    expect(Object.values(walk.data(String(walk.surfaceIds().at(-1)), '/cart/lines') as object)).toMatchObject([
      { quantity: '3' },
    ])
    await walk.say('empty my cart')
    restart()
    await walk.say('cart')
    expect(walk.answer().at(-1)).toBe('Your cart is empty.')
    writeFileSync(file, '[["broken"')
    expect(openCartFile(file).get('x')).toBeUndefined()
    rmSync(dirname(dirname(file)), { recursive: true })
    expect(walk.faults).toEqual([])
  },
)
