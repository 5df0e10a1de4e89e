// The shopping chat when something goes wrong: fifteen cases, and in each of them what the user typed survives.
import type { Page } from '@playwright/test'
import type { Plan } from '../demo/shop/agent/plan.ts'
import { shopProducts } from '../demo/shop/products.ts'
import { hostileProduct, hostileTitle } from '../test/support/hostile-product.ts'
import { violations } from './axe.ts'
import { bubbles, composer, expect, press, ready, say, state, test } from './shop.ts'

const cards = (page: Page) => page.getByRole('button', { name: /^Details/ })
const notice = (page: Page) => page.getByTestId('notice')

/** What the browser itself says of connections that broke. */
function forgiveNetwork(complaints: string[]): void {
  expect(complaints.splice(0).filter((line) => !/net::|Failed to load resource/.test(line))).toEqual([])
}

/** The names of the operations that the agent was asked for, in order. */
function operations(demo: { readonly agent: { readonly requests: readonly { readonly body: unknown }[] } }): string[] {
  return demo.agent.requests.flatMap(({ body }) => (body as { readonly method?: string } | undefined)?.method ?? [])
}

test('[SH-F1] the shop is down: the agent says so, earlier surfaces stay, and Retry works later', async ({
  page,
  chat,
  demo,
}) => {
  await chat()
  await say(page, 'running shoes under 150')
  await ready(page)
  await demo.shop.stop()
  await composer(page).fill('half a thought')
  await press(page, cards(page).first())
  await expect(page.locator('.bubble', { hasText: 'The shop cannot be reached' })).toBeVisible()
  await expect(composer(page)).toHaveValue('half a thought')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1)
  await expect(cards(page).first()).toBeEnabled()
  expect(await violations(page)).toEqual([])
  await demo.shop.start()
  await press(page, page.getByRole('button', { name: 'Retry' }))
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible()
  await expect(composer(page)).toHaveValue('half a thought')
})

test.describe('of another version', () => {
  test.use({ shopOptions: { agent: { profileVersion: '2024-01-01' } } })
  test('[SH-F2] the shop refuses the agent: a text and a link, no surface', async ({ page, chat, demo }) => {
    await chat()
    await say(page, 'running shoes')
    await expect(page.locator('.mark', { hasText: 'Declined' })).toBeVisible()
    const link = page.locator('.bubble').getByRole('link')
    expect(await link.getAttribute('href')).toContain(demo.shop.origin)
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(page.getByRole('article')).toHaveCount(0)
    expect(await violations(page)).toEqual([])
  })
})

test('[SH-F3] the agent speaks another version: a banner names both, and nothing is tried again', async ({
  page,
  chat,
  demo,
  complaints,
}) => {
  await page.clock.install()
  await chat('&agentVersion=9.9')
  await say(page, 'running shoes')
  await expect(notice(page)).toContainText('version 9.9')
  await expect(notice(page)).toContainText('version 1.0')
  await expect(page.getByText('Not sent')).toBeVisible()
  await composer(page).fill('what now')
  expect(await violations(page)).toEqual([])
  const asked = demo.agent.requests.length
  await page.clock.fastForward(30_000)
  await page.waitForTimeout(200)
  expect(demo.agent.requests.length).toBe(asked)
  await expect(page.getByRole('button', { name: /again|Retry/ })).toHaveCount(0)
  await expect(composer(page)).toHaveValue('what now')
  forgiveNetwork(complaints)
})

test.describe('that offers only a checkout', () => {
  test.use({ shopOptions: { shop: { capabilities: ['checkout'] } } })
  test('[SH-F4] the shop and the agent have nothing in common: a text and a link', async ({ page, chat, demo }) => {
    await chat()
    await say(page, 'running shoes')
    const link = page.locator('.bubble').getByRole('link')
    expect(await link.getAttribute('href')).toContain(demo.shop.origin)
    await expect(page.getByRole('article')).toHaveCount(0)
  })
})

test('[SH-F5] sold out: a word where it was asked, and later on its line while the others stay', async ({
  page,
  chat,
}) => {
  await chat()
  await say(page, 'birch')
  await press(page, cards(page).first())
  await page.getByRole('radio', { name: /^41/ }).check()
  await composer(page).fill('half a thought')
  await press(page, page.getByRole('button', { name: 'Add to cart' }))
  await expect(page.locator('.bubble', { hasText: '“Birch running shoe, Size 41” is out of stock' })).toBeVisible()
  await expect(composer(page)).toHaveValue('half a thought')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toHaveCount(0)
  await page.getByRole('article').last().getByRole('radio').first().check()
  await press(page, page.getByRole('button', { name: /^Add (?:to cart|more)$/ }))
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await say(page, 'add oat bars')
  const cart = page.getByRole('article').last()
  await expect(cart.getByRole('textbox', { name: /^Quantity/ })).toHaveCount(2)
  await composer(page).fill('another thought')
  await cart
    .getByRole('textbox', { name: /^Quantity/ })
    .last()
    .fill('99')
  await press(page, cart.getByRole('button', { name: 'Update' }))
  await expect(cart.getByText(/only 60 can be had/)).toBeVisible()
  await expect(cart.getByRole('textbox', { name: /^Quantity/ }).first()).toHaveValue('1')
  await expect(composer(page)).toHaveValue('another thought')
  expect(await violations(page)).toEqual([])
})

test('[SH-F6] an expired cart: Rebuild makes it again', async ({ page, chat, demo }) => {
  await chat()
  await say(page, 'add oat bars')
  await ready(page)
  demo.clock.now += 25 * 3_600_000
  await say(page, 'what is in my cart?')
  await expect(page.getByText('Your cart has expired. Shall I rebuild it?').first()).toBeVisible()
  await composer(page).fill('half a thought')
  expect(await violations(page)).toEqual([])
  await press(page, page.getByRole('button', { name: 'Rebuild' }))
  await expect(page.locator('.bubble', { hasText: 'Here is your cart again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rebuild' })).toHaveCount(0)
  await expect(
    page
      .getByRole('article')
      .last()
      .getByText(/Oat bars/)
      .first(),
  ).toBeVisible()
  await expect(composer(page)).toHaveValue('half a thought')
  const carts = demo.shop.requests.filter(({ path }) => path.includes('/carts'))
  expect(carts.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST'])
})

test('[SH-F7] one of three is not there: two cards and a notice', async ({ page, chat, demo }) => {
  await chat()
  await say(page, 'compare prod-001, prod-999 and prod-002')
  await expect(page.getByText('Flower & Foot does not have “prod-999”.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /running shoe/ })).toHaveCount(2)
  expect(demo.shop.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { ids: ['prod-001', 'prod-999', 'prod-002'] },
  ])
  await ready(page)
  expect(await violations(page)).toEqual([])
})

test('[SH-F8] Stop after the third card: three cards stay, and nothing comes later', async ({
  page,
  chat,
  demo,
  gate,
}) => {
  await chat()
  gate.holdAt('/items/3"')
  await say(page, 'running shoes under 150')
  await gate.reached()
  await expect(cards(page)).toHaveCount(3)
  await composer(page).fill('half a thought')
  await composer(page).press('Escape')
  await expect(page.locator('.mark', { hasText: 'Stopped' })).toBeVisible()
  await expect(state(page)).toHaveText('Ready')
  gate.open()
  await page.waitForTimeout(300)
  await expect(cards(page)).toHaveCount(3)
  await expect(composer(page)).toHaveValue('half a thought')
  expect(operations(demo)).toContain('CancelTask')
  expect(await violations(page)).toEqual([])
})

/** Marks the surface, so that another one in its place is noticed, and counts what is removed. */
async function watchRemovals(page: Page): Promise<() => Promise<{ same: boolean; removed: number }>> {
  await page.getByRole('article').evaluate((article) => {
    Object.assign(window, { kept: article, removed: 0 })
    new MutationObserver((records) => {
      const gone = records.flatMap((record) => [...record.removedNodes])
      const { removed } = window as unknown as { readonly removed: number }
      const now = gone.filter((node) => node instanceof Element && node.matches('article, .sf-card')).length
      Object.assign(window, { removed: removed + now })
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () =>
    page.getByRole('article').evaluate((article) => {
      const { kept, removed } = window as unknown as { readonly kept: Element; readonly removed: number }
      return { same: kept === article, removed }
    })
}

test('[SH-F9] a connection that is cut within a line: cards go on, none twice, and typed texts stay', async ({
  page,
  chat,
  demo,
  relay,
  gate,
  complaints,
}) => {
  await chat()
  gate.holdAt('/items/5"')
  relay.holdAt('"/items/4"')
  await say(page, 'running shoes under 150')
  await relay.held()
  await expect(cards(page)).toHaveCount(4)
  const removals = await watchRemovals(page)
  const filter = page.getByRole('textbox', { name: /filter/i })
  await filter.fill('shoe')
  await composer(page).fill('half a thought')
  relay.cut()
  await expect(state(page)).toHaveAttribute('data-state', 'reconnecting')
  await expect(notice(page)).toContainText('connection was lost')
  await composer(page).pressSequentially(' more')
  gate.open()
  await expect(cards(page)).toHaveCount(10, { timeout: 15_000 })
  await expect(state(page)).toHaveText('Ready')
  await expect(notice(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('half a thought more')
  await expect(filter).toHaveValue('shoe')
  expect(await removals()).toEqual({ same: true, removed: 0 })
  expect(operations(demo)).toContain('SubscribeToTask')
  forgiveNetwork(complaints)
})

test('[SH-F10] a connection that comes back too late: the whole list, and no error', async ({
  page,
  chat,
  demo,
  relay,
  complaints,
}) => {
  await chat()
  relay.holdAt('"/items/4"')
  await say(page, 'running shoes under 150')
  await relay.held()
  await composer(page).fill('half a thought')
  // The agent goes on without a reader, and has ended long before the page comes back.
  await page.waitForTimeout(500)
  relay.cut()
  await expect(cards(page)).toHaveCount(10, { timeout: 15_000 })
  await expect(state(page)).toHaveText('Ready')
  await expect(notice(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('half a thought')
  expect(operations(demo).slice(-2)).toEqual(['SubscribeToTask', 'GetTask'])
  forgiveNetwork(complaints)
})

test('[SH-F11] a second window follows the same task: both lists are equal', async ({ page, chat, gate }) => {
  await chat()
  gate.holdAt('/items/4"')
  await say(page, 'running shoes under 150')
  await gate.reached()
  await expect(cards(page)).toHaveCount(4)
  await composer(page).fill('half a thought')
  // A window that a page opens begins with a copy of its session storage.
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  const other = await opening
  await expect(cards(other)).toHaveCount(4)
  gate.open()
  for (const one of [page, other]) {
    await expect(state(one)).toHaveText('Ready')
    await expect(cards(one)).toHaveCount(10)
  }
  const texts = (one: Page) => one.getByRole('article').allTextContents()
  expect(await texts(other)).toEqual(await texts(page))
  expect((await bubbles(other)).sort()).toEqual((await bubbles(page)).sort())
  await expect(composer(page)).toHaveValue('half a thought')
})

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
const v09 = (message: object) => ({ version: 'v0.9', ...message })

/** One component of no known type, and one message that is none. */
const oddPlan: Plan = async function* ({ text }) {
  if (text !== 'odd') return
  const root = { id: 'root', component: 'Column', children: ['before', 'odd', 'after'] }
  const said = (id: string) => ({ id, component: 'Text', text: `This is ${id}` })
  yield {
    surface: [
      v09({ createSurface: { surfaceId: 'odd', catalogId } }),
      v09({ updateComponents: { surfaceId: 'odd', components: 'nonsense' } }),
      v09({
        updateComponents: {
          surfaceId: 'odd',
          components: [root, said('before'), { id: 'odd', component: 'Hologram' }, said('after')],
        },
      }),
    ],
  } as never
}

test.describe('from an agent that makes mistakes', () => {
  test.use({ shopOptions: { agent: { plan: oddPlan } } })
  test('[SH-F12] a bad component: a box that names its type, the rest is shown, and the agent hears of it', async ({
    page,
    chat,
    demo,
    complaints,
  }) => {
    await chat()
    await say(page, 'odd')
    await composer(page).fill('half a thought')
    await expect(page.getByText('This is before')).toBeVisible()
    await expect(page.getByRole('note')).toContainText('“Hologram”')
    await expect(page.getByText('This is after')).toBeVisible()
    await expect.poll(() => JSON.stringify(demo.agent.requests.at(-1)?.body)).toContain('VALIDATION_FAILED')
    expect(JSON.stringify(demo.agent.requests.at(-1)?.body)).toContain('/updateComponents/components/2/component')
    await expect(state(page)).toHaveText('Ready')
    await expect(composer(page)).toHaveValue('half a thought')
    expect(await violations(page)).toEqual([])
    // The runtime tells the page's author on the console.
    expect(complaints.splice(0).length).toBeGreaterThan(0)
  })
})

test.describe('with a product of an enemy', () => {
  test.use({ shopOptions: { shop: { products: [hostileProduct, ...shopProducts('http://127.0.0.1:9')] } } })
  test('[SH-F13] markup is shown as a text; its link and its picture are refused', async ({
    page,
    chat,
    elsewhere,
  }) => {
    await chat()
    await say(page, 'shoe evil')
    await composer(page).fill('half a thought')
    const name = page.getByRole('heading', { name: hostileTitle })
    await expect(name.first()).toBeVisible()
    await press(page, cards(page).first())
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible()
    await expect(page.getByTestId('chat').locator('.sf-surface').getByRole('link')).toHaveCount(0)
    const pictures = await page
      .locator('.sf-surface img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    expect(pictures.filter((source) => !source?.startsWith('http://127.0.0.1:9/'))).toEqual([])
    expect(await page.evaluate(() => document.querySelectorAll('script:not([src]), [onerror]').length)).toBe(0)
    expect(elsewhere.filter((url) => url.includes('evil'))).toEqual([])
    await expect(composer(page)).toHaveValue('half a thought')
  })
})

test('[SH-F14] a double click on Add is one line of one thing', async ({ page, chat, demo }) => {
  await chat()
  await say(page, 'amble')
  await press(page, cards(page).first())
  await ready(page)
  await composer(page).fill('half a thought')
  await page.getByRole('button', { name: 'Add to cart' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await ready(page)
  await expect(
    page
      .getByRole('article')
      .last()
      .getByRole('textbox', { name: /^Quantity/ }),
  ).toHaveValue('1')
  const posts = demo.shop.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/carts'))
  expect(posts.length).toBeGreaterThan(0)
  expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  await expect(composer(page)).toHaveValue('half a thought')
})

test('[SH-F15] a slow agent: pings keep the connection, and silence is a lost one', async ({
  page,
  chat,
  relay,
  gate,
  demo,
  complaints,
}) => {
  await page.clock.install()
  await chat()
  gate.holdAt('/items/4"')
  await say(page, 'running shoes under 150')
  await gate.reached()
  await expect(cards(page)).toHaveCount(4)
  await composer(page).fill('half a thought')
  relay.silence({ ping: 50 })
  for (let time = 0; time < 3; time++) {
    await page.clock.fastForward(30_000)
    await page.waitForTimeout(200)
    await expect(state(page)).toHaveText('Answering …')
    await expect(page.getByTestId('working')).toBeVisible()
  }
  relay.silence()
  await page.waitForTimeout(200)
  await page.clock.fastForward(61_000)
  await expect(notice(page)).toContainText('connection was lost')
  gate.open()
  relay.heal()
  await page.clock.fastForward(5_000)
  await expect(cards(page)).toHaveCount(10, { timeout: 15_000 })
  await expect(state(page)).toHaveText('Ready')
  await expect(composer(page)).toHaveValue('half a thought')
  expect(operations(demo)).toContain('SubscribeToTask')
  forgiveNetwork(complaints)
})
