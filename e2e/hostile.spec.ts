// Small messages that ask for a great deal. The page has to stay alive; how fast it is, is no matter here.
import type { Page } from '@playwright/test'
import { alive, expect, send, test } from './fixtures.ts'
import { column, components, create, data, text, witness } from './wire.ts'

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

async function codes(page: Page): Promise<string[]> {
  return await page.evaluate(() => [...new Set(window.stage.reports.map(({ code }) => code))])
}

interface Hostile {
  readonly name: string
  readonly messages: readonly object[]
  readonly codes: readonly string[]
  /** Elements of its surface that stand for components, at most. */
  readonly most: number
  readonly shows?: string
}

const ten = times(10, (index) => index)

const cases: readonly Hostile[] = [
  {
    name: '[C-5] a component that contains itself',
    messages: [components('s', column('root', ['root'])), components('s', text('root', 'sound'))],
    codes: ['GRAPH_CYCLE'],
    most: 1,
    shows: 'sound',
  },
  {
    name: '[C-5] a circle of three, closed by a later message',
    messages: [
      components(
        's',
        column('root', ['a']),
        { id: 'a', component: 'Card', child: 'b' },
        column('b', ['c']),
        text('c', 'sound'),
      ),
      components('s', column('b', ['root'])),
    ],
    codes: ['GRAPH_CYCLE'],
    most: 4,
    shows: 'sound',
  },
  {
    name: '[C-5] a template that repeats itself',
    messages: [data('s', '/items', [1, 2]), components('s', column('root', { componentId: 'root', path: '/items' }))],
    codes: ['GRAPH_CYCLE'],
    most: 0,
  },
  {
    name: '[R-8] ten children ten times over, five times',
    messages: [
      components(
        's',
        column(
          'root',
          times(10, () => 'l1'),
        ),
        ...times(4, (level) =>
          column(
            `l${level + 1}`,
            times(10, () => `l${level + 2}`),
          ),
        ),
        text('l5', 'leaf'),
      ),
    ],
    codes: ['LIMIT_NODES'],
    most: 10_000,
    shows: 'leaf',
  },
  {
    name: '[R-8] templates in templates',
    messages: [
      data('s', '/i', ten),
      components(
        's',
        column('root', { componentId: 'l1', path: '/i' }),
        ...times(5, (level) => column(`l${level + 1}`, { componentId: `l${level + 2}`, path: '/i' })),
        text('l6', 'leaf'),
      ),
    ],
    codes: ['LIMIT_NODES'],
    most: 10_000,
    shows: 'leaf',
  },
  {
    name: '[R-8] 3,000 cards in one another',
    messages: [
      components(
        's',
        { id: 'root', component: 'Card', child: 'c1' },
        ...times(2999, (index) => ({ id: `c${index + 1}`, component: 'Card', child: `c${index + 2}` })),
        text('c3000', 'the end'),
      ),
    ],
    codes: ['LIMIT_RENDER_DEPTH'],
    most: 100,
    shows: 'There is more than can be shown here.',
  },
  {
    name: '[R-8] a list of 100,000 items',
    messages: [
      components('s', column('root', { componentId: 'row', path: '/rows' }), text('row', { path: '' })),
      // Short, so that they fit into one line.
      data(
        's',
        '/rows',
        times(100_000, (index) => index),
      ),
    ],
    codes: [],
    most: 201,
    shows: 'Show more (99800)',
  },
  {
    name: '[R-8] one child 200,000 times',
    messages: [
      components(
        's',
        column(
          'root',
          times(200_000, () => 't'),
        ),
        text('t', 'again'),
      ),
    ],
    codes: ['LIMIT_NODES'],
    most: 10_000,
    shows: 'again',
  },
]

for (const { name, messages, codes: expected, most, shows } of cases) {
  test(`${name} leaves the page alive`, async ({ page, open }) => {
    await open('stage')
    await send(page, ...witness, create('s'), ...messages)
    await alive(page)
    expect(await codes(page)).toEqual(expected)
    const surface = page.locator('.sf-surface').nth(1)
    if (shows !== undefined) await expect(surface.getByText(shows, { exact: true }).first()).toBeAttached()
    expect(await surface.locator('.sf-text, .sf-column, .sf-card').count()).toBeLessThanOrEqual(most)
    // Typing and writing elsewhere go on.
    await send(page, data('witness', '/text', 'witness'))
    await expect(page.getByText('witness', { exact: true })).toBeVisible()
    await alive(page)
  })
}

test('[R-8] a list of 1,000 items grows as far as the person wishes, and stays alive', async ({ page, open }) => {
  await open('stage')
  const rows = times(1000, (index) => `row ${index}`)
  await send(
    page,
    create('s'),
    components('s', column('root', { componentId: 'row', path: '/rows' }), text('row', { path: '' })),
  )
  await send(page, data('s', '/rows', rows))
  for (const left of [800, 600, 400, 200]) await page.getByRole('button', { name: `Show more (${left})` }).click()
  await expect(page.getByText('row 999', { exact: true })).toBeAttached()
  await expect(page.getByRole('button')).toHaveCount(0)
  await alive(page)
})

test('[S-11] [B-8] F10: a thousand presses in one go send no more than the limit', async ({ page, open }) => {
  await open('stage')
  const button = { id: 'root', component: 'Button', child: 'go', action: { event: { name: 'go' } } }
  await send(page, create('s'), components('s', button, text('go', 'Go')))
  const seconds = await page.getByRole('button', { name: 'Go' }).evaluate((element: HTMLElement) => {
    const start = performance.now()
    for (let time = 0; time < 1000; time++) element.click()
    return (performance.now() - start) / 1000
  })
  await alive(page)
  const sent = await page.evaluate(() => window.stage.events.length)
  expect(sent).toBeGreaterThanOrEqual(10)
  expect(sent).toBeLessThanOrEqual(10 * Math.ceil(seconds + 1))
  expect(await codes(page)).toEqual(['ACTION_RATE'])
})
