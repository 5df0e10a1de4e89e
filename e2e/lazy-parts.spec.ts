// Parts that are loaded when first needed: nothing moves when they arrive, and without them everything else is there.
import type { Page, Route } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'
import { browserKinds, skipUnlessOfKind } from './module-retry.ts'
import { pass, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

// What is loaded is part of the tests.
test.use({ ownPage: true })

const assets = /test-pages\/assets\/[^/]*\.js$/

const late = { suffix: '?parts=late' }

/** A file with this name is answered once `release` is called. */
async function hold(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(assets, async (route: Route) => {
    await released
    await route.fallback()
  })
  return release
}

/** Sums up what moves from now on. What was never painted cannot move, so the page is painted first. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { readonly value: number }).value
    }).observe({ type: 'layout-shift' })
  })
  return () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { readonly shifts: { readonly sum: number } }).shifts.sum
    })
}

const markdown = {
  'one line':
    'The **train** leaves at `12:04`, see [the plan](https://plan.example/a/long/address?with=more) for *more*',
  'a heading and a list': '# Packing\n\n- **Shoes** for hills\n- a coat\n- a map',
  'paragraphs and numbers': 'First what to do:\n\n1. Open the **door**\n2. Go in\n\nThen rest.',
  'lines without a break': 'Before:\n- one\n- two\n## After\nThe end of *it*',
}

interface Part {
  readonly components: readonly object[]
  /** What is on the page once the part has arrived, and not before. */
  readonly arrived: string
}

const parts: Readonly<Record<string, Part>> = {
  ...Object.fromEntries(
    Object.entries(markdown).map(([title, source]) => [
      `Markdown: ${title}`,
      { components: [text('part', `${source} [end](https://end.example/)`)], arrived: '.sf-text a' },
    ]),
  ),
  'a heading with marks': {
    components: [{ ...text('part', '**Big** [news](https://a.example/)'), variant: 'h2' }],
    arrived: 'h2 a',
  },
  icons: {
    components: [
      { id: 'part', component: 'Row', children: ['star', 'beside'] },
      { id: 'star', component: 'Icon', name: 'star' },
      text('beside', 'beside'),
    ],
    arrived: 'svg > *',
  },
  dates: {
    components: [text('part', { call: 'formatDate', args: { value: { path: '/day' }, format: 'd MMMM yyyy' } })],
    arrived: 'p:text("14 May 2026")',
  },
  'a date in Markdown': {
    components: [
      text('part', {
        call: 'formatString',
        args: { value: "Begins on **${formatDate(value: ${/day}, format: 'd MMMM yyyy')}**" },
      }),
    ],
    arrived: 'strong:text("14 May 2026")',
  },
  patterns: {
    components: [
      {
        ...{ id: 'part', component: 'CheckBox', label: 'Fits' },
        value: { call: 'regex', args: { value: { path: '/day' }, pattern: '^2026' } },
      },
    ],
    arrived: 'input:checked',
  },
  windowing: {
    components: [
      { id: 'part', component: 'List', children: { componentId: 'row', path: '/rows' } },
      text('row', { path: 'name' }),
    ],
    arrived: '.sf-list__item[aria-setsize="300"]',
  },
}

const rows = Array.from({ length: 300 }, (_, index) => ({ name: `Row ${index}` }))

for (const [title, part] of Object.entries(parts)) {
  test(`[LZ-2] [LZ-6] nothing moves when it arrives: ${title}`, async ({ page, open }) => {
    await open('stage', late)
    const release = await hold(page)
    await send(
      page,
      create('s'),
      data('s', '', { day: '2026-05-14', rows }),
      components('s', column('root', ['part', 'after']), ...part.components, text('after', 'What comes after it')),
    )
    await expect(page.getByText('What comes after it')).toBeVisible()
    await expect(page.locator(part.arrived)).toHaveCount(0)
    // Marks around what has not come would be four stars.
    await expect(page.getByText('****')).toHaveCount(0)
    const moved = await watchShifts(page)
    release()
    await expect(page.locator(part.arrived).first()).toBeAttached()
    expect(await moved()).toBe(0)
    expect(await page.evaluate(() => window.stage.reports.length)).toBe(0)
  })
}

test('[LZ-6] what moves is seen', async ({ page, open }) => {
  await open('stage', late)
  await send(
    page,
    create('s'),
    components('s', column('root', ['late', 'after']), text('after', 'What comes after it')),
  )
  await send(page, components('s', text('late', 'One line')))
  await expect(page.getByText('One line')).toBeVisible()
  const moved = await watchShifts(page)
  await send(page, components('s', text('late', 'One line '.repeat(100))))
  await expect.poll(moved).toBeGreaterThan(0)
})

test('[LZ-3] [TT-1] a link that came after the user typed takes its address when the pointer is on it, and opens', async ({
  page,
  context,
  open,
}) => {
  await context.route('https://plan.example/', (route) => route.fulfill({ body: 'there', contentType: 'text/html' }))
  await open('stage', late)
  await slowClock(page)
  const release = await hold(page)
  const field = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }
  await send(page, create('s'))
  await send(
    page,
    components('s', column('root', ['field', 'part']), field, text('part', '[The plan](https://plan.example/)')),
  )
  await page.getByLabel('Name').fill('Ada')
  release()
  const link = page.getByRole('link', { name: 'The plan' })
  await expect(link).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  expect(await link.getAttribute('href')).toBeNull()
  await link.hover()
  await expect(link).toHaveAttribute('href', 'https://plan.example/')
  await expect(link).toBeFocused()
  for (const press of ['click', 'Enter'] as const) {
    await pass(page)
    const opened = context.waitForEvent('page')
    if (press === 'click') await link.click()
    else await link.press('Enter')
    await expect(await opened).toHaveURL('https://plan.example/')
  }
})

for (const { kind, keeps } of browserKinds) {
  test(`[LZ-3] without the network all else is drawn; what is missing comes when it is back, in a browser that ${kind}`, async ({
    page,
    open,
    complaints,
  }) => {
    await open('stage', late)
    await skipUnlessOfKind(page, keeps, complaints)
    await page.route(assets, (route) => route.abort())
    const ids = Object.keys(parts).map((_, index) => `part${index}`)
    const list = Object.values(parts).flatMap((part, index) =>
      part.components.map((component) =>
        'id' in component && component.id === 'part' ? { ...component, id: ids[index] } : component,
      ),
    )
    const sendAll = () =>
      send(
        page,
        create('s'),
        data('s', '', { day: '2026-05-14', rows }),
        components('s', column('root', [...ids, 'field']), ...list, {
          id: 'field',
          component: 'TextField',
          label: 'Name',
        }),
      )
    await sendAll()
    const codes = (): Promise<string[]> =>
      page.evaluate(() =>
        window.stage.reports.map(({ code, message }) => `${code} ${/"(\w+)"/.exec(message)?.[1] ?? ''}`),
      )
    await expect.poll(async () => (await codes()).length).toBe(5)
    expect((await codes()).sort()).toEqual([
      'FUNCTION_FAILED ',
      'FUNCTION_FAILED ',
      'RENDER_FAILED icons',
      'RENDER_FAILED markdown',
      'RENDER_FAILED windowing',
    ])
    await page.getByLabel('Name').fill('Ada')
    await expect(page.getByText('Shoes for hills')).toBeVisible()
    if (!keeps) await page.unroute(assets)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    const allArrive = async () => {
      for (const { arrived } of Object.values(parts)) await expect(page.locator(arrived).first()).toBeAttached()
    }
    if (!keeps) await allArrive()
    expect(await codes()).toHaveLength(5)
    // Their texts were there before the user typed: no link waits for a press.
    await expect(page.locator('button.sf-md-link')).toHaveCount(0)
    await expect(page.getByText('Shoes for hills')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Ada')
    await page.unroute(assets)
    await open('stage', late)
    await sendAll()
    await allArrive()
    expect(complaints.splice(0).every((line) => line.includes('ERR_FAILED'))).toBe(true)
  })

  test(`[LZ-7] without the network a date with an offset is written as text, and becomes a date again, in a browser that ${kind}`, async ({
    page,
    open,
    complaints,
  }) => {
    await open('stage', late)
    await skipUnlessOfKind(page, keeps, complaints)
    await page.route(assets, (route) => route.abort())
    const field = { id: 'root', component: 'DateTimeInput', label: 'When', enableDate: true, enableTime: true }
    await send(page, create('s'), data('s', '', { when: '2026-05-14T19:30:00+02:00' }))
    await send(page, components('s', { ...field, value: { path: '/when' } }))
    const input = page.getByLabel('When')
    await expect(input).toHaveValue('2026-05-14T19:30:00+02:00')
    await expect(input).toHaveAttribute('type', 'text')
    await expect(input).toHaveAccessibleDescription('The calendar could not be loaded.')
    await expect(page.getByText('The calendar could not be loaded.')).toBeVisible()
    // Key by key: a text on its way needs no translation now and then.
    await input.press('End')
    for (let key = 0; key < 9; key++) await input.press('Backspace')
    await input.pressSequentially(':45')
    await input.press('Home')
    await expect(input).toHaveValue('2026-05-14T19:30:45')
    await expect(input).toHaveAttribute('type', 'text')
    await input.fill('2026-05-14T18:45:00Z')
    if (!keeps) await page.unroute(assets)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(input).toHaveValue('2026-05-14T18:45:00Z')
    await input.blur()
    const stored = () => page.evaluate(() => window.stage.runtime.surface('s')?.data.get('/when'))
    expect(await stored()).toBe('2026-05-14T18:45:00Z')
    if (!keeps) await expect(input).toHaveAttribute('type', 'datetime-local')
    await send(page, data('s', '/when', '2026-05-15T09:00'))
    await expect(input).toHaveAttribute('type', 'datetime-local')
    await expect(input).toHaveValue('2026-05-15T09:00')
    await expect(page.getByText('The calendar could not be loaded.')).toHaveCount(0)
    expect(complaints.splice(0).every((line) => line.includes('ERR_FAILED'))).toBe(true)
  })
}

test('[LZ-5] an idle page loads all parts, so that they are there at once', async ({ page, open }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open('stage', { suffix: '?parts=idle' })
  const files = ['draw-markdown', 'icons', 'write-date', 'virtual-rows', 'pattern']
  // A hash follows, which may have a hyphen as well.
  const missing = (): string[] => files.filter((file) => !asked.some((url) => url.includes(`/${file}-`)))
  // On a busy machine no moment is idle: then each part is loaded after 5 s, once the one before it has arrived.
  await expect.poll(missing, { timeout: files.length * 5_000 + 20_000 }).toEqual([])
})
