// The transcripts as a workbench: own messages, both ways through a stream, faults, and what leaves the page.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { components, create, data, text } from './wire.ts'

const messages = [
  create('s'),
  components('s', text('root', { path: '/n' })),
  data('s', '/n', 'one'),
  data('s', '/n', 'two'),
]
const source = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
const answer = `Here you are:\n\n\`\`\`json\n${source}\`\`\`\nIs that right?`
const faulty = source.replace('"Text"', '"Txt"')

async function open(page: Page, query = 'speed=instant', hash = '#table-reservation'): Promise<void> {
  await page.goto(`/transcripts.html?${query}${hash}`)
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
}

async function paste(page: Page, value: string): Promise<void> {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, value)
}

const surface = (page: Page) => page.getByTestId('chat').locator('.sf-surface')

/** The checker, which on a phone is reached through the list of transcripts. */
async function openChecker(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open or check' })
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'Transcripts' }).click()
  await button.click()
}

for (const width of [360, 1280])
  test(`[WB-4] ${width} wide, options and checker have no fault that axe finds, light and dark, and no sideways scroll`, {
    tag: width === 360 ? [] : ['@all'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page)
    await page.getByRole('button', { name: 'Options' }).click()
    await expect(page.getByRole('dialog', { name: 'Options' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await openChecker(page)
    await page.getByRole('textbox', { name: /JSON Lines/ }).fill(faulty)
    await expect(page.getByRole('region', { name: 'Faults' })).toContainText('COMPONENT_UNKNOWN')
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })

test('[WB-4] the checker lists all faults of an answer with what to write instead, and plays it, by keyboard alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  const button = page.getByRole('button', { name: 'Open or check' })
  await button.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: /JSON Lines/ })
  await field.focus()
  await page.keyboard.insertText(answer.replace('"Text"', '"Txt"').replace('"/n","value":"one"', '"/n","valeu":"one"'))
  const faults = page.getByRole('region', { name: 'Faults' })
  await expect(faults).toContainText('Did you mean "Text"?')
  await expect(faults).toContainText('valeu')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(answer)
  await expect(faults).toContainText('No faults · 4 messages are right')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(surface(page)).toHaveText(/two/)
})

test('[WB-4] what is pasted or dropped onto the page is played, and stays when the page is loaded again', async ({
  page,
}) => {
  await open(page)
  await paste(page, answer)
  await expect(surface(page)).toHaveText(/two/)
  await expect(page).toHaveURL(/#s=/)
  await page.reload()
  await expect(surface(page)).toHaveText(/two/)
  await page.evaluate(
    (content) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content], 'run.jsonl'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    source.replace('two', 'dropped'),
  )
  await expect(surface(page)).toHaveText(/dropped/)
})

test('[WB-5] steps both ways, goes to a line, and runs on from one that was edited', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await paste(page, source)
  const status = page.getByTestId('player-status')
  await expect(status).toContainText('4 / 4')
  await page.getByRole('button', { name: 'One line back' }).click()
  await expect(surface(page)).toHaveText(/one/)
  await expect(status).toContainText('3 / 4')
  const scrubber = page.getByRole('banner').getByRole('slider', { name: 'Line of the stream' })
  await scrubber.focus()
  await page.keyboard.press('Home')
  await expect(surface(page)).toHaveCount(0)
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowRight')
  await expect(surface(page)).toHaveText(/one/)
  await expect(scrubber).toBeFocused()
  const line = page.getByTestId('panel-lines').locator('[data-line="3"]')
  await line.locator('summary').click()
  await line.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'The line' }).fill(JSON.stringify(data('s', '/m', 'edited')))
  await page.getByRole('button', { name: 'Run from here' }).click()
  await expect(status).toHaveAttribute('data-state', 'done')
  await page.getByTestId('tab-data').click()
  await expect(page.getByTestId('panel-data')).toContainText('"edited"')
})

test('[WB-6] faults, direction, locale, validation and width count at once and stand in the address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByText('Right to left').click()
  await expect(page.getByTestId('chat')).toHaveAttribute('dir', 'rtl')
  await page.getByText('Lenient').click()
  await page.getByRole('combobox', { name: 'Dates and numbers' }).selectOption('de-DE')
  await page.getByRole('combobox', { name: 'Faults' }).selectOption('garble')
  await page.getByTitle('Phone, 360 pixels').click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/dir=rtl&locale=de-DE&validation=lenient&fault=garble/)
  await expect(page).toHaveURL(/width=360/)
  await page.getByTestId('tab-errors').click()
  await expect(page.getByTestId('panel-errors').getByRole('heading')).not.toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('[WB-2] [WB-3] a link without what was typed, and a test, are copied', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' })
  await open(page)
  await page.getByTestId('chat').getByLabel('Name').fill('typed by the user')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('button', { name: 'Copy a link' }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy as a test' }).click()
  await expect(page.getByText('The test is copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("import { expect, it } from 'vitest'")
  expect(copied).not.toContain('typed by')
  await page.goto('/gallery.html')
  await page.goto(link)
  await expect(page.getByTestId('chat').getByLabel('Name')).toHaveValue('')
  await expect(page.getByTestId('chat').getByRole('heading', { level: 1 })).toHaveText('Table reservation')
})
