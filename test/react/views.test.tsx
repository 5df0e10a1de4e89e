// What a host puts on its page: one surface, several, the same one twice.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { describe, expect, it } from 'vitest'
import { defaultTexts, SurfaceList, SurfaceView, useSurfaces } from '../../src/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import type { Recorder } from '../support/recorder.ts'
import { mount, texts } from './mount.tsx'

function surface(id: string): readonly JsonObject[] {
  return [CS(id), UC(id, [T('root', `text of ${id}`)])]
}

function view(surfaceId: string) {
  return ({ runtime }: Recorder) => <SurfaceView runtime={runtime} surfaceId={surfaceId} />
}

/** An agent that counts how often its name was looked up: each drawing of a frame does. */
function watched() {
  let count = 0
  const agent = {
    get name() {
      count++
      return 'Sample Agent'
    },
  }
  /** How often since the last time. */
  const looks = (): number => {
    const looked = count
    count = 0
    return looked
  }
  return { agent, looks }
}

describe('SurfaceView', () => {
  it('[SF-4] draws the surface it names and no other', () => {
    const { container } = mount({ messages: [...surface('s'), ...surface('t')], ui: view('t') })
    expect(texts(container)).toEqual(['text of t'])
  })

  it('[SF-1] draws nothing until there is one', () => {
    const { container, send } = mount({ ui: view('s') })
    expect(container.innerHTML).toBe('')
    send(...surface('s'))
    expect(texts(container)).toEqual(['text of s'])
  })

  it('[SF-3] draws nothing more once it is deleted, and nothing of its former life afterwards', () => {
    const { container, send } = mount({ messages: [...surface('s'), UD('s', '/x', 'secret')], ui: view('s') })
    send(DS('s'))
    expect(container.innerHTML).toBe('')
    send(CS('s'), UC('s', [T('root', { path: '/x' })]))
    expect(texts(container)).toEqual([''])
  })

  it('[SF-3] [D-8] shows the new life when both came in one go', () => {
    const {
      container,
      send,
      surface: live,
    } = mount({
      messages: [CS('s'), UC('s', [T('root', { path: '/x' })]), UD('s', '/x', 'old')],
      ui: view('s'),
    })
    const { model: former } = live()
    send(DS('s'), CS('s'), UC('s', [T('root', { path: '/x' })]), UD('s', '/x', 'new'))
    expect(texts(container)).toEqual(['new'])
    expect(former.listeners.size).toBe(0)
    expect(live().model.listeners.size).toBe(1)
  })

  it('[SF-4] follows the host to another surface', () => {
    const { container, page, runtime } = mount({ messages: [...surface('s'), ...surface('t')], ui: view('s') })
    page.rerender(<SurfaceView runtime={runtime} surfaceId="t" />)
    expect(texts(container)).toEqual(['text of t'])
  })

  it('[D-8] and a runtime that ends: everything goes', () => {
    const { container, runtime } = mount({ messages: [...surface('s'), UC('s', [T('root', { path: '/x' })])] })
    const model = runtime.surface('s')?.model
    act(() => runtime.dispose())
    expect(container.innerHTML).toBe('')
    expect(model?.listeners.size).toBe(0)
  })

  it('[SF-3] its deletion by the agent while the user types harms nothing', async () => {
    const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
    const { container, send } = mount({ messages: [...surface('t'), CS('s'), UC('s', [field])] })
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    send(DS('s'))
    expect(texts(container)).toEqual(['text of t'])
    expect(document.activeElement).toBe(document.body)
  })
})

describe('two views of one surface', () => {
  const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }

  function twice() {
    return mount({
      messages: [CS('s'), UC('s', [field])],
      ui: ({ runtime }) => (
        <>
          <SurfaceView runtime={runtime} surfaceId="s" />
          <SurfaceView runtime={runtime} surfaceId="s" />
        </>
      ),
    })
  }

  it('[B-4] show the same data', async () => {
    twice()
    const [first, second] = screen.getAllByLabelText<HTMLInputElement>('Name')
    if (first) await userEvent.type(first, 'Ada')
    expect([first?.value, second?.value]).toEqual(['Ada', 'Ada'])
  })

  it('[R-7] have ids of their own: each label leads to its own field', async () => {
    twice()
    const [first, second] = screen.getAllByLabelText('Name')
    expect(first?.id).not.toBe(second?.id)
    const [, label] = screen.getAllByText('Name')
    if (label) await userEvent.click(label)
    expect(document.activeElement).toBe(second)
  })

  it('[R-8] are each counted by themselves', async () => {
    const { container, codes } = mount({
      messages: [CS('s'), UC('s', [{ id: 'root', component: 'Card', child: 'x' }, T('x', 'x')])],
      limits: { nodes: 2 },
      ui: ({ runtime }) => [1, 2].map((key) => <SurfaceView key={key} runtime={runtime} surfaceId="s" />),
    })
    await act(async () => undefined)
    expect(texts(container)).toEqual(['x', 'x'])
    expect(codes()).toEqual([])
  })

  it('[D-8] leave the other one listening when one goes', () => {
    const { page, runtime, send, surface: live } = twice()
    expect(live().model.listeners.size).toBe(2)
    page.rerender(<SurfaceView runtime={runtime} surfaceId="s" />)
    expect(live().model.listeners.size).toBe(1)
    send(UD('s', '/name', 'Ben'))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ben')
  })
})

describe('SurfaceList', () => {
  it('[SF-6] draws every surface in order of creation, whatever its version', () => {
    const { container, send } = mount({
      messages: [...surface('b'), v08.SU('late', [v08.T('root', 'text of late')]), ...surface('a'), v08.BR('late')],
    })
    expect(texts(container)).toEqual(['text of b', 'text of a', 'text of late'])
    send(UC('b', [T('root', 'updated')]))
    expect(texts(container)).toEqual(['updated', 'text of a', 'text of late'])
  })

  it('[SF-3] keeps the elements of those that stay', () => {
    const { container, send } = mount({ messages: [...surface('a'), ...surface('b'), ...surface('c')] })
    const [, second, third] = container.children
    send(DS('a'))
    expect([...container.children]).toEqual([second, third])
    send(...surface('a'))
    expect(texts(container)).toEqual(['text of b', 'text of c', 'text of a'])
  })

  it('[R-1] [SF-4] draws none of the others when one comes or goes', () => {
    const many = Array.from({ length: 50 }, (_, index) => surface(`s${index}`)).flat()
    const { agent, looks } = watched()
    const { send, container } = mount({
      messages: many,
      ui: ({ runtime }) => <SurfaceList runtime={runtime} agent={agent} />,
    })
    const each = looks() / 50
    // The new one is drawn, and so is the one that is no more among the last.
    send(...surface('t'))
    expect(looks()).toBeLessThanOrEqual(each * 3)
    send(DS('t'))
    expect(looks()).toBeLessThanOrEqual(each * 3)
    expect(container.querySelectorAll('.sf-surface')).toHaveLength(50)
  })

  it('[R-1] [SF-4] one of them is not drawn when another comes or goes', () => {
    const { agent, looks } = watched()
    const { send } = mount({
      messages: surface('s'),
      ui: ({ runtime }) => (
        <Profiler id="view" onRender={() => void agent.name}>
          <SurfaceView runtime={runtime} surfaceId="s" />
        </Profiler>
      ),
    })
    looks()
    send(...surface('t'))
    send(DS('t'))
    expect(looks()).toBe(0)
  })

  it('[R-19] the last ones are laid out wherever they stand, those before them within sight', () => {
    const ids = Array.from({ length: 25 }, (_, index) => `s${index}`)
    const { send, container } = mount({ messages: ids.flatMap(surface) })
    const earlier = (): readonly string[] => texts(container, '.sf-surface--earlier')
    expect(earlier()).toEqual(ids.slice(0, 5).map((id) => `text of ${id}`))
    send(DS('s24'), DS('s7'), ...surface('new'))
    expect(earlier()).toEqual(ids.slice(0, 4).map((id) => `text of ${id}`))
  })

  it('[R-1] useSurfaces draws its host again when one comes or goes, not when one changes', () => {
    let times = 0
    function Count({ runtime }: Pick<Recorder, 'runtime'>) {
      times++
      return <output>{useSurfaces(runtime).length}</output>
    }
    const { send } = mount({ messages: surface('a'), ui: ({ runtime }) => <Count runtime={runtime} /> })
    expect(times).toBe(1)
    send(UC('a', [T('root', 'other')]), UD('a', '/x', 1))
    expect(times).toBe(1)
    send(...surface('b'))
    expect(times).toBe(2)
    expect(screen.getByRole('status').textContent).toBe('2')
  })
})

describe("[R-11] the runtime's own sentences", () => {
  const long: readonly JsonObject[] = [
    CS('s'),
    UC('s', [
      { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
      { id: 'row', component: 'Card', child: 'inner' },
      T('inner', 'x'),
    ]),
    UD('s', '/rows', [1, 2, 3]),
  ]

  it('[R-11] are all replaced', async () => {
    const german = {
      failed: 'Ging nicht.',
      tooLarge: 'Zu viel.',
      more: (hidden: number) => `Noch ${hidden}`,
      surface: 'Antwort',
    }
    const { container } = mount({
      messages: long,
      limits: { templateItems: 2, renderDepth: 2 },
      ui: ({ runtime }) => <SurfaceList runtime={runtime} texts={german} />,
    })
    await act(async () => undefined)
    expect(screen.getByRole('button', { name: 'Noch 1' })).toBeTruthy()
    expect(screen.getByLabelText('Antwort')).toBeTruthy()
    expect(texts(container, '.sf-notice')).toEqual(['Zu viel.', 'Zu viel.'])
    for (const text of [defaultTexts.tooLarge, defaultTexts.surface]) expect(container.innerHTML).not.toContain(text)
  })

  it('[R-11] are replaced one by one', () => {
    mount({
      messages: long,
      limits: { templateItems: 2 },
      ui: ({ runtime }) => <SurfaceView runtime={runtime} surfaceId="s" texts={{ surface: 'Antwort' }} />,
    })
    expect(screen.getByLabelText('Antwort')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show more (1)' })).toBeTruthy()
  })
})

describe('[SF-4] two runtimes on one page', () => {
  it('[SF-4] have surfaces of the same id side by side', () => {
    const one = mount({ messages: surface('s') })
    const two = mount({ messages: [CS('s'), UC('s', [T('root', 'another')])] })
    one.send(UC('s', [T('root', 'changed')]))
    expect([texts(one.container), texts(two.container)]).toEqual([['changed'], ['another']])
  })

  it('[SF-4] follow the host when it puts another runtime into a view', () => {
    const one = mount({ messages: surface('s') })
    const two = mount({ messages: [CS('s'), UC('s', [T('root', 'another')])] })
    const { container, rerender } = render(<SurfaceView runtime={one.runtime} surfaceId="s" />)
    rerender(<SurfaceView runtime={two.runtime} surfaceId="s" />)
    expect(texts(container)).toEqual(['another'])
    two.send(UC('s', [T('root', 'alive')]))
    expect(texts(container)).toEqual(['alive'])
  })
})
