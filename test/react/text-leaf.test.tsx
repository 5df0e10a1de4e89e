// A plain text that its parent draws as one element, without a component view: what it shows, when it listens, what it costs.
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { basicRenderers, SurfaceList } from '../../src/entries/index.ts'
import type { RendererInput } from '../../src/react/renderer.ts'
import type { LiveSurface } from '../../src/surface/surface.ts'
import { placeListenerCount } from '../support/live.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'
import { bound, column, countViews, expectSame, pair, rows } from './text-leaf-setup.ts'

/** Who listens to the components of a surface now. */
function listenersOf({ componentSet }: LiveSurface): Set<unknown> {
  const listening = new Set<unknown>()
  const { listen, unlisten } = componentSet
  Object.assign(componentSet, {
    listen(id: string, listener: never) {
      listening.add(listener)
      listen.call(componentSet, id, listener)
    },
    unlisten(id: string, listener: never) {
      listening.delete(listener)
      unlisten.call(componentSet, id, listener)
    },
  })
  return listening
}

describe('[TL-1] a plain text among other children', () => {
  it('[TL-1] has no component view', () => {
    const views = countViews()
    const { container } = mount({ messages: pair })
    expect([texts(container), views()]).toEqual([['one', 'two'], 1])
    expect(only(container, '.sf-column').innerHTML).toBe(
      '<p class="sf-text sf-text--body" dir="auto">one</p><p class="sf-text sf-text--body" dir="auto">two</p>',
    )
  })

  it('[TL-1] follows data and component in its element', () => {
    const views = countViews()
    const { send, container } = mount({ messages: pair })
    const elements = [...container.querySelectorAll('.sf-text')]
    for (const value of ['two', '', 3, null, true, 'end']) {
      send(UD('s', '/b', value))
      expect(texts(container)).toEqual(['one', value === null ? '' : String(value)])
    }
    send(UC('s', [T('a', 'a literal')]), UC('s', [T('b', { path: '/a' })]), UD('s', '/b', 'of nobody'))
    expect(texts(container)).toEqual(['a literal', 'one'])
    expectSame(container, elements)
    expect(views()).toBe(1)
  })

  it('[TL-1] is a row of a template, or part of one', () => {
    const views = countViews()
    const list = column({ componentId: 'row', path: '/rows' })
    const { send, container } = mount({
      messages: [CS('s'), UC('s', [list, T('row', { path: 'name' })]), rows('a', 'b')],
    })
    expect([texts(container), views()]).toEqual([['A', 'B'], 1])
    const [first, second] = container.querySelectorAll('.sf-text')
    send(rows('c', 'b', 'a'))
    expect(texts(container)).toEqual(['C', 'B', 'A'])
    expectSame(container, [undefined, second, first])
    send(UD('s', '/rows/2/name', 'last'))
    expect([texts(container), views()]).toEqual([['C', 'B', 'last'], 1])
    send(UC('s', [{ id: 'row', component: 'Row', children: ['name'] }, T('name', { path: 'name' })]))
    expect([texts(container), views()]).toEqual([['C', 'B', 'last'], 4])
  })

  it('[TL-1] [R-8] moves with its row where there is room for no other', () => {
    const views = countViews()
    const list = column({ componentId: 'row', path: '/rows' })
    const messages = [CS('s'), UC('s', [list, T('row', { path: 'name' })]), rows('a', 'b', 'c')]
    const { send, container, runtime, page } = mount({ messages, limits: { nodes: 4 } })
    send(rows('c', 'a', 'b'))
    act(() => page.rerender(<SurfaceList runtime={runtime} headingOffset={1} />))
    expect([texts(container), views()]).toEqual([['C', 'A', 'B'], 1])
  })

  it('[TL-1] is written over what an extension made of it', () => {
    const { send, container } = mount({ messages: pair })
    const [element] = container.querySelectorAll('.sf-text')
    if (element) element.innerHTML = '<font>eins</font>'
    send(UD('s', '/a', 'newer'))
    expect(element?.innerHTML).toBe('newer')
  })

  it("[TL-1] is not one where the host has a renderer of its own, nor in a catalog's other components", () => {
    const Text = ({ props }: RendererInput<{ readonly text: string }>): ReactNode => (
      <b className="sf-text">{props.text}</b>
    )
    const { container } = mount({ messages: pair, renderers: { ...basicRenderers, Text: { inline: Text } } })
    expect(container.querySelectorAll('b')).toHaveLength(2)
  })

  it('[TL-1] [R-8] counts as a node, as long as it is there', () => {
    const { send, surface } = mount({ messages: pair, limits: { totalNodes: 10 } })
    expect(surface().drawn.room).toBe(7)
    send(UC('s', [column(['a'])]))
    expect(surface().drawn.room).toBe(8)
    const { drawn } = surface()
    send(DS('s'))
    expect(drawn.room).toBe(10)
  })

  it('[TL-1] [R-8] has no place of its own when it went and comes again', async () => {
    const eight = (of: string): readonly string[] => Array.from({ length: 8 }, (_, index) => `${of}${index}`)
    const all = [...eight('x'), ...eight('y')].map((id) => T(id, id))
    const empty = { id: 'x', component: 'List', children: [] }
    const { send, container, codes } = mount({
      messages: [CS('s'), UC('s', [column(['x', 'y']), column(eight('x'), 'x'), T('y', 'y'), ...all])],
      limits: { nodes: 15 },
    })
    expect(texts(container)).toHaveLength(9)
    send(UC('s', [empty]))
    send(UC('s', [column(eight('y'), 'y')]))
    expect(texts(container)).toHaveLength(8)
    send(UC('s', [column(eight('x'), 'x')]))
    await act(async () => undefined)
    expect([texts(container).length, new Set(codes())]).toEqual([12, new Set(['LIMIT_NODES'])])
  })

  it('[TL-1] [R-18] in a control is a span', () => {
    const button = { id: 'root', component: 'Button', child: 'inside', action: { event: { name: 'go' } } }
    const { container } = mount({ messages: [CS('s'), UC('s', [button, column(['a'], 'inside'), T('a', 'Go')])] })
    expect(only(container, 'button .sf-text').localName).toBe('span')
  })

  it('[TL-1] [V8-5] in v0.8 follows the key as it stands, and the path that it is otherwise', () => {
    const list = v08.C('root', 'Column', { children: { explicitList: ['a', 'b'] } })
    const texts = [v08.T('a', { path: '/a.b' }), v08.T('b', { path: 'c.d' })]
    const { send, container, runtime } = mount({ messages: [v08.SU('s', [list, ...texts]), v08.BR('s')] })
    const shown = (): readonly unknown[] => [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
    send(v08.DM('s', [{ key: 'a.b', valueString: 'one' }], '/'))
    expect(shown()).toEqual(['one', ''])
    act(() => runtime.surface('s')?.data.set('/a.b', 'two'))
    act(() => runtime.surface('s')?.data.set('/c/d', 'three'))
    expect(shown()).toEqual(['two', 'three'])
  })

  it('[TL-1] in v0.8 too', () => {
    const views = countViews()
    const list = v08.C('root', 'Column', { children: { explicitList: ['a'] } })
    const { send, container } = mount({ messages: [v08.SU('s', [list, v08.T('a', { path: '/a' })]), v08.BR('s')] })
    send(v08.DM('s', [{ key: 'a', valueString: 'one' }]))
    expect([texts(container), views()]).toEqual([['one'], 1])
  })
})

describe('[TL-4] listeners of plain texts', () => {
  it.each([false, true])('[TL-4] are there as long as the elements; StrictMode: %s', (strict) => {
    const { send, surface, page } = mount({ messages: [CS('s'), UD('s', '/', { a: 'one', b: 'two' })], strict })
    const listening = listenersOf(surface())
    const count = (): readonly number[] => [listening.size, placeListenerCount(surface().model)]
    const before = listening.size
    // The root was drawn before it was counted.
    send(UC('s', [column(['a', 'b']), bound('a'), bound('b')]))
    expect(count()).toEqual([before + 2, 2])
    send(UC('s', [column(['b'])]))
    expect(count()).toEqual([before + 1, 1])
    send(UD('s', '/b', '*two*'))
    expect(count()).toEqual([before + 1, 1])
    send(UC('s', [column({ componentId: 'a', path: '/rows' })]), rows('x', 'y', 'z'))
    expect(count()).toEqual([before + 3, 4])
    send(rows('z', 'y'))
    expect(count()).toEqual([before + 2, 3])
    page.unmount()
    expect(placeListenerCount(surface().model)).toBe(0)
  })
})
