// The shopping chat when the shop or the agent does something wrong: in each case what the user typed survives.
import { keywordPlan } from '../demo/shop/agent/keyword-plan.ts'
import type { Plan } from '../demo/shop/agent/plan.ts'
import { shopProducts } from '../demo/shop/products.ts'
import { hostileProduct, hostileTitle } from '../test/support/hostile-product.ts'
import { violations } from './axe.ts'
import {
  button,
  cards,
  composer,
  expect,
  forgiveNetwork,
  lines,
  messages,
  operations,
  press,
  ready,
  say,
  state,
  test,
} from './shop.ts'

test('[SH-F1] the shop is down: the agent says so, earlier surfaces stay, and Retry works later', async ({
  page,
  chat,
  demo,
  complaints,
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
  // Pictures that were still on their way when the shop went.
  forgiveNetwork(complaints)
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
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
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

test.describe('an agent that fails once', () => {
  let failures = 0
  const plan: Plan = async function* (message, context) {
    if (message.text === 'wool socks' && failures++ === 0) yield { status: 'failed', text: 'Something broke.' }
    else yield* keywordPlan(message, context)
  }
  test.use({ shopOptions: { agent: { plan } } })

  test('[CH-34] Retry repeats the one message that failed, and nothing else', async ({ page, chat, demo }) => {
    await chat()
    await say(page, 'oat bars')
    await ready(page)
    const shown = await page.locator('.turn').first().innerText()
    await say(page, 'wool socks')
    await expect(page.locator('.mark', { hasText: 'Did not work' })).toBeVisible()
    await ready(page)
    const before = messages(demo.agent.requests).length
    await press(page, button(page, 'Retry'))
    await expect(button(page, /^Details: Wool socks/)).toBeVisible()
    await ready(page)
    const sent = messages(demo.agent.requests).slice(before)
    expect(sent.map(({ parts }) => parts)).toEqual([[{ text: 'wool socks' }]])
    await expect(button(page, 'Retry')).toHaveCount(0)
    expect(await page.locator('.turn').first().innerText()).toBe(shown)
    expect(lines(demo.shop.requests).filter((line) => line.endsWith('/catalog/search'))).toHaveLength(2)
  })
})
