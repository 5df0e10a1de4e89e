// What stands around the surfaces on each page of the demo: the font that comes late, and the way past the header.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { launchWithOneFamily } from './one-family.ts'
import { withPageFont } from './page-font.ts'

// A font that the page has in its cache comes at once.
test.use({ ownPage: true })

/** Holds the page's font back until the result is called, which resolves when its three files have come. */
async function holdFont(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let [arrived, came] = [0, (): void => undefined]
  const all = new Promise<void>((resolve) => {
    came = resolve
  })
  page.on('requestfinished', (request) => request.url().endsWith('.woff2') && ++arrived === 3 && came())
  await page.route('**/*.woff2', async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await all
  }
}

/** Top and height of all that is drawn, in whole pixels. */
function places(page: Page): Promise<string[]> {
  return page.locator('main *:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect()
      return `${element.className} ${Math.round(top)} ${Math.round(height)}`
    }),
  )
}

const transcripts = ['trip-planner', 'table-reservation', 'order-status']

/** The transcript at its end, while the font is on its way; then the font. The next page draws with it. */
async function drawnBeforeFont(page: Page, id: string): Promise<void> {
  const release = await holdFont(page)
  // The page is loaded when its font is.
  await page.goto(`/transcripts.html?speed=instant#${id}`, { waitUntil: 'commit' })
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
  const before = await places(page)
  await release()
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await places(page)).toEqual(before)
  await withPageFont(page)
}

test.describe('a font that comes late moves no line', { tag: '@all' }, () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  for (const id of transcripts) test(`of ${id}`, ({ page }) => drawnBeforeFont(page, id))

  test('where there is one family of fonts', async ({ page, playwright }, info) => {
    test.skip(process.platform !== 'linux', 'fontconfig says which fonts there are')
    const browser = await launchWithOneFamily(playwright.chromium, page, info.outputPath('fonts.conf'))
    for (const id of transcripts) {
      const alone = await browser.newPage()
      await drawnBeforeFont(alone, id)
      await alone.close()
    }
    await browser.close()
  })
})

test.describe('the first link leads past the header', () => {
  for (const path of [
    '/',
    '/agent.html',
    '/transcripts.html?speed=instant#postcard',
    '/gallery.html',
    '/slips',
    '/guide',
  ])
    test(`of ${path}`, async ({ page }) => {
      await page.goto(path)
      const main = page.getByRole('main')
      const first = page.getByRole('banner').locator('a, button').first()
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      const address = page.url()
      const skip = page.getByRole('link', { name: 'Skip to content' })
      // The composer of the chat takes the focus when it comes, but not from somebody who is on the way to the content.
      await expect(async () => {
        await first.focus()
        await page.keyboard.press('Shift+Tab')
        await expect(skip).toBeFocused({ timeout: 1_000 })
      }).toPass()
      await expect(skip).toBeInViewport({ ratio: 1 })
      await expect(skip).toHaveCSS('clip-path', 'none')
      await page.keyboard.press('Enter')
      await expect(main).toBeFocused()
      // What can be reached in the content may come after its heading.
      await expect(async () => {
        await main.focus()
        await page.keyboard.press('Tab')
        const isWithin = await main.evaluate(
          (element) => element.matches(':focus-within') && !element.matches(':focus'),
        )
        expect(isWithin).toBe(true)
      }).toPass()
      expect(page.url()).toBe(address)
    })
})

test('the Tab key begins at the top of the gallery, whose cases show what users have left', async ({ page }) => {
  await page.goto('/gallery.html')
  await expect(page.locator('[data-state="invalid"] [aria-invalid="true"]').first()).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})
