// A text without a component view that gets one, since it is no longer plain.
import { act } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { basicRenderers } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { ComponentView } from '../../src/react/ComponentView.tsx'
import type { InlineRenderer } from '../../src/react/renderer.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, texts } from './mount.tsx'
import { bound, column, countViews, expectSame, pair } from './text-leaf-setup.ts'

describe('[TL-2] a text that stops being plain', () => {
  const long = 'x'.repeat(150)
  const more: readonly (readonly [what: string, message: JsonObject, shown: string])[] = [
    ['Markdown', UD('s', '/b', 'two *three*'), 'two three'],
    ['a long text', UD('s', '/b', long), long],
    ['an object', UD('s', '/b', { n: 1 }), '{"n":1}'],
    ['a heading', UC('s', [{ ...bound('b'), variant: 'h2' }]), 'two'],
    ['a weight', UC('s', [{ ...bound('b'), weight: 1 }]), 'two'],
    ['a label', UC('s', [{ ...bound('b'), accessibility: { label: 'Said' } }]), 'twoSaid'],
    ['a call', UC('s', [T('b', { call: 'formatString', args: { value: '${/a}!' } })]), 'one!'],
  ]

  it.each(more)('[TL-2] is drawn in full, and its sibling stays: %s', (_, message, shown) => {
    const { send, container, codes } = mount({ messages: pair, limits: { nodes: 10 } })
    const [sibling] = container.querySelectorAll('.sf-text')
    send(message)
    expect(texts(container)).toEqual(['one', shown])
    expect(container.querySelector('.sf-text')).toBe(sibling)
    send(UC('s', [bound('b')]), UD('s', '/b', 'plain'), UD('s', '/a', 'first'))
    expect(texts(container)).toEqual(['first', 'plain'])
    expect(codes()).toEqual([])
  })

  it('[TL-2] is another component, and has its place without a second node', async () => {
    const field = { id: 'b', component: 'TextField', label: 'Name', value: { path: '/b' } }
    const { send, container, surface, codes } = mount({ messages: pair, limits: { nodes: 7, totalNodes: 7 } })
    send(UC('s', [field]))
    await act(async () => undefined)
    expect(container.querySelector('input')?.value).toBe('two')
    // The field weighs four nodes beside its own.
    expect([surface().drawn.room, codes()]).toEqual([0, []])
  })

  it('[TL-2] at the limit is drawn all the same', async () => {
    for (const strict of [false, true]) {
      const { send, container, surface, codes } = mount({ messages: pair, limits: { nodes: 3, totalNodes: 3 }, strict })
      expect(surface().drawn.room).toBe(0)
      const rendered = vi.spyOn(ComponentView.prototype, 'render').mockClear()
      send(UD('s', '/', { a: '*one*', b: '*two*' }))
      await act(async () => undefined)
      expect([texts(container), container.querySelectorAll('em').length]).toEqual([['one', 'two'], 2])
      expect([surface().drawn.room, codes()]).toEqual([0, []])
      // The parent and two texts: no text was refused at first.
      expect(rendered).toHaveBeenCalledTimes(strict ? 6 : 3)
    }
  })

  it('[TL-2] [S-12] without room for its listener is a component view, which says so; its sibling stays live', async () => {
    const views = countViews()
    const { send, container, codes } = mount({ messages: pair, limits: { listeners: 2 } })
    await act(async () => undefined)
    expect([texts(container), views(), codes()]).toEqual([['one', ''], 2, ['LIMIT_WORK']])
    send(UD('s', '/a', 'first'))
    expect(texts(container)).toEqual(['first', ''])
  })

  it('[TL-2] is a component view for good', () => {
    const views = countViews()
    const { send, container } = mount({ messages: pair })
    send(UD('s', '/b', '*two*'))
    for (const value of ['two', '*three*', 'three']) send(UD('s', '/b', value))
    send(UC('s', [{ ...column(['a', 'b']), align: 'center' }]))
    expect([texts(container), views()]).toEqual([['one', 'three'], 2])
  })

  it('[TL-2] [R-2] one that comes late stays what it was, when its parent is drawn again', () => {
    const views = countViews()
    const { send, container } = mount({ messages: [CS('s'), UC('s', [column(['a', 'late']), T('a', 'one')])] })
    send(UC('s', [T('late', 'two')]))
    const elements = [...container.querySelectorAll('.sf-text')]
    send(UC('s', [{ ...column(['a', 'late', 'more']), align: 'center' }, T('more', 'three')]))
    expectSame(container, elements)
    expect([texts(container), views()]).toEqual([['one', 'two', 'three'], 2])
  })

  it('[TL-3] draws its parent again eight times at the most', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `t${index}`)
    let drawn = 0
    const Column = basicRenderers.Column as InlineRenderer<never>
    const counted: InlineRenderer<never> = {
      inline(input) {
        drawn++
        return Column.inline(input)
      },
    }
    const { send, container } = mount({
      messages: [CS('s'), UC('s', [column(ids), ...ids.map(bound)])],
      renderers: { ...basicRenderers, Column: counted },
    })
    drawn = 0
    for (const id of ids) send(UD('s', `/${id}`, `*${id}*`))
    expect(texts(container)).toEqual(ids)
    expect(container.querySelectorAll('em')).toHaveLength(40)
    expect(drawn).toBe(8)
  })

  it('[TL-3] many at once are one drawing', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `t${index}`)
    const views = countViews()
    const { send } = mount({ messages: [CS('s'), UC('s', [column(ids), ...ids.map(bound)])] })
    send(UD('s', '/', Object.fromEntries(ids.slice(0, 30).map((id) => [id, `*${id}*`]))))
    expect(views()).toBe(31)
  })
})
