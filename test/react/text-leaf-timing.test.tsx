// A text without a component view, whatever React does meanwhile.
import { act } from '@testing-library/react'
import fc from 'fast-check'
import { memo, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { basicRenderers, SurfaceList } from '../../src/entries/index.ts'
import { defaultLimits } from '../../src/errors/limits.ts'
import type { JsonValue } from '../../src/json/value.ts'
import type { ChildrenRef, RendererInput } from '../../src/react/renderer.ts'
import { listenerCount } from '../support/live.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { createDrawings, hideable, slowTransition } from './drawings.tsx'
import { mount, only, texts } from './mount.tsx'
import { bound, column, pair, rows } from './text-leaf-setup.ts'

const { place, draw, keep, end } = createDrawings()
afterEach(end)

describe('[TL-5] whatever React does meanwhile', () => {
  function filled() {
    const recorder = record()
    recorder.send(...pair)
    return recorder
  }

  it('[TL-5] it is the newest after a slow transition that began with an older one', async () => {
    const { runtime, send } = filled()
    const { Page, start, finish } = slowTransition(runtime)
    const container = await draw(<Page />)
    await start()
    for (const value of ['c', 'two', 'd']) {
      await act(async () => send(UD('s', '/b', value)))
      expect(texts(container)).toEqual(['one', value])
    }
    await finish()
    expect(texts(container)).toEqual(['one', 'd'])
    await act(async () => send(UD('s', '/b', 'e')))
    expect(texts(container)).toEqual(['one', 'e'])
  })

  it('[TL-5] it is the newest where a transition draws more than plain text, and plain is back before it ends', async () => {
    const { runtime, send } = filled()
    const { Page, start, finish } = slowTransition(runtime)
    const container = await draw(<Page />)
    await start(() => send(UD('s', '/b', 'with *stress*')))
    await act(async () => send(UD('s', '/b', 'plain again')))
    expect(texts(container)).toEqual(['one', 'plain again'])
    await finish()
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
    expect(listenerCount(runtime.surface('s')?.model)).toBe(0)
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

  it('[TL-5] at random: page, nodes and listeners are those of a fresh drawing @all', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.boolean(), (steps, strict) => {
        const list = column({ componentId: 'row', path: '/rows' }, 'list')
        const messages = [CS('s'), UC('s', [column(['a', 'b', 'list']), list, bound('a'), T('row', { path: 'name' })])]
        const { send, container, page, surface } = mount({ messages: [...messages, rows('x', 'y')], strict })
        for (const message of steps) send(message)
        const used = [defaultLimits.totalNodes - surface().drawn.room, listenerCount(surface().model)]
        const html = only(container, '.sf-surface__body').innerHTML
        page.unmount()
        expect([surface().drawn.room, listenerCount(surface().model)]).toEqual([defaultLimits.totalNodes, 0])
        const fresh = mount({ messages: [...messages, rows('x', 'y'), ...steps] })
        expect(html).toBe(only(fresh.container, '.sf-surface__body').innerHTML)
        const anew = fresh.surface()
        expect(used).toEqual([defaultLimits.totalNodes - anew.drawn.room, listenerCount(anew.model)])
        fresh.page.unmount()
      }),
      { numRuns: 60, seed: 3 },
    )
  })
})
