// A row of texts that its parent draws as one element, without a component view.
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { basicRenderers, SurfaceList } from '../../src/entries/index.ts'
import type { InlineRenderer } from '../../src/react/renderer.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { createDrawings } from './drawings.tsx'
import { box, cells, list, pick, rows, table } from './layout-leaf-setup.ts'
import { mount, only, texts } from './mount.tsx'
import { countViews } from './text-leaf-setup.ts'

const { place, keep, end } = createDrawings()
afterEach(end)

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
    expect(surface().drawn.room).toBe(13)
    send(rows('a'))
    expect(surface().drawn.room).toBe(16)
    const { drawn } = surface()
    send(DS('s'))
    expect(drawn.room).toBe(20)
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
