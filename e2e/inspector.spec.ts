// The inspector beside a page: docked, in a window of its own, by keyboard alone, and what it costs.
import type { Locator, Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, send, test } from './fixtures.ts'
import { drawn, pass, pressHere, slowClock } from './pointer.ts'
import { components, create, data, text } from './wire.ts'

const form = [
  create('s'),
  components(
    's',
    { id: 'root', component: 'Card', child: 'column' },
    { id: 'column', component: 'Column', children: ['title', 'name', 'send'] },
    text('title', { path: '/title' }),
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
    {
      id: 'send',
      component: 'Button',
      child: 'label',
      action: { event: { name: 'send', context: { name: { path: '/name' } } } },
    },
    text('label', 'Send'),
  ),
  {
    version: 'v0.9',
    updateDataModel: {
      surfaceId: 's',
      path: '/',
      value: { title: 'A form', name: 'Ada Sample', tags: ['one', 'two'] },
    },
  },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'late', component: 'Text', text: 7 }] } },
]

async function inspect(
  page: Page,
  open: (name: string, options?: { suffix?: string }) => Promise<void>,
): Promise<void> {
  await open('stage', { suffix: '?inspector' })
  await send(page, ...form)
  await expect(page.getByTestId('panel-lines').locator('[data-line="4"]')).toBeVisible()
}

const tabs = ['lines', 'tree', 'data', 'events', 'errors', 'state'] as const

// On a desk `accessibility.spec.ts` asks axe about most of it.
for (const width of [360, 1280])
  test(`[IN-7] ${width} wide it has no fault that axe finds, light and dark, in any of its panels`, {
    tag: '@all',
  }, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 800 })
    await inspect(page, open)
    await page.evaluate(() => window.stage.runtime.surface('s')?.data.set('/name', 'Ben Sample', { as: 'host' }))
    for (const tab of tabs) {
      await page.getByTestId(`tab-${tab}`).click()
      if (tab === 'lines') await page.getByTestId('panel-lines').locator('summary').nth(1).click()
      if (tab === 'tree') await page.getByRole('treeitem').nth(3).click()
      const found = await violations(page)
      // The page of the tests has neither a title of its own nor landmarks.
      expect(
        found.filter((one) => /sf-i|sf-inspector/.test(one)),
        tab,
      ).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, tab).toBeLessThanOrEqual(0)
    }
  })

test('[IN-7] [IN-5] by keyboard alone: from an error to its line, to a component, to its data, which are edited', async ({
  page,
  open,
}) => {
  await inspect(page, open)
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  await page.getByTestId('tab-lines').focus()
  for (let times = 0; times < 4; times++) await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('panel-errors')).toBeVisible()
  while (!(await focused()).startsWith('Line 4')) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('panel-lines').locator('[data-line="4"] > summary')).toBeFocused()
  await page.getByTestId('tab-lines').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('treeitem').first()).toBeFocused()
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('region', { name: 'Component name' })).toContainText('"Ada Sample"')
  await expect(page.locator('.sf-i-highlight')).toHaveCount(1)
  while ((await focused()) !== '/name') await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const row = page.getByRole('treeitem', { selected: true })
  await expect(row).toContainText('name')
  await row.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Cleo Sample')
  await page.keyboard.press('Enter')
  await expect(page.locator('.sf-surface').getByLabel('Name')).toHaveValue('Cleo Sample')
  await expect(row).toBeFocused()
})

for (const width of [360, 1280])
  test(`[IN-7] docked in a page ${width} wide, it leaves all of the page within reach`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 800 })
    await inspect(page, open)
    await send(page, {
      version: 'v0.9',
      updateDataModel: { surfaceId: 's', path: '/title', value: 'A long title. '.repeat(400) },
    })
    const button = page.locator('.sf-surface').getByRole('button', { name: 'Send' })
    const inspector = page.locator('.sf-inspector')
    // The title is drawn a moment after it was sent.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      const [dock, last] = await Promise.all([inspector.boundingBox(), button.boundingBox()])
      expect(last?.y).toBeGreaterThan(0)
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(width === 360 ? (dock?.y ?? 0) : 800)
    }).toPass()
    const right = (await inspector.boundingBox())?.x ?? 0
    const surface = await page.locator('.sf-surface').boundingBox()
    if (width === 1280) expect((surface?.x ?? 0) + (surface?.width ?? 0)).toBeLessThanOrEqual(right)
    // A size, such as "1.5 kB", stands on one line.
    const heights = await page.locator('.sf-i-line__bytes').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(30)
  })

test('[IN-4] the frame of a component stands around its element', async ({ page, open }) => {
  await inspect(page, open)
  await page.getByTestId('tab-tree').click()
  await page.getByRole('treeitem', { name: /TextField/ }).click()
  const [frame, field] = await Promise.all([
    page.locator('.sf-i-highlight').boundingBox(),
    page.locator('.sf-surface').getByLabel('Name').boundingBox(),
  ])
  expect(frame && field && frame.y <= field.y && frame.y + frame.height >= field.y + field.height).toBe(true)
})

test('[IN-7] in a window of its own it shows the same, and comes back when the window is closed', async ({
  page,
  open,
}) => {
  await inspect(page, open)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Window' }).click()])
  await expect(popup.getByTestId('tab-lines')).toBeVisible()
  await expect(popup.getByTestId('tab-lines')).toHaveCSS('border-top-width', '0px')
  await expect(page.getByTestId('tab-lines')).toHaveCount(0)
  await popup.getByTestId('tab-data').click()
  await send(page, { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/title', value: 'Another' } })
  await expect(popup.getByRole('treeitem', { name: /title/ })).toContainText('Another')
  await popup.close()
  await expect(page.getByTestId('tab-data')).toBeVisible()
})

test('[IN-3] saves what it recorded, and plays it again', async ({ page, open }) => {
  await inspect(page, open)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save' }).click(),
  ])
  const file = await download.path()
  await page.reload()
  await expect(page.getByTestId('tab-lines')).toBeVisible()
  await page.locator('input[type="file"]').setInputFiles(file)
  await expect(page.locator('.sf-surface').getByLabel('Name')).toHaveValue('Ada Sample')
  await expect(page.getByTestId('tab-errors')).toContainText('1')
})

for (const by of ['pointer', 'key'] as const)
  test(`[IN-6] names a press by ${by} that was refused, because its control had changed a moment before`, async ({
    page,
    open,
  }) => {
    await inspect(page, open)
    await page.getByTestId('tab-state').click()
    await slowClock(page)
    const button = page.locator('.sf-surface').getByRole('button', { name: 'Send' })
    await (by === 'pointer' ? button.hover() : button.focus())
    await pass(page)
    await send(
      page,
      components(
        's',
        { id: 'send', component: 'Button', child: 'label', action: { event: { name: 'pay', context: {} } } },
        text('label', 'Pay'),
      ),
    )
    await drawn(page)
    await (by === 'pointer' ? pressHere(page) : page.keyboard.press('Enter'))
    await expect(page.locator('[data-kind="guard"]')).toHaveText(/A press on “Pay” was refused/)
    expect(await page.evaluate(() => window.stage.events.length)).toBe(0)
    // A moment later it counts, and is not listed.
    await pass(page)
    await (by === 'pointer' ? pressHere(page) : page.keyboard.press('Enter'))
    await expect.poll(() => page.evaluate(() => window.stage.events.length)).toBe(1)
    await expect(page.locator('[data-kind="guard"]')).toHaveCount(1)
  })

test('[IN-10] the newest line stays in sight, but for readers of older ones', async ({ page, open }) => {
  await open('stage')
  await page.evaluate(() => window.stage.inspect(true))
  await send(page, create('s'), components('s', text('root', { path: '/a' })))
  const many = (): Promise<void> => send(page, ...Array.from({ length: 60 }, (_, index) => data('s', '/a', index)))
  const line = (number: number): Locator => page.locator(`[data-line="${number}"]`)
  await many()
  await expect(line(62)).toBeInViewport()
  await many()
  await expect(line(122)).toBeInViewport()
  await line(110).scrollIntoViewIfNeeded()
  await page.locator('.sf-i-lines').hover()
  await page.mouse.wheel(0, -2_000)
  await expect(line(122)).not.toBeInViewport()
  const before = await page.locator('.sf-i-lines').evaluate((list) => list.parentElement?.scrollTop)
  await send(page, data('s', '/a', 'x'))
  await expect(line(123)).toBeAttached()
  expect(await page.locator('.sf-i-lines').evaluate((list) => list.parentElement?.scrollTop)).toBe(before)
})

/** Milliseconds of updates of one component, with their drawing and their layout, in 12 batches of ten: the clock has steps of 0.1 ms. */
async function updates(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const { runtime } = window.stage
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(undefined)
      })
    const update = async (index: number): Promise<void> => {
      const value = { path: `/rows/${index}/on`, value: Math.random() }
      runtime.push(`${JSON.stringify({ version: 'v0.9', updateDataModel: { surfaceId: 'big', ...value } })}\n`)
      await turn()
      document.body.getBoundingClientRect()
    }
    const times: number[] = []
    for (let batch = 0; batch < 12; batch++) {
      const started = performance.now()
      for (let index = 0; index < 10; index++) await update(batch * 10 + index)
      times.push(performance.now() - started)
    }
    return times
  })
}

test('[IN-8] docked, an update beside 1,000 components takes less than 10 % longer', {
  tag: '@alone',
}, async ({ page, open }) => {
  await open('stage')
  const rows = Array.from({ length: 500 }, (_, row) => [
    { id: `row-${row}`, component: 'Card', child: `box-${row}` },
    { id: `box-${row}`, component: 'Slider', label: `Row ${row}`, min: 0, max: 1, value: { path: `/rows/${row}/on` } },
  ])
  const root = { id: 'root', component: 'Column', children: rows.map((_, row) => `row-${row}`) }
  await send(page, create('big'), components('big', root, ...rows.flat()))
  await expect(page.locator('.sf-surface input')).toHaveCount(500)
  const inspect = (on: boolean): Promise<void> => page.evaluate((shown) => window.stage.inspect(shown), on)
  const times: { readonly [name in 'docked' | 'absent']: number[] } = { docked: [], absent: [] }
  // In turns, because the machine is not as busy at one time as at another, and in more where it is. The first ones warm up.
  // By the best batch of each: a batch that a frame falls into has the page's size in it, which is the browser's work.
  const ratio = (): number => Math.min(...times.docked) / Math.min(...times.absent)
  for (let round = 0; round < 64 && (round < 12 || ratio() >= 1.1); round++) {
    const docked = round % 2 === 0
    await inspect(docked)
    if (docked) await expect(page.getByTestId('tab-lines')).toBeVisible()
    await updates(page)
    const measured = await updates(page)
    if (round >= 4) times[docked ? 'docked' : 'absent'].push(...measured)
  }
  console.log(`docked / absent: ${ratio().toFixed(3)}, of ${times.absent.length} batches each`)
  expect(ratio()).toBeLessThan(1.1)
})
