// The shopping chat, from the first word to the shop's own checkout: what is seen, and what goes over both wires.
import type { Page } from '@playwright/test'
import type { ShopDemo } from '../test/support/shop-demo.ts'
import { violations } from './axe.ts'
import {
  button,
  cards,
  connection,
  expect,
  type Gate,
  lines,
  messages,
  press,
  quantity,
  ready,
  say,
  state,
  streamFour,
  test,
} from './shop.ts'

const action = (name: string, surfaceId: string, context: Record<string, unknown> = {}) =>
  expect.objectContaining({
    parts: [
      expect.objectContaining({
        data: [
          {
            version: 'v0.9',
            action: expect.objectContaining({ name, surfaceId, context: expect.objectContaining(context) }),
          },
        ],
      }),
    ],
  })

/** What the first words ask the shop for. */
const asked = {
  query: 'running shoes',
  context: { address_country: 'US', intent: 'running shoes under 150' },
  filters: { price: { max: 15_000 } },
}

const filterOf = (page: Page) => page.getByRole('textbox', { name: /filter/i })

test('[SH-1] [SH-2] eleven steps, and what agent and shop are asked in each', async ({
  page,
  chat,
  demo,
  gate,
  relay,
}) => {
  test.slow()
  await chat()
  // 0: the card.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping agent')
  await expect(connection(page)).toHaveText('connected, protocol 1.0, surface v0.9')
  expect(await violations(page)).toEqual([])
  await searchShoes(page, demo, gate, relay.origin)
  await filterCards(page, demo)
  await showMore(page, demo)
  await fillCart(page)
  await checkOut(page)
  expectShopRequests(demo)
  expectActions(demo)
  await reload(page)
  await leave(page, demo)
})

async function searchShoes(page: Page, demo: ShopDemo, gate: Gate, agent: string): Promise<void> {
  // 1 to 4: a search, card by card.
  await streamFour(page, gate)
  await expect(page.locator('.bubble').first()).toHaveText('You: running shoes under 150')
  await expect(page.getByTestId('working')).toBeVisible()
  gate.open()
  // For developers, behind the scenes.
  await expect(page.getByText('Flower & Foot: search, lookup, cart agreed (2026-04-08)')).toHaveCount(0)
  await expect(cards(page)).toHaveCount(10)
  await expect(page.getByText('10 of 23')).toBeVisible()
  await expect(state(page)).toHaveText('Ready')
  await expect(page.getByText('$104.00', { exact: true })).toBeVisible()
  expect(lines(demo.agent.requests)).toEqual([
    'GET /.well-known/agent-card.json',
    'POST /rpc SendStreamingMessage',
    'GET /profile.json',
  ])
  expect(demo.agent.requests.find(({ method }) => method === 'POST')?.headers).toMatchObject({
    'agent-version': '1.0',
    'agent-extensions': 'https://a2ui.org/a2a-extension/a2ui/v0.9',
  })
  const [first] = messages(demo.agent.requests)
  expect(first).toMatchObject({ parts: [{ text: 'running shoes under 150' }] })
  expect(first?.['metadata']).toMatchObject({ a2uiClientCapabilities: { 'v0.9': {} } })
  expect(lines(demo.shop.requests)).toEqual(['GET /.well-known/commerce', 'POST /commerce/v1/catalog/search'])
  const search = demo.shop.requests.find(({ method }) => method === 'POST')
  expect(search?.headers['commerce-agent']).toBe(`profile="${agent}/profile.json"`)
  expect(search?.body).toEqual({ ...asked, pagination: { limit: 10 } })
}

async function filterCards(page: Page, demo: ShopDemo): Promise<void> {
  // 5: a filter in the page. Nothing is asked.
  const filter = filterOf(page)
  const before = [demo.agent.requests.length, lines(demo.shop.requests).length]
  await filter.fill('nothing like it')
  await expect(page.getByText('No match among these.')).toBeVisible()
  await filter.fill('amble')
  await expect(cards(page).filter({ visible: true })).toHaveCount(1)
  await filter.fill('shoe')
  await expect(cards(page).filter({ visible: true })).toHaveCount(10)
  expect([demo.agent.requests.length, lines(demo.shop.requests).length]).toEqual(before)
}

async function showMore(page: Page, demo: ShopDemo): Promise<void> {
  // 6: the next page, on the same surface.
  await press(page, button(page, 'More'))
  await expect(cards(page)).toHaveCount(20)
  await expect(page.getByText('20 of 23')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(filterOf(page)).toHaveValue('shoe')
  const [, more] = messages(demo.agent.requests)
  expect(more).toEqual(action('more', 'results', { cursor: expect.any(String) }))
  expect(more?.['contextId']).toEqual(expect.any(String))
  expect(more?.['metadata']).toMatchObject({ a2uiClientDataModel: { surfaces: { results: {} } } })
  expect(demo.shop.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    ...asked,
    pagination: { limit: 10, cursor: expect.any(String) },
  })
}

async function fillCart(page: Page): Promise<void> {
  // 7: one product.
  await press(page, cards(page).nth(3))
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Amble running shoe' }).last()).toBeVisible()

  // 8: a size, and into the cart.
  await ready(page)
  await page.getByRole('radio', { name: '42' }).check()
  await button(page, 'Add to cart').click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(page.getByText('Amble running shoe, Size 42')).toBeVisible()
  await ready(page)

  // 9: two of them. The focus stays on the button.
  await quantity(page).fill('2')
  await press(page, button(page, 'Update'))
  await expect(page.getByText('$138.00', { exact: true })).toHaveCount(3)
  await expect(button(page, 'Update')).toBeFocused()
}

async function checkOut(page: Page): Promise<void> {
  // 10: a question.
  await ready(page)
  await say(page, 'check out')
  await expect(button(page, 'Confirm')).toBeVisible()
  await expect(page.locator('.mark')).toHaveText('Waiting for you')
  expect(await violations(page)).toEqual([])

  // 11: the way to the shop.
  await press(page, button(page, 'Confirm'))
  await expect(button(page, 'Go to the checkout')).toBeVisible()
  await expect(state(page)).toHaveText('Ready')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(cards(page)).toHaveCount(0)
  await expect(page.locator('.mark')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
}

function expectShopRequests(demo: ShopDemo): void {
  expect(lines(demo.shop.requests).slice(2)).toEqual([
    'POST /commerce/v1/catalog/search',
    'POST /commerce/v1/catalog/lookup',
    'POST /commerce/v1/carts',
    'PUT /commerce/v1/carts/cart',
    'GET /commerce/v1/carts/cart',
  ])
  const changes = demo.shop.requests.filter(({ path }) => path.includes('/carts'))
  const keys = changes.map(({ headers }) => headers['idempotency-key'])
  expect(changes.map(({ status }) => status)).toEqual([201, 200, 200])
  expect([keys[0], keys[1], keys[2]]).toEqual([expect.any(String), expect.any(String), undefined])
  expect(keys[0]).not.toBe(keys[1])
  expect(changes[0]?.body).toMatchObject({ line_items: [{ item: { id: 'var-001-2' }, quantity: 1 }] })
  expect(changes[1]?.body).toMatchObject({ line_items: [{ item: { id: 'var-001-2' }, quantity: 2 }] })
}

function expectActions(demo: ShopDemo): void {
  const sent = messages(demo.agent.requests)
  expect(sent.slice(1, 5)).toEqual([
    action('more', 'results'),
    action('details', 'results', { product: 'prod-001' }),
    action('add', 'detail', { variant: ['var-001-2'], quantity: '1' }),
    action('update', 'cart'),
  ])
  expect(sent.slice(6)).toEqual([action('confirm', 'confirm')])
  // A task is named only while it waits for the user.
  expect(sent.map(({ taskId }) => taskId !== undefined)).toEqual([false, false, false, false, false, false, true])
}

async function reload(page: Page): Promise<void> {
  // What was done stays done.
  await page.reload()
  await expect(button(page, 'Go to the checkout')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(button(page, 'Confirm')).toHaveCount(0)
  await expect(button(page, /^Add/)).toHaveCount(0)
}

async function leave(page: Page, demo: ShopDemo): Promise<void> {
  const opening = page.waitForEvent('popup')
  await press(page, button(page, 'Go to the checkout'))
  const checkout = await opening
  await expect(checkout).toHaveURL(new RegExp(`^${demo.shop.origin}/checkout/cart_`))
  await expect(checkout.getByText('Amble running shoe')).toBeVisible()
}
