// The built demo as a visitor meets it.
import { expect, test } from '@playwright/test'

test('the first page loads without a complaint in the console', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const response = await page.goto('/', { waitUntil: 'networkidle' })
  expect(response?.status()).toBe(200)
  expect(complaints).toEqual([])
})
