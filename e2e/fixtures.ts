// What the end-to-end tests share: a document of its own for each, and a watch over the console.
import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test'
import type { Stage } from './pages/stage.tsx'
import { testPage } from './test-pages.ts'
import { createWorkerPage, newPage, type WorkerPage } from './worker-page.ts'

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

interface Options {
  /** `true`: the page is new, and so is its cache. `false`: the document is, and whatever else a test could find. */
  readonly ownPage: boolean
}

interface Fixtures extends Options {
  /** Errors in the console and uncaught exceptions so far. A test that expects some takes them out. */
  readonly complaints: string[]
  /** Addresses of other hosts that the page has asked for. A test that means it takes them out. */
  readonly elsewhere: string[]
  /** Goes to `pages/<name>.html`; to the same page with React 18.3 as `react-18/<name>`. */
  readonly open: (name: string, options?: OpenOptions) => Promise<void>
}

export const test = base.extend<Fixtures, { readonly workerPage: WorkerPage }>({
  ownPage: [false, { option: true }],
  workerPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
    async ({}, use) => {
      const workerPage = createWorkerPage()
      await use(workerPage)
      await workerPage.close()
    },
    { scope: 'worker' },
  ],
  // All that a test sets by `test.use`: pages of other options are others.
  page: async (
    {
      browser,
      workerPage,
      ownPage,
      baseURL,
      viewport,
      colorScheme,
      locale,
      timezoneId,
      hasTouch,
      isMobile,
      permissions,
      contextOptions,
    },
    use,
  ) => {
    const look = { viewport, colorScheme, reducedMotion: contextOptions.reducedMotion ?? null }
    const kind = JSON.stringify([look, baseURL, locale, timezoneId, hasTouch, isMobile, permissions, contextOptions])
    const page = ownPage ? await newPage(browser) : await workerPage.take(browser, kind, look)
    await use(page)
    if (ownPage) await page.context().close()
  },
  context: async ({ page }, use) => use(page.context()),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      const logged = (message: ConsoleMessage): void => {
        if (message.type() === 'error') complaints.push(message.text())
      }
      const thrown = (error: Error): void => void complaints.push(error.message)
      page.on('console', logged).on('pageerror', thrown)
      await use(complaints)
      page.off('console', logged).off('pageerror', thrown)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  elsewhere: [
    async ({ page, baseURL }, use) => {
      const elsewhere: string[] = []
      const home = new URL(baseURL ?? 'http://127.0.0.1').host
      const asked = (request: Request): void => {
        const { protocol, host } = new URL(request.url())
        if (protocol.startsWith('http') && host !== home) elsewhere.push(request.url())
      }
      page.on('request', asked)
      await use(elsewhere)
      page.off('request', asked)
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
