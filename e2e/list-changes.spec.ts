// Long lists that change, are hidden, or cannot draw what is near alone.
import { expect, send, test } from './fixtures.ts'
import { box, drawn, row, rows, scrollTo, show } from './list.ts'
import { browserKinds, skipUnlessOfKind } from './module-retry.ts'
import { catalogId } from './wire.ts'

// What cannot be fetched must not be in the page's cache.
test.use({ ownPage: true })

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

for (const { kind, keeps } of browserKinds)
  test(`[BC-15] [LZ-3] where the library cannot be fetched, the rows are drawn as ever, until it can, in a browser that ${kind}`, async ({
    page,
    open,
    complaints,
  }) => {
    await open('stage', { suffix: '?parts=late' })
    await skipUnlessOfKind(page, keeps, complaints)
    await page.route(/virtual-rows/, (route) => route.abort())
    await show(page, rows(300))
    await expect(drawn(page)).toHaveCount(201)
    const reports = () => page.evaluate(() => window.stage.reports.map(({ code, severity }) => [code, severity]))
    expect(await reports()).toEqual([['RENDER_FAILED', 'warning']])
    const windowed = () => expect(drawn(page).first()).toHaveAttribute('aria-setsize', '300')
    if (!keeps) await page.unroute(/virtual-rows/)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    if (keeps) await expect(drawn(page)).toHaveCount(201)
    else await windowed()
    expect(await reports()).toHaveLength(1)
    await page.unroute(/virtual-rows/)
    await open('stage', { suffix: '?parts=late' })
    await show(page, rows(300))
    await windowed()
    expect(new Set(complaints.splice(0))).toEqual(new Set(['Failed to load resource: net::ERR_FAILED']))
  })

test('[BC-15] [BC-3] a list that grows over the bound, and back, keeps its rows', async ({ page, open }) => {
  await open('stage')
  for (const keyed of [true, false]) {
    // Lists up to 50 are drawn whole.
    const items = rows(50).map(({ id, ...rest }) => (keyed ? { id, ...rest } : rest))
    const { id, ...last } = row(50)
    await send(page, { version: 'v0.9', deleteSurface: { surfaceId: 's' } })
    await show(page, items)
    const field = page.getByLabel('Note 3', { exact: true })
    await field.fill('typed')
    const write = { surfaceId: 's', path: '/rows/50', value: keyed ? { id, ...last } : last }
    await send(page, { version: 'v0.9', updateDataModel: write })
    await expect(drawn(page).first()).toHaveAttribute('aria-setsize', '51')
    await expect(field).toBeFocused()
    await send(page, { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/rows', value: items } })
    await expect(drawn(page)).toHaveCount(50)
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
  // By keys: a focus that a script moves just after a message is not the user's.
  await page.getByLabel('Note 199', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show more (50)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawn(page)).toHaveCount(250)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Note 200', { exact: true })).toBeFocused()
})
