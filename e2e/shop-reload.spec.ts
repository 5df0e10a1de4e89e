// A page that is loaded again while an answer is on its way: nothing is lost, and nothing is there twice.
import type { Page } from '@playwright/test'
import { cards, expect, forgiveNetwork, messages, notice, ownWords, press, ready, say, state, test } from './shop.ts'

/** Everything that is said and shown, in its order. */
async function shownIn(page: Page): Promise<readonly string[]> {
  const turns = await page.locator('.turn').evaluateAll((all) => all.map((turn) => (turn as HTMLElement).innerText))
  return turns.map((text) => text.replace(/Kept until .*/g, ''))
}

test.describe('an answer of half a second', { tag: '@all' }, () => {
  test.use({ shopOptions: { agent: { pause: 20 } } })

  test('[CH-29] a reload every 50 ms from sending to the end shows the same, in the same order', async ({
    page,
    chat,
    demo,
    complaints,
  }) => {
    test.setTimeout(300_000)
    await chat()
    const begun = Date.now()
    await say(page, 'add red running shoes')
    await ready(page)
    // A machine that is busy takes longer: then these are the first moments of it.
    const time = Math.min(Date.now() - begun, 1_200)
    const expected = await shownIn(page)
    const order = expected.map((text) => text.split('\n')[0])
    expect(expected.length).toBeGreaterThan(2)
    for (let moment = 0; moment <= time + 50; moment += 50) {
      await page.getByRole('button', { name: 'New conversation' }).click()
      await expect(page.locator('.turn')).toHaveCount(0)
      await expect(state(page)).toHaveText('Ready')
      const before = messages(demo.agent.requests).length
      await say(page, 'add red running shoes')
      await page.waitForTimeout(moment)
      await page.reload()
      await expect(page.locator('.bubble').first()).toHaveText('You: add red running shoes')
      await expect.poll(() => shownIn(page), { message: `after ${moment} ms`, timeout: 20_000 }).toEqual(expected)
      await ready(page)
      expect((await shownIn(page)).map((text) => text.split('\n')[0])).toEqual(order)
      // The agent has worked once, however often it was sent the message.
      const { length } = messages(demo.agent.requests)
      expect(length - before).toBeLessThanOrEqual(1)
    }
    forgiveNetwork(complaints)
  })
})

test('[CH-29] a reload before the agent knows of the message delivers it, once', async ({
  page,
  chat,
  relay,
  demo,
  complaints,
}) => {
  await chat()
  await relay.stop()
  await say(page, 'amble')
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The agent cannot be reached')
  await relay.start()
  // It comes back by itself.
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
  await ready(page)
  expect(await ownWords(page)).toEqual(['You: amble'])
  expect(demo.shop.requests.filter(({ path }) => path.endsWith('/search'))).toHaveLength(1)
  forgiveNetwork(complaints)
})

test('[CH-30] a press that did not reach the agent is done once when the network is back', async ({
  page,
  chat,
  relay,
  demo,
  complaints,
}) => {
  await chat()
  await say(page, 'amble')
  await ready(page)
  await relay.stop()
  await press(page, cards(page).first())
  await expect(notice(page)).toHaveText(/The connection was lost/)
  await expect(notice(page)).toHaveAttribute('data-kind', 'calm')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await relay.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible({ timeout: 30_000 })
  await expect(notice(page)).toHaveCount(0)
  await ready(page)
  expect(await ownWords(page)).toEqual(['You: amble'])
  expect(demo.shop.requests.filter(({ path }) => path.endsWith('/lookup'))).toHaveLength(1)
  // The runtime tells the page's author of the press that failed.
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('ACTION_FAILED')))
  forgiveNetwork(complaints)
})
