// What a person sees of a sign-in in the chat: a window, a code, a session that is renewed, a refusal.
import type { Page } from '@playwright/test'
import { shopScopes } from '../demo/shop/agent/agent.ts'
import { type RunningAuthorizationServer, startAuthorizationServer } from '../demo/sign-in/authorization-server.ts'
import { chatClient } from '../demo/sign-in/chat-client.ts'
import { openShopDemo } from '../test/support/shop-demo.ts'
import { violations } from './axe.ts'
import { test as base, button, cards, expect, ready, say } from './shop.ts'

interface Fixtures {
  readonly login: RunningAuthorizationServer
  /** Loads the chat with an agent that wants a sign-in. */
  readonly signedChat: (query?: string) => Promise<void>
}

const test = base.extend<Fixtures>({
  login: async ({ relay }, use) => {
    const audiences = (address: string) => (address === relay.origin ? ('jwt' as const) : undefined)
    const uris = [...(chatClient.redirect_uris ?? []), 'http://127.0.0.1/test-pages/sign-in.html']
    const clients = [{ ...chatClient, redirect_uris: uris }]
    const login = await startAuthorizationServer({ clients, scopes: shopScopes, audiences })
    await use(login)
    await login.close()
  },
  demo: async ({ relay, gate, login }, use) => {
    const demo = await openShopDemo({ agent: { origin: relay.origin, plan: gate.plan, login: login.issuer } })
    relay.forwardTo(demo.agent.origin)
    await use(demo)
    await demo.close()
  },
  signedChat: async ({ page, relay, login, complaints, demo: _ }, use) => {
    await page.route('**/services.json', (route) =>
      route.fulfill({ json: { agent: relay.origin, login: login.issuer } }),
    )
    await use(async (query = '') => {
      await page.goto(`/${query}`)
      await expect(page.getByTestId('state')).toHaveText('Ready')
    })
    // The browser tells of each answer with 401 and 403.
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !/40[0134]/.test(one)))
  },
})

const notice = (page: Page) => page.getByTestId('sign-in')
const inNotice = (page: Page, name: string) => notice(page).getByRole('button', { name, exact: true })

/** Opens the window of the sign-in, and does there what its pages ask. */
async function signInByWindow(page: Page, last = 'Allow'): Promise<void> {
  const opening = page.waitForEvent('popup')
  await inNotice(page, 'Sign in').click()
  const popup = await opening
  const name = popup.getByRole('button', { name: 'Sign in' })
  const allow = popup.getByRole('button', { name: last, exact: true })
  await expect(name.or(allow)).toBeVisible()
  expect(await violations(popup)).toEqual([])
  if (await name.isVisible()) await name.click()
  await expect(allow).toBeVisible()
  expect(await violations(popup)).toEqual([])
  const closed = popup.waitForEvent('close')
  await allow.click()
  await closed
}

test('[SI-20] a window signs in, closes, and the answer comes; the window has no way to the page', async ({
  page,
  signedChat,
}) => {
  await signedChat()
  await say(page, 'oat bars')
  await expect(notice(page)).toContainText(
    'Shopping agent asks you to sign in, for this: Search the shop and fill a cart',
  )
  await expect(page.getByTestId('state')).toHaveText('Waiting for you to sign in')
  expect(await violations(page)).toEqual([])
  const opening = page.waitForEvent('popup')
  await inNotice(page, 'Sign in').click()
  const popup = await opening
  await popup.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  await popup.getByRole('button', { name: 'Sign in' }).click()
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Allow', exact: true }).click()
  await closed
  await ready(page)
  await expect(cards(page).first()).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  // No token is anywhere but in memory.
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(stored).not.toMatch(/eyJ|access_token|refresh_token|code=/)
})

test('[SI-20] a code is shown with its address, and the answer comes when it was typed elsewhere', async ({
  page,
  context,
  signedChat,
}) => {
  await signedChat('?signIn=code')
  await say(page, 'oat bars')
  await expect(notice(page)).toContainText('/device')
  const code = await notice(page).locator('strong').textContent()
  expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
  expect(await violations(page)).toEqual([])
  const device = await context.newPage()
  await device.goto((await notice(page).getByRole('link').getAttribute('href')) ?? '')
  // With the code in the address the form sends itself.
  await device.getByRole('button', { name: 'Yes, go on' }).waitFor()
  expect(await violations(device)).toEqual([])
  await expect(device.locator('code')).toHaveText(code ?? '')
  await device.getByRole('button', { name: 'Yes, go on' }).click()
  await device.getByRole('button', { name: 'Sign in' }).click()
  await device.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(device.getByRole('heading')).toHaveText('You are signed in')
  expect(await violations(device)).toEqual([])
  await ready(page)
  await expect(cards(page).first()).toBeVisible()
})

test('[SI-20] a session that ends is renewed without a word', async ({ page, signedChat, login }) => {
  let refreshes = 0
  login.provider.on('grant.success', (ctx) => {
    if (ctx.oidc.params?.['grant_type'] === 'refresh_token') refreshes++
  })
  await page.clock.install()
  await signedChat()
  await say(page, 'oat bars')
  await signInByWindow(page)
  await ready(page)
  await page.clock.fastForward(601_000)
  await say(page, 'rain jacket')
  await expect(page.getByRole('heading', { name: /jacket/i }).first()).toBeVisible()
  await ready(page)
  await expect(notice(page)).toHaveCount(0)
  expect(refreshes).toBe(1)
})

test('[SI-20] who does not allow more reads what is missing, and what was typed goes out when it is allowed', async ({
  page,
  signedChat,
}) => {
  await signedChat()
  await say(page, 'oat bars')
  await signInByWindow(page)
  await ready(page)
  await say(page, 'check out')
  await expect(notice(page)).toContainText('Go to the checkout')
  await signInByWindow(page, 'Do not allow')
  await expect(notice(page)).toContainText('may not go on without this: Go to the checkout')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByTestId('state')).toHaveText('Not signed in')
  expect(await violations(page)).toEqual([])
  await inNotice(page, 'Sign in').click()
  await expect(button(page, 'Cancel')).toBeVisible()
  await signInByWindow(page)
  await expect(notice(page)).toHaveCount(0)
  await ready(page)
})

test('[SI-20] a page that is left and comes back goes on; its address keeps nothing, and an answer counts once', async ({
  page,
  relay,
  login,
  complaints,
  demo: _,
}) => {
  const query = new URLSearchParams({ agent: relay.origin, login: login.issuer })
  const said = page.locator('#said')
  const state = page.locator('#state')
  // An answer that nobody here asked for is left alone.
  await page.goto(`/test-pages/sign-in.html?${query}&code=evil&state=guess&iss=${login.issuer}`)
  await expect(state).toHaveText('open')
  const codes: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('code=')) codes.push(frame.url())
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The authorization server's own page.
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(said).toHaveText('TASK_STATE_COMPLETED')
  await expect(state).toHaveText('signedIn')
  expect(new URL(page.url()).search).toBe('')
  expect(await violations(page)).toEqual([])
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toMatch(/eyJ|verifier|refresh/)
  // Sent once more to the same address, by a link or by the key that goes back.
  await page.goto(codes[0] ?? '')
  await expect(state).toHaveText('open')
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !/40[0134]/.test(one)))
})

test('[SI-20] pages of other origins and of this one cannot end a sign-in', async ({ page, context, signedChat }) => {
  await signedChat()
  await say(page, 'oat bars')
  await expect(notice(page)).toContainText('asks you to sign in')
  // Another page of this origin guesses, and every page may send messages to windows that it knows.
  const other = await context.newPage()
  await other.goto('/sign-in.html?code=evil&state=guess')
  await page.evaluate(() => {
    const channel = new BroadcastChannel('surface-runtime sign-in')
    for (const data of ['?code=evil', '?code=evil&state=', { code: 'evil' }, null]) channel.postMessage(data)
    window.postMessage('?code=evil&state=guess', '*')
  })
  await expect(notice(page)).toContainText('asks you to sign in')
  await expect(inNotice(page, 'Sign in')).toBeVisible()
  // The page of the window goes nowhere, whatever its address holds, and keeps none of it.
  const query =
    '?redirect=https://evil.example&next=//evil.example&url=javascript:alert(1)&code=x&state=y#https://evil.example'
  const lured = await context.newPage()
  const asked: string[] = []
  lured.on('request', (request) => asked.push(new URL(request.url()).host))
  await lured.goto(`/sign-in.html${query}`).catch(() => undefined)
  await lured.waitForTimeout(300).catch(() => undefined)
  expect(asked.filter((host) => host.includes('evil'))).toEqual([])
  if (!lured.isClosed()) expect(new URL(lured.url()).search).toBe('')
  await signInByWindow(page)
  await ready(page)
})
