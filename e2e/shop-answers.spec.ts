// Answers of the shopping chat that a customer can trust: what is seen says what is so.
import { keywordPlan } from '../demo/shop/agent/keyword-plan.ts'
import { violations } from './axe.ts'
import {
  button,
  cards,
  composer,
  expect,
  lines,
  messages,
  notice,
  press,
  quantity,
  ready,
  say,
  state,
  test,
} from './shop.ts'

test('[SH-16] [SH-4] what is typed on the cart counts at the checkout, and what was shown before stays, for reading only', async ({
  page,
  chat,
}) => {
  await chat()
  await say(page, 'running shoes')
  await press(page, cards(page).nth(3))
  await press(page, button(page, 'Add to cart'))
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await ready(page)
  await quantity(page).fill('3')
  await press(page, button(page, 'Check out'))
  await expect(page.getByText('Check out 3 things for $207.00?')).toBeVisible()
  await expect(page.getByText('$207.00', { exact: true })).toHaveCount(3)
  const said = await page.locator('.bubble').allTextContents()
  const names = await page.getByRole('heading', { name: /running shoe$/ }).allTextContents()
  await press(page, button(page, 'Confirm'))
  await expect(button(page, 'Go to the checkout')).toBeVisible()
  await ready(page)
  await expect(page.getByRole('article')).toHaveCount(4)
  expect((await page.locator('.bubble').allTextContents()).slice(0, said.length - 1)).toEqual(said.slice(0, -1))
  expect(await page.getByRole('heading', { name: /running shoe$/ }).allTextContents()).toEqual(names)
  await expect(page.getByText('Done: your cart is at the shop.')).toHaveCount(3)
  await expect(page.locator('.sf-surface').getByRole('button')).toHaveText(['Go to the checkout'])
  await expect(page.locator('.sf-surface').getByRole('textbox')).toHaveCount(0)
})

test('[SH-17] sold out stands on the button, which cannot be pressed; more than there is, is refused', async ({
  page,
  chat,
}) => {
  await chat()
  await say(page, 'birch')
  await press(page, cards(page).first())
  await ready(page)
  await page.getByRole('radio', { name: /^41/ }).check()
  await expect(button(page, 'Sold out')).toBeVisible()
  await expect(button(page, 'Sold out')).toBeDisabled()
  await expect(button(page, 'Add to cart')).toHaveCount(0)
  await page.getByRole('radio', { name: '39' }).check()
  await expect(button(page, 'Add to cart')).toBeEnabled()
  await expect(button(page, 'Sold out')).toHaveCount(0)
  await quantity(page).fill('9,999')
  await press(page, button(page, 'Add to cart'))
  await expect(page.locator('.bubble').last()).toHaveText(/only 5 can be had/)
  await expect(page.getByRole('heading', { name: 'Your cart' })).toHaveCount(0)
  await say(page, 'tent')
  await expect(button(page, 'Sold out: Tent for two')).toBeDisabled()
})

test('[SH-15] what only comes near is not called fitting, and German is read', async ({ page, chat }) => {
  await chat()
  await say(page, 'waterproof hiking boots')
  await expect(page.locator('.bubble').last()).toHaveText(
    /Nothing fits “waterproof hiking boots”\. Nearest are these 2:/,
  )
  await expect(page.getByRole('heading', { name: 'Nearest to “waterproof hiking boots”' })).toBeVisible()
  await ready(page)
  await say(page, 'Zeig mir rote Laufschuhe in Größe 42')
  await expect(page.locator('.bubble').last()).toHaveText(/Eine Sache passt zu „red running shoes, Größe 42“\./)
})

test('[SH-15] a colour, a size and a range of prices are attributes, whatever the titles say', async ({
  page,
  chat,
}) => {
  await chat()
  await say(page, 'blue running shoes size 42 between 100 and 130')
  await expect(page.locator('.bubble').last()).toHaveText(/fit “blue running shoes, size 42” from \$100 to \$130\.$/)
  await ready(page)
  const surface = page.locator('.sf-surface').first()
  const count = await surface.getByRole('button', { name: /^Details/ }).count()
  expect(count).toBeGreaterThan(1)
  const prices = (await surface.innerText()).match(/\$\d+\.\d\d/g) ?? []
  expect(prices).toHaveLength(count)
  for (const price of prices) {
    expect(Number(price.slice(1))).toBeGreaterThanOrEqual(100)
    expect(Number(price.slice(1))).toBeLessThanOrEqual(130)
  }
  // Each has the size in that colour.
  for (let index = 0; index < count; index++) {
    await press(page, surface.getByRole('button', { name: /^Details/ }).nth(index))
    await ready(page)
    await expect(page.getByRole('radio', { name: /^42/ }).last()).toBeEnabled()
  }
})

test('[SH-16] card, cart and totals agree at any time, and an emptied cart says one thing', async ({ page, chat }) => {
  await chat()
  await say(page, 'add two oat bars to my cart')
  await ready(page)
  await expect(quantity(page)).toHaveValue('2')
  await quantity(page).fill('5')
  await press(page, button(page, 'Update'))
  await expect(page.locator('.bubble').last()).toHaveText('Agent: The total is $75.00.')
  // The line, the subtotal and the total.
  await expect(page.getByText('$75.00', { exact: true })).toHaveCount(3)
  await expect(button(page, 'Cart, 5 things')).toBeVisible()
  await press(page, button(page, /^Remove: /))
  await expect(page.locator('.bubble').last()).toHaveText('Agent: Your cart is empty.')
  const surface = page.locator('.sf-surface').last()
  await expect(surface).toHaveText(/^Shopping agent\s*Your cart is empty\.$/)
  await ready(page)
  for (const sentence of ['what is in my cart?', 'check out']) {
    await say(page, sentence)
    await ready(page)
    await expect(page.locator('.bubble').last()).toHaveText('Agent: Your cart is empty.')
  }
  await expect(button(page, 'Check out')).toHaveCount(0)
})

test('[SH-18] a filter whose cards are a page of more asks the shop, and on a phone stands behind a button', async ({
  page,
  chat,
  demo,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await chat()
  await say(page, 'running shoes')
  await ready(page)
  const blue = page.getByRole('checkbox', { name: 'Blue' })
  await expect(page.getByText('10 of 23', { exact: true })).toBeVisible()
  await expect(blue).toBeHidden()
  await expect(cards(page).first()).toBeInViewport()
  const opens = button(page, 'Filter')
  await expect(opens).toHaveAttribute('aria-expanded', 'false')
  await opens.click()
  await expect(opens).toHaveAttribute('aria-expanded', 'true')
  expect(await violations(page)).toEqual([])
  await blue.check()
  await page.getByRole('checkbox', { name: '42' }).check()
  const before = demo.shop.requests.length
  await press(page, button(page, 'Filter all 23'))
  await expect(page.getByText(/^(\d) of \1 with colour Blue, size 42, of 23 in all$/)).toBeVisible()
  await ready(page)
  expect(lines(demo.shop.requests.slice(before))).toEqual(['POST /commerce/v1/catalog/search'])
  // What was chosen stays, so that it can be taken back.
  await expect(blue).toBeChecked()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(opens).toBeHidden()
  await blue.uncheck()
  await page.getByRole('checkbox', { name: '42' }).uncheck()
  await page.getByRole('textbox', { name: 'Filter these' }).fill('cheapest')
  await press(page, button(page, 'Filter all 23'))
  await expect(page.getByText('1 of 1 with “cheapest”, of 23 in all')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
})

test('[SH-22] [SH-21] what may be several things is asked for, with a button for each, and the cheaper one is the cheaper one', async ({
  page,
  chat,
  demo,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await chat()
  await say(page, 'compare amble, birch and cairn')
  await ready(page)
  await say(page, 'put the cheaper one in my cart, two pairs')
  await expect(page.locator('.bubble', { hasText: 'Understood: 2 × Amble running shoe.' })).toBeVisible()
  await ready(page)
  await expect(quantity(page)).toHaveValue('2')
  await say(page, '42')
  await expect(button(page, 'Cart, 2 things')).toBeVisible()
  await ready(page)
  await say(page, 'running shoes')
  await ready(page)
  const before = demo.shop.requests.length
  await say(page, 'I take the blue one')
  await expect(page.locator('.bubble').last()).toHaveText('Agent: Which one do you mean?')
  await ready(page)
  expect(lines(demo.shop.requests.slice(before))).toEqual([])
  expect(await violations(page)).toEqual([])
  const answer = button(page, 'Fjord running shoe, $129.00')
  const { x = 0, width = 0 } = (await answer.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(360)
  await press(page, answer)
  await expect(page.locator('.bubble').last()).toHaveText('Agent: Which Fjord running shoe shall it be?')
  await expect(answer).toHaveCount(0)
})

test.describe('without a model', () => {
  test.use({ shopOptions: { agent: { plan: keywordPlan } } })

  test('[CH-36] one quiet line says how the agent plans and how a model is set, until something was said', async ({
    page,
    chat,
  }) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await chat()
      const line = page.getByTestId('keywords')
      await expect(line).toHaveText(
        'The agent plans by keywords here. With a model: MODEL_URL=… MODEL_NAME=… npm start',
      )
      expect(await violations(page)).toEqual([])
      const { height = 0 } = (await line.boundingBox()) ?? {}
      // One line on a desk, two on a phone.
      expect(height).toBeLessThan(width === 360 ? 50 : 26)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await say(page, 'oat bars')
    await expect(page.getByTestId('keywords')).toHaveCount(0)
  })
})

test('[CH-36] another plan is not called one by keywords', async ({ page, chat }) => {
  await chat()
  await expect(page.getByTestId('keywords')).toHaveCount(0)
})

test('[CH-31] a message has 8,000 characters at most, counted near the end', async ({ page, chat, demo }) => {
  await chat()
  await composer(page).fill('x'.repeat(7_499))
  await expect(page.getByTestId('count')).toHaveCount(0)
  await composer(page).press('End')
  await composer(page).pressSequentially('y')
  await expect(page.getByTestId('count')).toHaveText('7,500 of 8,000 characters')
  await composer(page).fill('z'.repeat(7_999))
  await composer(page).press('End')
  await composer(page).pressSequentially('abc')
  await expect(page.getByTestId('count')).toHaveText('8,000 of 8,000 characters')
  await expect(composer(page)).toHaveValue(/za$/)
  await composer(page).press('Enter')
  await expect
    .poll(() => messages(demo.agent.requests).map(({ parts }) => parts))
    .toEqual([[{ text: `${'z'.repeat(7_999)}a` }]])
  await ready(page)
  await expect(state(page)).toHaveText('Ready')
  await expect(notice(page)).toHaveCount(0)
})
