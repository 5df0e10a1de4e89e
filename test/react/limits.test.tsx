// How much is drawn at most, and what stands in place of the rest.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { weightOf } from '../../src/react/view.ts'
import { CS, DS, GOOD, T, UC, UD, v08 } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'

const modes = [
  ['', false],
  [' in StrictMode', true],
] as const

function column(id: string, children: JsonObject | readonly string[]): JsonObject {
  return { id, component: 'Column', children }
}

function notices(within: ParentNode): number {
  return within.querySelectorAll('.sf-notice').length
}

/** Everything that React has to say, and the reports that come after it. */
async function settled(): Promise<void> {
  await act(async () => undefined)
}

function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** A root with `count` texts: count + 1 nodes. */
function flat(count: number): readonly JsonObject[] {
  const ids = times(count, (index) => `t${index}`)
  return [CS('s'), UC('s', [column('root', ids), ...ids.map((id) => T(id, id))])]
}

describe.each(modes)('[R-8] the number of nodes%s', (_, strict) => {
  it('[R-8] may be as large as the limit', async () => {
    const { container, codes } = mount({ messages: flat(9), limits: { nodes: 10 }, strict })
    await settled()
    expect(texts(container)).toHaveLength(9)
    expect(notices(container)).toBe(0)
    expect(codes()).toEqual([])
  })

  it('[R-8] [SF-4] of all surfaces has a limit too, and those that go make room', async () => {
    const other = (id: string): readonly JsonObject[] => [CS(id), UC(id, [column('root', ['x']), T('x', id)])]
    const limits = { nodes: 10, totalNodes: 12 }
    const { container, send, reports } = mount({ messages: [...flat(9), ...other('t'), ...other('u')], limits, strict })
    await settled()
    expect(texts(container)).toHaveLength(10)
    expect(reports.map(({ code, message, place }) => [code, message, place.surfaceId])).toEqual([
      ['LIMIT_NODES', 'More than 12 components of all surfaces would be drawn', 'u'],
    ])
    send(DS('s'), ...other('v'))
    await settled()
    expect(texts(container)).toEqual(['t', 'v'])
  })

  it('[R-8] above the limit leaves out what is too much, and says so', async () => {
    const { container, reports } = mount({ messages: flat(10), limits: { nodes: 10 }, strict })
    await settled()
    expect(texts(container)).toHaveLength(9)
    expect(texts(container, '.sf-notice')).toEqual(['There is more than can be shown here.'])
    expect(reports.map(({ code, place }) => [code, place.surfaceId, place.componentId])).toEqual([
      ['LIMIT_NODES', 's', 't9'],
    ])
  })

  it('[R-8] [SF-4] of one surface is counted apart from that of another', async () => {
    const other = [CS('t'), UC('t', [column('root', ['x']), T('x', 'x')])]
    const { container, codes } = mount({ messages: [...flat(9), ...other], limits: { nodes: 10 }, strict })
    await settled()
    expect(texts(container)).toHaveLength(10)
    expect(codes()).toEqual([])
  })

  it('[R-8] counts what is there now, not what has been there', async () => {
    const { container, send, codes } = mount({ messages: flat(9), limits: { nodes: 10 }, strict })
    for (let round = 0; round < 5; round++) {
      send(UC('s', [column('root', [`n${round}`]), T(`n${round}`, 'alone')]))
      send(...flat(9).slice(1))
    }
    await settled()
    expect(texts(container)).toHaveLength(9)
    expect(codes()).toEqual([])
  })

  it('[R-8] reached by later growth leaves what is drawn as it is', async () => {
    const { container, send, codes } = mount({ messages: flat(9), limits: { nodes: 10 }, strict })
    const before = [...container.querySelectorAll('.sf-text')]
    send(...flat(12).slice(1))
    await settled()
    expect([...container.querySelectorAll('.sf-text')]).toEqual(before)
    expect(notices(container)).toBe(1)
    expect(codes()).toEqual(['LIMIT_NODES'])
    send(UC('s', [T('t3', 'still alive')]))
    expect(texts(container)[3]).toBe('still alive')
  })

  it('[R-8] above the limit has room again for what comes later, once something went', async () => {
    const { container, send } = mount({ messages: flat(12), limits: { nodes: 10 }, strict })
    send(UC('s', [column('root', ['t0', 'fresh']), T('fresh', 'fresh')]))
    await settled()
    expect(texts(container)).toEqual(['t0', 'fresh'])
  })
})

describe.each(modes)('[R-8] what is large counts for more%s', (_, strict) => {
  const long = 'x'.repeat(1_000)
  const rows = (count: number): readonly JsonObject[] => [
    CS('s'),
    UC('s', [column('root', { componentId: 'row', path: '/rows' }), T('row', { path: '/long' })]),
    UD('s', '/', { long, rows: times(count, String) }),
  ]

  it('[R-8] a text by its length, however often it is drawn', async () => {
    const { container, codes } = mount({ messages: rows(50), limits: { nodes: 100 }, strict })
    await settled()
    // 1 and 9 times 11 are the limit.
    expect([texts(container).length, notices(container)]).toEqual([9, 41])
    expect(codes()).toEqual(['LIMIT_NODES'])
  })

  it('[R-8] a text beyond a thousand characters by 60 of them', () => {
    const messages = [CS('s'), UC('s', [column('root', ['a']), T('a', 'x'.repeat(5_000))])]
    // The column, the text, ten for the first thousand characters and 66 for the others.
    for (const [nodes, shown] of [[78, 1] as const, [77, 0] as const]) {
      const { container, page } = mount({ messages, limits: { nodes }, strict })
      expect(texts(container)).toHaveLength(shown)
      page.unmount()
    }
  })

  it('[R-8] a list by all of its elements, not by the first one', () => {
    const options: readonly JsonValue[] = ['a', ...times(59, (index) => ({ label: `${index}`, value: `${index}` }))]
    expect(weightOf({ options }, [], 'others')).toBe(240)
    expect(weightOf({ options: options.slice(0, 1) }, [], 'others')).toBe(0)
  })

  it('[R-8] a list by its elements, in whatever property', async () => {
    const options = times(60, (index) => ({ label: `${index}`, value: `${index}` }))
    const picker = (id: string): JsonObject => ({ id, component: 'ChoicePicker', options, value: [] })
    const messages = [CS('s'), UC('s', [column('root', ['a', 'b', 'c']), ...['a', 'b', 'c'].map(picker)])]
    const { container, codes } = mount({ messages, limits: { nodes: 491 }, strict })
    await settled()
    expect([container.querySelectorAll('input').length, notices(container)]).toEqual([120, 1])
    expect(codes()).toEqual(['LIMIT_NODES'])
  })

  it.each([
    ['a date input as twenty', 'DateTimeInput', 20],
    ['a slider as ten', 'Slider', 10],
    ['a check box as five', 'CheckBox', 5],
  ])('[R-8] %s, since the browser makes many elements for it', async (_title, component, nodes) => {
    const value = { DateTimeInput: '2026-05-14', Slider: 1, CheckBox: true }[component] ?? ''
    const inputs = ['a', 'b', 'c'].map((id) => ({ id, component, label: id, value, ...(nodes === 10 && { max: 9 }) }))
    const messages = [CS('s'), UC('s', [column('root', ['a', 'b', 'c']), ...inputs])]
    const { container, codes } = mount({ messages, limits: { nodes: 1 + 2 * nodes } })
    await settled()
    expect(container.querySelectorAll('input')).toHaveLength(2)
    expect(notices(container)).toBe(1)
    expect(codes()).toEqual(['LIMIT_NODES'])
  })

  it('[R-8] an address does not, however long', async () => {
    const url = `data:image/png;base64,${'A'.repeat(5_000)}`
    const messages = [CS('s'), UC('s', [{ id: 'root', component: 'Image', url }])]
    const { container, codes } = mount({ messages, limits: { nodes: 10 }, strict })
    await settled()
    expect([notices(container), codes()]).toEqual([0, []])
  })

  it('[R-8] a text that grows gives way to a notice, and is back when it is short again', async () => {
    const { container, send, codes } = mount({
      messages: [...flat(2), UC('s', [T('t0', { path: '/t' })])],
      limits: { nodes: 10 },
      strict,
    })
    for (const [text, shown] of [
      ['short', 2],
      [long, 1],
      ['short again', 2],
      ['y'.repeat(700), 2],
    ] as const) {
      send(UD('s', '/t', text))
      expect([text.length, texts(container).length, notices(container)]).toEqual([text.length, shown, 2 - shown])
    }
    // What has gone has left its room.
    send(UC('s', [column('root', ['t1', 'more']), T('more', 'z'.repeat(700))]))
    await settled()
    expect([texts(container).length, codes()]).toEqual([2, ['LIMIT_NODES']])
  })

  it('[R-8] what takes the place of others has their room', async () => {
    const boxes = (prefix: string): readonly JsonObject[] =>
      times(12, (index) => ({ id: `${prefix}${index}`, component: 'CheckBox', label: prefix, value: false }))
    const all = (prefix: string): JsonObject =>
      UC('s', [
        column(
          'root',
          boxes(prefix).map(({ id }) => String(id)),
        ),
        ...boxes(prefix),
      ])
    const { container, send, codes } = mount({ messages: [CS('s'), all('a')], limits: { nodes: 100 }, strict })
    send(all('b'))
    await settled()
    expect([container.querySelectorAll('input').length, notices(container), codes()]).toEqual([12, 0, []])
    send(UC('s', [column('root', ['one']), T('one', 'y'.repeat(6_000))]))
    send(UC('s', [column('root', ['two']), T('two', 'z'.repeat(6_000))]))
    await settled()
    expect([texts(container)[0]?.[0], notices(container), codes()]).toEqual(['z', 0, []])
  })

  it('[R-8] what was refused is told of no more when something else takes its place', async () => {
    const refused = [CS('s'), UC('s', [T('root', 'x'.repeat(9_000))])]
    const { send, codes } = mount({ messages: refused, limits: { nodes: 10 }, validation: 'lenient', strict })
    await settled()
    expect(codes()).toEqual(['LIMIT_NODES'])
    send(UC('s', [{ id: 'root', component: 'Text' }]))
    await settled()
    expect(codes()).toEqual(['LIMIT_NODES', 'VALIDATION_FAILED'])
  })

  it('[R-8] [D-4] an object is made a text once, however many show it', async () => {
    const stringify = vi.spyOn(JSON, 'stringify')
    const { container } = mount({
      messages: [
        CS('s'),
        UC('s', [column('root', { componentId: 'row', path: '/rows' }), T('row', { path: '/object' })]),
        UD('s', '/', { object: { name: 'Ada' }, rows: times(50, String) }),
      ],
      strict,
    })
    expect(texts(container)).toEqual(times(50, () => '{"name":"Ada"}'))
    expect(stringify.mock.calls.filter(([value]) => 'name' in Object(value))).toHaveLength(1)
    stringify.mockRestore()
  })
})

describe('[R-8] small messages that mean a great deal', () => {
  const level = (index: number): JsonObject =>
    column(
      `l${index}`,
      times(10, () => `l${index + 1}`),
    )

  it('[R-8] ten children ten times over stop at the limit', async () => {
    const { container, codes, send } = mount({
      messages: [...GOOD, CS('s'), UC('s', [column('root', ['l0']), ...times(5, level), T('l5', 'leaf')])],
      limits: { nodes: 500 },
    })
    await settled()
    // And the witness, whose surface has a count of its own.
    expect(container.querySelectorAll('.sf-column, .sf-text').length).toBe(500 + 1)
    expect(notices(container)).toBeGreaterThan(0)
    expect(new Set(codes())).toEqual(new Set(['LIMIT_NODES']))
    send(UC('g', [T('root', 'witness still')]))
    expect(texts(container)[0]).toBe('witness still')
  })

  it('[R-8] templates in templates stop at the limit', async () => {
    const nested = times(6, (index) => column(`l${index}`, { componentId: `l${index + 1}`, path: '/i' }))
    const { container, codes } = mount({
      messages: [
        CS('s'),
        UD('s', '/i', [...times(10, (index) => index)]),
        UC('s', [column('root', ['l0']), ...nested, T('l6', 'leaf')]),
      ],
      limits: { nodes: 500 },
    })
    await settled()
    expect(container.querySelectorAll('.sf-column, .sf-text').length).toBe(500)
    expect(new Set(codes())).toEqual(new Set(['LIMIT_NODES']))
  })
})

describe('[R-8] [BC-14] elements that Markdown makes', () => {
  const elements = async (text: string, limit: number): Promise<number> => {
    const ids = times(limit, () => 't')
    const { container, codes } = mount({
      messages: [CS('s'), UC('s', [column('root', ids), T('t', text)])],
      limits: { nodes: limit },
    })
    await settled()
    expect(codes()).toEqual(['LIMIT_NODES'])
    return container.querySelectorAll('*').length
  }

  it.each([
    ['headings and lists', 'a\n===\n- a\n\n'.repeat(145)],
    ['lists in lists', '- - - - - - - - a\n'.repeat(20)],
    ['words of emphasis', '*a* '.repeat(60)],
    ['code', '`a` '.repeat(60)],
    ['quotations', '> a\n\n'.repeat(60)],
    ['numbers', '1. 1. 1. 1. a\n'.repeat(20)],
  ])('count as nodes: %s', async (_, text) => {
    expect(await elements(text, 500)).toBeLessThan(500 * 6)
  })

  it('counts no date and no name', async () => {
    const ids = times(99, () => 't')
    const messages = [CS('s'), UC('s', [column('root', ids), T('t', '2026-05-14, Ada Sample-Berg')])]
    const { codes } = mount({ messages, limits: { nodes: 100 } })
    await settled()
    expect(codes()).toEqual([])
  })
})

describe('[R-8] one child over and over', () => {
  it('[R-8] is drawn to the limit, with one notice for all the rest', async () => {
    const ids = times(50_000, () => 't')
    const { container, codes } = mount({
      messages: [CS('s'), UC('s', [column('root', ids), T('t', 'again')])],
      limits: { nodes: 100 },
    })
    await settled()
    expect(texts(container)).toHaveLength(99)
    expect(notices(container)).toBe(1)
    expect(codes()).toEqual(['LIMIT_NODES'])
  })
})

describe.each(modes)('[R-8] the depth%s', (_, strict) => {
  /** Cards in cards, a text in the last; `depth` nodes from the root to the text. */
  const chain = (depth: number): readonly JsonObject[] => [
    CS('s'),
    UC('s', [
      ...times(depth - 1, (index) => ({
        id: index === 0 ? 'root' : `c${index}`,
        component: 'Card',
        child: `c${index + 1}`,
      })),
      T(`c${depth - 1}`, 'the end'),
    ]),
  ]

  it('[R-8] may be as large as the limit', async () => {
    const { container, codes } = mount({ messages: chain(10), limits: { renderDepth: 10 }, strict })
    await settled()
    expect(texts(container)).toEqual(['the end'])
    expect(codes()).toEqual([])
  })

  it('[R-8] above the limit ends with a notice', async () => {
    const { container, reports } = mount({ messages: chain(11), limits: { renderDepth: 10 }, strict })
    await settled()
    expect(container.querySelectorAll('.sf-card')).toHaveLength(10)
    expect(texts(container, '.sf-notice')).toEqual(['There is more than can be shown here.'])
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([['LIMIT_RENDER_DEPTH', 'c10']])
  })

  it('[R-8] of 3,000 cards is drawn to the limit, and the page goes on', async () => {
    const { container, codes, send } = mount({ messages: [...GOOD, ...chain(3000)], strict })
    await settled()
    expect(container.querySelectorAll('.sf-card')).toHaveLength(100)
    expect(codes()).toEqual(['LIMIT_RENDER_DEPTH'])
    send(UC('g', [T('root', 'witness still')]))
    expect(texts(container)).toEqual(['witness still'])
  })

  it('[R-8] [C-5] of a template that walks down finite data ends with the data', async () => {
    const { container, codes } = mount({
      messages: [
        CS('s'),
        UC('s', [
          column('root', { componentId: 'node', path: '/kids' }),
          column('node', ['name', 'below']),
          T('name', { path: 'name' }),
          column('below', { componentId: 'node', path: 'kids' }),
        ]),
        UD('s', '/kids', [
          { name: 'a', kids: [{ name: 'b', kids: [{ name: 'c', kids: [] }] }] },
          { name: 'd', kids: [] },
        ]),
      ],
      strict,
    })
    await settled()
    expect(texts(container)).toEqual(['a', 'b', 'c', 'd'])
    expect(codes()).toEqual([])
  })
})

describe.each(modes)('[R-8] a long list%s', (_, strict) => {
  const list = (count: number): readonly JsonObject[] => [
    CS('s'),
    UC('s', [column('root', { componentId: 'row', path: '/rows' }), T('row', { path: 'text' })]),
    UD('s', '/rows', [...times(count, (index) => ({ text: `row ${index}` }))]),
  ]

  it('[R-8] is drawn in parts, and the user asks for more', async () => {
    const { container } = mount({ messages: list(450), strict })
    expect(texts(container)).toHaveLength(200)
    await userEvent.click(screen.getByRole('button', { name: 'Show more (250)' }))
    expect(texts(container)).toHaveLength(400)
    await userEvent.click(screen.getByRole('button', { name: 'Show more (50)' }))
    expect(texts(container)).toHaveLength(450)
    expect(texts(container).at(-1)).toBe('row 449')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('[R-8] has no button when it just fits', () => {
    const { container } = mount({ messages: list(200), strict })
    expect(texts(container)).toHaveLength(200)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('[R-8] keeps the rows that are there when more are shown, and says how many are left when it grows', async () => {
    const { container, send } = mount({ messages: list(7), limits: { templateItems: 3 }, strict })
    const first = container.querySelector('.sf-text')
    await userEvent.click(screen.getByRole('button', { name: 'Show more (4)' }))
    expect(container.querySelector('.sf-text')).toBe(first)
    send(UD('s', '/rows/7', { text: 'row 7' }))
    expect(texts(container)).toHaveLength(6)
    expect(screen.getByRole('button', { name: 'Show more (2)' })).toBeTruthy()
  })

  it('[R-8] [V8-6] over an object in v0.8 is drawn in parts too', async () => {
    const entries = times(5, (index) => ({ key: `k${index}`, valueString: `value ${index}` }))
    const { container } = mount({
      messages: [
        v08.SU('s', [
          v08.C('root', 'Column', { children: { template: { componentId: 'row', dataBinding: '/rows' } } }),
          v08.T('row', { path: '.' }),
        ]),
        v08.DM('s', entries, 'rows'),
        v08.BR('s'),
      ],
      limits: { templateItems: 2 },
      strict,
    })
    expect(texts(container)).toEqual(['value 0', 'value 1'])
    await userEvent.click(screen.getByRole('button', { name: 'Show more (3)' }))
    expect(texts(container)).toEqual(['value 0', 'value 1', 'value 2', 'value 3'])
  })
})

describe('[R-8] what a limit left out', () => {
  it('[R-8] is a note to assistive technology', () => {
    const { container } = mount({ messages: flat(3), limits: { nodes: 2 } })
    expect(only(container, '.sf-column').contains(screen.getByRole('note'))).toBe(true)
  })
})
