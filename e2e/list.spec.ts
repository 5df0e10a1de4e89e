// Long lists, which draw what is near.
import { expect, send, test } from './fixtures.ts'
import { box, drawn, row, rows, scrollTo, show } from './list.ts'

test('[BC-15] draws few of 9,000 rows, and each on the way to the last', async ({ page, open }) => {
  await open('stage')
  await show(page, rows(9000))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '9000')
  expect(await drawn(page).count()).toBeLessThan(60)
  const height = await box(page).evaluate(({ scrollHeight }) => scrollHeight)
  expect(height).toBeGreaterThan(9000 * 40)
  await scrollTo(page, 0.5)
  await expect(page.getByText('Stop 4500', { exact: true })).toBeVisible()
  await scrollTo(page, 1)
  const last = page.getByText('Stop 8999', { exact: true })
  await expect(last).toBeInViewport()
  await expect(drawn(page).last()).toHaveAttribute('aria-posinset', '9000')
  expect(await drawn(page).count()).toBeLessThan(60)
  expect(await page.evaluate(() => window.stage.reports)).toEqual([])
})

test('[BC-15] [R-9] what was typed into a row is there after a long way, and so is the focus', async ({
  page,
  open,
}) => {
  await open('stage')
  await show(page, rows(2000))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '2000')
  const field = page.getByLabel('Note 3', { exact: true })
  await field.fill('window seat')
  await scrollTo(page, 0.7)
  await expect(page.getByText('Stop 1400', { exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  await page.getByLabel('Note 1400', { exact: true }).click()
  await scrollTo(page, 0)
  await expect(field).toBeInViewport()
  await expect(field).toHaveValue('window seat')
})

test('[BC-15] [BC-3] rows that come before leave the focused row its element and text', async ({ page, open }) => {
  await open('stage')
  await show(page, rows(500))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '500')
  await scrollTo(page, 0.4)
  const field = page.getByLabel('Note 200', { exact: true })
  await field.fill('here')
  const first = Array.from({ length: 5 }, (_, index) => row(`new${index}`))
  await send(page, {
    version: 'v0.9',
    updateDataModel: { surfaceId: 's', path: '/rows', value: [...first, ...rows(500)] },
  })
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '505')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('here')
})

test('[BC-15] the Tab key goes from row to row, past what is drawn', async ({ page, open }) => {
  await open('stage')
  await show(page, rows(300))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '300')
  await page.getByLabel('Note 0', { exact: true }).focus()
  for (let row = 1; row <= 40; row++) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(`Note ${row}`, { exact: true })).toBeFocused()
  }
})

test('[BC-15] the Tab key is quicker than the frames that tell of scrolling', async ({ page, open }) => {
  await open('stage')
  await show(page, rows(300))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '300')
  await page.evaluate(() => addEventListener('scroll', (event) => event.stopImmediatePropagation(), true))
  await page.getByLabel('Note 0', { exact: true }).focus()
  for (let row = 1; row <= 40; row++) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Note 40', { exact: true })).toBeFocused()
})

test('[BC-15] a row that is appended can be scrolled to, and nothing that is seen moves by itself', async ({
  page,
  open,
}) => {
  await open('stage')
  await show(page, rows(400))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '400')
  await send(page, {
    version: 'v0.9',
    updateDataModel: { surfaceId: 's', path: '/rows/400', value: row('x') },
  })
  await scrollTo(page, 0.5)
  const seen = page.getByText('Stop 200', { exact: true })
  await expect(seen).toBeVisible()
  const top = (await seen.boundingBox())?.y ?? 0
  // A row that is measured late would move it.
  await page.waitForTimeout(300)
  expect((await seen.boundingBox())?.y).toBeCloseTo(top, 0)
  await scrollTo(page, 1)
  await expect(page.getByText('Stop x', { exact: true })).toBeInViewport()
})

for (const dir of ['ltr', 'rtl']) {
  test(`[BC-15] a horizontal list does so too, ${dir}`, async ({ page, open }) => {
    await open('stage')
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir)
    await show(page, rows(1000), { direction: 'horizontal' })
    await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '1000')
    expect(await drawn(page).count()).toBeLessThan(60)
    await box(page).evaluate((element) => {
      const way = getComputedStyle(element).direction === 'rtl' ? -1 : 1
      element.scrollLeft = (way * element.scrollWidth) / 2
    })
    await expect(page.getByText('Stop 500', { exact: true })).toBeInViewport()
  })
}
