// A plain text that its parent draws as one element, without a component view: what it shows, when it listens, what it costs.
import { act } from '@testing-library/react'
import fc from 'fast-check'
import { memo, type ReactNode, Suspense, startTransition, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultLimits } from '../../src/errors/limits.ts'
import { basicRenderers, type Runtime, SurfaceList } from '../../src/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { ComponentView } from '../../src/react/ComponentView.tsx'
import type { ChildrenRef, InlineRenderer, RendererInput } from '../../src/react/renderer.ts'
import type { LiveSurface } from '../../src/surface/surface.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { createDrawings, hideable, waiting } from './drawings.tsx'
import { mount, only, texts } from './mount.tsx'

function column(children: JsonObject | readonly string[], id = 'root'): JsonObject {
  return { id, component: 'Column', children }
}

const bound = (id: string): JsonObject => T(id, { path: `/${id}` })
const pair = [CS('s'), UC('s', [column(['a', 'b']), bound('a'), bound('b')]), UD('s', '/', { a: 'one', b: 'two' })]
const rows = (...ids: readonly string[]): JsonObject =>
  UD(
    's',
    '/rows',
    ids.map((id) => ({ id, name: id.toUpperCase() })),
  )

const { place, draw, keep, end } = createDrawings()
afterEach(end)

/** The elements of the first texts, by identity: `toEqual` compares what is in them. `undefined`: any. */
function expectSame(container: ParentNode, elements: readonly (Element | undefined)[]): void {
  const found = container.querySelectorAll('.sf-text')
  for (const [index, element] of elements.entries()) if (element) expect(found[index]).toBe(element)
}

/** How many component views have been made since. */
function countViews(): () => number {
  const { calls } = vi.spyOn(ComponentView.prototype, 'componentDidMount').mockClear().mock
  return () => calls.length
}

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
    expect(surface().drawn.own.room).toBe(7)
    send(UC('s', [column(['a'])]))
    expect(surface().drawn.own.room).toBe(8)
    const { drawn } = surface()
    send(DS('s'))
    expect(drawn.own.room).toBe(10)
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

  it('[TL-1] in v0.8 too', () => {
    const views = countViews()
    const list = v08.C('root', 'Column', { children: { explicitList: ['a'] } })
    const { send, container } = mount({ messages: [v08.SU('s', [list, v08.T('a', { path: '/a' })]), v08.BR('s')] })
    send(v08.DM('s', [{ key: 'a', valueString: 'one' }]))
    expect([texts(container), views()]).toEqual([['one'], 1])
  })
})

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
    expect([surface().drawn.own.room, codes()]).toEqual([0, []])
  })

  it('[TL-2] at the limit is drawn all the same', async () => {
    for (const strict of [false, true]) {
      const { send, container, surface, codes } = mount({ messages: pair, limits: { nodes: 3, totalNodes: 3 }, strict })
      expect(surface().drawn.own.room).toBe(0)
      const rendered = vi.spyOn(ComponentView.prototype, 'render').mockClear()
      send(UD('s', '/', { a: '*one*', b: '*two*' }))
      await act(async () => undefined)
      expect([texts(container), container.querySelectorAll('em').length]).toEqual([['one', 'two'], 2])
      expect([surface().drawn.own.room, codes()]).toEqual([0, []])
      // The parent and two texts: no text was refused at first.
      expect(rendered).toHaveBeenCalledTimes(strict ? 6 : 3)
    }
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

describe('[TL-4] listeners of plain texts', () => {
  it.each([false, true])('[TL-4] are there as long as the elements; StrictMode: %s', (strict) => {
    const { send, surface, page } = mount({ messages: [CS('s'), UD('s', '/', { a: 'one', b: 'two' })], strict })
    const listening = listenersOf(surface())
    const count = (): readonly number[] => [listening.size, surface().model.listeners.size]
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
    expect(surface().model.listeners.size).toBe(0)
  })
})

describe('[TL-5] whatever React does meanwhile', () => {
  /** A page with a transition under way, in which the surface is drawn with another heading offset. */
  async function inTransition(runtime: Runtime, meanwhile: () => void) {
    const { Slow, resolve } = waiting()
    let start: () => void = () => undefined
    function Page(): ReactNode {
      const [on, set] = useState(false)
      start = () =>
        startTransition(() => {
          set(true)
          meanwhile()
        })
      return (
        <Suspense>
          <SurfaceList runtime={runtime} headingOffset={on ? 1 : 0} />
          <Slow on={on} />
        </Suspense>
      )
    }
    const container = await draw(<Page />)
    await act(async () => start())
    return { container, resolve }
  }

  function filled() {
    const recorder = record()
    recorder.send(...pair)
    return recorder
  }

  it('[TL-5] it is the newest after a slow transition that began with an older one', async () => {
    const { runtime, send } = filled()
    const { container, resolve } = await inTransition(runtime, () => undefined)
    for (const value of ['c', 'two', 'd']) {
      await act(async () => send(UD('s', '/b', value)))
      expect(texts(container)).toEqual(['one', value])
    }
    await act(async () => resolve())
    expect(texts(container)).toEqual(['one', 'd'])
    await act(async () => send(UD('s', '/b', 'e')))
    expect(texts(container)).toEqual(['one', 'e'])
  })

  it('[TL-5] it is the newest where a transition draws more than plain text, and plain is back before it ends', async () => {
    const { runtime, send } = filled()
    const { container, resolve } = await inTransition(runtime, () => send(UD('s', '/b', 'with *stress*')))
    await act(async () => send(UD('s', '/b', 'plain again')))
    expect(texts(container)).toEqual(['one', 'plain again'])
    await act(async () => resolve())
    expect([texts(container), container.querySelector('em')]).toEqual([['one', 'plain again'], null])
    await act(async () => send(UD('s', '/b', 'the last')))
    expect(texts(container)).toEqual(['one', 'the last'])
  })

  it('[TL-5] it is the newest when it was hidden meanwhile, and listens to nothing then', async () => {
    const { runtime, send } = filled()
    const { Page, hide } = hideable(<SurfaceList runtime={runtime} />)
    const container = await draw(<Page />)
    await act(async () => send(UD('s', '/b', 'written')))
    await act(async () => hide(true))
    expect(runtime.surface('s')?.model.listeners.size).toBe(0)
    await act(async () => send(UD('s', '/', { a: '*hidden*', b: 'two' })))
    await act(async () => hide(false))
    expect([texts(container), container.querySelector('em')?.textContent]).toEqual([['hidden', 'two'], 'hidden'])
    await act(async () => send(UD('s', '/b', 'shown')))
    expect(texts(container)).toEqual(['hidden', 'shown'])
  })

  it('[TL-5] [R-6] it is the newest where the server has drawn another one', async () => {
    for (const [served, here] of [
      [[], [UD('s', '/b', 'newer')]],
      [[UD('s', '/b', '*more*')], []],
      [[UC('s', [{ ...bound('b'), variant: 'caption' }])], [UD('s', '/b', 'newer')]],
    ] as const) {
      const there = filled()
      there.send(...served)
      const container = place()
      container.innerHTML = renderToString(<SurfaceList runtime={there.runtime} />)
      const { runtime, send } = filled()
      send(...here)
      const recovered: unknown[] = []
      const options = { onRecoverableError: (error: unknown) => recovered.push(error) }
      await act(async () => keep(hydrateRoot(container, <SurfaceList runtime={runtime} />, options)))
      const anew = place()
      anew.innerHTML = renderToString(<SurfaceList runtime={runtime} />)
      expect(only(container, '.sf-column').innerHTML).toBe(only(anew, '.sf-column').innerHTML)
      act(() => send(UD('s', '/b', 'newest')))
      expect(texts(container)).toEqual(['one', 'newest'])
    }
  })

  it('[TL-5] it is drawn each time where a renderer draws its children twice, or later', () => {
    let late: (() => ReactNode) | undefined
    // Drawn once, whatever becomes of its parent.
    const Late = memo((): ReactNode => late?.())
    const twice = ({ props, children }: RendererInput<{ readonly children: ChildrenRef }>): ReactNode => {
      late ??= () => children(props.children)
      return (
        <div>
          <section>{children(props.children)}</section>
          <section>{children(props.children)}</section>
          <Late />
        </div>
      )
    }
    const renderers = { ...basicRenderers, Column: { inline: twice } }
    const { send, container, page } = mount({ messages: pair, renderers })
    expect(texts(container)).toEqual(['one', 'two', 'one', 'two', 'one', 'two'])
    send(UD('s', '/b', 'new'))
    expect(texts(container)).toEqual(['one', 'new', 'one', 'new', 'one', 'new'])
    send(UC('s', [{ ...column(['b', 'a']), align: 'center' }]), UD('s', '/a', '*stress*'))
    expect(texts(container)).toEqual(['new', 'stress', 'new', 'stress', 'stress', 'new'])
    send(UD('s', '/b', 'newest'))
    expect(texts(container)).toEqual(['newest', 'stress', 'newest', 'stress', 'stress', 'newest'])
    expect(container.querySelectorAll('em')).toHaveLength(3)
    page.unmount()
  })

  const value = fc.constantFrom<JsonValue>('', 'a', 'b', 'c *d*', '# e', 'f\ng', 7, null, 'y'.repeat(120))
  const id = fc.constantFrom('a', 'b', 'c', 'row')
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'none'), { minLength: 1 })
  const order = fc.shuffledSubarray(['x', 'y', 'z', 'w'])
  const step = fc.oneof(
    fc.tuple(fc.constantFrom('/a', '/b', '/c', '/rows/0/name', '/rows/1/name'), value).map(([at, v]) => UD('s', at, v)),
    fc.tuple(id, value).map(([one, v]) => UC('s', [T(one, v ?? '')])),
    fc
      .tuple(id, fc.constantFrom('h1', 'body', 'caption'))
      .map(([one, variant]) => UC('s', [{ ...bound(one), variant }])),
    fc.constant(UC('s', [T('row', { path: 'name' })])),
    id.map((one) => UC('s', [{ id: one, component: 'Divider' }])),
    ids.map((list) => UC('s', [column([...list, 'list'])])),
    order.map((list) => rows(...list)),
  )

  it('[TL-5] at random: page, nodes and listeners are those of a fresh drawing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.boolean(), (steps, strict) => {
        const list = column({ componentId: 'row', path: '/rows' }, 'list')
        const messages = [CS('s'), UC('s', [column(['a', 'b', 'list']), list, bound('a'), T('row', { path: 'name' })])]
        const { send, container, page, surface } = mount({ messages: [...messages, rows('x', 'y')], strict })
        for (const message of steps) send(message)
        const used = [defaultLimits.totalNodes - surface().drawn.own.room, surface().model.listeners.size]
        const html = only(container, '.sf-surface__body').innerHTML
        page.unmount()
        expect([surface().drawn.own.room, surface().model.listeners.size]).toEqual([defaultLimits.totalNodes, 0])
        const fresh = mount({ messages: [...messages, rows('x', 'y'), ...steps] })
        expect(html).toBe(only(fresh.container, '.sf-surface__body').innerHTML)
        const anew = fresh.surface()
        expect(used).toEqual([defaultLimits.totalNodes - anew.drawn.own.room, anew.model.listeners.size])
        fresh.page.unmount()
      }),
      { numRuns: 60, seed: 3 },
    )
    // A busy machine takes its time.
  }, 60_000)
})
