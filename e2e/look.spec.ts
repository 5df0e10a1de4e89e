// How it looks, compared with pictures: transcripts and the demo around them, light and dark, on a phone and on a desk.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

const schemes = ['light', 'dark'] as const

const looks = sizes.flatMap((size) => schemes.map((colorScheme) => ({ size, colorScheme })))

/** The transcript at its end, drawn with its own font. */
async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/transcripts.html?speed=instant#${id}`)
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
  await page.evaluate(() => document.fonts.ready)
}

for (const { size, colorScheme } of looks) {
  test.describe(`${colorScheme}, ${size.width} wide`, () => {
    test.use({ viewport: size, colorScheme })

    for (const id of ['table-reservation', 'trip-planner', 'order-status']) {
      test(`the surfaces of ${id}`, async ({ page }) => {
        await play(page, id)
        await expect(page.getByTestId('chat')).toHaveScreenshot(`${id}-${colorScheme}-${size.width}.png`)
      })
    }

    test('the demo, with a stream that has errors', async ({ page }) => {
      await play(page, 'broken-stream')
      if (size.width < 800) await page.getByRole('button', { name: 'Inspector' }).click()
      await page.getByTestId('tab-errors').click()
      await expect(page.getByTestId('panel-errors').getByRole('heading')).not.toHaveCount(0)
      await expect(page).toHaveScreenshot(`demo-${colorScheme}-${size.width}.png`)
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

test.describe('the page that the README shows', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('a form, filled in, with the lines that made it', async ({ page }) => {
    await play(page, 'table-reservation')
    await page.getByLabel('Name').fill('Ada Sample')
    await expect(page).toHaveScreenshot('demo.png')
  })
})
