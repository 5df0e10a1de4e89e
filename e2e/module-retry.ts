// Whether a browser fetches a module again that it could not fetch before.
import type { Page } from '@playwright/test'

const address = '/module-that-comes-late.js'

/**
 * The HTML standard lets a browser keep the failure as long as the page lives, and Chromium 150 does. Chromium 156 fetches the
 * module again. The failed fetch is a complaint in the console.
 */
export async function fetchesAgain(page: Page): Promise<boolean> {
  let there = false
  await page.route(`**${address}`, (route) =>
    there ? route.fulfill({ contentType: 'text/javascript', body: '' }) : route.abort(),
  )
  // As a text: a function would be compiled, and its import with it.
  const load = () => page.evaluate<boolean>(`import('${address}').then(() => true, () => false)`)
  if (await load()) throw new Error('a module came that nobody serves')
  there = true
  return load()
}
