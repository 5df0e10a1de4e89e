// How an answer comes: card by card into places that are kept for them, announced once, and read in the order of events.
import type { Locator, Page } from '@playwright/test'
import { button, cards, composer, expect, press, ready, say, state, streamFour, test } from './shop.ts'

/** The boxes of what stands on the shelf, cards and places for cards. */
const boxes = (page: Page): Promise<string[]> =>
  page.locator('.shop-shelf > li').evaluateAll((all) =>
    all.map((one) => {
      const { width, height, left, top } = one.getBoundingClientRect()
      return [left, top + window.scrollY, width, height].map(Math.round).join(' ')
    }),
  )

interface Shift {
  readonly value: number
  /** Classes of what moved, with their places before and after. */
  readonly what: readonly string[]
}

/** What moves from now on, but at a press of the user: that is no surprise. */
async function watchShifts(page: Page): Promise<() => Promise<readonly Shift[]>> {
  await page.evaluate(() => {
    const shifts: Shift[] = []
    interface Entry {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly {
        readonly node?: Element
        readonly previousRect: DOMRect
        readonly currentRect: DOMRect
      }[]
    }
    const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Entry[]) {
        const what = sources.map(({ node, previousRect, currentRect }) => {
          return `${node?.className ?? node?.nodeName}: ${place(previousRect)} → ${place(currentRect)}`
        })
        if (!hadRecentInput) shifts.push({ value, what })
      }
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { shifts })
  })
  return () => page.evaluate(() => (window as unknown as { readonly shifts: readonly Shift[] }).shifts)
}

for (const width of [360, 1280])
  for (const came of [0, 4])
    test(`[CH-25] cards come while the agent still writes, into places of their height, after ${came} at ${width} px`, {
      tag: (width === 360) === (came === 4) ? [] : ['@all'],
    }, async ({ page, chat, gate }) => {
      await page.setViewportSize({ width, height: 800 })
      await chat()
      const shifts = await watchShifts(page)
      gate.holdAt(`/items/${came}"`)
      await say(page, 'running shoes under 150')
      await gate.reached()
      await expect(cards(page)).toHaveCount(came)
      await expect(state(page)).toHaveAttribute('data-state', 'live')
      await expect(page.locator('.shop-shelf__waiting')).toHaveCount(10 - came)
      const before = await boxes(page)
      expect(before).toHaveLength(10)
      gate.open()
      await expect(cards(page)).toHaveCount(10)
      await ready(page)
      await expect(page.locator('.shop-shelf__waiting')).toHaveCount(0)
      expect(await boxes(page)).toEqual(before)
      const moved = await shifts()
      expect(
        moved.reduce((sum, { value }) => sum + value, 0),
        JSON.stringify(moved),
      ).toBeLessThanOrEqual(0.01)
      // The answer is read from its top.
      await expect(page.locator('.bubble').first()).toBeInViewport()
    })

test('[CH-25] an answer that is stopped keeps no empty places', async ({ page, chat, gate }) => {
  await chat()
  await streamFour(page, gate)
  await button(page, 'Stop').click()
  await expect(page.locator('.mark')).toHaveText('Stopped')
  await expect(page.locator('.shop-shelf__waiting')).toHaveCount(0)
  await expect(cards(page)).toHaveCount(4)
  gate.open()
})

/** From now on, what regions say that assistive technology listens to. A region that comes with its words says nothing. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const script = (): void => {
    const said: string[] = []
    const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]'
    Object.assign(window, { said })
    new MutationObserver((records) => {
      const spoken = new Set<Element>()
      for (const { target, addedNodes } of records) {
        // An alert is read when it comes.
        for (const node of addedNodes)
          if (node instanceof Element) for (const alert of node.querySelectorAll('[role="alert"]')) spoken.add(alert)
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (region) spoken.add(region)
      }
      for (const region of spoken) if (region.textContent !== '') said.push(region.textContent ?? '')
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }
  await page.addInitScript(script)
  await page.evaluate(script)
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

test('[CH-26] an answer is announced once, with all its words, and a reload announces nothing', async ({
  page,
  chat,
}) => {
  await page.clock.install()
  await chat()
  const said = await listen(page)
  await say(page, 'running shoes under 150')
  await ready(page)
  // As long as a surface takes to say that it is there.
  await page.clock.runFor(1_200)
  expect(await said()).toEqual(['23 things fit “running shoes” up to $150.'])
  await press(page, cards(page).nth(3))
  await ready(page)
  await page.clock.runFor(1_200)
  expect(await said()).toEqual(['23 things fit “running shoes” up to $150.', 'Here is the Amble running shoe.'])
  await page.reload()
  await expect(page.getByText('Here is the Amble running shoe.').first()).toBeVisible()
  await expect(state(page)).toHaveText('Ready')
  await page.clock.runFor(1_200)
  expect(await said()).toEqual([])
  await say(page, 'oat bars')
  await ready(page)
  await page.clock.runFor(1_200)
  expect(await said()).toEqual(['One thing fits “oat bars”.'])
})

test('[CH-26] what is read follows the order of events, after a reload too', async ({ page, chat }) => {
  await chat()
  await say(page, 'running shoes under 150')
  await press(page, cards(page).nth(3))
  await press(page, button(page, 'Add to cart'))
  await ready(page)
  await say(page, 'compare amble and birch')
  await ready(page)
  const heard = async (): Promise<string[]> => {
    const tree = await page.getByRole('main').ariaSnapshot()
    const order = [
      'running shoes under 150',
      '23 things fit',
      'Running shoes',
      'Here is the Amble',
      'Which one|(?<=Here is the Amble[^]*?)Size',
    ]
    order.push('It is in your cart', 'Your cart', 'compare amble and birch', 'Side by side', 'Compared')
    return order
      .map((words) => [words, tree.search(new RegExp(words))] as const)
      .toSorted(([, one], [, other]) => one - other)
      .map(([words]) => words)
  }
  const order = await heard()
  expect(order).toEqual([
    'running shoes under 150',
    '23 things fit',
    'Running shoes',
    'Here is the Amble',
    'Which one|(?<=Here is the Amble[^]*?)Size',
    'It is in your cart',
    'Your cart',
    'compare amble and birch',
    'Side by side',
    'Compared',
  ])
  await page.reload()
  await expect(page.getByText('Side by side').first()).toBeVisible()
  await expect(state(page)).toHaveText('Ready')
  // Cards come back one after the other.
  await expect.poll(heard).toEqual(order)
})

/** Moves the focus forwards until it is on `target`. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The focus did not come there')
}

test('[CH-27] search, filter, compare and buy by keyboard alone', async ({ page, chat }) => {
  test.slow()
  await chat()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('running shoes under 150')
  await page.keyboard.press('Enter')
  await ready(page)
  const filter = page.getByRole('textbox', { name: 'Filter these' })
  await tabTo(page, filter)
  await page.keyboard.type('amble')
  await expect(cards(page).filter({ visible: true })).toHaveCount(1)
  await tabTo(page, composer(page))
  await page.keyboard.type('compare amble, birch and cairn')
  await page.keyboard.press('Enter')
  await ready(page)
  // A table that scrolls can be reached and scrolled.
  const details = button(page, 'Details: Amble running shoe').last()
  await tabTo(page, details)
  await page.keyboard.press('Enter')
  await ready(page)
  await tabTo(page, page.getByRole('radio', { name: '40' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, button(page, 'Add to cart'))
  await page.keyboard.press('Enter')
  await ready(page)
  await tabTo(page, button(page, 'Cart, 1 thing'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').filter({ hasText: 'Your cart' })).toBeInViewport()
  await tabTo(page, button(page, 'Check out'))
  await page.keyboard.press('Enter')
  await expect(button(page, 'Confirm')).toBeVisible()
  await ready(page)
  await tabTo(page, button(page, 'Confirm'))
  await page.keyboard.press('Enter')
  await expect(button(page, 'Go to the checkout')).toBeVisible()
})
