// Large texts, lists and inputs count as many nodes.

import { describe, expect, it, vi } from 'vitest'
import { lenient } from '../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { weightOf } from '../../src/react/nodes.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { times } from '../support/times.ts'
import { column, flat, modes, notices, settled } from './limit-setup.ts'
import { mount, texts } from './mount.tsx'

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
    expect([texts(container).length, notices(container)]).toEqual([9, 1])
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
    expect(weightOf({ options })).toBe(240)
    expect(weightOf({ options: options.slice(0, 1) })).toBe(0)
  })

  it('[R-8] a list by all that a component draws of it: tabs by their titles, points by their number', async () => {
    const tabs = times(2_400, () => ({ title: 'a', child: 't' }))
    const all = times(12, (index) => ({ id: `c${index}`, component: 'Tabs', tabs }))
    const messages = [
      CS('s'),
      UC('s', [column('root', [...all.map(({ id }) => id)]), ...all, T('t', 'x')] as readonly JsonValue[]),
    ]
    const { container, codes } = mount({ messages, strict })
    await settled()
    expect([container.querySelectorAll('[role=tab]').length, notices(container)]).toEqual([2_400, 1])
    expect(codes()).toEqual(['LIMIT_NODES'])
    const points = Object.fromEntries(times(600, (index) => [`p${index}`, { label: 'a', value: 1 }]))
    expect([weightOf({ points }), weightOf({ points: Object.values(points) })]).toEqual([2_400, 2_400])
  })

  it('[R-8] a list that a component draws in parts by the part', () => {
    const options = times(3_000, (index) => ({ label: `${index}`, value: `${index}` }))
    const messages = [CS('s'), UC('s', [{ id: 'root', component: 'ChoicePicker', options, value: [] }])]
    const { container, codes } = mount({ messages, strict })
    expect([container.querySelectorAll('input').length, codes()]).toEqual([200, []])
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
    const { send, codes } = mount({ messages: refused, limits: { nodes: 10 }, validation: lenient, strict })
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
