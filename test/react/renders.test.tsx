// Which components React draws again, counted call by call.
import { act } from '@testing-library/react'
import { Profiler, startTransition, use } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { basicRenderers, type Runtime, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import type { RendererOf } from '../../src/react/renderer.ts'
import { CS, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { waitUntil } from '../support/wait-until.ts'
import { counting } from './counting.ts'
import { column } from './limit-setup.ts'
import { mount, texts } from './mount.tsx'
import { pair } from './text-leaf-setup.ts'

function path(at: string): JsonObject {
  return { path: at }
}

describe('[R-1] a write to one pointer', () => {
  it('[R-1] draws the component that reads it, and no other', () => {
    const { renderers, take } = counting()
    const { send, container } = mount({ messages: pair, renderers })
    expect(take()).toEqual(['Column', 'Text "one"', 'Text "two"'])
    send(UD('s', '/b', 'three'))
    expect(take()).toEqual(['Text "three"'])
    expect(texts(container)).toEqual(['one', 'three'])
  })

  it('[R-1] draws nothing when the value stays the same, and nothing when nobody reads it', () => {
    const { renderers, take } = counting()
    const { send } = mount({ messages: pair, renderers })
    take()
    send(UD('s', '/b', 'two'), UD('s', '/c', 'unread'), UD('s', '/', { a: 'one', b: 'two' }))
    expect(take()).toEqual([])
  })

  it('[R-1] draws each reader once for a burst of writes', () => {
    const { renderers, take } = counting()
    const { send } = mount({ messages: pair, renderers })
    take()
    send(...Array.from({ length: 1000 }, (_, index) => UD('s', '/a', index)))
    expect(take()).toEqual(['Text "999"'])
  })

  it('[R-1] [D-4] draws one row of 2,000 when that row is edited', () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({ name: `row ${index}` }))
    const { renderers, take } = counting()
    const { send, container } = mount({
      messages: [
        CS('s'),
        UC('s', [column('root', { componentId: 'row', path: '/rows' }), T('row', path('name'))]),
        UD('s', '/rows', rows),
      ],
      renderers,
      limits: { templateItems: 2000 },
    })
    expect(take()).toHaveLength(2001)
    send(UD('s', '/rows/7/name', 'edited'))
    expect(take()).toEqual(['Text "edited"'])
    expect(texts(container)[7]).toBe('edited')
  })

  it('[R-1] draws the list and the new row when a row is appended', () => {
    const { renderers, take } = counting()
    const { send } = mount({
      messages: [
        CS('s'),
        UC('s', [column('root', { componentId: 'row', path: '/rows' }), T('row', path('name'))]),
        UD('s', '/rows', [{ name: 'one' }, { name: 'two' }]),
      ],
      renderers,
    })
    take()
    send(UD('s', '/rows/2', { name: 'three' }))
    expect(take()).toEqual(['Column', 'Text "three"'])
  })

  it("[R-1] draws one reader when the host writes through the surface's data", () => {
    const { renderers, take } = counting()
    const { surface } = mount({ messages: pair, renderers })
    take()
    act(() => surface().data.set('/a', 'by the host'))
    expect(take()).toEqual(['Text "by the host"'])
  })

  it('[R-1] in one surface draws nothing in another', () => {
    const { renderers, take } = counting()
    const { send } = mount({
      messages: [...pair, CS('t'), UC('t', [T('root', path('/a'))]), UD('t', '/a', 'other')],
      renderers,
    })
    take()
    send(UD('t', '/a', 'another'))
    expect(take()).toEqual(['Text "another"'])
  })

  it('[R-1] is the same in v0.8', () => {
    const { renderers, take } = counting()
    const { send } = mount({
      messages: [
        v08.SU('s', [
          v08.C('root', 'Column', { children: { explicitList: ['a', 'b'] } }),
          v08.T('a', path('/a')),
          v08.T('b', path('/b')),
        ]),
        v08.BR('s'),
      ],
      renderers,
    })
    take()
    send(v08.DM('s', [{ key: 'a', valueString: 'one' }]))
    expect(take()).toEqual(['Text "one"'])
  })
})

describe('[R-1] a host that draws itself again', () => {
  it('[R-1] draws no component again', () => {
    const { renderers, take } = counting()
    const { page, runtime } = mount({ messages: pair, renderers })
    take()
    for (let times = 0; times < 3; times++) page.rerender(<SurfaceList runtime={runtime} renderers={renderers} />)
    expect(take()).toEqual([])
  })

  it('[R-1] and throws a drawing away loses nothing of it', async () => {
    let arrive = (): void => undefined
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const Waiting: RendererOf<{ readonly text: string }> = ({ props: { text } }) => {
      if (text === 'to come') use(arrival)
      return <p className="sf-text">{text}</p>
    }
    const { container, runtime } = mount({ messages: pair, renderers: { ...basicRenderers, Text: Waiting } })
    await act(async () => startTransition(() => runtime.apply(UD('s', '/', { a: 'new', b: 'to come' }))))
    expect(texts(container)).toEqual(['one', 'two'])
    await act(async () => arrive())
    expect(texts(container)).toEqual(['new', 'to come'])
  })
})

describe('[R-1] components sent again', () => {
  it('[R-1] are drawn alone', () => {
    const { renderers, take } = counting()
    const { send } = mount({ messages: pair, renderers })
    take()
    send(UC('s', [T('a', 'literal now')]))
    expect(take()).toEqual(['Text "literal now"'])
  })
})

describe('[R-16] what comes together', () => {
  const many: readonly JsonObject[] = [
    CS('s'),
    UC('s', [column('root', ['a', 'b', 'list']), T('a', path('/a')), T('b', 'two *three*')]),
    UC('s', [column('list', { componentId: 'row', path: '/rows' }), T('row', path('name'))]),
    ...Array.from({ length: 100 }, (_, index) => UD('s', `/rows/${index}`, { name: `row ${index}` })),
    UD('s', '/a', 'one'),
  ]
  const more: readonly JsonObject[] = [
    CS('t'),
    UC('t', [T('root', 'another')]),
    UD('s', '/rows', [{ name: 'only' }]),
    UD('s', '/a', '# a heading'),
    UC('s', [T('b', 'plain')]),
  ]
  const ways: readonly (readonly [way: string, give: (runtime: Runtime, messages: readonly JsonObject[]) => void])[] = [
    ['one chunk', (runtime, messages) => runtime.push(lines(...messages))],
    ['one `apply`', (runtime, messages) => runtime.apply(messages)],
  ]

  // Without `act`, which would gather whatever happens within it.
  it.each(ways)('[R-16] is committed once: %s', async (_way, give) => {
    const { runtime } = record()
    const container = document.createElement('div')
    let commits = 0
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    const root = createRoot(container)
    onTestFinished(async () => {
      root.unmount()
      vi.unstubAllGlobals()
    })
    root.render(
      <Profiler id="all" onRender={() => commits++}>
        <SurfaceList runtime={runtime} />
      </Profiler>,
    )
    await waitUntil(() => commits === 1)
    for (const messages of [many, more]) {
      commits = 0
      give(runtime, messages)
      await waitUntil(() => commits > 0)
      await settled()
      expect(commits).toBe(1)
    }
    expect(texts(container)).toEqual(['a heading', 'plain', 'only', 'another'])
  })

  /** Whatever React has still to do, it does within a few tasks. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve))
  }
})
