// The agent page: a live agent over HTTP, surfaces that stream in, actions that go back, a connection that breaks.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { test as base, expect } from './fixtures.ts'
import { createRelay, type Relay } from './relay.ts'

const test = base.extend<{ readonly relay: Relay }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  relay: async ({}, use, info) => {
    const relay = await createRelay(info.project.use.baseURL ?? '')
    await use(relay)
    await relay.close()
  },
  // To the page the relay is the server.
  baseURL: async ({ relay }, use) => use(relay.origin),
})

const state = (page: Page) => page.getByTestId('state')
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const reserve = (page: Page) => page.getByRole('button', { name: 'Reserve', exact: true })
const bubbles = (page: Page) => page.locator('.bubble').allTextContents()

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

/** A press by somebody who has seen what is pressed. */
async function press(page: Page, name: string): Promise<void> {
  await expect(state(page)).toHaveText('Ready')
  // From elsewhere: a press counts at once where the pointer came to the control.
  await page.mouse.move(1, 1)
  await page.getByRole('button', { name, exact: true }).click()
}

test.beforeEach(async ({ page }) => {
  await page.goto('/agent.html')
  await expect(state(page)).toHaveText('Ready')
})

test('a surface streams in, its button reaches the agent, and the answer changes the surface', async ({ page }) => {
  await page.getByRole('button', { name: 'Book a table for two' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(reserve(page)).toBeDisabled()
  await nameField(page).fill('Ada')
  await expect(state(page)).toHaveText('Ready')
  expect(await violations(page)).toEqual([])
  await press(page, 'Reserve')
  await expect(page.getByRole('heading', { name: 'Reserved for Ada' })).toBeVisible()
  await expect(page.locator('.bubble', { hasText: 'Thank you, Ada. Your table is reserved.' })).toBeVisible()
  await expect(nameField(page)).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a stream that is cut in the middle of a line goes on: nothing twice, no flash, and what was typed stays', async ({
  page,
  relay,
  complaints,
}) => {
  relay.holdAt('"id":"wishes"')
  await say(page, 'Book a table')
  await relay.held()
  await page.getByRole('article').evaluate((article) => {
    Object.assign(window, { kept: article, removed: 0 })
    const observer = new MutationObserver((records) => {
      const taken = records.flatMap((record) => [...record.removedNodes])
      Object.assign(window, {
        removed: taken.filter((node) => node instanceof Element && node.matches('article, input')).length,
      })
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('half a thought')
  relay.cut()
  await expect(state(page)).toHaveAttribute('data-state', 'reconnecting')
  await composer.pressSequentially(' more')
  await expect(reserve(page)).toBeVisible()
  await expect(state(page)).toHaveText('Ready')
  await expect(composer).toHaveValue('half a thought more')
  expect(await bubbles(page)).toEqual(['You: Book a table', 'Agent: Friday at 19:30 is free. Who is coming?'])
  const same = await page.getByRole('article').evaluate((article) => {
    const { kept, removed } = window as unknown as { readonly kept: Element; readonly removed: number }
    return { sameElement: kept === article, removed }
  })
  expect(same).toEqual({ sameElement: true, removed: 0 })
  // The browser tells the console of the broken connection.
  expect(complaints.splice(0).every((line) => line.includes('net::'))).toBe(true)
})

test('a field that is being typed in survives a cut', { tag: '@all' }, async ({ page, relay, complaints }) => {
  relay.holdAt('"id":"buttons"')
  await say(page, 'Book a table')
  await relay.held()
  await nameField(page).pressSequentially('Ad')
  relay.cut()
  await expect(state(page)).toHaveAttribute('data-state', 'reconnecting')
  await page.keyboard.type('a')
  await expect(reserve(page)).toBeEnabled()
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveValue('Ada')
  expect(complaints.splice(0).every((line) => line.includes('net::'))).toBe(true)
})

test('stop stops the agent', async ({ page }) => {
  await say(page, 'Count to 900')
  await expect(page.getByText(/Agent: 1 2 3/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(state(page)).toHaveText('Ready')
  const counted = await bubbles(page)
  await page.waitForTimeout(300)
  expect(await bubbles(page)).toEqual(counted)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
})

test('[CH-28] a question is answered in its task, and the page can be loaded again', async ({ page }) => {
  await say(page, 'Remind me of it')
  await expect(state(page)).toHaveText('Waiting for you')
  await say(page, 'noon')
  await expect(page.locator('.bubble', { hasText: 'On which day?' })).toBeVisible()
  await say(page, 'tomorrow')
  await expect(page.locator('.bubble', { hasText: 'I will remind you tomorrow at 12:00.' })).toBeVisible()
  await say(page, 'What should I pack?')
  await press(page, 'Add')
  await expect(page.getByRole('checkbox', { name: 'Charger' })).toBeVisible()
  await expect(state(page)).toHaveText('Ready')
  const before = await bubbles(page)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Charger' })).toBeVisible()
  await expect.poll(() => bubbles(page)).toEqual(before)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.locator('.bubble')).toHaveCount(0)
})
