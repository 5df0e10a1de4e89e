// The components for work in a browser: what axe says, their widths, the keyboard alone, and a table of 10,000 rows that scrolls.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

async function visit(page: Page): Promise<void> {
  await page.goto('/work.html')
  await expect(page.getByRole('heading', { name: 'FileUpload' })).toBeVisible()
}

for (const width of [320, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`the components for work, ${colorScheme}, ${width} wide`, {
      tag: width === 320 && colorScheme === 'light' ? [] : ['@all'],
    }, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme })

      test('[XC-15] fit their width, and axe has nothing to say', async ({ page }) => {
        await visit(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await violations(page)).toEqual([])
      })
    })

test('[XC-15] a report is worked by the keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page)
  const report = page.locator('[data-state="week 12"]')
  await report.getByRole('button', { name: 'Customer' }).focus()
  const head = report.getByRole('columnheader', { name: 'Customer' })
  // A press on what came less than half a second ago is not taken.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'ascending', { timeout: 1_000 })
  }).toPass()
  await expect(report.getByRole('rowheader').first()).toHaveText('A-1005')
  await report.getByRole('button', { name: 'Not now' }).focus()
  await page.keyboard.press('Tab')
  await expect(report.getByRole('button', { name: 'Send reminders' })).toBeFocused()
})

test('[XC-15] 10,000 rows scroll to the last one, and the arrow keys reach rows that were not drawn', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page)
  const exhibit = page.locator('[data-state="10,000 rows"]')
  const box = exhibit.getByRole('group', { name: 'All orders' })
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(exhibit.getByRole('rowheader', { name: 'A-10999' })).toBeVisible()
  expect(await exhibit.getByRole('row').count()).toBeLessThan(60)
  await box.evaluate((element) => element.scrollTo(0, 0))
  await exhibit.getByRole('radio').first().focus()
  for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowDown')
  await expect(exhibit.getByRole('row', { selected: true })).toHaveCount(1)
})
