// An answer of the shopping chat whose connection is cut, late, silent, or followed from a second window.
import type { Page } from '@playwright/test'
import type { ShopDemo } from '../test/support/shop-demo.ts'
import {
  bubbles,
  cards,
  composer,
  expect,
  forgiveNetwork,
  notice,
  operations,
  say,
  state,
  streamFour,
  test,
} from './shop.ts'

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

/** As the agent has it, whatever the page was told. */
async function stateOfTask({ agent }: ShopDemo): Promise<string> {
  const response = await fetch(`${agent.origin}/tasks`, { headers: { 'A2A-Version': '1.0' } })
  const { tasks } = (await response.json()) as { readonly tasks: readonly { readonly status: { state: string } }[] }
  return tasks[0]?.status.state ?? 'none'
}

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
  // The agent goes on without a reader, and has ended before the page comes back.
  await expect.poll(() => stateOfTask(demo)).toBe('TASK_STATE_COMPLETED')
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
