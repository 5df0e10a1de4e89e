// The shopping chat and its connection: refused, cut, late, silent, given up, taken up again. What was typed stays.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import {
  bubbles,
  button,
  cards,
  composer,
  connection,
  expect,
  forgiveNetwork,
  messages,
  notice,
  operations,
  say,
  state,
  streamFour,
  test,
} from './shop.ts'

test('[CH-10] a message that was not delivered stays in sight, and is sent again', async ({
  page,
  chat,
  relay,
  demo,
  complaints,
}) => {
  await chat()
  await relay.stop()
  await say(page, 'amble')
  await expect(page.getByText('Not sent')).toBeVisible()
  await expect(notice(page)).toContainText('cannot be reached')
  await expect(connection(page)).toContainText('not connected')
  await composer(page).fill('half a thought')
  expect(await violations(page)).toEqual([])
  await relay.start()
  await button(page, 'Send again').click()
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByText('Not sent')).toHaveCount(0)
  await expect(notice(page)).toHaveCount(0)
  expect((await bubbles(page)).filter((text) => text.startsWith('You: '))).toEqual(['You: amble'])
  await expect(composer(page)).toHaveValue('half a thought')
  expect(messages(demo.agent.requests)).toHaveLength(1)
  forgiveNetwork(complaints)
})

test('[CH-10] a connection that is given up can be taken up again, with all that was typed', async ({
  page,
  chat,
  relay,
  gate,
  complaints,
}) => {
  await page.clock.install()
  await chat()
  await streamFour(page, gate)
  relay.refuse(503)
  relay.cut()
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(4_000)
        return notice(page).getAttribute('data-kind')
      },
      { intervals: [100] },
    )
    .toBe('alert')
  await expect(notice(page)).toContainText('cannot be reached')
  await page.getByRole('textbox', { name: /filter/i }).fill('shoe')
  await composer(page).fill('half a thought')
  relay.heal()
  gate.open()
  await button(page, 'Try again').click()
  await expect(cards(page)).toHaveCount(10)
  await expect(state(page)).toHaveText('Ready')
  await expect(page.getByRole('textbox', { name: /filter/i })).toHaveValue('shoe')
  await expect(composer(page)).toHaveValue('half a thought')
  forgiveNetwork(complaints)
})

test('[CH-9] without an agent the page says what helps', async ({ page, relay, complaints }) => {
  await page.route('**/services.json', (route) => route.fulfill({ json: {} }))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No agent is running')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'recorded transcripts' }).click()
  await expect(page.getByTestId('player-status')).toBeVisible()
  for (const address of ['http://shop.example', 'ftp://127.0.0.1', 'nonsense', 'http://127.0.0.1.evil.example']) {
    await page.goto(`/?agent=${encodeURIComponent(address)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This address is not used')
  }
  expect(await violations(page)).toEqual([])
  await relay.stop()
  await page.goto(`/?agent=${relay.origin}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The agent cannot be reached')
  expect(await violations(page)).toEqual([])
  await page.route('**/services.json', (route) => route.fulfill({ json: { agent: relay.origin } }))
  await page.goto('/')
  await expect(button(page, 'Try again')).toBeVisible()
  forgiveNetwork(complaints)
})

test('[SH-F3] the agent speaks another version: a banner names both, and nothing is tried again', async ({
  page,
  chat,
  demo,
  complaints,
}) => {
  await page.clock.install()
  await chat('&agentVersion=9.9')
  await say(page, 'running shoes')
  await expect(notice(page)).toContainText('version 9.9')
  await expect(notice(page)).toContainText('version 1.0')
  await expect(page.getByText('Not sent')).toBeVisible()
  await composer(page).fill('what now')
  expect(await violations(page)).toEqual([])
  const asked = demo.agent.requests.length
  await page.clock.fastForward(30_000)
  await page.waitForTimeout(200)
  expect(demo.agent.requests.length).toBe(asked)
  await expect(page.getByRole('button', { name: /again|Retry/ })).toHaveCount(0)
  await expect(composer(page)).toHaveValue('what now')
  forgiveNetwork(complaints)
})

/** Marks the surface, so that another one in its place is noticed, and counts what is removed. */
async function watchRemovals(page: Page): Promise<() => Promise<{ same: boolean; removed: number }>> {
  await page.getByRole('article').evaluate((article) => {
    Object.assign(window, { kept: article, removed: 0 })
    new MutationObserver((records) => {
      const gone = records.flatMap((record) => [...record.removedNodes])
      const { removed } = window as unknown as { readonly removed: number }
      const now = gone.filter((node) => node instanceof Element && node.matches('article, .sf-card')).length
      Object.assign(window, { removed: removed + now })
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () =>
    page.getByRole('article').evaluate((article) => {
      const { kept, removed } = window as unknown as { readonly kept: Element; readonly removed: number }
      return { same: kept === article, removed }
    })
}

test('[SH-F9] a connection that is cut within a line: cards go on, none twice, and typed texts stay', async ({
  page,
  chat,
  demo,
  relay,
  gate,
  complaints,
}) => {
  await chat()
  gate.holdAt('/items/5"')
  relay.holdAt('"/items/4"')
  await say(page, 'running shoes under 150')
  await relay.held()
  await expect(cards(page)).toHaveCount(4)
  const removals = await watchRemovals(page)
  const filter = page.getByRole('textbox', { name: /filter/i })
  await filter.fill('shoe')
  await composer(page).fill('half a thought')
  relay.cut()
  await expect(state(page)).toHaveAttribute('data-state', 'reconnecting')
  await expect(notice(page)).toContainText('connection was lost')
  await composer(page).pressSequentially(' more')
  gate.open()
  await expect(cards(page)).toHaveCount(10)
  await expect(state(page)).toHaveText('Ready')
  await expect(notice(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('half a thought more')
  await expect(filter).toHaveValue('shoe')
  expect(await removals()).toEqual({ same: true, removed: 0 })
  expect(operations(demo)).toContain('SubscribeToTask')
  forgiveNetwork(complaints)
})

test('[SH-F10] a connection that comes back too late: the whole list, and no error', async ({
  page,
  chat,
  demo,
  relay,
  complaints,
}) => {
  await chat()
  relay.holdAt('"/items/4"')
  await say(page, 'running shoes under 150')
  await relay.held()
  await composer(page).fill('half a thought')
  // The agent goes on without a reader, and has ended long before the page comes back.
  await page.waitForTimeout(500)
  relay.cut()
  await expect(cards(page)).toHaveCount(10)
  await expect(state(page)).toHaveText('Ready')
  await expect(notice(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('half a thought')
  expect(operations(demo).slice(-2)).toEqual(['SubscribeToTask', 'GetTask'])
  forgiveNetwork(complaints)
})

test('[SH-F11] a second window follows the same task: both lists are equal', async ({ page, chat, gate }) => {
  await chat()
  await streamFour(page, gate)
  await composer(page).fill('half a thought')
  // A window that a page opens begins with a copy of its session storage.
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  const other = await opening
  await expect(cards(other)).toHaveCount(4)
  gate.open()
  for (const one of [page, other]) {
    await expect(state(one)).toHaveText('Ready')
    await expect(cards(one)).toHaveCount(10)
  }
  const texts = (one: Page) => one.getByRole('article').allTextContents()
  expect(await texts(other)).toEqual(await texts(page))
  expect((await bubbles(other)).sort()).toEqual((await bubbles(page)).sort())
  await expect(composer(page)).toHaveValue('half a thought')
})

test('[SH-F15] a slow agent: pings keep the connection, and silence is a lost one', async ({
  page,
  chat,
  relay,
  gate,
  demo,
  complaints,
}) => {
  await page.clock.install()
  await chat()
  await streamFour(page, gate)
  await composer(page).fill('half a thought')
  relay.silence({ ping: 50 })
  for (let time = 0; time < 3; time++) {
    await page.clock.fastForward(30_000)
    await page.waitForTimeout(200)
    await expect(state(page)).toHaveText('Answering …')
    await expect(page.getByTestId('working')).toBeVisible()
  }
  relay.silence()
  await page.waitForTimeout(200)
  await page.clock.fastForward(61_000)
  await expect(notice(page)).toContainText('connection was lost')
  gate.open()
  relay.heal()
  await page.clock.fastForward(5_000)
  await expect(cards(page)).toHaveCount(10)
  await expect(state(page)).toHaveText('Ready')
  await expect(composer(page)).toHaveValue('half a thought')
  expect(operations(demo)).toContain('SubscribeToTask')
  forgiveNetwork(complaints)
})
