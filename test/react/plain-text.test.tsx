// A plain text is written to its element without a render.
import fc from 'fast-check'
import { Profiler, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Runtime, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'
import { bound, early, text } from './plain-text-setup.ts'

describe('[R-15] a plain text', () => {
  it('[R-15] changes without a render, and keeps its element', () => {
    let renders = 0
    const { send, container } = mount({
      messages: bound,
      ui: ({ runtime }) => (
        <Profiler id="all" onRender={() => renders++}>
          <SurfaceList runtime={runtime} />
        </Profiler>
      ),
    })
    const element = only(container, '.sf-text')
    renders = 0
    for (const value of ['two', '', 'three', 4, null]) send(UD('s', '/v', value))
    send(UC('s', [T('root', 'a literal now')]))
    expect(only(container, '.sf-text')).toBe(element)
    expect(element.textContent).toBe('a literal now')
    expect(renders).toBe(0)
  })

  it('[R-15] [R-2] that comes late takes over the element of its placeholder, without a render', () => {
    let renders = 0
    const { send, container } = mount({
      messages: early,
      ui: ({ runtime }) => (
        <Profiler id="all" onRender={() => renders++}>
          <SurfaceList runtime={runtime} />
        </Profiler>
      ),
    })
    const [element] = container.querySelectorAll('.sf-placeholder')
    renders = 0
    send(UC('s', [T('late', { path: '/v' })]), UD('s', '/v', 'two'))
    expect(only(container, '.sf-text')).toBe(element)
    expect(element?.outerHTML).toBe('<p class="sf-text sf-text--body" dir="auto">two</p>')
    expect(renders).toBe(0)
    send(UC('s', [{ ...T('late', 'three'), weight: 1 }]))
    expect(texts(container)).toEqual(['three'])
  })

  it.each([
    ['a heading', { ...T('late', 'x'), variant: 'h2' }, 'h2.sf-text'],
    ['more than plain', T('late', 'x *y*'), 'p.sf-text em'],
    ['no text at all', { id: 'late', component: 'Divider' }, '.sf-divider'],
  ])('[R-2] a placeholder gives way to %s', (_, component, selector) => {
    const { send, container } = mount({ messages: early })
    send(UC('s', [component]))
    expect(container.querySelectorAll(selector)).toHaveLength(1)
    expect(container.querySelectorAll('.sf-placeholder, [aria-hidden]')).toHaveLength(1)
    send(UC('s', [T('late', 'plain')]))
    expect(texts(container)).toEqual(['plain'])
  })

  it('[R-15] is what the data say after each write', () => {
    const { send, container } = mount({ messages: bound })
    for (const value of ['two', '', 'three', 4, true, null, 'end']) {
      send(UD('s', '/v', value))
      expect(text(container)).toBe(value === null ? '' : String(value))
    }
  })

  it('[R-15] is drawn anew where it becomes more than plain, and back', () => {
    const { send, container } = mount({ messages: bound })
    send(UD('s', '/v', 'two *three*'))
    expect(container.querySelector('em')?.textContent).toBe('three')
    send(UD('s', '/v', 'four'))
    expect([text(container), container.querySelector('em')]).toEqual(['four', null])
    send(UC('s', [{ ...T('root', { path: '/v' }), variant: 'h2' }]))
    expect(only(container, 'h2').textContent).toBe('four')
    send(UC('s', [{ ...T('root', { path: '/v' }), accessibility: { label: 'Said' } }]))
    expect(text(container)).toBe('fourSaid')
    send(UC('s', [{ ...T('root', { path: '/v' }), weight: 2 }]), UD('s', '/v', 'five'))
    expect(only(container, '.sf-weighted').textContent).toBe('five')
  })

  it('[R-15] is not put back by a render that has the first text again', () => {
    const { send, container } = mount({ messages: bound })
    send(UD('s', '/v', 'two'))
    send(UC('s', [{ ...T('root', 'one'), weight: 1 }]))
    expect(text(container)).toBe('one')
    send(UD('s', '/v', 'three'), UC('s', [{ ...T('root', { path: '/v' }), weight: 1 }]))
    expect(text(container)).toBe('three')
  })

  it('[R-15] is written over what an extension made of it', () => {
    const { send, container } = mount({ messages: bound })
    const element = only(container, '.sf-text')
    element.innerHTML = '<font>eins</font>'
    send(UD('s', '/v', 'two'))
    expect(element.innerHTML).toBe('two')
    element.replaceChildren('zw', 'ei')
    send(UD('s', '/v', 'three'))
    expect(element.innerHTML).toBe('three')
  })

  it('[R-15] keeps a selection in other texts', () => {
    const { send, container } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: ['a', 'b'] },
          T('a', { path: '/a' }),
          T('b', { path: '/b' }),
        ]),
        UD('s', '/', { a: 'one two', b: 'x' }),
      ],
    })
    const [a] = container.querySelectorAll('.sf-text')
    getSelection()?.selectAllChildren(a as Element)
    send(UD('s', '/b', 'y'))
    expect(getSelection()?.toString()).toBe('one two')
  })

  it('[R-15] is the same in two views of one surface, and in StrictMode', () => {
    const { send, container } = mount({
      messages: bound,
      ui: ({ runtime }) => (
        <>
          <SurfaceList runtime={runtime} />
          <StrictMode>
            <SurfaceList runtime={runtime} />
          </StrictMode>
        </>
      ),
    })
    send(UD('s', '/v', 'two'))
    expect(texts(container)).toEqual(['two', 'two'])
  })

  it('[R-15] [BC-3] moves with its row', () => {
    const rows = (...ids: string[]): JsonObject =>
      UD(
        's',
        '/rows',
        ids.map((id) => ({ id, name: id.toUpperCase() })),
      )
    const { send, container } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          T('row', { path: 'name' }),
        ]),
        rows('a', 'b', 'c'),
      ],
    })
    const [first] = container.querySelectorAll('.sf-text')
    send(rows('c', 'b', 'a'))
    expect(texts(container)).toEqual(['C', 'B', 'A'])
    expect(container.querySelectorAll('.sf-text')[2]).toBe(first)
    send(UD('s', '/rows/2/name', 'last'))
    expect(texts(container)).toEqual(['C', 'B', 'last'])
  })
})

describe('[R-15] at random', () => {
  const value = fc.constantFrom<JsonValue>('', 'a', 'b', 'c *d*', '# e', 'f\ng', 7, null)
  const step = fc.oneof(
    value.map((v) => UD('s', '/v', v)),
    fc
      .tuple(fc.constantFrom('h1', 'body'), fc.constantFrom(undefined, 1))
      .map(([variant, weight]) =>
        UC('s', [{ ...T('leaf', { path: '/v' }), variant, ...(weight === undefined ? {} : { weight }) }]),
      ),
    value.map((v) => UC('s', [T('leaf', v ?? '')])),
    fc.constant(UC('s', [{ id: 'leaf', component: 'Divider' }])),
  )

  it('[R-15] the page is what a fresh drawing of the same data is @all', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { send, container, runtime, page } = mount({
          messages: [CS('s'), UC('s', [{ id: 'root', component: 'Card', child: 'leaf' }])],
        })
        for (const message of steps) {
          send(message)
          expect(bodyOf(container)).toBe(drawnAnew(runtime))
        }
        page.unmount()
      }),
      { numRuns: 100, seed: 15 },
    )
  })

  function bodyOf(container: ParentNode): string {
    return only(container, '.sf-surface__body').innerHTML.replaceAll(' style="flex-grow: 1;"', '')
  }

  function drawnAnew(runtime: Runtime): string {
    const container = document.createElement('div')
    container.innerHTML = renderToString(<SurfaceList runtime={runtime} />)
    return bodyOf(container)
  }
})
