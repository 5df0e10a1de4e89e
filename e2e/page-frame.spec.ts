// What stands around the surfaces on each page of the demo: the font that comes late, and the way past the header.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Holds the font back until the result is called. */
async function holdFonts(page: Page): Promise<() => void> {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.woff2?$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Top and height of all that is drawn, in whole pixels: a line of text is as high in one font as in the other. */
function places(page: Page): Promise<string[]> {
  return page.locator('main *:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect()
      return `${element.className} ${Math.round(top)} ${Math.round(height)}`
    }),
  )
}

test.describe('a font that comes late moves no line', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  for (const id of ['trip-planner', 'table-reservation', 'order-status'])
    test(`of ${id}`, async ({ page }) => {
      const release = await holdFonts(page)
      // The page is loaded when its fonts are.
      await page.goto(`/transcripts.html?speed=instant#${id}`, { waitUntil: 'commit' })
      await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
      const bubble = page.locator('.bubble').last()
      const [before, width] = [await places(page), (await bubble.boundingBox())?.width]
      release()
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(() => document.fonts.check('400 14px Inter'))).toBe(true)
      expect(await places(page)).toEqual(before)
      expect((await bubble.boundingBox())?.width).toBe(width)
    })
})

test.describe('the first link leads past the header', () => {
  for (const path of ['/', '/agent.html', '/transcripts.html?speed=instant#postcard', '/gallery.html'])
    test(`of ${path}`, async ({ page }) => {
      await page.goto(path)
      const main = page.getByRole('main')
      const first = page.getByRole('banner').locator('a, button').first()
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      const address = page.url()
      const skip = page.getByRole('link', { name: 'Skip to content' })
      // The composer of the chat takes the focus when the page comes: a user who looks for the header goes back.
      await first.focus()
      await page.keyboard.press('Shift+Tab')
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport({ ratio: 1 })
      expect(await skip.evaluate((link) => getComputedStyle(link).clipPath)).toBe('none')
      await page.keyboard.press('Enter')
      await expect(main).toBeFocused()
      await page.keyboard.press('Tab')
      expect(await main.evaluate((element) => element.matches(':focus-within') && !element.matches(':focus'))).toBe(
        true,
      )
      expect(page.url()).toBe(address)
    })
})

test('the Tab key begins at the top of the gallery, whose cases show what users have left', async ({ page }) => {
  await page.goto('/gallery.html')
  await expect(page.locator('[data-state="invalid"] [aria-invalid="true"]').first()).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})
