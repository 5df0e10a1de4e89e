// What the end-to-end tests share: pages of their own, and a watch over the console.
import { test as base, expect, type Page } from '@playwright/test'
import type { Stage } from './pages/stage.tsx'
import { testPage } from './test-pages.ts'

declare global {
  interface Window {
    /** Of `pages/stage.html`. */
    readonly stage: Stage
  }
}

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
  /** Goes to `pages/<name>.html`; to the same page with React 18.3 as `react-18/<name>`. */
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
    await use(async (name, { headers, suffix = '' } = {}) => {
      const file = `${name}.html`
      if (headers)
        await page.route(`**/test-pages/${file}`, (route) => route.fulfill({ path: testPage(file), headers }))
      await page.goto(`/test-pages/${file}${suffix}`)
      // Its script waits for the parts that are loaded ahead.
      if (name.endsWith('stage')) await page.waitForFunction(() => 'stage' in window)
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
