// The conversations of the chat: begun, found again, renamed and deleted; and what can be taken out of one.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { violations } from './axe.ts'
import { looksFrom } from './looks.ts'
import { bubbles, button, cards, composer, expect, press, quantity, ready, say, state, test } from './shop.ts'

const list = (page: Page): Locator => page.getByRole('dialog', { name: 'Conversations' })
const titles = (page: Page): Promise<string[]> => list(page).locator('.chats__title').allTextContents()

async function openList(page: Page): Promise<void> {
  await button(page, 'Conversations').click()
  await expect(list(page)).toBeVisible()
}

test('[CH-20] conversations are listed, searched, renamed, deleted, and each comes back whole', async ({
  page,
  chat,
}) => {
  test.slow()
  await chat()
  await say(page, 'running shoes under 150')
  await press(page, cards(page).nth(3))
  await press(page, button(page, 'Add to cart'))
  await ready(page)
  await quantity(page).fill('7')
  await composer(page).fill('half a thought')
  const first = await bubbles(page)
  const cart = await page.getByRole('article').last().innerText()
  // What is typed goes along to a new conversation.
  await button(page, 'New conversation').click()
  await expect(page.locator('.bubble')).toHaveCount(0)
  await composer(page).fill('')
  await say(page, 'rain jacket')
  await ready(page)
  const second = await bubbles(page)

  await openList(page)
  expect(await titles(page)).toEqual(['rain jacket', 'running shoes under 150'])
  await expect(list(page).locator('[aria-current="true"]')).toHaveText(/rain jacket/)
  expect(await violations(page)).toEqual([])
  await list(page).getByRole('searchbox', { name: 'Search' }).fill('SHOES')
  expect(await titles(page)).toEqual(['running shoes under 150'])
  await list(page).getByRole('button', { name: 'running shoes under 150', exact: false }).first().click()
  await expect(list(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect.poll(() => bubbles(page)).toEqual(first)
  await expect(quantity(page)).toHaveValue('7')
  expect(await page.getByRole('article').last().innerText()).toBe(cart)
  // The conversation goes on where it was.
  await press(page, button(page, 'Update'))
  await expect(page.getByText('$483.00', { exact: true })).not.toHaveCount(0)

  await openList(page)
  await list(page).getByRole('button', { name: 'Rename: running shoes under 150' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A pair for spring')
  await page.keyboard.press('Enter')
  expect((await titles(page)).toSorted()).toEqual(['A pair for spring', 'rain jacket'])
  await list(page).getByRole('button', { name: 'Rename: rain jacket' }).click()
  await page.keyboard.type('never mind')
  await page.keyboard.press('Escape')
  expect((await titles(page)).toSorted()).toEqual(['A pair for spring', 'rain jacket'])
  await list(page).getByRole('button', { name: 'Delete: rain jacket' }).click()
  expect(await titles(page)).toEqual(['A pair for spring'])
  await list(page).getByRole('button', { name: 'Undo' }).click()
  expect((await titles(page)).toSorted()).toEqual(['A pair for spring', 'rain jacket'])

  // A new tab begins a conversation of its own, and has the same list.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(state(other)).toHaveText('Ready')
  await expect(other.locator('.bubble')).toHaveCount(0)
  await openList(other)
  await list(other)
    .getByRole('button', { name: /^rain jacket/ })
    .click()
  await expect.poll(() => bubbles(other)).toEqual(second)
  await openList(other)
  await list(other).getByRole('button', { name: 'Delete: A pair for spring' }).click()
  expect(await titles(other)).toEqual(['rain jacket'])
  await expect.poll(() => titles(page)).toEqual(['rain jacket'])
  // The one on show was deleted, and what one still does there brings nothing back that was not said.
  await list(other).getByRole('button', { name: 'Delete: rain jacket' }).click()
  await expect(other.locator('.bubble')).toHaveCount(0)
  await other.close()
})

test('[CH-20] a reload goes on with the conversation of this tab', async ({ page, chat }) => {
  await chat()
  await say(page, 'oat bars')
  await ready(page)
  await button(page, 'New conversation').click()
  await say(page, 'wool socks')
  await ready(page)
  const said = await bubbles(page)
  await page.reload()
  await expect.poll(() => bubbles(page)).toEqual(said)
})

test('[CH-32] what another tab has changed is shown in this one, too', async ({ page, chat, context }) => {
  await chat()
  await say(page, 'add two oat bars to my cart')
  await ready(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await button(other, 'Conversations').click()
  await other.getByRole('dialog').getByText('add two oat bars').click()
  await expect(quantity(other)).toHaveValue('2')
  await quantity(page).fill('5')
  await press(page, button(page, 'Update'))
  await expect(page.getByText('$75.00').first()).toBeVisible()
  // The cart there is the same, without a press.
  await expect(quantity(other)).toHaveValue('5')
  await expect(other.getByText('The total is $75.00.').first()).toBeVisible()
  await press(other, button(other, 'Check out'))
  await press(other, button(other, 'Confirm'))
  await expect(button(other, 'Go to the checkout')).toBeVisible()
  await expect(button(page, 'Go to the checkout')).toBeVisible()
  await expect(button(page, 'Check out')).toHaveCount(0)
  await expect(button(page, 'Confirm')).toHaveCount(0)
})

test('[CH-33] one press opens the inspector on how an answer came about, in the order of one clock', async ({
  page,
  chat,
}) => {
  await chat()
  await say(page, 'running shoes under 150')
  await ready(page)
  await button(page, 'How this came about').click()
  const moments = page.getByTestId('origin').getByRole('listitem')
  await expect(page.getByRole('tab')).toHaveText([
    /^Answer/,
    /^Lines/,
    /^Tree/,
    /^Data/,
    /^Events/,
    /^Errors/,
    /^State/,
  ])
  await expect(moments.filter({ hasText: /^0 msAgentmessage of the user/ })).toHaveCount(1)
  const texts = await moments.locator('summary').allTextContents()
  const times = texts.map(Number.parseFloat)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  // The agent took the message up, asked the shop, and wrote the surface of what the shop had answered.
  const steps = [/Agenttask (?:submitted|working)/, /Shopsearch \(\d+ ms\)/, /Surfacecreate/, /Agenttask completed/]
  const places = steps.map((step) => texts.findIndex((text) => step.test(text)))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places).not.toContain(-1)
  await moments.filter({ hasText: 'Shopsearch' }).locator('summary').click()
  await expect(moments.filter({ hasText: '"query": "running shoes"' })).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  // A line of the surface leads to what became of it.
  await moments.filter({ hasText: 'Surfacecreate' }).locator('summary').click()
  await button(page, 'Line 1').click()
  const line = page.getByTestId('panel-lines').locator('[data-line="1"]')
  await expect(line.locator('summary')).toBeFocused()
  await expect(line).toContainText('"surfaceId"')
  await page.keyboard.press('Escape')
  await expect(button(page, 'How this came about')).toBeFocused()
  // The answer to a press begins with it, and has none of what came later.
  await press(page, cards(page).first())
  await expect(button(page, 'Add to cart')).toBeVisible()
  await ready(page)
  await button(page, 'How this came about').last().click()
  await expect(moments.first()).toContainText('press of the user: details')
  await page.keyboard.press('Escape')
  await button(page, 'How this came about').first().click()
  await expect(moments).toHaveCount(texts.length)
})

test('[CH-33] of an answer that was loaded with the page the order is told, and no time', async ({ page, chat }) => {
  await chat()
  await say(page, 'running shoes under 150')
  await ready(page)
  await page.reload()
  await ready(page)
  await button(page, 'How this came about').click()
  await expect(page.getByText('Loaded with the page')).toBeVisible()
  const texts = await page.getByTestId('origin').locator('summary').allTextContents()
  expect(texts[0]).toBe('–Agentmessage of the user: “running shoes under 150”')
  expect(texts.filter((text) => /Shopsearch \(\d+ ms\)/.test(text))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('Surfacecreate'))).toHaveLength(1)
  for (const text of texts) expect(text).toMatch(/^–/)
})

for (const { width, colorScheme, tag } of looksFrom('a desk, light'))
  test(`[CH-33] ${width} wide and ${colorScheme} it has no fault that axe finds, and needs no pointer`, {
    tag,
  }, async ({ page, chat }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await chat()
    await say(page, 'running shoes under 150')
    await ready(page)
    await button(page, 'How this came about').focus()
    await page.keyboard.press('Enter')
    const moments = page.getByTestId('origin').getByRole('listitem')
    await moments.filter({ hasText: 'Shopsearch' }).locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(moments.filter({ hasText: '"query": "running shoes"' })).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBe(width)
    await page.getByRole('tab').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByTestId('panel-lines')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button(page, 'How this came about')).toBeFocused()
  })

test('[CH-21] an answer is copied as a text, and its surfaces as the lines that made them', async ({
  page,
  chat,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await chat()
  await say(page, 'running shoes under 150')
  await ready(page)
  await button(page, 'Copy answer').click()
  await expect(button(page, 'Copied')).toBeVisible()
  const text = await copied()
  expect(text).toContain('23 things fit “running shoes” up to $150.')
  expect(text).toContain('Amble running shoe')
  // Names of buttons are no part of the answer.
  expect(text).not.toContain('Details')
  await expect(button(page, 'Copied')).toHaveCount(0)
  await button(page, 'Copy as lines').click()
  const lines = (await copied()).trimEnd().split('\n')
  expect(Object.keys(JSON.parse(lines[0] ?? '') as object)).toContain('createSurface')
  expect(lines.length).toBeGreaterThan(12)
  for (const line of lines) expect(line).toMatch(/"surfaceId":"results"/)
})

test('[CH-21] a conversation is saved as JSON Lines, which another page plays to the same surfaces', async ({
  page,
  chat,
}) => {
  await chat('&surface=0.8')
  await say(page, 'running shoes under 150')
  await press(page, cards(page).nth(3))
  await press(page, button(page, 'Add to cart'))
  await ready(page)
  await quantity(page).fill('88')
  await openList(page)
  const saving = page.waitForEvent('download')
  await list(page).getByRole('button', { name: 'Save: running shoes under 150' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('running-shoes-under-150.jsonl')
  const text = await readFile(await download.path(), 'utf8')
  // What came, and nothing that was typed.
  expect(text).not.toContain('"88"')
  await page.goto('/test-pages/stage.html')
  await page.waitForFunction(() => 'stage' in window)
  const played = await page.evaluate((lines) => {
    window.stage.runtime.push(lines)
    window.stage.runtime.end()
    const ids = window.stage.runtime.surfaces.getSnapshot().map(({ id }) => id)
    return { ids, faults: window.stage.reports.length }
  }, text)
  expect(played).toEqual({ ids: ['results', 'detail', 'cart'], faults: 0 })
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
})
