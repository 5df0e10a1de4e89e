// A server of pictures, and what it learns from a page that somebody types into.
import type { Browser, BrowserContext, Page } from '@playwright/test'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export interface Attack {
  /** Sent before the user types. */
  readonly messages: readonly object[]
  /** What happens before the first letter. `requests`: those so far. */
  readonly first?: (requests: readonly string[]) => Promise<void>
  /** What the user and the agent do after the text was typed. `requests`: those so far. */
  readonly afterwards?: (
    page: Page,
    send: (...messages: readonly object[]) => Promise<void>,
    requests: readonly string[],
  ) => Promise<void>
}

interface Asked {
  /** Paths of the pictures, in order, up to the text's last letter and afterwards. */
  readonly requests: readonly string[]
}

/** Everything that the server of the pictures learns when this is typed. */
export async function play(
  browser: Browser,
  baseURL: string | undefined,
  attack: Attack,
  secret: string,
): Promise<Asked> {
  const context: BrowserContext = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 800, height: 600 },
  })
  const page = await context.newPage()
  const requests: string[] = []
  // Nothing is kept, so an element that is made anew asks anew.
  await context.route(/pictures\.example/, (route) => {
    requests.push(new URL(route.request().url()).pathname)
    return route.fulfill({ body: pixel, contentType: 'image/gif', headers: { 'cache-control': 'no-store' } })
  })
  const send = (...messages: readonly object[]): Promise<void> =>
    page.evaluate((all) => window.stage.runtime.apply(all), messages as object[])
  await page.goto('/test-pages/stage.html')
  await page.waitForFunction(() => 'stage' in window)
  await send(...attack.messages)
  const input = page.getByLabel('Secret').last()
  await input.focus()
  await page.waitForTimeout(150)
  await attack.first?.(requests)
  // A letter of no meaning first: that something was typed is no secret.
  await input.fill('-')
  await page.waitForTimeout(150)
  await input.fill(secret)
  await page.waitForTimeout(150)
  await attack.afterwards?.(page, send, requests)
  await untilQuiet(requests)
  await context.close()
  return { requests }
}

/** Requests come one after the other, and slowly on a busy machine. */
async function untilQuiet(requests: readonly string[]): Promise<void> {
  let seen: number
  do {
    seen = requests.length
    await new Promise((later) => setTimeout(later, 300))
  } while (requests.length > seen)
}
