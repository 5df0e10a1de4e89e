// A thousand films, sounds and components that never come, in one line: what the browser is asked to do for them.
import type { Page } from '@playwright/test'
import { alive, expect, send, test } from './fixtures.ts'
import { before, type HostileInput, thousands } from './hostile/all.ts'
import type { Bare } from './pages/bare.tsx'
import { column, components, create } from './wire.ts'

declare global {
  interface Window {
    /** Of `pages/bare.html`. */
    readonly bare: Bare
  }
}

// Motion is what made them slow.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const inputOf = (type: string): HostileInput =>
  thousands.find(({ name }) => name === `1,000 of ${type}`) as HostileInput

/** The longest time that the page stood still, in milliseconds, from `act` on until it has had its frames for a while. */
async function longestStill(page: Page, act: (name: string) => void, name: string): Promise<number> {
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    let [longest, last] = [0, performance.now()]
    port1.onmessage = () => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      port2.postMessage(undefined)
    }
    port2.postMessage(undefined)
    Object.assign(window, { longest: () => longest })
  })
  await page.evaluate(act, name)
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
  })
  return await page.evaluate(() => (window as unknown as { longest: () => number }).longest())
}

/** Follows which players the browser draws; it says so of each that comes near the viewport or leaves it. */
async function watchDrawn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const drawn = new Set<EventTarget | null>()
    document.addEventListener('contentvisibilityautostatechange', (event) => {
      if ((event as ContentVisibilityAutoStateChangeEvent).skipped) drawn.delete(event.target)
      else drawn.add(event.target)
    })
    Object.assign(window, { drawn })
  })
}

/** The places of the players that are drawn, among all players. */
async function drawn(page: Page): Promise<number[]> {
  return await page.evaluate(() => {
    const { drawn } = window as unknown as { readonly drawn: ReadonlySet<EventTarget> }
    return [...document.querySelectorAll('video, audio')].flatMap((player, index) => (drawn.has(player) ? [index] : []))
  })
}

for (const type of ['Video', 'AudioPlayer']) {
  test(`[R-22] 1,000 of ${type} in a new surface stop the page no longer than bare elements do`, {
    tag: '@alone',
  }, async ({ page, open }) => {
    await open('bare')
    const bare = await longestStill(page, (name) => window.bare.draw(name), `1,000 of ${type}, bare React`)
    await open('stage')
    const lines = `${before.map((message) => JSON.stringify(message)).join('\n')}\n${inputOf(type).lines()}`
    const ours = await longestStill(page, (chunk) => window.stage.runtime.push(chunk), lines)
    await alive(page)
    await expect(page.locator('video, audio')).toHaveCount(1_000)
    // Films took 28 times as long while their surface moved into place.
    expect(ours).toBeLessThan(3 * bare)
  })

  test(`[R-22] [BC-11] of 1,000 of ${type} the browser makes those near the viewport`, async ({ page, open }) => {
    await open('stage')
    await watchDrawn(page)
    await send(page, ...before)
    await page.evaluate((chunk) => window.stage.runtime.push(chunk), inputOf(type).lines())
    await alive(page)
    const players = page.locator('video, audio')
    await expect.poll(() => drawn(page)).toContain(0)
    expect((await drawn(page)).length).toBeLessThan(100)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await players.nth(999).scrollIntoViewIfNeeded()
    await expect.poll(() => drawn(page)).toContain(999)
    expect(await drawn(page)).not.toContain(0)
    // Their boxes are known without them: nothing moves.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
  })
}

test('[R-22] of 1,000 inputs in a column those far down are laid out near the viewport, and keys reach them', async ({
  page,
  open,
}) => {
  await open('stage')
  await page.evaluate(() => {
    let skipped = 0
    document.addEventListener('contentvisibilityautostatechange', (event) => {
      skipped += (event as ContentVisibilityAutoStateChangeEvent).skipped ? 1 : -1
    })
    Object.assign(window, { skipped: () => skipped })
  })
  await send(page, ...before)
  await page.evaluate((chunk) => window.stage.runtime.push(chunk), inputOf('CheckBox').lines())
  await alive(page)
  const skipped = () => page.evaluate(() => (window as unknown as { skipped: () => number }).skipped())
  await expect.poll(skipped).toBeGreaterThan(700)
  const boxes = page.locator('input[type=checkbox]')
  await expect(boxes).toHaveCount(1_000)
  await boxes.nth(900).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(boxes.nth(901)).toBeFocused()
  await expect(boxes.nth(901)).toBeInViewport()
  await expect(boxes.nth(901)).not.toBeChecked()
})

test('[R-22] a surface that arrives fades in and does not move, so that films in it need no layers of their own', async ({
  page,
  open,
}) => {
  await open('stage')
  const animated = await page.evaluate((messages) => {
    window.stage.runtime.apply(messages)
    return new Promise<readonly (readonly string[])[]>((resolve) =>
      requestAnimationFrame(() =>
        resolve(
          document.getAnimations().map(({ effect }) =>
            (effect as KeyframeEffect)
              .getKeyframes()
              .flatMap((frame) => Object.keys(frame))
              .filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name)),
          ),
        ),
      ),
    )
  }, before)
  expect(animated).toEqual([['opacity', 'opacity']])
})

test('[R-22] of 1,000 components that have not come a few are animated', async ({ page, open }) => {
  await open('stage')
  const ids = Array.from({ length: 1_000 }, (_, index) => `c${index}`)
  await send(page, create('s'), components('s', column('root', ids)))
  await expect(page.locator('.sf-placeholder')).toHaveCount(1_000)
  const animated = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => (effect as KeyframeEffect).target?.classList.contains('sf-placeholder')).length,
  )
  expect(animated).toBe(20)
})
