// The chat on a phone: the composer above the keyboard, cards that swipe, the cart at hand, and nothing cut off.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { button, cards, composer, expect, press, ready, say, test } from './shop.ts'

/** Boxes that scroll by themselves, within another one that does: `inner < outer`, with their classes. */
function nestedScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element, axis: 'x' | 'y'): boolean => {
      const style = getComputedStyle(element)
      const over = axis === 'x' ? style.overflowX : style.overflowY
      const room =
        axis === 'x' ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight
      return (over === 'auto' || over === 'scroll') && room > 1
    }
    const found: string[] = []
    for (const element of document.querySelectorAll('main *, footer *')) {
      // The page itself scrolls up and down.
      if (scrolls(element, 'y')) found.push(`${element.className} < page`)
      if (!scrolls(element, 'x')) continue
      for (let outer = element.parentElement; outer; outer = outer.parentElement)
        if (scrolls(outer, 'x')) found.push(`${element.className} < ${outer.className}`)
    }
    return found
  })
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test.describe('360 wide, by touch', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('[CH-22] the composer stays above the keyboard', async ({ page, chat }) => {
    await chat()
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/)
    await say(page, 'running shoes under 150')
    await ready(page)
    await composer(page).focus()
    const bottom = () => page.locator('.composer').evaluate((form) => form.getBoundingClientRect().bottom)
    // A browser that knows the setting makes the page smaller.
    await page.setViewportSize({ width: 360, height: 400 })
    await expect.poll(bottom).toBeLessThanOrEqual(400)
    await page.setViewportSize({ width: 360, height: 740 })
    // Another one covers the page, and tells how much of it is in sight.
    await page.evaluate(() => {
      const seen = window.visualViewport as VisualViewport
      Object.defineProperty(seen, 'height', { value: 410, configurable: true })
      seen.dispatchEvent(new Event('resize'))
    })
    await expect.poll(bottom).toBeLessThanOrEqual(410)
    expect(await bottom()).toBeGreaterThan(330)
    await page.evaluate(() => {
      const seen = window.visualViewport as VisualViewport
      Object.defineProperty(seen, 'height', { value: 740, configurable: true })
      seen.dispatchEvent(new Event('resize'))
    })
    await expect.poll(bottom).toBeGreaterThan(600)
  })

  test('[CH-22] cards swipe, no scroller lies within a scroller, and axe has nothing to say', async ({
    page,
    chat,
  }) => {
    await chat()
    expect(await violations(page)).toEqual([])
    await say(page, 'running shoes under 150')
    await ready(page)
    await expect(cards(page)).toHaveCount(10)
    const shelf = page.locator('.shop-shelf')
    await expect(shelf).toHaveCSS('scroll-snap-type', /^x/)
    const tops = await shelf.locator('.sf-card').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    // The next card can be seen to be there.
    const [first, second] = await shelf
      .locator('.sf-card')
      .evaluateAll((all) => all.slice(0, 2).map((one) => one.getBoundingClientRect()))
    expect(first?.right).toBeLessThan(360)
    expect(second?.left).toBeLessThan(345)
    await shelf.evaluate((element) => element.scrollBy({ left: 280 }))
    await expect.poll(() => shelf.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200)
    expect(await nestedScrollers(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await expect(cards(page)).toHaveCount(20)
    await say(page, 'compare amble, birch and cairn')
    await ready(page)
    expect(await nestedScrollers(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  test('[CH-22] the cart is one press away, wherever the page is', async ({ page, chat }) => {
    await chat()
    await say(page, 'amble')
    await press(page, cards(page).first())
    await press(page, button(page, 'Add to cart'))
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
    await ready(page)
    const cart = button(page, 'Cart, 1 thing')
    await expect(cart).toBeInViewport({ ratio: 1 })
    const { bottom } = await cart.evaluate((element) => element.getBoundingClientRect())
    expect(bottom).toBeGreaterThan(740 - 140)
    await say(page, 'rain jacket')
    await ready(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await cart.tap()
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeInViewport()
    // Nobody was asked for what is there.
    await expect(page.getByRole('heading', { name: 'Your cart' })).toHaveCount(1)
    await button(page, 'New conversation').click()
    await button(page, 'Cart').tap()
    await expect(page.locator('.bubble').last()).toContainText(/cart/i)
  })
})

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`[CH-23] a comparison is a table whose first column stays and whose differing rows are marked, at ${width} px, ${colorScheme}`, async ({
    page,
    chat,
  }) => {
    await page.setViewportSize({ width, height: 760 })
    await page.emulateMedia({ colorScheme })
    await chat()
    await say(page, 'compare amble, birch and cairn')
    await ready(page)
    const table = page.getByRole('table')
    await expect(table.getByRole('columnheader', { name: /Amble running shoe/ })).toBeVisible()
    await expect(table.getByRole('columnheader')).toHaveCount(3)
    const rows = await table.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => {
        const values = [...row.querySelectorAll('td')].map((cell) => cell.textContent)
        return { differs: new Set(values).size > 1, marked: row.querySelector('.shop-compare__mark') !== null }
      }),
    )
    expect(rows.length).toBeGreaterThanOrEqual(4)
    expect(rows.filter(({ differs }) => differs).length).toBeGreaterThan(0)
    expect(rows.filter(({ differs }) => !differs).length).toBeGreaterThan(0)
    expect(rows.every(({ differs, marked }) => differs === marked)).toBe(true)
    const frame = page.locator('.shop-compare')
    const label = table.getByRole('rowheader').first()
    const before = await label.evaluate((cell) => cell.getBoundingClientRect().left)
    await frame.evaluate((element) => element.scrollBy(150, 0))
    if (width === 360) expect(await frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
    expect(await label.evaluate((cell) => cell.getBoundingClientRect().left)).toBe(before)
    expect(await violations(page)).toEqual([])
    await press(page, button(page, 'Details: Birch running shoe'))
    await expect(page.locator('.bubble', { hasText: 'Here is the Birch running shoe.' })).toBeVisible()
  })
}

test('[CH-23] pictures of products are whole', async ({ page, chat }) => {
  await chat()
  await say(page, 'amble')
  await press(page, cards(page).first())
  await press(page, button(page, 'Add to cart'))
  await say(page, 'compare amble and birch')
  await ready(page)
  const fits = await page.locator('main img').evaluateAll((all) => all.map((one) => getComputedStyle(one).objectFit))
  expect(fits.length).toBeGreaterThanOrEqual(4)
  expect(new Set(fits)).toEqual(new Set(['contain']))
})
