// The guide: its pages, the surfaces that readers edit in it, and the ways from page to page.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const pages = async (page: Page): Promise<readonly string[]> => {
  await page.goto('/guide')
  const links = page.getByRole('navigation', { name: 'Guide' }).getByRole('link')
  // The links come with the guide's own module.
  await expect(links.last()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...addresses, '#error-codes', '#security', '#api']
}

async function visit(page: Page, hash: string, theme = 'light'): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/guide?theme=${theme}${hash}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const width of [360, 1280])
  test(`[GD-5] no page has a fault for axe, nor anything sideways, ${width} px wide`, { tag: '@all' }, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: 800 })
    const all = await pages(page)
    expect(all.length).toBeGreaterThan(20)
    for (const hash of all) {
      // Without loading anew, as readers go from page to page.
      await page.evaluate((next) => location.assign(next), hash)
      await expect(page.locator(`article[data-page="${hash.slice(1)}"]`)).toBeVisible()
      expect.soft([hash, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([hash, width])
      expect.soft([hash, await violations(page)]).toEqual([hash, []])
    }
  })

test('[GD-5] in a theme that the reader chose, a page has no fault for axe', async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await visit(page, '#first-surface', theme)
    expect(await violations(page)).toEqual([])
  }
})

test('[GD-6] a reader edits lines, sees what they draw, what is wrong, and what a press sends', async ({ page }) => {
  await visit(page, '#first-surface')
  const live = page.locator('.live').first()
  const lines = live.getByRole('textbox', { name: 'Lines of the agent' })
  await live.getByRole('textbox', { name: 'Your name' }).fill('Grace')
  await live.getByRole('button', { name: 'Say hello' }).click()
  await expect(live.getByRole('status').filter({ hasText: 'Sent' })).toHaveText('Sent: greet {"name":"Grace"}')
  const text = await lines.inputValue()
  await lines.fill(text.replace('"Ada"', '"Lin"').replace('Say hello', 'Greet'))
  await expect(live.getByRole('button', { name: 'Greet' })).toBeVisible()
  await expect(live.getByText('Hello Lin')).toBeVisible()
  await lines.fill(text.replace('"component":"TextField"', '"component":"TextFeild"'))
  await expect(live.locator('.live__report')).toContainText('Line 2: COMPONENT_UNKNOWN')
  await expect(live.locator('.live__report')).toContainText('TextField')
  await live.getByRole('button', { name: 'As it was' }).click()
  await expect(live.getByText('Hello Ada')).toBeVisible()
  await expect(live.locator('.live__report')).toHaveCount(0)
})

test('[GD-7] by keyboard: contents, a link in the text, back, and lines that do not hold the Tab key', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '')
  await page.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'In a chat' }).focus()
  await page.keyboard.press('Enter')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('In a chat')
  await expect(title).toBeFocused()
  await expect(page).toHaveTitle('In a chat · surface-runtime')
  await page.getByRole('link', { name: 'below', exact: true }).focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Messages that come again' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await page.getByRole('textbox', { name: 'Lines of the agent' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'By the window' })).toBeFocused()
  await page.goBack()
  await page.goBack()
  await expect(title).toHaveText('The guide')
})

test('[GD-7] an address leads to a page and its heading, an unknown one to the index', async ({ page }) => {
  await visit(page, '#chat/ag-ui')
  await expect(page.getByRole('heading', { name: 'AG-UI' })).toBeInViewport()
  for (const hash of ['#no-such-page', '#toString', '#%']) {
    await visit(page, hash)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The guide')
  }
  await visit(page, '#reference')
  await page.getByRole('link', { name: 'Error codes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error codes')
})
