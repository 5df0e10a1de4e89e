// The shopping chat without a connection: refused, given up, taken up again. What was typed stays.
import { violations } from './axe.ts'
import {
  button,
  cards,
  composer,
  connection,
  expect,
  forgiveNetwork,
  notice,
  ownWords,
  say,
  state,
  streamFour,
  test,
} from './shop.ts'

test('[CH-10] a message that was not delivered stays in sight, and goes out by itself', async ({
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
  await expect(notice(page)).toContainText('connection was lost')
  await expect(connection(page)).toContainText('not connected')
  await composer(page).fill('half a thought')
  expect(await violations(page)).toEqual([])
  await relay.start()
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Not sent')).toHaveCount(0)
  await expect(notice(page)).toHaveCount(0)
  expect(await ownWords(page)).toEqual(['You: amble'])
  await expect(composer(page)).toHaveValue('half a thought')
  expect(demo.shop.requests.filter(({ path }) => path.endsWith('/search'))).toHaveLength(1)
  forgiveNetwork(complaints)
})

test('[CH-30] a connection that was given up comes back by itself, with all that was typed', async ({
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
        return state(page).getAttribute('data-state')
      },
      { intervals: [100] },
    )
    .toBe('failed')
  await expect(notice(page)).toContainText('connection was lost')
  await expect(notice(page)).toHaveAttribute('data-kind', 'calm')
  await page.getByRole('textbox', { name: /filter/i }).fill('shoe')
  await composer(page).fill('half a thought')
  relay.heal()
  gate.open()
  await page.clock.fastForward(40_000)
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
