// While the user has not sent what they entered, the page asks for nothing new. e2e/typed-text.spec.ts plays the attacks.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Surface, SurfaceList } from '../../src/entries/index.ts'
import { inner } from '../support/live.ts'
import { T } from '../support/messages.ts'
import { choice, column, field, loading, picture } from './request-setup.ts'
import { show } from './show.tsx'

const type = (value: string): Promise<void> => userEvent.type(screen.getByLabelText('Field'), value)
const addresses = (): (string | null)[] => [...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))
const showButtons = (): HTMLElement[] => screen.queryAllByRole('button', { name: /^Show/ })
const url = (n: number | string): string => `https://pictures.example/${n}`

describe('[BC-20] what the page shows when the input begins', () => {
  it('[BC-20] stays, and what was far below is loaded then', async () => {
    show([column('root', ['field', 'p', 'q']), field('field', '/v'), picture('p'), picture('q')])
    expect(loading()).toEqual(['lazy', 'lazy'])
    await type('x')
    expect(loading()).toEqual(['eager', 'eager'])
    expect(showButtons()).toEqual([])
  })

  it('[BC-20] begins with text that an input keeps to itself, too', async () => {
    const { update } = show([column('root', ['choice', 'p']), { ...choice, filterable: true }, picture('p')])
    await userEvent.type(screen.getByRole('searchbox'), 'x')
    update(column('root', ['choice', 'p', 'q']), picture('q', url('new')))
    expect([loading(), showButtons().length]).toEqual([['eager'], 1])
  })

  it('[BC-20] is kept by a filter over a list of pictures, and by a second drawing of the surface', async () => {
    const items = [1, 2, 3].map((n) => ({ url: url(n) }))
    const { page, runtime } = show(
      [
        column('root', ['field', 'rows']),
        field('field', '/v'),
        column('rows', { componentId: 'p', path: '/items' }),
        picture('p', { path: 'url' }),
      ],
      { data: { items } },
    )
    await type('x')
    act(() => runtime.surface('s')?.data.set('/items', []))
    expect(addresses()).toEqual([])
    act(() => runtime.surface('s')?.data.set('/items', items))
    expect(addresses()).toEqual([url(1), url(2), url(3)])
    page.unmount()
    render(<SurfaceList runtime={runtime} />)
    expect(addresses()).toEqual([url(1), url(2), url(3)])
  })

  it('[BC-20] is not a picture that failed: it would be asked for again', async () => {
    const { update } = show([column('root', ['field', 'p']), field('field', '/v'), picture('p', url('broken'))])
    const [before] = document.querySelectorAll('img')
    await type('x')
    if (before) {
      Object.defineProperty(before, 'complete', { value: true })
      act(() => void before.dispatchEvent(new Event('error')))
    }
    update(column('root', ['field', 'q']), picture('q', url('broken')))
    expect([addresses(), showButtons().length]).toEqual([[], 1])
  })

  it('[BC-20] is not the address that an element of a renderer has given up: its picture may be gone', async () => {
    const { runtime, update } = show(
      [column('root', ['field', 'p', 'q']), field('field', '/v'), picture('p', { path: '/a' }), picture('q', url('b'))],
      { data: { a: url('a') } },
    )
    await type('x')
    const [first] = document.querySelectorAll('img')
    act(() => runtime.surface('s')?.data.set('/a', url('b')))
    // Another address has another element, which leaves the first one as it was.
    expect([first?.isConnected, first?.src, addresses()]).toEqual([false, url('a'), [url('b'), url('b')]])
    update(column('root', ['field', 'p', 'q', 'r']), picture('r', url('a')))
    expect(addresses()).toEqual([url('b'), url('b'), url('a')])
    first?.setAttribute('src', url('b'))
    update(column('root', ['field', 'p', 'q', 's']), picture('s', url('a')))
    expect([addresses(), showButtons().length]).toEqual([[url('b'), url('b')], 1])
  })

  it('[BC-20] has rows of the agent that take another id: they keep their pictures', async () => {
    const { write } = show(
      [
        column('root', { componentId: 'row', path: '/rows' }),
        column('row', ['name', 'p']),
        field('name', 'id'),
        picture('p'),
      ],
      { data: { rows: [{ id: 'guess' }, { id: 'other' }] } },
    )
    const before = [...document.querySelectorAll('img')]
    const own = screen.getAllByLabelText<HTMLInputElement>('Field')[1]
    if (own) {
      await userEvent.clear(own)
      await userEvent.type(own, 'guess')
    }
    expect(document.activeElement).toBe(own)
    write('/rows/0/more', 1)
    expect([...document.querySelectorAll('img')]).toEqual(before)
  })
})

describe('[BC-2] a new address', () => {
  it('[BC-2] waits, literal or bound, in a row or alone, and one press frees all', async () => {
    const { update, write } = show([
      column('root', ['field', 'late', 'rows']),
      field('field', '/v'),
      column('rows', { componentId: 'p', path: '/rows' }),
      picture('p', { path: 'url' }),
    ])
    await type('x')
    update(picture('late', url('literal')))
    write('/rows', [{ url: url(1) }, { url: url(2) }])
    expect([addresses(), showButtons().length]).toEqual([[], 3])
    const [one] = showButtons()
    if (one) await userEvent.click(one)
    expect([addresses(), showButtons()]).toEqual([[url('literal'), url(1), url(2)], []])
    // For what was entered so far.
    await type('y')
    write('/rows/2', { url: url(3) })
    expect([addresses(), showButtons().length]).toEqual([[url('literal'), url(1), url(2)], 1])
  })

  it('[BC-2] waits no longer than until the input is sent', async () => {
    const go = { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go' } } }
    const { update, events } = show([column('root', ['field', 'go', 'p']), field('field', '/v'), go, T('label', 'Go')])
    await type('x')
    update(picture('p'))
    expect(addresses()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Go' }))
    expect([events.length, addresses()]).toEqual([1, [url('a.png')]])
  })

  it('[BC-2] does not wait on another surface', async () => {
    const { runtime } = show([column('root', ['field']), field('field', '/v')])
    await type('x')
    const catalogId = runtime.surface('s')?.catalogId ?? ''
    act(() =>
      runtime.apply([
        { version: 'v0.9', createSurface: { surfaceId: 't', catalogId } },
        { version: 'v0.9', updateComponents: { surfaceId: 't', components: [picture('root')] } },
      ]),
    )
    expect(addresses()).toEqual([url('a.png')])
    // It loads wherever it is: what is near depends on the layout of the whole page.
    expect(loading()).toEqual(['eager'])
  })

  it('[BC-2] of an icon that was not drawn before waits as well', async () => {
    const { page, runtime } = show([T('root', 'Hello')], { theme: { iconUrl: url('icon') } })
    expect(addresses()).toEqual([url('icon')])
    page.unmount()
    runtime.surface('s')?.data.set('/v', 'x')
    render(<SurfaceList runtime={runtime} />)
    expect(addresses()).toEqual([])
    act(() => void inner(runtime.surface('s') as Surface).emit('root', 'go', {}))
    expect(addresses()).toEqual([url('icon')])
  })

  it('[BC-2] [BC-20] of a picture waits where a film or sound of this address was shown: none was asked for', async () => {
    const film = { id: 'film', component: 'Video', url: url('both') }
    const sound = { id: 'sound', component: 'AudioPlayer', url: url('heard') }
    const { update, write } = show(
      [
        column('root', ['field', 'film', 'rows']),
        field('field', '/v'),
        film,
        column('rows', { componentId: 'sound', path: '/rows' }),
        sound,
      ],
      { data: { rows: [1] } },
    )
    await type('x')
    update(column('root', ['field', 'film', 'rows', 'p', 'q']), picture('p', url('both')), picture('q', url('heard')))
    expect([addresses(), showButtons().length]).toEqual([[], 2])
    // What was shown stays, and comes back.
    update({ ...film, accessibility: { label: 'A film' } })
    write('/rows', [])
    write('/rows', [1])
    expect([...document.querySelectorAll('video, audio')].map((one) => one.getAttribute('src'))).toEqual([
      url('both'),
      url('heard'),
    ])
  })

  it('[BC-2] [BC-20] of a film waits where a picture of this address was shown', async () => {
    const { update } = show([column('root', ['field', 'p']), field('field', '/v'), picture('p', url('both'))])
    await type('x')
    update(column('root', ['field', 'p', 'film']), { id: 'film', component: 'Video', url: url('both') })
    expect([addresses(), showButtons().length]).toEqual([[url('both')], 1])
  })

  it('[BC-2] is not free when the agent deletes the surface', async () => {
    const { update, runtime } = show([column('root', ['field', 'p']), field('field', '/v')])
    await type('x')
    update(picture('p'))
    const live = inner(runtime.surface('s') as Surface)
    // A view that lags behind, as in a transition, still draws the surface.
    runtime.apply({ version: 'v0.9', deleteSurface: { surfaceId: 's' } })
    expect([live.unsent.mayAsk(url('a.png')), live.holders.getSnapshot()]).toEqual([false, 0])
    live.unsent.enter()
    expect(live.holders.getSnapshot()).toBe(0)
    await act(async () => undefined)
    expect([live.unsent.mayAsk(url('a.png')), addresses()]).toEqual([false, []])
  })
})
