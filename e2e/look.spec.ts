// How it looks, compared with pictures: transcripts and the demo around them, light and dark, on a phone and on a desk.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { looksFrom } from './looks.ts'
import { withPageFont } from './page-font.ts'
import { ready, say, test as shopTest } from './shop.ts'

/** The transcript at its end, drawn with its own font. */
async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/transcripts.html?speed=instant#${id}`)
  await withPageFont(page)
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
}

for (const { width, colorScheme, tag } of looksFrom('a phone, dark')) {
  test.describe(`${colorScheme}, ${width} wide`, { tag }, () => {
    test.use({ viewport: { width, height: width === 360 ? 740 : 800 }, colorScheme })

    for (const id of ['table-reservation', 'trip-planner', 'weekly-report', 'order-status']) {
      test(`the surfaces of ${id}`, async ({ page }) => {
        await play(page, id)
        await expect(page.getByTestId('chat')).toHaveScreenshot(`${id}-${colorScheme}-${width}.png`)
      })
    }

    test('the demo, with a stream that has errors', async ({ page }) => {
      await play(page, 'broken-stream')
      if (width < 800) await page.getByRole('button', { name: 'Inspector' }).click()
      await page.getByTestId('tab-errors').click()
      await expect(page.getByTestId('panel-errors').getByRole('heading')).not.toHaveCount(0)
      await expect(page).toHaveScreenshot(`demo-${colorScheme}-${width}.png`)
    })
  })
}

test('a form with an error, a focus and a disabled button', async ({ page }) => {
  await play(page, 'table-reservation')
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Tab')
  const surface = page.locator('.sf-surface')
  await expect(surface.getByText('Please enter a name for the reservation.')).toBeVisible()
  await expect(surface).toHaveScreenshot('form-with-error.png')
})

test.describe('the transcripts as a page', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('a form, filled in, with the lines that made it', async ({ page }) => {
    await play(page, 'table-reservation')
    await page.getByLabel('Name').fill('Ada Sample')
    await expect(page).toHaveScreenshot('demo.png')
  })
})

/** A search, seen from the user's words on. */
async function search(page: Page): Promise<void> {
  await say(page, 'running shoes under 150')
  await ready(page)
  await expect(page.getByRole('img', { name: 'Moss running shoe, a drawing' })).toBeVisible()
  await page.evaluate(() => {
    const top = document.querySelector('.turns')?.getBoundingClientRect().top ?? 0
    window.scrollBy(0, top - 76)
  })
  // On a phone the third one waits to be swiped to.
  const drawn = () =>
    [...document.images].slice(0, 2).every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  await page.waitForFunction(drawn)
}

shopTest.describe('the shop, wide and light', () => {
  shopTest.use({ viewport: { width: 1280, height: 800 } })

  shopTest('a chat in which an agent shops', async ({ page, chat }) => {
    await chat()
    await withPageFont(page)
    await search(page)
    await expect(page).toHaveScreenshot('shop.png')
  })
})

shopTest.describe('the same on a phone, dark', () => {
  shopTest.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })

  shopTest('before the first word, and after a search', async ({ page, chat }) => {
    await chat()
    await withPageFont(page)
    await expect(page).toHaveScreenshot('shop-empty-dark-360.png')
    await search(page)
    await expect(page).toHaveScreenshot('shop-dark-360.png')
  })
})
