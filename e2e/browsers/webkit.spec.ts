// What WebKit alone draws by itself: the parts of dates and times.
import { components, create } from '../wire.ts'
import type { Driver } from './driver.ts'
import { boxOf, expect, focused, pixels, send, test } from './fixtures.ts'

async function show(driver: Driver, value: string): Promise<void> {
  const input = { id: 'root', component: 'DateTimeInput', label: 'At', value, enableTime: true }
  await send(driver, create('s'), components('s', input))
}

/** The columns of the first input's inside, of which each is the share of pixels that are not ground; blank ones trimmed. */
async function ink(driver: Driver): Promise<readonly number[]> {
  const { x, y, width, height } = await boxOf(driver, '.sf-input--date')
  const [left, top, columns, rows] = [
    Math.round(x) + 4,
    Math.round(y) + 8,
    Math.round(width) - 8,
    Math.round(height) - 16,
  ]
  const colours = await pixels(driver, { x: left, y: top, width: columns, height: rows })
  const shares = Array.from({ length: columns }, (_, column) => {
    const own = colours.filter((_, at) => at % columns === column)
    return own.filter((colour) => colour !== colours[0]).length / rows
  })
  const inked = shares.flatMap((share, column) => (share > 0 ? [column] : []))
  return inked.length === 0 ? [] : shares.slice(inked[0], (inked.at(-1) ?? 0) + 1)
}

test.beforeEach(async ({ open }) => {
  await open('/test-pages/stage.html')
})

test('[BC-8] an empty time shows nothing that looks like a value, and its parts once it is focused', async ({
  driver,
}) => {
  await show(driver, '')
  expect(await ink(driver)).toEqual([])
  await driver.press('Tab')
  expect(await focused(driver)).toBe('input At')
  expect(await ink(driver)).not.toEqual([])
})

test('[BC-8] the parts of a time have the same order in a page that runs from the right', async ({ driver, open }) => {
  await show(driver, '09:30')
  const fromLeft = await ink(driver)
  expect(fromLeft).not.toEqual([])
  await open('/test-pages/stage.html')
  await driver.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await show(driver, '09:30')
  expect(await ink(driver)).toEqual(fromLeft)
})
