// What the user typed must not show in which pictures are asked for, in what order or when: each attack is played with two
// secrets, and what its server is asked for must be the same. No address here has anything of the text in it. While the
// text is unsent, a server is asked for nothing that was not on the page before.

import { test as base, expect } from '@playwright/test'
import { times } from '../test/support/times.ts'
import { type Attack, play } from './pictures.ts'
import { column, components, create, data, text } from './wire.ts'

// Pages of their own for each secret, so nothing of the first run is in the second one's memory.
const test = base

const picture = (id: string, url: unknown): object => ({ id, component: 'Image', url, variant: 'icon' })

const field = (id: string, path: string): object => ({ id, component: 'TextField', label: 'Secret', value: { path } })

const url = (path: unknown): string => `https://pictures.example/${path}`

/** A picture after each of thirty screens of text, in a surface or in place of its root. */
const far = (surfaceId: string, root: string): object =>
  components(
    surfaceId,
    column(
      root,
      times(30, (index) => `p${index}`),
    ),
    ...times(30, (index) => column(`p${index}`, [`f${index}`, `i${index}`])),
    ...times(30, (index) => text(`f${index}`, 'word '.repeat(400))),
    ...times(30, (index) => picture(`i${index}`, url(`far-${index}`))),
  )

/** A text of a hundred times what is at the path. */
const repeated = (path: string): object => ({
  call: 'formatString',
  args: { value: `\${${path}}`.repeat(100) },
})

/** The address of a row's picture. */
const ofRow = (prefix: string): object => ({ call: 'formatString', args: { value: url(`${prefix}\${n}`) } })

const longList: readonly object[] = [
  create('s'),
  data(
    's',
    '/rows',
    times(300, (n) => ({ n })),
  ),
  components(
    's',
    column('root', ['field', 'list']),
    { ...field('field', '/pw'), variant: 'longText' },
    { id: 'list', component: 'List', children: { componentId: 'row', path: '/rows' } },
    column('row', ['copy', 'i']),
    text('copy', { path: '/pw' }),
    picture('i', ofRow('')),
  ),
]

const attacks: readonly (Attack & { readonly name: string; readonly secrets: readonly [string, string] })[] = [
  {
    name: '[BC-20] pictures far below a text that is bound to it: the layout says nothing',
    secrets: ['short', 'long '.repeat(2_000)],
    messages: [
      create('s'),
      components('s', column('root', ['field', 'copy', 'far']), field('field', '/pw'), text('copy', { path: '/pw' })),
    ],
    afterwards: (_, send) => send(far('s', 'far')),
  },
  {
    name: '[BC-20] pictures of another surface, below the one that is typed in',
    secrets: ['short', 'long '.repeat(2_000)],
    messages: [
      create('s'),
      components('s', column('root', ['field', 'copy']), field('field', '/pw'), text('copy', { path: '/pw' })),
      create('t'),
    ],
    afterwards: (_, send) => send(far('t', 'root')),
  },
  {
    name: '[BC-20] a picture for which the limit on nodes has room beside a short text',
    // A text of 4,500 characters counts for 45 nodes, in the field and below it. A picture counts for five.
    secrets: ['short', 'x'.repeat(4_500)],
    messages: [
      create('s'),
      components(
        's',
        column('root', ['field', 'copy', 'many']),
        field('field', '/pw'),
        text('copy', { path: '/pw' }),
        column(
          'many',
          times(9_900, () => 't'),
        ),
        text('t', 'x'),
      ),
    ],
    afterwards: (_, send) =>
      send(components('s', column('root', ['i', 'field', 'copy', 'many']), picture('i', url('room')))),
  },
  {
    name: '[BC-20] rows of a long list, which scrolls by as many as the text leaves room for',
    secrets: ['a', 'line\n'.repeat(30)],
    messages: longList,
    async afterwards(page) {
      await page.locator('.sf-list').evaluate((list) => {
        list.scrollTop = 4_000
      })
    },
  },
  {
    name: '[BC-20] pictures in rows that stand for what the user chose',
    secrets: ['x', 'y'],
    messages: [
      create('s'),
      data('s', '/pics', ['chosen']),
      components(
        's',
        column('root', ['field', 'choice', 'rows']),
        field('field', '/pw'),
        {
          ...{ id: 'choice', component: 'ChoicePicker', value: { path: '/chosen' } },
          options: ['x', 'y'].map((value) => ({ label: value, value })),
        },
        column('rows', { componentId: 'row', path: '/chosen' }),
        column('row', { componentId: 'i', path: '/pics' }),
        picture('i', url('chosen')),
      ),
    ],
    async afterwards(page) {
      const secret = await page.getByLabel('Secret').last().inputValue()
      if (secret === 'x') await page.getByLabel('x', { exact: true }).check()
    },
  },
  {
    name: '[BC-20] a picture described by typed text, beside more of it than there is room for',
    secrets: ['ab', 'x'.repeat(400)],
    messages: [create('s'), components('s', column('root', ['field', 'late']), field('field', '/pw'))],
    afterwards: (_, send) =>
      send(
        components('s', column('late', [...times(30, () => 'copy'), 'i']), text('copy', repeated('/pw')), {
          ...picture('i', url('described')),
          accessibility: { description: repeated('/pw') },
        }),
      ),
  },
  {
    name: '[BC-20] a picture within a group that is called by typed text',
    secrets: ['ab', 'x'.repeat(400)],
    messages: [create('s'), components('s', column('root', ['field', 'late']), field('field', '/pw'))],
    afterwards: (_, send) =>
      send(
        components(
          's',
          column('late', [...times(30, () => 'copy'), 'group']),
          text('copy', repeated('/pw')),
          { ...column('group', ['i']), accessibility: { label: repeated('/pw') } },
          picture('i', url('grouped')),
        ),
      ),
  },
  {
    name: '[BC-20] another address for the rows of a long list that are drawn',
    secrets: ['a', 'line\n'.repeat(30)],
    messages: longList,
    afterwards: (_, send) => send(components('s', picture('i', ofRow('new-')))),
  },
  {
    name: '[BC-20] rows of the agent in place of those that the user chose',
    secrets: ['x', 'xyz'],
    messages: [
      create('s'),
      components(
        's',
        column('root', ['field', 'choice', 'rows']),
        field('field', '/pw'),
        {
          ...{ id: 'choice', component: 'ChoicePicker', variant: 'multipleSelection', value: { path: '/chosen' } },
          options: ['x', 'y', 'z'].map((value) => ({ label: value, value })),
        },
        column('rows', { componentId: 'i', path: '/chosen' }),
        picture('i', ofRow('')),
      ),
    ],
    async afterwards(page, send) {
      for (const letter of await page.getByLabel('Secret').last().inputValue())
        await page.getByLabel(letter, { exact: true }).check()
      await send(
        data(
          's',
          '/chosen',
          times(4, (n) => ({ n })),
        ),
      )
    },
  },
]

for (const { name, secrets, ...attack } of attacks) {
  test(name, async ({ browser, baseURL }) => {
    const [first, second] = await Promise.all(secrets.map((secret) => play(browser, baseURL, attack, secret)))
    expect(second).toEqual(first)
  })
}

/** Draws nothing, and takes long where the secret begins with the letter. */
const slowIf = (letter: string): object => {
  const long = { call: 'formatString', args: { value: '${/pw}'.repeat(200) } }
  const matches = (value: unknown, pattern: string): object => ({ call: 'regex', args: { value, pattern } })
  return { call: 'and', args: { values: [matches({ path: '/pw' }, `^${letter}`), matches(long, '(x+x+)+y')] } }
}

/** An address that needs many steps of its own, though it has nothing of the text in it. */
const costly = (path: string): object => ({
  call: 'formatString',
  args: { value: `https://pictures.example/${path}\${formatDate(value: 0, format: \${/pattern})}` },
})

const alphabet = ['h', 'u', 'n']

test('[BC-20] [TT-2] steps that the text took say nothing: no picture is asked for', async ({ browser, baseURL }) => {
  const { requests } = await play(
    browser,
    baseURL,
    {
      messages: [
        create('s'),
        data('s', '/pattern', 'MMMM '.repeat(1_000)),
        components('s', column('root', ['field', 'late']), field('field', '/pw')),
      ],
      afterwards: (_, send) =>
        send(
          components(
            's',
            column('late', [...alphabet, ...alphabet.map((letter) => `i-${letter}`)]),
            ...alphabet.map((letter) => ({ id: letter, component: 'CheckBox', label: letter, value: slowIf(letter) })),
            ...alphabet.map((letter) => picture(`i-${letter}`, costly(letter))),
          ),
        ),
    },
    'hunter2',
  )
  expect(requests).toEqual([])
})

test('[BC-20] time between two pictures says nothing: none is asked for', async ({ browser, baseURL }) => {
  const { requests } = await play(
    browser,
    baseURL,
    {
      messages: [create('s'), components('s', column('root', ['field', 'late']), field('field', '/pw'))],
      async afterwards(_, send) {
        for (const letter of alphabet) {
          await send(components('s', column('late', ['before']), picture('before', url(`before-${letter}`))))
          await send(
            components(
              's',
              column('late', ['before', 'slow', 'after']),
              { id: 'slow', component: 'CheckBox', label: letter, value: slowIf(letter) },
              picture('after', url(`after-${letter}`)),
            ),
          )
        }
      },
    },
    'hunter2',
  )
  expect(requests).toEqual([])
})

test('[BC-20] what was on the page comes back without a request, and new pictures after one press', async ({
  browser,
  baseURL,
}) => {
  const rows = times(3, (n) => ({ name: `Row ${n}`, url: url(n) }))
  const { requests } = await play(
    browser,
    baseURL,
    {
      messages: [
        create('s'),
        data('s', '/rows', rows),
        components(
          's',
          column('root', ['field', 'rows']),
          field('field', '/query'),
          column('rows', { componentId: 'i', path: '/rows' }),
          picture('i', { path: 'url' }),
        ),
      ],
      async afterwards(page, send) {
        await send(data('s', '/rows', []))
        await expect(page.locator('.sf-image')).toHaveCount(0)
        await page.requestGC()
        await send(data('s', '/rows', [...rows, { url: url('new') }, { url: url('newer') }]))
        await expect(page.locator('img.sf-image')).toHaveCount(3)
        const widths = () =>
          page.locator('img.sf-image').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
        await expect.poll(widths).toEqual([1, 1, 1])
        const waiting = page.getByRole('button', { name: /^Show/ })
        await expect(waiting).toHaveCount(2)
        await waiting.first().click()
        await expect(page.locator('img.sf-image')).toHaveCount(5)
      },
    },
    'shoes',
  )
  expect(requests).toEqual(['/0', '/1', '/2', '/new', '/newer'])
})

test('[BC-2] results that come after the press on a search load by themselves', async ({ browser, baseURL }) => {
  const { requests } = await play(
    browser,
    baseURL,
    {
      messages: [
        create('s'),
        components(
          's',
          column('root', ['field', 'go', 'list']),
          field('field', '/query'),
          { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'search', context: {} } } },
          text('label', 'Search'),
          { id: 'list', component: 'List', children: { componentId: 'row', path: '/results' } },
          column('row', ['name', 'i']),
          text('name', { path: 'name' }),
          picture('i', { path: 'url' }),
        ),
      ],
      async afterwards(page, send) {
        await page.getByRole('button', { name: 'Search' }).click()
        const results = times(40, (n) => ({ name: `Result ${n}`, url: url(n) }))
        await send(data('s', '/results', results))
        await page.locator('.sf-list__item').nth(10).waitFor()
        await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0)
      },
    },
    'shoes',
  )
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.length).toBe(new Set(requests).size)
})

test('[BC-20] a form with pictures far below shows them when the user comes there, typed text or not', async ({
  browser,
  baseURL,
}) => {
  const { requests } = await play(
    browser,
    baseURL,
    {
      messages: [
        create('s'),
        components('s', column('root', ['field', 'far']), field('field', '/query')),
        far('s', 'far'),
      ],
      async afterwards(page) {
        await page.locator('img').last().scrollIntoViewIfNeeded()
        await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0)
      },
    },
    'shoes',
  )
  expect([...requests].sort()).toEqual(times(30, (n) => `/far-${n}`).sort())
})
