// The shopping chat, from the first word to the shop's own checkout: what is seen, and what goes over both wires.
import type { Locator, Page } from '@playwright/test'
import { createShopAgent } from '../demo/shop/agent/agent.ts'
import type { LoggedRequest } from '../test/support/request-log.ts'
import { violations } from './axe.ts'
import { bubbles, composer, expect, press, ready, say, state, test } from './shop.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const cards = (page: Page) => button(page, /^Details/)
const connection = (page: Page) => page.getByTestId('connection')
/** The field on the newest surface that has one. */
const quantity = (page: Page) => page.getByRole('textbox', { name: /^Quantity/ }).last()

interface Streamed {
  /** Milliseconds from the first card to the end of the stream. */
  readonly ahead: number
  /** How often the number of nodes grew in between. */
  readonly growths: number
}

/** Follows one answer from now on. */
async function watchStream(page: Page): Promise<() => Promise<Streamed>> {
  await page.evaluate(() => {
    const chat = document.querySelector('[data-testid="chat"]')
    const times = { first: 0, end: 0, counts: [] as number[] }
    Object.assign(window, { times })
    new MutationObserver(() => {
      const now = performance.now()
      if (times.first === 0 && chat?.querySelector('.sf-card')) times.first = now
      const count = chat?.querySelectorAll('.sf-surface *').length ?? 0
      if (times.end === 0 && count > (times.counts.at(-1) ?? 0)) times.counts.push(count)
      const done = document.querySelector('[data-testid="state"][data-state="done"]') !== null
      if (done && times.first > 0 && times.end === 0) times.end = now
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  return () =>
    page.evaluate(() => {
      const { times } = window as unknown as { times: { first: number; end: number; counts: readonly number[] } }
      return { ahead: times.end - times.first, growths: times.counts.length }
    })
}

/** `METHOD /path`, without what a browser asks by itself: leaves to ask, and pictures. */
function lines(requests: readonly LoggedRequest[]): string[] {
  return requests
    .filter(({ method, path }) => method !== 'OPTIONS' && !path.startsWith('/images/'))
    .map(({ method, path, body }) => [method, path, (body as { method?: string } | undefined)?.method ?? ''])
    .map((parts) =>
      parts
        .join(' ')
        .trim()
        .replace(/cart_[\w-]+/, 'cart'),
    )
}

/** The messages that the agent was sent, in order. */
function messages(requests: readonly LoggedRequest[]): readonly Record<string, unknown>[] {
  return requests.flatMap(({ body }) => {
    const { method, params } = (body ?? {}) as { method?: string; params?: { message: Record<string, unknown> } }
    return method === 'SendStreamingMessage' && params ? [params.message] : []
  })
}

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

test.describe('the whole way', () => {
  test.use({ shopOptions: { agent: { pause: 60 } } })

  test('[SH-1] [SH-2] eleven steps, and what agent and shop are asked in each', async ({ page, chat, demo, relay }) => {
    test.slow()
    await chat()
    // 0: the card.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping agent')
    await expect(connection(page)).toHaveText('connected, protocol 1.0, surface v0.9')
    expect(await violations(page)).toEqual([])

    // 1 to 4: a search, card by card.
    const streamed = await watchStream(page)
    await say(page, 'running shoes under 150')
    await expect(page.locator('.bubble').first()).toHaveText('You: running shoes under 150')
    await expect(page.getByTestId('working')).toBeVisible()
    await expect(page.getByText('Flower & Foot: search, lookup, cart agreed (2026-04-08)')).toBeVisible()
    await expect(cards(page)).toHaveCount(10)
    await expect(page.getByText('10 of 23')).toBeVisible()
    await expect(state(page)).toHaveText('Ready')
    await expect(page.getByText('US$104.00')).toBeVisible()
    const { ahead, growths } = await streamed()
    expect(ahead).toBeGreaterThan(300)
    expect(growths).toBeGreaterThanOrEqual(3)
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
    expect(search?.headers['commerce-agent']).toBe(`profile="${relay.origin}/profile.json"`)
    const asked = {
      query: 'running shoes',
      context: { address_country: 'US', intent: 'running shoes under 150' },
      filters: { price: { max: 15_000 } },
    }
    expect(search?.body).toEqual({ ...asked, pagination: { limit: 10 } })

    // 5: a filter in the page. Nothing is asked.
    const filter = page.getByRole('textbox', { name: /filter/i })
    const before = [demo.agent.requests.length, lines(demo.shop.requests).length]
    await filter.fill('nothing like it')
    await expect(page.getByText('None of these has all of the words.')).toBeVisible()
    await filter.fill('amble')
    await expect(cards(page).filter({ visible: true })).toHaveCount(1)
    await filter.fill('shoe')
    await expect(cards(page).filter({ visible: true })).toHaveCount(10)
    expect([demo.agent.requests.length, lines(demo.shop.requests).length]).toEqual(before)

    // 6: the next page, on the same surface.
    await press(page, button(page, 'More'))
    await expect(cards(page)).toHaveCount(20)
    await expect(page.getByText('20 of 23')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(filter).toHaveValue('shoe')
    const [, more] = messages(demo.agent.requests)
    expect(more).toEqual(action('more', 'results', { cursor: expect.any(String) }))
    expect(more?.['contextId']).toEqual(expect.any(String))
    expect(more?.['metadata']).toMatchObject({ a2uiClientDataModel: { surfaces: { results: {} } } })
    expect(demo.shop.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
      ...asked,
      pagination: { limit: 10, cursor: expect.any(String) },
    })

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
    await expect(page.getByText('US$138.00')).toHaveCount(3)
    await expect(button(page, 'Update')).toBeFocused()

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
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(cards(page)).toHaveCount(0)
    await expect(page.locator('.mark')).toHaveCount(0)
    expect(await violations(page)).toEqual([])

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

    // What was done stays done.
    await page.reload()
    await expect(button(page, 'Go to the checkout')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(button(page, 'Confirm')).toHaveCount(0)
    await expect(button(page, /^Add/)).toHaveCount(0)

    const opening = page.waitForEvent('popup')
    await press(page, button(page, 'Go to the checkout'))
    const checkout = await opening
    await expect(checkout).toHaveURL(new RegExp(`^${demo.shop.origin}/checkout/cart_`))
    await expect(checkout.getByText('Amble running shoe')).toBeVisible()
  })
})

/** Moves the focus forwards until it is on `target`. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The focus did not come there')
}

test('[CH-6] what was typed goes along to another surface version and to a new conversation', async ({
  page,
  chat,
}) => {
  await chat()
  await say(page, 'oat bars')
  await ready(page)
  await composer(page).fill('half a sentence')
  // An arrow key alone does not leave the conversation.
  await button(page, 'v0.9').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(button(page, 'v0.8')).toBeFocused()
  await expect(button(page, 'v0.9')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Space')
  await expect(connection(page)).toHaveText('connected, protocol 1.0, surface v0.8')
  await expect(composer(page)).toHaveValue('half a sentence')
  await page.getByText('v0.9', { exact: true }).click()
  await expect(connection(page)).toHaveText('connected, protocol 1.0, surface v0.9')
  await expect(composer(page)).toHaveValue('half a sentence')
  await button(page, 'New conversation').click()
  await expect(page.locator('.bubble')).toHaveCount(0)
  await expect(composer(page)).toHaveValue('half a sentence')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })

  test('[CH-5] the whole way by keyboard alone', async ({ page, chat, demo }) => {
    await chat()
    await tabTo(page, composer(page))
    await page.keyboard.type('running shoes under 150')
    await page.keyboard.press('Enter')
    await ready(page)
    const pressByKey = async (target: Locator): Promise<void> => {
      await tabTo(page, target)
      await page.keyboard.press('Enter')
      await ready(page)
    }
    await pressByKey(cards(page).nth(3))
    await tabTo(page, page.getByRole('radio', { name: '40' }))
    await page.keyboard.press('ArrowRight')
    await pressByKey(button(page, 'Add to cart'))
    await tabTo(page, quantity(page))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('3')
    await pressByKey(button(page, 'Update'))
    await expect(page.getByText('US$207.00')).toHaveCount(3)
    await pressByKey(button(page, 'Check out'))
    await pressByKey(button(page, 'Confirm'))
    await expect(button(page, 'Go to the checkout')).toBeVisible()
    // The pressed button is gone: the next key goes to the composer, not to the top of the page.
    await expect(composer(page)).toBeFocused()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(lines(demo.shop.requests).at(-1)).toBe('GET /commerce/v1/carts/cart')
    await tabTo(page, button(page, 'Menu'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Gallery' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(button(page, 'Menu')).toBeFocused()
  })
})

test('[SH-2] v0.8: nothing is shown before beginRendering, and the same comes of it', async ({
  page,
  chat,
  demo,
  gate,
}) => {
  await chat('&surface=0.8')
  await expect(connection(page)).toHaveText('connected, protocol 1.0, surface v0.8')
  gate.holdAt('/items/2"')
  await say(page, 'running shoes under 150')
  await gate.reached()
  await expect(page.getByText('things fit')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  gate.open()
  await expect(cards(page)).toHaveCount(10)
  expect(demo.agent.requests.findLast(({ method }) => method === 'POST')?.headers['agent-extensions']).toBe(
    'https://a2ui.org/a2a-extension/a2ui/v0.8',
  )
  await press(page, cards(page).nth(3))
  await press(page, button(page, 'Add to cart'))
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  // Each version has a conversation of its own.
  await ready(page)
  await page.getByText('v0.9', { exact: true }).click()
  await expect(connection(page)).toHaveText('connected, protocol 1.0, surface v0.9')
  await expect(page.locator('.bubble')).toHaveCount(0)
  expect(page.url()).not.toContain('surface=')
  await page.getByText('v0.8', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  expect(page.url()).toContain('surface=0.8')
})

test('[CH-6] [CH-7] a reload brings back the conversation and what was typed; a newer surface freezes the older one', async ({
  page,
  chat,
  demo,
  relay,
}) => {
  await chat()
  await say(page, 'running shoes under 150')
  await press(page, cards(page).nth(3))
  await press(page, button(page, 'Add to cart'))
  await ready(page)
  await quantity(page).fill('7')
  await composer(page).fill('half a\nthought')
  await page.waitForTimeout(300)
  const before = { said: await bubbles(page), cart: await page.getByRole('article').last().innerText() }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(quantity(page)).toHaveValue('7')
  await expect(composer(page)).toHaveValue('half a\nthought')
  expect(await bubbles(page)).toEqual(before.said)
  expect(await page.getByRole('article').last().innerText()).toBe(before.cart)
  await composer(page).fill('')
  await say(page, 'rain jacket')
  const results = page.getByRole('article').filter({ has: cards(page) })
  await expect(results).toHaveCount(2)
  await ready(page)
  await expect(results.first()).toHaveAccessibleDescription(/can be read/)
  await expect(cards(page).first()).toHaveAttribute('aria-disabled', 'true')
  await expect(results.last()).not.toHaveAccessibleDescription(/can be read/)
  expect(await violations(page)).toEqual([])
  // An agent that was started anew has forgotten all of it.
  demo.agent.handle(createShopAgent({ origin: relay.origin, shop: demo.shop.origin }))
  await page.reload()
  await expect(page.getByText('The agent no longer has all that was said before.')).toBeVisible()
  await button(page, 'New conversation').click()
  await expect(page.getByText('The agent no longer has')).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await page.reload()
  await expect(state(page)).toHaveText('Ready')
  await expect(page.locator('.bubble')).toHaveCount(0)
})

test('[CH-8] the composer: line breaks, the last words again, and Escape', async ({ page, chat, gate, demo }) => {
  await chat()
  await composer(page).fill('running')
  await composer(page).press('Shift+Enter')
  await page.keyboard.type('shoes')
  await page.keyboard.press('Enter')
  await expect(page.locator('.bubble').first()).toHaveText('You: running\nshoes')
  await ready(page)
  await page.keyboard.press('ArrowUp')
  await expect(composer(page)).toHaveValue('running\nshoes')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toHaveValue('')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' under 100')
  gate.holdAt('things fit')
  await page.keyboard.press('Enter')
  await gate.reached()
  await expect(page.locator('.bubble').last()).toHaveText('Agent: Looking …')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.mark')).toHaveText('Stopped')
  gate.open()
  expect(messages(demo.agent.requests).map(({ parts }) => parts)).toEqual([
    [{ text: 'running\nshoes' }],
    [{ text: 'running\nshoes under 100' }],
  ])
})

test('[CH-10] a message that was not delivered stays in sight, and is sent again', async ({
  page,
  chat,
  relay,
  demo,
  complaints,
}) => {
  await chat()
  await relay.stop()
  await say(page, 'amble')
  await expect(page.getByText('Not sent')).toBeVisible()
  await expect(page.getByTestId('notice')).toContainText('cannot be reached')
  await expect(connection(page)).toContainText('not connected')
  await composer(page).fill('half a thought')
  expect(await violations(page)).toEqual([])
  await relay.start()
  await button(page, 'Send again').click()
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByText('Not sent')).toHaveCount(0)
  await expect(page.getByTestId('notice')).toHaveCount(0)
  expect((await bubbles(page)).filter((text) => text.startsWith('You: '))).toEqual(['You: amble'])
  await expect(composer(page)).toHaveValue('half a thought')
  expect(messages(demo.agent.requests)).toHaveLength(1)
  expect(complaints.splice(0).filter((line) => !line.includes('net::'))).toEqual([])
})

test('[CH-10] a connection that is given up can be taken up again, with all that was typed', async ({
  page,
  chat,
  relay,
  gate,
  complaints,
}) => {
  await page.clock.install()
  await chat()
  gate.holdAt('/items/4"')
  await say(page, 'running shoes under 150')
  await gate.reached()
  await expect(cards(page)).toHaveCount(4)
  relay.refuse(503)
  relay.cut()
  const notice = page.getByTestId('notice')
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(4_000)
        return notice.getAttribute('data-kind')
      },
      { intervals: [100], timeout: 20_000 },
    )
    .toBe('alert')
  await expect(notice).toContainText('cannot be reached')
  await page.getByRole('textbox', { name: /filter/i }).fill('shoe')
  await composer(page).fill('half a thought')
  relay.heal()
  gate.open()
  await button(page, 'Try again').click()
  await expect(cards(page)).toHaveCount(10)
  await expect(state(page)).toHaveText('Ready')
  await expect(page.getByRole('textbox', { name: /filter/i })).toHaveValue('shoe')
  await expect(composer(page)).toHaveValue('half a thought')
  expect(complaints.splice(0).filter((line) => !/net::|503/.test(line))).toEqual([])
})

test('[CH-9] without an agent the page says what helps', async ({ page, relay, complaints }) => {
  await page.route('**/services.json', (route) => route.fulfill({ json: {} }))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No agent is running')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'recorded transcripts' }).click()
  await expect(page.getByTestId('player-status')).toBeVisible()
  for (const address of ['http://shop.example', 'ftp://127.0.0.1', 'nonsense', 'http://127.0.0.1.evil.example']) {
    await page.goto(`/?agent=${encodeURIComponent(address)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This address is not used')
  }
  expect(await violations(page)).toEqual([])
  await relay.stop()
  await page.goto(`/?agent=${relay.origin}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The agent cannot be reached')
  expect(await violations(page)).toEqual([])
  await page.route('**/services.json', (route) => route.fulfill({ json: { agent: relay.origin } }))
  await page.goto('/')
  await expect(button(page, 'Try again')).toBeVisible()
  expect(complaints.splice(0).filter((line) => !line.includes('net::'))).toEqual([])
})
