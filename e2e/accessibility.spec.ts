// axe-core on every page of the demo, in light and dark.
import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const ids = readdirSync(resolve(import.meta.dirname, '../demo/transcripts')).map((file) => basename(file, '.jsonl'))

async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/?speed=instant#${id}`)
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
}

for (const id of ids) {
  test(`[R-7] axe has nothing to say about ${id}`, async ({ page }) => {
    // Too narrow for the inspector, which has a test of its own.
    await page.setViewportSize({ width: 1000, height: 800 })
    await play(page, id)
    expect(await violations(page)).toEqual([])
  })
}

test('axe has nothing to say about the inspector', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await play(page, 'broken-stream')
  const renew = page.getByRole('button', { name: 'Renew all three' })
  await renew.click()
  await expect(page.getByText('All three are renewed').first()).toBeVisible()
  await expect(renew).not.toHaveAttribute('aria-busy', 'true')
  for (const tab of ['lines', 'data', 'events', 'errors'] as const) {
    await page.getByTestId(`tab-${tab}`).click()
    expect(await violations(page)).toEqual([])
  }
})

test('axe has nothing to say about the phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await play(page, 'table-reservation')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Transcripts' }).click()
  expect(await violations(page)).toEqual([])
})

test('[R-7] axe has nothing to say about a form that is not filled in', async ({ page }) => {
  await play(page, 'table-reservation')
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Please enter a name for the reservation.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
