// A table of Markdown: it has a box of its own, which scrolls where the table is too wide, and then alone is a tab stop.
import { violationsOfTables } from './axe.ts'
import { expect, send, test } from './fixtures.ts'
import { components, create, text } from './wire.ts'

const columns = ['Shoe', 'Price', 'Weight', 'Drop', 'Surface', 'In stock', 'Rating', 'Colour', 'Delivered']
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = [
  'Three that fit you:',
  '',
  row(columns),
  row(columns.map((_, index) => (index === 1 || index === 2 ? '--:' : '---'))),
  row(['**Amble**', '$89.00', '240 g', '8 mm', 'road', 'yes', '4.6', 'graphite', 'Tuesday']),
  row(['Lark', '$119.50', '1,210 g', '4 mm', 'trail', '[two left](https://shop.example/)', '4.8', 'moss', 'Friday']),
  '',
  'Which one is it?',
].join('\n')

for (const [width, scrolls] of [
  [360, true],
  [1280, false],
] as const) {
  test(`[BC-14] [BC-10] a table at ${width} px scrolls by itself: ${scrolls}`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 700 })
    await open('stage')
    await send(page, create('s'), components('s', text('root', table)))
    const box = page.locator('.sf-md-table')
    await expect(page.getByRole('columnheader')).toHaveCount(columns.length)
    await expect(page.getByRole('cell', { name: '$119.50' })).toHaveCSS('text-align', 'right')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await violationsOfTables(page)).toEqual([])
    await page.evaluate(() => document.body.focus())
    await page.keyboard.press('Tab')
    if (!scrolls) {
      await expect(box).not.toHaveAttribute('tabindex')
      await expect(page.getByRole('link', { name: 'two left' })).toBeFocused()
      return
    }
    await expect(box).toBeFocused()
    await expect(page.getByRole('group', { name: 'Shoe Price Weight' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    // Wide enough, it is no stop any more.
    await page.setViewportSize({ width: 1280, height: 700 })
    await expect(box).not.toHaveAttribute('tabindex')
  })
}
