// Every component in every state: how it looks, what axe says, and that nothing is asked of anybody.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

async function visit(page: Page): Promise<void> {
  await page.goto('/gallery.html')
  await expect(page.getByRole('heading', { name: 'DateTimeInput' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

for (const width of [360, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`the gallery, ${colorScheme}, ${width} wide`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme })

      test('looks as it did', async ({ page }) => {
        await visit(page)
        for (const exhibit of await page.locator('.gallery__exhibit').all()) {
          const name = await exhibit.getAttribute('aria-labelledby')
          // The browser draws the controls of films and sounds, and not twice alike.
          if (name === 'Video' || name === 'AudioPlayer') continue
          // Arabic comes from a font of the system's, and machines have different ones.
          const mask = [exhibit.locator('[data-state="right to left"]')]
          await expect(exhibit).toHaveScreenshot(`${name}-${colorScheme}-${width}.png`, { mask })
        }
      })

      test('fits its width', async ({ page }) => {
        await visit(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })
    })
  }
}

test('[R-7] axe has nothing to say about the gallery', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page)
  expect(await violations(page)).toEqual([])
})
