// Long lists, which draw what is near.
import type { Locator, Page } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

type Row = { readonly id?: string | undefined; readonly name: string; readonly note: string }

const row = (id: number | string): Row => ({ id: `r${id}`, name: `Stop ${id}`, note: `Note ${id}` })
const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(index))

/** A list over `/rows`; each row has its name, and a field that is bound to nothing. */
async function show(page: Page, items: readonly Row[], props: object = {}): Promise<void> {
  await send(
    page,
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: { rows: items } } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 's',
        components: [
          { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' }, ...props },
          { id: 'row', component: 'Row', children: ['name', 'note'] },
          { id: 'name', component: 'Text', text: { path: 'name' } },
          { id: 'note', component: 'TextField', label: { path: 'note' } },
        ],
      },
    },
  )
}

const drawn = (page: Page): Locator => page.locator('.sf-list__item')
const box = (page: Page): Locator => page.locator('.sf-list')

async function scrollTo(page: Page, part: number): Promise<void> {
  await box(page).evaluate((element, share) => {
    element.scrollTop = share * element.scrollHeight
  }, part)
}

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

test('[BC-15] switched off, and without a box that scrolls, the rows are drawn as ever', async ({ page, open }) => {
  await open('stage', { suffix: '?windowing=off' })
  await show(page, rows(300))
  await expect(drawn(page)).toHaveCount(201)
  await open('stage')
  await page.evaluate(() => document.documentElement.style.setProperty('--sf-list-height', 'none'))
  await show(page, rows(300))
  await expect(drawn(page)).toHaveCount(201)
  await expect(page.getByRole('button', { name: 'Show more (100)' })).toBeVisible()
})

test('[BC-15] [LZ-3] where the library cannot be fetched, the rows are drawn as ever, until it can', async ({
  page,
  open,
  complaints,
}) => {
  await open('stage', { suffix: '?parts=late' })
  await page.route(/virtual-rows/, (route) => route.abort())
  await show(page, rows(300))
  await expect(drawn(page)).toHaveCount(201)
  const reports = await page.evaluate(() => window.stage.reports.map(({ code, severity }) => [code, severity]))
  expect(reports).toEqual([['RENDER_FAILED', 'warning']])
  await page.unroute(/virtual-rows/)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '300')
  expect(complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

test('[BC-15] [BC-3] a list that grows over the bound, and back, keeps its rows', async ({ page, open }) => {
  await open('stage')
  for (const keyed of [true, false]) {
    // Where the user has entered something, lists up to 200 are drawn whole.
    const items = rows(200).map(({ id, ...rest }) => (keyed ? { id, ...rest } : rest))
    const { id, ...last } = row(200)
    await send(page, { version: 'v0.9', deleteSurface: { surfaceId: 's' } })
    await show(page, items)
    const field = page.getByLabel('Note 3', { exact: true })
    await field.fill('typed')
    const write = { surfaceId: 's', path: '/rows/200', value: keyed ? { id, ...last } : last }
    await send(page, { version: 'v0.9', updateDataModel: write })
    await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '201')
    await expect(field).toBeFocused()
    await send(page, { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/rows', value: items } })
    await expect(drawn(page)).toHaveCount(200)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('typed')
  }
})

test('[BC-15] [BC-4] a list in a panel that is left is as it was on the way back', async ({ page, open }) => {
  await open('stage')
  await send(
    page,
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: { rows: rows(1000) } } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 's',
        components: [
          {
            id: 'root',
            component: 'Tabs',
            tabs: [
              { title: 'Stops', child: 'list' },
              { title: 'Else', child: 'else' },
            ],
          },
          { id: 'else', component: 'Text', text: 'Something else' },
          { id: 'list', component: 'List', children: { componentId: 'note', path: '/rows' } },
          { id: 'note', component: 'TextField', label: { path: 'note' } },
        ],
      },
    },
  )
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '1000')
  await page.getByLabel('Note 2', { exact: true }).fill('first')
  await scrollTo(page, 0.5)
  const far = page.getByLabel('Note 500', { exact: true })
  await far.fill('far')
  await page.getByRole('tab', { name: 'Else' }).click()
  await expect(far).toBeHidden()
  // The first fifty stay once the user has entered something.
  expect(await drawn(page).count()).toBeLessThan(110)
  await page.getByRole('tab', { name: 'Stops' }).click()
  await expect(far).toBeInViewport()
  await expect(far).toHaveValue('far')
  await expect(page.getByLabel('Note 2', { exact: true })).toHaveValue('first')
})

test('[BC-15] [BC-4] a list that is hidden right after it was scrolled has its rows in sight again', async ({
  page,
  open,
}) => {
  await open('stage')
  await show(page, rows(1000))
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '1000')
  await box(page).evaluate(async (list: HTMLElement) => {
    list.scrollTop = 4500
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    list.style.display = 'none'
    // Longer than it takes until a list counts as scrolled no more.
    await new Promise((resolve) => setTimeout(resolve, 300))
    list.style.display = ''
  })
  await expect(drawn(page).and(page.locator(':nth-child(10)'))).toBeInViewport()
})

test('[BC-15] the End key leads to the end', async ({ page, open }) => {
  await open('stage')
  await send(
    page,
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: { rows: rows(300) } } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 's',
        components: [
          { id: 'root', component: 'List', children: { componentId: 'name', path: '/rows' } },
          { id: 'name', component: 'Text', text: { path: 'name' } },
        ],
      },
    },
  )
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '300')
  await box(page).focus()
  await page.keyboard.press('End')
  await expect(page.getByText('Stop 299', { exact: true })).toBeInViewport()
})

test('[BC-15] another direction begins anew: every row can be reached', async ({ page, open }) => {
  await open('stage')
  await show(page, rows(60), { direction: 'horizontal' })
  await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '60')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await box(page).evaluate((element) => {
    element.scrollLeft = -element.scrollWidth / 2
  })
  await expect(page.getByText('Stop 30', { exact: true })).toBeInViewport()
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  const component = { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } }
  await send(page, { version: 'v0.9', updateComponents: { surfaceId: 's', components: [component] } })
  await expect.poll(() => box(page).evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThan(60 * 120)
  await scrollTo(page, 1)
  await expect(page.getByText('Stop 59', { exact: true })).toBeInViewport()
})

test('[R-4] the focus goes on at the first row that was hidden', async ({ page, open }) => {
  await open('stage', { suffix: '?windowing=off' })
  await show(page, rows(250))
  await page.getByRole('button', { name: 'Show more (50)' }).focus()
  await page.keyboard.press('Enter')
  await expect(drawn(page)).toHaveCount(250)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Note 200', { exact: true })).toBeFocused()
})
