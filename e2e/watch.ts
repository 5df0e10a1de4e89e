// What tests of foreign content share: who was asked, what was reported, and time for what was wrongly begun.
import type { Page } from '@playwright/test'
import { alive } from './fixtures.ts'

/** Addresses of other hosts that were asked for; they all end in `.example`, and none is there. */
export async function watched(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.context().route(/^https?:\/\/[^/]*\.example/, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  return asked
}

export async function codes(page: Page): Promise<string[]> {
  return await page.evaluate(() => window.stage.reports.map(({ code }) => code))
}

/** Long enough for what was wrongly begun to be seen. */
export async function settled(page: Page): Promise<void> {
  await alive(page)
  await page.waitForTimeout(200)
}

/** Dialogs and new windows that nobody asked for. */
export function intruders(page: Page): string[] {
  const found: string[] = []
  page.on('dialog', (dialog) => {
    found.push(dialog.message())
    return dialog.dismiss()
  })
  page.context().on('page', (popup) => found.push(popup.url()))
  return found
}
