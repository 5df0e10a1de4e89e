// A row of texts that its parent draws as one element, without a component view.
import { act } from '@testing-library/react'
import fc from 'fast-check'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultLimits } from '../../src/errors/limits.ts'
import { basicRenderers, SurfaceList } from '../../src/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { ComponentView } from '../../src/react/ComponentView.tsx'
import type { InlineRenderer } from '../../src/react/renderer.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { seedOf } from '../support/soak.ts'
import { createDrawings } from './drawings.tsx'
import { mount, only, texts } from './mount.tsx'

const box = (id: string, children: JsonObject | readonly string[], more: JsonObject = {}): JsonObject => ({
  id,
  component: id === 'root' ? 'Column' : 'Row',
  children,
  ...more,
})
const list = box('root', { componentId: 'row', path: '/rows' })
const cells = [T('name', { path: 'name' }), T('price', { path: 'price' })]
const table = [CS('s'), UC('s', [list, box('row', ['name', 'price']), ...cells])]
const rows = (...ids: readonly string[]): JsonObject =>
  UD(
    's',
    '/rows',
    ids.map((id) => ({ id, name: id.toUpperCase(), price: `${id}.00` })),
  )

const { place, keep, end } = createDrawings()
afterEach(end)

/** How many component views have been made since. */
function countViews(): () => number {
  const { calls } = vi.spyOn(ComponentView.prototype, 'componentDidMount').mockClear().mock
  return () => calls.length
}

function pick(container: ParentNode, selector: string): readonly Element[] {
  return [...container.querySelectorAll(selector)]
}

describe('[TL-6] a container of texts', () => {
  it('[TL-6] has no component view as a row, and the element that a component view would draw', () => {
    const views = countViews()
    const { container } = mount({ messages: [...table, rows('a', 'b')] })
    expect([texts(container), views()]).toEqual([['A', 'a.00', 'B', 'b.00'], 1])
    const renderers = { ...basicRenderers, Row: { inline: (basicRenderers.Row as InlineRenderer<never>).inline } }
    const other = mount({ messages: [...table, rows('a', 'b')], renderers })
    expect(only(container, '.sf-surface__body').innerHTML).toBe(only(other.container, '.sf-surface__body').innerHTML)
    expect(views()).toBe(4)
  })

  it('[TL-6] may stand in another one of the row', () => {
    const views = countViews()
    const inner = [box('row', ['name', 'inner']), box('inner', ['price'])]
    const { container } = mount({ messages: [CS('s'), UC('s', [list, ...inner, ...cells]), rows('a')] })
    expect(texts(only(container, '.sf-row .sf-row'))).toEqual(['a.00'])
    expect(views()).toBe(1)
  })

  it('[TL-6] has a component view among static children: their number has no bound as that of rows has', () => {
    const views = countViews()
    mount({ messages: [CS('s'), UC('s', [box('root', ['a']), box('a', ['b']), T('b', '1')])] })
    expect(views()).toBe(2)
  })

  it('[TL-6] follows data, and moves with its row', () => {
    const views = countViews()
    const { send, container } = mount({ messages: [...table, rows('a', 'b', 'c')] })
    const [a, b, c] = pick(container, '.sf-row')
    send(rows('c', 'a', 'b'), UD('s', '/rows/0/price', 'sold'))
    expect(texts(container)).toEqual(['C', 'sold', 'A', 'a.00', 'B', 'b.00'])
    expect(pick(container, '.sf-row')).toEqual([c, a, b])
    expect(pick(container, '.sf-row')[0]).toBe(c)
    expect(views()).toBe(1)
  })

  it('[TL-6] follows its component in its element', () => {
    const views = countViews()
    const { send, container } = mount({ messages: [...table, rows('a')] })
    const element = only(container, '.sf-row')
    const [name] = pick(container, '.sf-text')
    send(UC('s', [box('row', ['price', 'name', 'more'], { align: 'end' }), T('more', 'more')]))
    expect(texts(container)).toEqual(['a.00', 'A', 'more'])
    expect(element.className).toBe('sf-row sf-justify-start sf-align-end')
    expect([only(container, '.sf-row'), pick(container, '.sf-text')[1]]).toEqual([element, name])
    expect(only(container, '.sf-row')).toBe(element)
    expect(views()).toBe(1)
  })

  it('[TL-6] [R-8] counts as a node, as long as it is there', () => {
    const { send, surface } = mount({ messages: [...table, rows('a', 'b')], limits: { totalNodes: 20 } })
    expect(surface().drawn.own.room).toBe(13)
    send(rows('a'))
    expect(surface().drawn.own.room).toBe(16)
    const { drawn } = surface()
    send(DS('s'))
    expect(drawn.own.room).toBe(20)
  })

  it('[TL-6] [R-18] in a control is a span', () => {
    const button = { id: 'root', component: 'Button', child: 'column', action: { event: { name: 'go' } } }
    const inside = [{ ...box('column', ['row']), component: 'Column' }, box('row', ['a']), T('a', 'Go')]
    const { container } = mount({ messages: [CS('s'), UC('s', [button, ...inside])] })
    expect(only(container, '.sf-row').localName).toBe('span')
  })

  it('[TL-6] [R-6] takes over the element that the server has drawn', async () => {
    const { runtime, send } = record()
    send(...table, rows('a'))
    const container = place()
    container.innerHTML = renderToString(<SurfaceList runtime={runtime} />)
    const element = only(container, '.sf-row')
    await act(async () => keep(hydrateRoot(container, <SurfaceList runtime={runtime} />)))
    await act(async () =>
      send(UC('s', [box('row', ['name', 'price'], { align: 'end' })]), UD('s', '/rows/0/name', 'new')),
    )
    expect(only(container, '.sf-row')).toBe(element)
    expect([element.className, texts(container)]).toEqual(['sf-row sf-justify-start sf-align-end', ['new', 'a.00']])
  })
})

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
    expect([surface().drawn.own.room, surface().model.listeners.size]).toEqual([defaultLimits.totalNodes, 0])
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

  it('[TL-7] at random: page, nodes and listeners are those of a fresh drawing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.boolean(), (steps, strict) => {
        const { send, container, page, surface } = mount({ messages: start, strict })
        for (const message of steps) send(message)
        const used = [surface().drawn.own.room, surface().model.listeners.size]
        const html = only(container, '.sf-surface__body').innerHTML
        page.unmount()
        expect([surface().drawn.own.room, surface().model.listeners.size]).toEqual([defaultLimits.totalNodes, 0])
        const fresh = mount({ messages: [...start, ...steps] })
        expect(html).toBe(only(fresh.container, '.sf-surface__body').innerHTML)
        expect(used).toEqual([fresh.surface().drawn.own.room, fresh.surface().model.listeners.size])
        fresh.page.unmount()
      }),
      { numRuns: 60, ...seedOf(7) },
    )
  })
})
