// A pointer that rests, and the presses of a hand that does not look first.
import type { Locator, Page } from '@playwright/test'
import { button } from './between.ts'
import { send as push } from './fixtures.ts'
import { components, create } from './wire.ts'

/** More than the moment for which the guard holds. */
export const moment = 600

/** The guard holds longer than by default from here on, so that a busy machine presses in time; then wait `longMoment`. */
export async function guardLonger(page: Page): Promise<void> {
  await page.evaluate(() => window.stage.draw({ clickGuard: 1500 }))
}
export const longMoment = 1700

export const row = (...children: readonly string[]): object => ({ id: 'root', component: 'Row', children })

/** Sends, and waits until it is drawn. */
export async function send(page: Page, ...messages: readonly object[]): Promise<void> {
  await push(page, ...messages)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
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
