// A row of texts that gets a component view, because it asks for more.
import { act } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { defaultLimits } from '../../src/errors/limits.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { listenerCount } from '../support/live.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { seedOf } from '../support/soak.ts'
import { box, cells, list, rows, table } from './layout-leaf-setup.ts'
import { mount, only, texts } from './mount.tsx'
import { countViews } from './text-leaf-setup.ts'

describe('[TL-7] a container that asks for more', () => {
  const more: readonly (readonly [what: string, component: JsonObject])[] = [
    ['a weight', box('row', ['name', 'price'], { weight: 1 })],
    ['a label', box('row', ['name', 'price'], { accessibility: { label: 'Said' } })],
    ['a template', box('row', { componentId: 'price', path: '/rows' })],
    ['a child that was not sent', box('row', ['name', 'price', 'late'])],
    [
      'many texts',
      box(
        'row',
        Array.from({ length: 30 }, () => 'name'),
      ),
    ],
    ['another component', { id: 'name', component: 'TextField', label: 'Name', value: { path: 'name' } }],
  ]

  it.each(more)('[TL-7] has a component view from then on: %s', (_, component) => {
    const views = countViews()
    const { send, container, page, surface, codes } = mount({ messages: [...table, rows('a')] })
    send(UC('s', [component]))
    expect(views()).toBeGreaterThan(1)
    const { send: sendFresh, ...fresh } = mount({ messages: table })
    sendFresh(rows('a'), UC('s', [component]))
    const html = (within: ParentNode): string => only(within, '.sf-surface__body').innerHTML.replaceAll(/_r_\w+_/g, '')
    expect(html(container)).toBe(html(fresh.container))
    send(UC('s', [box('row', ['name', 'price']), T('name', { path: 'name' })]), UD('s', '/rows/0/name', 'new'))
    expect([texts(container), codes()]).toEqual([['new', 'a.00'], []])
    page.unmount()
    expect([surface().drawn.room, listenerCount(surface().model)]).toEqual([defaultLimits.totalNodes, 0])
  })

  it('[TL-7] has one as soon as a text of it is not plain, as other rows that come after it', () => {
    const views = countViews()
    const { send, container } = mount({ messages: [...table, rows('a', 'b')] })
    send(UD('s', '/rows/0/name', '*A*'))
    // The list, the row and the text with stress.
    expect([only(container, 'em').textContent, views()]).toEqual(['A', 3])
    send(UD('s', '/rows/0/name', 'plain'), UD('s', '/rows/0/price', '0'))
    expect([texts(container), views()]).toEqual([['plain', '0', 'B', 'b.00'], 3])
    send(rows('a', 'b', 'c'))
    expect([texts(container).length, views()]).toEqual([6, 4])
  })

  it('[TL-7] so that what comes in place of a text keeps its focus', () => {
    const { send, container } = mount({ messages: [...table, rows('a', 'b')] })
    send(UD('s', '/rows/0/name', '*A*'))
    send(UC('s', [{ id: 'name', component: 'TextField', label: 'Name', value: { path: 'name' } }]))
    const input = container.querySelector('input')
    act(() => input?.focus())
    send(
      UD('s', '/rows/1/price', '*sold*'),
      UC('s', [box('row', ['name', 'price'], { accessibility: { label: 'x' } })]),
    )
    send(UC('s', [{ ...list, align: 'end' }]), rows('b', 'a'))
    expect(container.contains(input)).toBe(true)
    expect(document.activeElement).toBe(input)
  })

  it('[TL-7] [R-22] looks at few components, however deep containers stand in one another', async () => {
    const depth = 4_000
    const chain = Array.from({ length: depth }, (_, index) => box(`c${index}`, [`c${index + 1}`]))
    const messages = [
      CS('s'),
      UC('s', [box('root', { componentId: 'c0', path: '/rows' }), ...chain, T(`c${depth}`, 'x')]),
    ]
    const { send, container, codes, surface } = mount({ messages })
    const read = vi.spyOn(surface().components as Map<string, unknown>, 'get')
    send(UD('s', '/rows', [{}]))
    await act(async () => undefined)
    expect([container.querySelectorAll('.sf-row').length, codes()]).toEqual([99, ['LIMIT_RENDER_DEPTH']])
    // At each level a few containers below it are looked at.
    expect(read.mock.calls.length).toBeLessThan(100 * 30)
  })

  it('[TL-7] holds no input when it is made, so that none is lost', () => {
    const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: 'name' } }
    const { send, container } = mount({
      messages: [CS('s'), UC('s', [list, box('row', ['name', 'price']), field, cells[1] as JsonObject]), rows('a')],
    })
    const input = only<HTMLInputElement>(container, 'input')
    input.focus()
    send(UC('s', [box('row', ['name', 'price'], { accessibility: { label: 'Said' } })]))
    expect(only(container, 'input')).toBe(input)
    expect(document.activeElement).toBe(input)
  })

  const value = fc.constantFrom<JsonValue>('', 'a', 'c *d*', 7, 'y'.repeat(120))
  const id = fc.constantFrom('a', 'b', 'name', 'price')
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'inner', 'price'), { minLength: 1, maxLength: 3 })
  const step = fc.oneof(
    fc.tuple(fc.constantFrom('/a', '/b', '/rows/0/name', '/rows/1/price'), value).map(([at, v]) => UD('s', at, v)),
    fc.tuple(id, value).map(([one, v]) => UC('s', [T(one, v ?? '')])),
    id.map((one) => UC('s', [{ id: one, component: 'Divider' }])),
    fc.tuple(ids, fc.constantFrom('start', 'end')).map(([of, align]) => UC('s', [box('row', of, { align })])),
    fc.constantFrom(1, 2).map((weight) => UC('s', [box('row', ['name', 'price'], { weight })])),
    fc.constant(UC('s', [box('row', ['name', 'price'])])),
    fc.subarray(['a', 'b', 'name']).map((of) => UC('s', [box('inner', of)])),
    fc.shuffledSubarray(['x', 'y', 'z', 'w']).map((of) => rows(...of)),
  )
  const start = [
    CS('s'),
    UC('s', [box('root', ['table', 'still']), box('table', { componentId: 'row', path: '/rows' }), ...cells]),
    UC('s', [
      box('row', ['name', 'inner']),
      box('inner', ['a', 'price']),
      T('a', { path: '/a' }),
      T('b', { path: '/b' }),
    ]),
    UC('s', [box('still', ['b', 'inner'])]),
    rows('x', 'y'),
  ]

  it('[TL-7] at random: page, nodes and listeners are those of a fresh drawing @all', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.boolean(), (steps, strict) => {
        const { send, container, page, surface } = mount({ messages: start, strict })
        for (const message of steps) send(message)
        const used = [surface().drawn.room, listenerCount(surface().model)]
        const html = only(container, '.sf-surface__body').innerHTML
        page.unmount()
        expect([surface().drawn.room, listenerCount(surface().model)]).toEqual([defaultLimits.totalNodes, 0])
        const fresh = mount({ messages: [...start, ...steps] })
        expect(html).toBe(only(fresh.container, '.sf-surface__body').innerHTML)
        expect(used).toEqual([fresh.surface().drawn.room, listenerCount(fresh.surface().model)])
        fresh.page.unmount()
      }),
      { numRuns: 60, ...seedOf(7) },
    )
  })
})
