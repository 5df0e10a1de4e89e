// The shopping chat as a chat: keys, versions, what a reload brings back, and the composer.
import type { Locator, Page } from '@playwright/test'
import { createShopAgent } from '../demo/shop/agent/agent.ts'
import { violations } from './axe.ts'
import {
  bubbles,
  button,
  cards,
  composer,
  connection,
  expect,
  lines,
  messages,
  press,
  quantity,
  ready,
  say,
  state,
  test,
} from './shop.ts'

/** Moves the focus forwards until it is on `target`. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The focus did not come there')
}

/** Where the letters of a text begin. Of two texts of one size with the same top the baselines are the same, too. */
function letterTop(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const letters = document.createRange()
    letters.selectNodeContents(element)
    return Math.round((letters.getClientRects()[0]?.top ?? 0) * 2) / 2
  })
}

test('[CH-6] what was typed goes along to another surface version and to a new conversation', async ({
  page,
  chat,
}) => {
  await chat()
  await say(page, 'oat bars')
  await ready(page)
  await composer(page).fill('half a sentence')
  await page.getByText('Behind the scenes').click()
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
    // Screen readers hear what was said, wherever the focus is, and nothing of it twice.
    const announced = page.getByTestId('announced')
    await expect(announced).toHaveText('23 things fit “running shoes” up to $150.')
    const pressByKey = async (target: Locator): Promise<void> => {
      await tabTo(page, target)
      await page.keyboard.press('Enter')
      await ready(page)
    }
    await pressByKey(cards(page).nth(3))
    await expect(announced).toHaveText('Here is the Amble running shoe.')
    await tabTo(page, page.getByRole('radio', { name: '40' }))
    await page.keyboard.press('ArrowRight')
    await pressByKey(button(page, 'Add to cart'))
    await tabTo(page, quantity(page))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('3')
    await pressByKey(button(page, 'Update'))
    await expect(page.getByText('$207.00', { exact: true })).toHaveCount(3)
    // Name and price of a line stand on one line.
    const name = await letterTop(page.getByText('Amble running shoe, Size 42'))
    expect(await letterTop(page.getByText('$207.00', { exact: true }).first())).toBe(name)
    await pressByKey(button(page, 'Check out'))
    await expect(announced).toHaveText('Shall I take your cart to the shop?')
    await pressByKey(button(page, 'Confirm'))
    await expect(announced).toHaveText('The rest is between you and the shop.')
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

test('[SH-2] v0.8: nothing is shown before beginRendering, and the same comes of it', { tag: '@all' }, async ({
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
  await page.getByText('Behind the scenes').click()
  await page.getByText('v0.9', { exact: true }).click()
  await expect(connection(page)).toHaveText('connected, protocol 1.0, surface v0.9')
  await expect(page.locator('.bubble')).toHaveCount(0)
  expect(page.url()).not.toContain('surface=')
  await page.getByText('v0.8', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  expect(page.url()).toContain('surface=0.8')
})

test('[CH-6] [CH-7] a reload brings back the conversation and what was typed; a newer surface freezes the older one', {
  tag: '@all',
}, async ({ page, chat, demo, relay }) => {
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
