// The built demo as a visitor meets it.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { faults, transcripts } from './transcripts.ts'

async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/transcripts.html?speed=instant#${id}`)
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
}

async function inspect(page: Page, tab: 'lines' | 'data' | 'events' | 'errors'): Promise<void> {
  const chosen = page.getByTestId(`tab-${tab}`)
  if (!(await chosen.isVisible())) await page.getByRole('button', { name: 'Inspector' }).click()
  await chosen.click()
}

/** Those of `npm test`. */
const first = ['table-reservation', 'trip-planner', 'chaos', 'broken-stream']

test.describe('the transcripts', () => {
  for (const { id, surfaces } of transcripts) {
    test(`[R-7] ${id} shows its surfaces, whole, and axe has nothing to say`, {
      tag: first.includes(id) ? [] : ['@all'],
    }, async ({ page }) => {
      // Too narrow for the inspector, which has a test of its own.
      await page.setViewportSize({ width: 1000, height: 800 })
      await play(page, id)
      expect(await violations(page)).toEqual([])
      const chat = page.getByTestId('chat')
      await expect(chat.locator('.sf-surface')).toHaveCount(surfaces.length)
      for (const surface of await chat.locator('.sf-surface').all()) {
        await expect(surface).toBeVisible()
        await expect(surface).toContainText(/\S{3}/)
      }
      await expect(chat.locator('.sf-placeholder, .sf-notice')).toHaveCount(0)
      await inspect(page, 'errors')
      const codes = page.getByTestId('panel-errors').locator('.sf-i-problem__code')
      await expect(codes).toHaveText([...(faults[id] ?? [])])
      await inspect(page, 'data')
      await expect(page.getByTestId('panel-data').getByRole('heading')).toHaveCount(surfaces.length)
    })
  }

  test('[SF-4] the witness of chaos is as it was sent', async ({ page }) => {
    await play(page, 'chaos')
    const ticket = page.getByRole('article', { name: 'Sample Rail' })
    await expect(ticket.getByRole('heading')).toHaveText('Your ticket')
    await expect(ticket).toContainText('7, on time')
    await expect(ticket).not.toContainText('forged')
    await expect(page.getByRole('article', { name: 'Sample Buffet' })).toContainText('Apple')
  })

  test('are all in the list, and lead to one another', async ({ page, viewport }) => {
    await page.setViewportSize({ width: 1280, height: viewport?.height ?? 800 })
    await play(page, 'order-status')
    for (const { id } of transcripts) await expect(page.getByTestId(`transcript-${id}`)).toBeVisible()
    await page.getByTestId('transcript-postcard').click()
    await expect(page.getByTestId('transcript-postcard')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByTestId('chat').getByRole('heading', { level: 1 })).toHaveText('Postcard')
    await expect(page.getByTestId('chat').locator('.sf-surface')).toHaveCount(1)
  })
})

test.describe('the player', () => {
  test('takes one line at a time', async ({ page }) => {
    await page.goto('/transcripts.html#order-status')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Start over' }).click()
    const status = page.getByTestId('player-status')
    await expect(status).toContainText(/^\D*0 \//)
    for (const line of [1, 2, 3]) {
      await page.getByRole('button', { name: 'One line', exact: true }).click()
      await expect(status).toContainText(`${line} /`)
    }
  })

  test('starts over with nothing of the last run left', async ({ page }) => {
    await play(page, 'postcard')
    const field = page.getByTestId('chat').getByRole('textbox').first()
    const before = await field.inputValue()
    await field.fill('something else')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
    await expect(field).toHaveValue(before)
  })

  test('streams at its own pace to the same end', { tag: '@all' }, async ({ page }) => {
    await page.goto('/transcripts.html?speed=120#order-status')
    await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
    await expect(page.getByTestId('chat').locator('.sf-surface')).toHaveCount(1)
  })
})

test('[B-4] [B-6] [B-7] [O-1] a form by keyboard alone: the event goes out, the answer comes in', async ({ page }) => {
  await play(page, 'table-reservation')
  const chat = page.getByTestId('chat')
  const name = chat.getByLabel('Name')
  const reserve = chat.getByRole('button', { name: 'Reserve' })
  await expect(reserve).toBeDisabled()
  while (!(await name.evaluate((input) => input === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.type('Ada Sample')
  await expect(reserve).toBeEnabled()
  while (!(await reserve.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chat.getByText('Agent: Thank you, Ada Sample.')).toBeVisible()
  await expect(chat.locator('.sf-surface')).toHaveCount(2)
  await expect(chat.getByText('Table for Ada Sample')).toBeVisible()
  await inspect(page, 'events')
  const event = page.getByTestId('panel-events')
  await expect(event).toContainText('reserveTable')
  await expect(event).toContainText('"Ada Sample"')
})

test('[R-4] [R-9] what the visitor types stays while the transcript plays on', { tag: '@all' }, async ({ page }) => {
  await page.goto('/transcripts.html#table-reservation')
  const name = page.getByTestId('chat').getByLabel('Name')
  // Until its line is whole it is for reading.
  await expect(name).toBeEditable()
  await name.click()
  await page.keyboard.type('Ada')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
  await expect(name).toBeFocused()
  await page.keyboard.type('_')
  await expect(name).toHaveValue('Ad_a')
})

test('on a phone, everything is in reach', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await play(page, 'trip-planner')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Transcripts' }).click()
  await page.getByTestId('transcript-weekly-menu').click()
  await expect(page.getByTestId('chat').getByRole('heading', { level: 1 })).toHaveText('Weekly menu')
  await page.getByRole('button', { name: 'Inspector' }).click()
  await expect(page.getByTestId('tab-lines')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('tab-lines')).toBeHidden()
})

test('the transcripts load without an error, and ask nobody else for anything', async ({ page, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => !request.url().startsWith(baseURL ?? '') && foreign.push(request.url()))
  const response = await page.goto('/transcripts.html', { waitUntil: 'networkidle' })
  expect(response?.status()).toBe(200)
  expect(foreign.filter((url) => !url.startsWith('data:'))).toEqual([])
})
