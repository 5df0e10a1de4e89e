// What the end-to-end tests share: pages of their own, served from the build, and a watch over the console.
import { resolve } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Stage } from './pages/stage.tsx'

declare global {
  interface Window {
    /** Of `pages/stage.html`. */
    readonly stage: Stage
  }
}

const built = resolve(import.meta.dirname, '../node_modules/.cache/e2e-pages')

export interface OpenOptions {
  /** Sent with the document. */
  readonly headers?: Record<string, string>
  /** What follows in the address: `?…` or `#…`. */
  readonly suffix?: string
}

interface Fixtures {
  /** Errors in the console and uncaught exceptions so far. A test that expects some takes them out. */
  readonly complaints: string[]
  /** Addresses of other hosts that the page has asked for. A test that means it takes them out. */
  readonly elsewhere: string[]
  /** Goes to `pages/<name>.html`. */
  readonly open: (name: string, options?: OpenOptions) => Promise<void>
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  elsewhere: [
    async ({ page, baseURL }, use) => {
      const elsewhere: string[] = []
      const home = new URL(baseURL ?? 'http://127.0.0.1').host
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url())
        if (protocol.startsWith('http') && host !== home) elsewhere.push(request.url())
      })
      await use(elsewhere)
      expect(elsewhere).toEqual([])
    },
    { auto: true },
  ],
  open: async ({ page }, use) => {
    await use(async (name, { headers = {}, suffix = '' } = {}) => {
      // From the disk, so that no second server is needed; at the demo's origin.
      await page.route('**/test-pages/**', async (route) => {
        const { pathname } = new URL(route.request().url())
        const path = resolve(built, pathname.replace('/test-pages/', ''))
        await route.fulfill({ path, headers: route.request().isNavigationRequest() ? headers : {} })
      })
      await page.goto(`/test-pages/${name}.html${suffix}`)
      // Its script waits for the parts that are loaded ahead.
      if (name === 'stage') await page.waitForFunction(() => 'stage' in window)
    })
  },
})

export { expect }

/** Messages, each on its line, into the runtime of `pages/stage.html`. */
export async function send(page: Page, ...messages: readonly object[]): Promise<void> {
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  await page.evaluate((chunk) => window.stage.runtime.push(chunk), lines)
}

/** Resolves when the page's timer has ticked some more: it is not stuck. */
export async function alive(page: Page): Promise<void> {
  const before = await page.evaluate(() => window.stage.beats())
  await page.waitForFunction((count) => window.stage.beats() > count + 3, before)
}
