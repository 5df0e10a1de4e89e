// A pointer that rests, and the presses of a hand that does not look first.
import type { Locator, Page } from '@playwright/test'
import { button } from './between.ts'
import { send as push } from './fixtures.ts'
import { components, create } from './wire.ts'

declare global {
  interface Window {
    /** Milliseconds that `pass` has let go by. */
    readonly clock: { passed: number }
  }
}

/** More than the moment for which the guard holds. */
export const moment = 600

/**
 * From here on the page's clock runs at a hundredth of its speed, and otherwise by `pass` alone: a busy machine presses within
 * the guard's moment too, and nobody waits for its end. The times of events are of the same clock; frames have one each.
 */
export async function slowClock(page: Page): Promise<void> {
  await page.evaluate(() => {
    const clock = { passed: 0 }
    Object.assign(window, { clock })
    const pages = [window, ...document.querySelectorAll('iframe')].map((one) =>
      'contentWindow' in one ? (one.contentWindow as Window & typeof globalThis) : one,
    )
    for (const { performance: own, Event: OwnEvent } of pages) {
      const exact = own.now.bind(own)
      const start = exact()
      const slow = (time: number): number => start + clock.passed + (time - start) / 100
      const stamp = Object.getOwnPropertyDescriptor(OwnEvent.prototype, 'timeStamp')?.get
      own.now = () => slow(exact())
      Object.defineProperty(OwnEvent.prototype, 'timeStamp', {
        get(this: Event) {
          return slow(stamp?.call(this) as number)
        },
      })
    }
  })
}

/** Lets time go by on a slow clock. What the page has begun is drawn before and after. */
export async function pass(page: Page, milliseconds = moment): Promise<void> {
  await drawn(page)
  await page.evaluate((time) => {
    window.clock.passed += time
  }, milliseconds)
  await drawn(page)
}

export const row = (...children: readonly string[]): object => ({ id: 'root', component: 'Row', children })

/** Sends, and waits until it is drawn. */
export async function send(page: Page, ...messages: readonly object[]): Promise<void> {
  await push(page, ...messages)
  await drawn(page)
}

/** Resolves after two frames, and after what they have left to a timer of no time. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
}

/** Resolves when all pictures have arrived and are drawn. */
export async function pictures(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await drawn(page)
}

/** A press as a hand makes it: without the pointer being put in its place first. */
export async function pressHere(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

export async function centre(target: Locator): Promise<readonly [number, number]> {
  const box = await target.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** The pointer comes from elsewhere and rests on it. */
export async function rest(page: Page, target: Locator): Promise<void> {
  await page.mouse.move(1, 1)
  const [x, y] = await centre(target)
  await page.mouse.move(x, y)
}

export const cancelAndPay = [
  create('s'),
  components('s', row('cancel', 'pay'), ...button('cancel', 'Cancel'), ...button('pay', 'Pay')),
]
