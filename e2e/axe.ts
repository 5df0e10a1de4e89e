// axe-core in the page: what it finds wrong, in light and in dark.
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const require = createRequire(import.meta.url)
const axe = require.resolve('axe-core/axe.min.js')

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

declare global {
  interface Window {
    readonly axe: Axe
  }
}

/** What everything that is pressed or entered needs: a name, and no other such thing within. */
const controls = ['label', 'button-name', 'aria-command-name', 'aria-input-field-name', 'nested-interactive']

/** Pages that are not loaded anew have it from the first time. */
async function withAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: axe })
}

/** Violations of the rules for controls alone, for pages that are no whole page. */
export async function violationsOfControls(page: Page): Promise<string[]> {
  await withAxe(page)
  return await run(page, { runOnly: controls })
}

/** Violations of the rules for tables and for boxes that scroll, for pages that are no whole page. */
export async function violationsOfTables(page: Page): Promise<string[]> {
  await withAxe(page)
  return await run(page, {
    runOnly: ['scrollable-region-focusable', 'empty-table-header', 'th-has-data-cells', 'td-headers-attr'],
  })
}

/** What cannot be read for its colour, in light and in dark, of pages that are no whole page. */
export async function violationsOfColors(page: Page): Promise<string[]> {
  await withAxe(page)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const violation of await run(page, { runOnly: ['color-contrast'] })) found.push(`${colorScheme}, ${violation}`)
  }
  return found
}

/** Each violation with where it is: all rules in light, those about colours once more in dark. */
export async function violations(page: Page): Promise<string[]> {
  await withAxe(page)
  const light = await run(page, { resultTypes: ['violations'] })
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await run(page, { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
}

async function run(page: Page, options: object): Promise<string[]> {
  const { violations: found } = await page.evaluate((rules) => window.axe.run(document, rules), options)
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
