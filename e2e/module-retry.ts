// What a browser does with a module that it could not fetch, when it is asked for again.
import type { Page } from '@playwright/test'
import { test } from './fixtures.ts'

/**
 * The HTML standard lets a browser keep the failure as long as the page lives; newer ones fetch the module again. Tests run for
 * both kinds in every browser: to a page, a module that stays away is like a failure that is kept.
 */
export const browserKinds = [
  { kind: 'fetches a module again', keeps: false },
  { kind: 'keeps a failed module', keeps: true },
] as const

const address = '/module-that-comes-late.js'

/** Skips the test, which the last line of `npm test` counts, where the browser is not of the kind and cannot be taken for it. */
export async function skipUnlessOfKind(page: Page, keeps: boolean, complaints: string[]): Promise<void> {
  if (keeps) return
  const again = await fetchesAgain(page)
  // The failed fetch is a complaint in the console.
  complaints.splice(0)
  test.skip(!again, 'this browser keeps a failed module')
}

async function fetchesAgain(page: Page): Promise<boolean> {
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
