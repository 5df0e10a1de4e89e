// The words of the chat: a shopper's, in the visitor's language, from either side of the page.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { button, cards, expect, ready, say, test } from './shop.ts'

/** Words of protocols and of those who write programs. */
const foreign =
  /protocol|surface|stream|a2ui|json|\bv?[01]\.[89]\b|\b1\.0\b|artifact|extension|rpc|transcript|carrier|render|component|runtime|agreed|lookup|endpoint|\bapi\b/i

/** Everything that can be read or is read out, in the page and in names. */
function readable(page: Page): Promise<string> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
    return [document.body.innerText, ...names].join('\n')
  })
}

const tries = (page: Page) => page.getByRole('list', { name: /Things to try|Zum Ausprobieren|جرّب/ }).getByRole('button')

test('[CH-24] no word of a protocol stands there before one looks behind the scenes', async ({ page, chat }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await chat()
  expect(await readable(page)).not.toMatch(foreign)
  expect(await violations(page)).toEqual([])
  await say(page, 'running shoes under 150')
  await ready(page)
  await expect(cards(page)).toHaveCount(10)
  expect(await readable(page)).not.toMatch(foreign)
  expect(await violations(page)).toEqual([])
  await page.getByText('Behind the scenes').click()
  await expect(page.getByTestId('connection')).toBeVisible()
  await expect(page.getByText('Flower & Foot: search, lookup, cart agreed (2026-04-08)')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('[CH-24] three things to try stand there with pictures, and each of them works', async ({ page, chat }) => {
  await chat()
  await expect(tries(page)).toHaveCount(3)
  const drawn = await tries(page)
    .locator('img')
    .evaluateAll((all) => (all as HTMLImageElement[]).map(({ complete, naturalWidth }) => complete && naturalWidth > 0))
  expect(drawn).toEqual([true, true, true])
  await tries(page).first().click()
  await ready(page)
  await expect(cards(page)).toHaveCount(10)
  await expect(tries(page)).toHaveCount(0)
  for (const place of [1, 2]) {
    await button(page, 'New conversation').click()
    await tries(page).nth(place).click()
    await ready(page)
    await expect(page.getByRole('article').first()).toBeVisible()
  }
})

test.describe('in German', () => {
  test.use({ locale: 'de-AT', viewport: { width: 360, height: 740 } })

  test('[CH-24] the page speaks German', async ({ page, chat: _, relay }) => {
    await page.goto(`/?agent=${encodeURIComponent(relay.origin)}`)
    await expect(tries(page)).toHaveCount(3)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(tries(page).first()).toContainText('Laufschuhe')
    await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible()
    await expect(page.getByTestId('state')).toHaveText('Bereit')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await violations(page)).toEqual([])
    await tries(page).first().click()
    await expect(page.locator('.bubble').first()).toContainText('Laufschuhe unter 150')
    await expect(button(page, /^Mehr dazu: /)).toHaveCount(10)
  })

  test('[SH-20] who writes German buys in German, on a phone', async ({ page, chat: _, relay }) => {
    const settled = (): Promise<void> => expect(page.getByTestId('state')).toHaveText(/^(?:Bereit|Du bist dran)$/)
    const narrow = async (): Promise<void> => {
      await settled()
      await page.mouse.move(1, 1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      expect(await violations(page)).toEqual([])
    }
    await page.goto(`/?agent=${encodeURIComponent(relay.origin)}`)
    await tries(page).first().click()
    await expect(page.locator('.bubble').last()).toHaveText('Agent: 23 Sachen passen zu „running shoes“ bis $150.')
    await narrow()
    await button(page, 'Mehr dazu: Amble running shoe').click()
    await expect(button(page, 'In den Warenkorb')).toBeVisible()
    await narrow()
    await button(page, 'In den Warenkorb').click()
    await expect(page.getByRole('heading', { name: 'Dein Warenkorb' })).toBeVisible()
    await narrow()
    await button(page, 'Zur Kasse').click()
    await expect(button(page, 'Bestätigen')).toBeVisible()
    await narrow()
    await button(page, 'Bestätigen').click()
    await expect(button(page, 'Weiter zur Kasse')).toBeVisible()
    await narrow()
  })
})

test.describe('from right to left', () => {
  test.use({ locale: 'ar-EG', viewport: { width: 360, height: 740 } })

  test('[CH-24] a language that is written from the right has the page mirrored', async ({ page, chat: _, relay }) => {
    await page.goto(`/?agent=${encodeURIComponent(relay.origin)}`)
    await expect(tries(page)).toHaveCount(3)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const send = page.locator('.composer__button[data-main]')
    const text = page.locator('.composer__text')
    const left = (place: typeof send) => place.evaluate((element) => element.getBoundingClientRect().left)
    expect(await left(send)).toBeLessThan(await left(text))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await violations(page)).toEqual([])
    // The agent does not read Arabic, so it is sent English, and says so before.
    await expect(page.getByText('بالإنجليزية')).toBeVisible()
    await tries(page).first().click()
    await expect(cards(page)).toHaveCount(10)
    // The first card lies at the right edge, and the next one comes from the left.
    const [first = 0, second = 0] = await page
      .locator('.shop-shelf .sf-card')
      .evaluateAll((all) => all.slice(0, 2).map((one) => one.getBoundingClientRect().left))
    expect(second).toBeLessThan(first)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })
})
