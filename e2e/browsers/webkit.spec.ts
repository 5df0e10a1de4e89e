// What WebKit alone draws by itself: the parts of dates and times.
import { components, create } from '../wire.ts'
import type { Driver } from './driver.ts'
import { boxOf, expect, focused, pixels, send, test } from './fixtures.ts'

const timeInput = (value: string): object => ({
  id: 'root',
  component: 'DateTimeInput',
  label: 'At',
  value,
  enableTime: true,
})

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
  await send(driver, create('s'), components('s', timeInput('')))
  expect(await ink(driver)).toEqual([])
  await driver.press('Tab')
  expect(await focused(driver)).toBe('input At')
  expect(await ink(driver)).not.toEqual([])
})

/** How much two inks differ. Letters at fractions of a pixel have other shades, so that no two need to be equal. */
function difference(one: readonly number[], other: readonly number[]): number {
  const columns = Math.max(one.length, other.length)
  return Array.from({ length: columns }, (_, at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0))).reduce((a, b) => a + b)
}

test('[BC-8] the parts of a time have the same order in a page that runs from the right', async ({ driver }) => {
  async function inkOf(time: string, direction: string): Promise<readonly number[]> {
    await driver.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    await send(driver, components('s', timeInput(time)))
    const seen = await ink(driver)
    expect(seen).not.toEqual([])
    return seen
  }
  await send(driver, create('s'))
  const fromRight = await inkOf('11:08', 'rtl')
  const same = difference(fromRight, await inkOf('11:08', 'ltr'))
  const swapped = difference(fromRight, await inkOf('08:11', 'ltr'))
  expect(same).toBeLessThan(swapped / 2)
})
