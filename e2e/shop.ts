// What the tests of the shopping chat share: a shop, an agent that shops there, a relay between the agent and the page.
import type { Locator, Page } from '@playwright/test'
import { keywordPlan } from '../demo/shop/agent/keyword-plan.ts'
import type { Plan } from '../demo/shop/agent/plan.ts'
import type { LoggedRequest } from '../test/support/request-log.ts'
import { openShopDemo, type ShopDemo, type ShopDemoOptions } from '../test/support/shop-demo.ts'
import { test as base, expect } from './fixtures.ts'
import { createRelay, type Relay } from './relay.ts'

/** Lets the agent wait in the middle of an answer. */
export interface Gate {
  readonly plan: Plan
  /** The agent waits before the next step with this text in it. */
  readonly holdAt: (text: string) => void
  /** Resolves when the agent waits. */
  readonly reached: () => Promise<void>
  readonly open: () => void
}

export interface ShopFixtures {
  /** Of the shop and the agent that a test begins with. */
  readonly shopOptions: ShopDemoOptions
  readonly demo: ShopDemo
  readonly gate: Gate
  /** Between the page and the agent. */
  readonly relay: Relay
  /** Loads the chat. `query` follows the agent's address. */
  readonly chat: (query?: string) => Promise<void>
}

export const test = base.extend<ShopFixtures>({
  shopOptions: [{}, { option: true }],
  relay: async ({ elsewhere }, use) => {
    const relay = await createRelay()
    await use(relay)
    await relay.close()
    // The agent and the shop have origins of their own on this machine. Nobody else is asked for anything.
    elsewhere.splice(0, elsewhere.length, ...elsewhere.filter((url) => new URL(url).hostname !== '127.0.0.1'))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  gate: async ({}, use) => use(createGate()),
  demo: async ({ relay, gate, shopOptions }, use) => {
    const { agent, ...rest } = shopOptions
    const demo = await openShopDemo({ ...rest, agent: { origin: relay.origin, plan: gate.plan, ...agent } })
    relay.forwardTo(demo.agent.origin)
    await use(demo)
    await demo.close()
  },
  chat: async ({ page, relay, demo: _ }, use) => {
    await use(async (query = '') => {
      await page.goto(`/?agent=${encodeURIComponent(relay.origin)}${query}`)
      await expect(page.getByTestId('state')).toHaveText('Ready')
    })
  },
})

export { expect }

function createGate(): Gate {
  let wanted: string | undefined
  let [reach, open] = [(): void => undefined, (): void => undefined]
  let [reached, opened] = [new Promise<void>(() => undefined), Promise.resolve()]
  return {
    async *plan(message, context) {
      for await (const step of keywordPlan(message, context)) {
        if (wanted !== undefined && JSON.stringify(step).includes(wanted)) {
          wanted = undefined
          reach()
          await opened
        }
        yield step
      }
    },
    holdAt(text) {
      wanted = text
      reached = new Promise((resolve) => {
        reach = resolve
      })
      opened = new Promise((resolve) => {
        open = resolve
      })
    },
    reached: () => reached,
    open: () => open(),
  }
}

export const state = (page: Page): Locator => page.getByTestId('state')
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
export const bubbles = (page: Page): Promise<string[]> => page.locator('.bubble').allTextContents()

/** What the user has said, each message once. */
export async function ownWords(page: Page): Promise<readonly string[]> {
  return (await bubbles(page)).filter((text) => text.startsWith('You: '))
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/**
 * The agent has finished, and the pointer rests on no surface: a press that follows comes from elsewhere, so it counts at once
 * (`presses.spec.ts` has those that do not).
 */
export async function ready(page: Page): Promise<void> {
  // An answer has many steps.
  await expect(state(page)).toHaveText(/^(?:Ready|Waiting for you)$/, { timeout: 60_000 })
  await page.mouse.move(1, 1)
}

/** A press by somebody who has seen what is pressed. */
export async function press(page: Page, target: Locator): Promise<void> {
  await ready(page)
  await target.click()
}

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
export const cards = (page: Page): Locator => button(page, /^Details/)
export const connection = (page: Page): Locator => page.getByTestId('connection')
export const notice = (page: Page): Locator => page.getByTestId('notice')
/** The field on the newest surface that has one. */
export const quantity = (page: Page): Locator => page.getByRole('textbox', { name: /^Quantity/ }).last()

/** A search whose answer waits before its fifth card. */
export async function streamFour(page: Page, gate: Gate): Promise<void> {
  gate.holdAt('/items/4"')
  await say(page, 'running shoes under 150')
  await gate.reached()
  await expect(cards(page)).toHaveCount(4)
}

/** `METHOD /path`, without what a browser asks by itself: leaves to ask, and pictures. */
export function lines(requests: readonly LoggedRequest[]): string[] {
  return requests
    .filter(({ method, path }) => method !== 'OPTIONS' && !path.startsWith('/images/'))
    .map(({ method, path, body }) => [method, path, (body as { method?: string } | undefined)?.method ?? ''])
    .map((parts) =>
      parts
        .join(' ')
        .trim()
        .replace(/cart_[\w-]+/, 'cart'),
    )
}

/** The messages that the agent was sent, in order. */
export function messages(requests: readonly LoggedRequest[]): readonly Record<string, unknown>[] {
  return requests.flatMap(({ body }) => {
    const { method, params } = (body ?? {}) as { method?: string; params?: { message: Record<string, unknown> } }
    return method === 'SendStreamingMessage' && params ? [params.message] : []
  })
}

/** The names of the operations that the agent was asked for, in order. */
export function operations(demo: {
  readonly agent: { readonly requests: readonly { readonly body: unknown }[] }
}): string[] {
  return demo.agent.requests.flatMap(({ body }) => (body as { readonly method?: string } | undefined)?.method ?? [])
}

/** What the browser itself says of connections that broke. */
export function forgiveNetwork(complaints: string[]): void {
  expect(complaints.splice(0).filter((line) => !/net::|Failed to load resource/.test(line))).toEqual([])
}
