// What a host puts on its page: one surface, the same one twice, two runtimes.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { defaultTexts, SurfaceList, SurfaceView } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { placeListenerCount } from '../support/live.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import type { Recorder } from '../support/recorder.ts'
import { mount, only, texts } from './mount.tsx'
import { surface } from './view-setup.ts'

function view(surfaceId: string) {
  return ({ runtime }: Recorder) => <SurfaceView runtime={runtime} surfaceId={surfaceId} />
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

  it('[SF-10] [D-8] shows the new life when both came in one go', () => {
    const {
      container,
      send,
      surface: live,
    } = mount({
      messages: [CS('s'), UC('s', [T('root', { path: '/x' })]), UD('s', '/x', 'old')],
      ui: view('s'),
    })
    send(DS('s'), CS('s'), UC('s', [T('root', { path: '/x' })]), UD('s', '/x', 'new'))
    expect(texts(container)).toEqual(['new'])
    expect(placeListenerCount(live().model)).toBe(1)
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
    expect(placeListenerCount(model)).toBe(0)
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

describe('what the protocol shows', () => {
  it.each([
    [
      'v0.8',
      v08.SU('s', [
        v08.C('top', 'Column', { children: { explicitList: ['title', 'card', 'button'] } }),
        v08.C('title', 'Text', { text: { literalString: 'Title' }, usageHint: 'h1' }),
        v08.C('card', 'Card', { child: 'name' }),
        v08.T('name', { path: 'user/name' }),
        v08.C('button', 'Button', { child: 'go', action: { name: 'go' } }),
        v08.T('go', 'Go'),
        v08.T('root', 'not the root'),
      ]),
      v08.DM('s', [{ key: 'name', valueString: 'Ada' }], 'user'),
      v08.BR('s', 'top'),
    ],
    [
      'v0.9',
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Column', children: ['title', 'card', 'button'] },
        { id: 'title', component: 'Text', text: 'Title', variant: 'h1' },
        { id: 'card', component: 'Card', child: 'name' },
        T('name', { path: '/user/name' }),
        { id: 'button', component: 'Button', child: 'go', action: { event: { name: 'go' } } },
        T('go', 'Go'),
        T('top', 'not the root'),
      ]),
      UD('s', '/user', { name: 'Ada' }),
    ],
  ])('[PD-1] is drawn from its root, as %s writes it', (_version, ...messages) => {
    const { container, codes } = mount({ messages })
    expect([texts(container), codes()]).toEqual([['Title', 'Ada', 'Go'], []])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Title')
    expect(only(container, '.sf-column > .sf-card').textContent).toBe('Ada')
    expect(screen.getByRole('button').textContent).toBe('Go')
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
    expect(placeListenerCount(live().model)).toBe(2)
    page.rerender(<SurfaceView runtime={runtime} surfaceId="s" />)
    expect(placeListenerCount(live().model)).toBe(1)
    send(UD('s', '/name', 'Ben'))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ben')
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
