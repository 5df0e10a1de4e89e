// The font that the demo's pages bring: they draw with it from the first frame on, or not at all.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Its faces that the page draws with. Empty: the page came before its font, and draws with the machine's. */
export function pageFont(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.fonts].map(({ family, weight, status }) => `${family} ${weight} ${status}`))
}

/** Loads the drawn page anew until its font is there before the first frame. On a busy machine that may take a second try. */
export async function withPageFont(page: Page): Promise<void> {
  await expect(async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const faces = await pageFont(page)
    if (faces.length === 0) await page.reload()
    expect(faces).toEqual(['Inter 400 loaded', 'Inter 500 loaded', 'Inter 600 loaded'])
  }).toPass()
}
