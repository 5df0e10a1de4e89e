// The shopping chat over real HTTP: a search that streams, a product, and the cart.
import { openShopDemo } from '../../test/support/shop-demo.ts'
import { moment } from '../pointer.ts'
import type { Driver } from './driver.ts'
import { boxOf, click, expect, test, textOf } from './fixtures.ts'

/** The agent has finished; a press that follows counts. */
async function ready(driver: Driver): Promise<void> {
  await boxOf(driver, '[data-testid="state"][data-state="done"]')
  await new Promise((resolve) => setTimeout(resolve, moment))
}

test('the shopping chat: a search, a product, and the cart', async ({ driver, open }) => {
  const demo = await openShopDemo()
  try {
    await open(`/?agent=${encodeURIComponent(demo.agent.origin)}`)
    await boxOf(driver, '[data-testid="connection"]', 'connected, protocol 1.0, surface v0.9')
    await click(driver, '.composer__text')
    await driver.type('amble')
    await driver.press('Enter')
    await boxOf(driver, '.sf-button', 'Details')
    await ready(driver)
    await click(driver, '.sf-button', 'Details')
    await boxOf(driver, '.sf-button', 'Add to cart')
    await ready(driver)
    await click(driver, '.sf-button', 'Add to cart')
    await boxOf(driver, '.sf-text--h3', 'Your cart')
    await ready(driver)
    expect(await textOf(driver, '.turn:last-child .sf-surface')).toContain('Amble running shoe, Size 40')
    expect(demo.shop.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/commerce/v1/catalog/search',
      '/commerce/v1/catalog/lookup',
      '/commerce/v1/carts',
    ])
  } finally {
    await demo.close()
  }
})
