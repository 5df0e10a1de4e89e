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

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const million = 1_000_000
const ninety = 'x'.repeat(90_000)

/** Lines of up to a megabyte, each with the codes that it may be refused with; none: it is shown. */
const large: readonly (readonly [what: string, line: string, codes: readonly string[]])[] = [
  ['JSON as deep as it gets', deep(500_000), ['LIMIT_DEPTH']],
  ['deep data', JSON.stringify(data('s', '/deep', '?')).replace('"?"', deep(400_000)), ['LIMIT_DEPTH']],
  ['an index of 100,000,000', JSON.stringify(data('s', '/rows/100000000', 'x')), ['POINTER_INDEX']],
  ['a path of 49,000 names', JSON.stringify(data('s', `${'/a'.repeat(49_000)}`, 1)), ['LIMIT_DEPTH']],
  ['a long path', JSON.stringify(data('s', `/${ninety}`, 1)), []],
  ['ten long texts in one', JSON.stringify(data('s', '/text', Array(10).fill(ninety))), []],
  ['a text over the limit', JSON.stringify(data('s', '/text', 'x'.repeat(million))), ['LIMIT_STRING']],
  ['digits', JSON.stringify(data('s', '/n', '?')).replace('"?"', '9'.repeat(million)), ['NUMBER_RANGE']],
  ['decimals', JSON.stringify(data('s', '/n', '?')).replace('"?"', `0.${'1'.repeat(million)}`), []],
  [
    'keys',
    JSON.stringify(data('s', '/keys', Object.fromEntries(times(60_000, (index) => [`key${index}`, index])))),
    [],
  ],
  [
    'one key again and again',
    `{${times(90_000, () => '"a":1').join(',')}}`,
    ['ENVELOPE_UNKNOWN_KIND', 'JSON_DUPLICATE_KEY'],
  ],
  ['quotes that never end', `"${'\\"'.repeat(500_000)}`, ['JSON_SYNTAX']],
  ['blanks', ' '.repeat(million), []],
  ['zeros', '\0'.repeat(million), ['JSON_SYNTAX']],
  [
    '20,000 kinds of one message',
    JSON.stringify(Object.fromEntries(times(20_000, (index) => [`kind${index}`, {}]))),
    ['ENVELOPE_UNKNOWN_KIND'],
  ],
  [
    '20,000 components',
    JSON.stringify(components('s', ...times(20_000, (index) => text(`t${index}`, 'x')))),
    ['LIMIT_COMPONENTS'],
  ],
  [
    '20,000 wrong components',
    JSON.stringify(components('s', ...times(20_000, (index) => ({ id: `t${index}`, component: 'Tex' })))),
    ['COMPONENT_UNKNOWN'],
  ],
  [
    '5,000 templates in one another',
    JSON.stringify(components('s', text('root', { call: 'formatString', args: { value: '${'.repeat(5000) } }))),
    ['LIMIT_CALL_DEPTH', 'TEMPLATE_SYNTAX'],
  ],
  [
    '19,000 templates in a row',
    JSON.stringify(components('s', text('root', { call: 'formatString', args: { value: '${/a}'.repeat(19_000) } }))),
    [],
  ],
  ['lists in lists', JSON.stringify(components('s', text('root', `A\n${'- '.repeat(45_000)}`))), []],
  ['stars', JSON.stringify(components('s', text('root', '*a_'.repeat(30_000)))), []],
  ['a heading with a hole', JSON.stringify(components('s', text('root', `# a${' '.repeat(90_000)}b`))), []],
  ['items', JSON.stringify(components('s', text('root', '- a\n'.repeat(24_000)))), []],
  [
    '20,000 options',
    JSON.stringify(
      components('s', {
        id: 'root',
        component: 'ChoicePicker',
        options: times(20_000, (index) => ({ label: 'a', value: `${index}` })),
        value: [],
      }),
    ),
    [],
  ],
  [
    '5,000 tabs',
    JSON.stringify(
      components('s', {
        id: 'root',
        component: 'Tabs',
        tabs: times(5_000, (index) => ({ title: 'a', child: `c${index}` })),
      }),
    ),
    [],
  ],
  [
    'an icon of 90,000 characters',
    JSON.stringify(
      components('s', { id: 'root', component: 'Icon', name: { svgPath: `M0 0${'L1 1'.repeat(22_000)}` } }),
    ),
    ['VALIDATION_FAILED'],
  ],
]

/** Several to a page, which takes longer to load than most lines do. */
const perPage = 7

for (let first = 0; first < large.length; first += perPage) {
  const some = large.slice(first, first + perPage)
  test(`[R-19] lines of a megabyte are shown or refused, and the page goes on, from ${some[0]?.[0]}`, async ({
    page,
    open,
  }) => {
    await open('stage')
    await send(page, ...witness)
    for (const [what, line, refused] of some) {
      await test.step(what, async () => {
        expect(line.length).toBeLessThanOrEqual(1_048_576)
        await send(page, create('s'), components('s', text('root', { path: '/text' })), data('s', '/rows', []))
        await page.evaluate((chunk) => window.stage.runtime.push(`${chunk}\n`), line)
        await alive(page)
        const told = await codes(page)
        expect(told.filter((code) => !refused.includes(code))).toEqual([])
        if (refused.length > 0) expect(told).not.toEqual([])
        await send(page, data('witness', '/text', what), { version: 'v0.9', deleteSurface: { surfaceId: 's' } })
        await expect(page.getByText(what, { exact: true })).toBeVisible()
        await page.evaluate(() => window.stage.forget())
      })
    }
  })
}

test('[S-6] [R-19] A10: a line of 64 MiB in pieces is refused without being kept', async ({ page, open }) => {
  await open('stage')
  await send(page, ...witness)
  await page.evaluate(() => {
    const piece = new Uint8Array(16_384).fill(120)
    for (let sent = 0; sent < 64 * 1024 * 1024; sent += piece.length) window.stage.runtime.push(piece)
    window.stage.runtime.push('\n')
  })
  await alive(page)
  expect(await codes(page)).toEqual(['LIMIT_LINE_BYTES'])
  await send(page, data('witness', '/text', 'witness'))
  await expect(page.getByText('witness', { exact: true })).toBeVisible()
})

test('[S-12] [R-8] a surface draws 10,000 nodes and no more', async ({ page, open }) => {
  await open('stage')
  const nodes = (count: number): object[] => [
    column(
      'root',
      times(count - 1, () => 't'),
    ),
    text('t', 'x'),
  ]
  await send(page, create('s'), components('s', ...nodes(10_000)))
  await alive(page)
  await expect(page.locator('.sf-text')).toHaveCount(9_999)
  expect(await codes(page)).toEqual([])
  await send(page, create('t'), components('t', ...nodes(10_001)))
  await alive(page)
  expect(await codes(page)).toEqual(['LIMIT_NODES'])
})
