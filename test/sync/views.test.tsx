// A chat draws each message's surfaces in the message's own bubble.
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Runtime, SurfaceList, useSurfaces } from '../../src/index.ts'
import { mount, texts } from '../react/mount.tsx'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'

interface BubbleProps {
  readonly runtime: Runtime
  readonly id: string
  readonly messages: readonly unknown[]
}

function Bubble({ runtime, id, messages }: BubbleProps) {
  useEffect(() => runtime.sync(id, messages), [runtime, id, messages])
  const surfaces = useSurfaces(runtime, { key: id })
  return (
    <section aria-label={`${id}: ${surfaces.length}`}>
      <SurfaceList runtime={runtime} source={id} />
    </section>
  )
}

const hello = (id: string): readonly unknown[] => [CS(id), UC(id, [T('root', `hello ${id}`)])]

describe('the surfaces of one source', () => {
  it('[SY-10] are drawn in their own place, and only there', () => {
    const [one, two] = [hello('a'), [...hello('b'), ...hello('c')]]
    const { page, runtime } = mount({
      strict: true,
      ui: (recorder) => (
        <>
          <Bubble runtime={recorder.runtime} id="one" messages={one} />
          <Bubble runtime={recorder.runtime} id="two" messages={two} />
        </>
      ),
    })
    expect(texts(screen.getByLabelText('one: 1'))).toEqual(['hello a'])
    expect(texts(screen.getByLabelText('two: 2'))).toEqual(['hello b', 'hello c'])
    act(() => runtime.drop('two'))
    expect(texts(page.container)).toEqual(['hello a'])
  })

  it('[SY-1] [SY-2] keep their elements, their focus and what was typed while a list grows', () => {
    const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
    const recorder = mount({ ui: ({ runtime }) => <SurfaceList runtime={runtime} source="chat" /> })
    const sync = (components: readonly unknown[]): void =>
      act(() => recorder.runtime.sync('chat', [CS('s'), UC('s', JSON.parse(JSON.stringify(components)))]))
    sync([field])
    const input = screen.getByLabelText<HTMLInputElement>('Name')
    input.focus()
    fireEvent.change(input, { target: { value: 'Bo' } })
    sync([field])
    sync([field, T('more', 'more')])
    expect(screen.getByLabelText('Name')).toBe(input)
    expect(document.activeElement).toBe(input)
    expect(input.value).toBe('Bo')
  })
})

describe('a list that begins otherwise', () => {
  const row = { id: 'root', component: 'Column', children: ['note', 'name'] }
  const field = (id: string, extra: object = {}) => ({ id, component: 'TextField', label: id, ...extra })
  const bound = field('name', { value: { path: '/name' } })
  const hint = (text: string): object => T('note', text)

  function view() {
    const recorder = mount({ strict: true, ui: ({ runtime }) => <SurfaceList runtime={runtime} /> })
    const sync = (key: string, ...messages: readonly unknown[]): void =>
      act(() => recorder.runtime.sync(key, JSON.parse(JSON.stringify(messages))))
    return { ...recorder, sync, field: (label: string) => screen.getByLabelText<HTMLInputElement>(label) }
  }

  it('[SY-3] keeps the element with the focus, its caret and its text', () => {
    const { sync, field: named, runtime } = view()
    sync('chat', CS('s'), UC('s', [row, hint('Who?'), bound, T('old', 'old')] as never), UD('s', '/name', 'A'))
    const input = named('name')
    input.focus()
    fireEvent.change(input, { target: { value: 'Bert' } })
    input.setSelectionRange(2, 2)
    const surface = runtime.surface('s')
    sync('chat', CS('s'), UC('s', [row, hint('Your name?'), bound] as never), UD('s', '/name', 'B'))
    expect(screen.getByText('Your name?')).toBeDefined()
    expect(named('name')).toBe(input)
    expect(document.activeElement).toBe(input)
    expect([input.value, input.selectionStart]).toEqual(['Bert', 2])
    expect(runtime.surface('s')).toBe(surface)
    fireEvent.change(input, { target: { value: 'Berta' } })
    expect(runtime.surface('s')?.data.get('/name')).toBe('Berta')
  })

  it('[SY-3] [SY-4] keeps what was typed into a field without a place, and what is not sent again goes', () => {
    const { sync, field: named, container } = view()
    sync('chat', CS('s'), UC('s', [row, hint('Who?'), field('name')] as never), UD('s', '/x', 1))
    const input = named('name')
    input.focus()
    fireEvent.change(input, { target: { value: 'Bert' } })
    sync('chat', CS('s'), UC('s', [row, field('name')] as never))
    expect(named('name')).toBe(input)
    expect(input.value).toBe('Bert')
    expect(texts(container)).not.toContain('Who?')
    sync('chat', CS('s'), UC('s', [row, hint('Who?'), field('name', { label: 'Name' })] as never))
    expect(document.activeElement).toBe(input)
  })

  it('[SY-3] draws surfaces in the order of the last list, those of other sources in their places', () => {
    const { sync, container } = view()
    const one = (id: string, text: string): readonly unknown[] => [CS(id), UC(id, [T('root', text)])]
    sync('one', ...one('a', 'a'), ...one('b', 'b'))
    sync('two', ...one('c', 'c'))
    const first = container.querySelector('article')
    sync('one', ...one('a', 'A'), ...one('b', 'B').slice(0, 1), UC('b', [T('more', 'more'), T('root', 'B')]))
    expect(texts(container)).toEqual(['A', 'B', 'c'])
    expect(container.querySelector('article')).toBe(first)
    sync('one', ...one('b', 'b'), ...one('a', 'a'))
    expect(texts(container).filter((text) => text !== 'c')).toEqual(['b', 'a'])
    sync('one', ...one('n', 'n'), ...one('b', 'b'))
    expect(texts(container).filter((text) => text !== 'c')).toEqual(['n', 'b'])
  })

  it('[SY-3] has the root, the theme and the state of the last list', () => {
    const { sync, runtime, container } = view()
    const body = (): Element | null => container.querySelector('.sf-surface__body')
    const parts = v08.SU('u', [v08.T('a', 'first'), v08.T('b', 'second')])
    sync('old', v08.BR('u', 'a'), parts, v08.DM('u', [{ key: 'x', valueNumber: 1 }]))
    const article = container.querySelector('article')
    sync('old', v08.BR('u', 'b', { styles: { primaryColor: '#123456' } }), parts)
    expect(texts(container)).toEqual(['second'])
    expect(runtime.surface('u')?.theme.primaryColor).toBe('#123456')
    expect(container.querySelector('article')).toBe(article)
    expect(body()?.getAttribute('aria-busy')).toBeNull()
    sync('old', v08.BR('u', 'c'))
    expect(texts(container)).toEqual([])
    expect(body()?.getAttribute('aria-busy')).toBe('true')
  })

  it('[SY-3] of another catalog or for another source is another surface', () => {
    const { sync, runtime } = view()
    sync('chat', CS('s'), UC('s', [T('root', 'a')]))
    const before = runtime.surface('s')
    sync('chat', CS('s', { sendDataModel: true }), UC('s', [T('root', 'a')]))
    expect(runtime.surface('s')).not.toBe(before)
    expect(runtime.surface('s')?.sendDataModel).toBe(true)
    const mine = runtime.surface('s')
    sync('other', CS('s', { sendDataModel: true }), UC('s', [T('root', 'b')]))
    expect(runtime.surface('s')).not.toBe(mine)
  })
})

describe('what was typed, and pictures', () => {
  afterEach(() => void vi.useRealTimers())

  const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }
  const picture = (id: string, url: unknown) => ({ id, component: 'Image', url })
  const column = { id: 'root', component: 'Column', children: ['name', 'a', 'b'] }
  const page = (b: unknown): readonly unknown[] => [
    CS('s'),
    UC('s', [column, field, picture('a', 'https://pictures.example/a.png'), picture('b', b)] as never),
  ]
  const asked = (container: HTMLElement): readonly string[] =>
    [...container.querySelectorAll('img')].map(({ src }) => src.replace('https://pictures.example/', ''))

  it('[SY-4] [BC-20] pictures that were shown stay when a list begins anew; a new one waits for the press', () => {
    const recorder = mount()
    const sync = (b: string): void => act(() => recorder.runtime.sync('chat', page(`https://pictures.example/${b}`)))
    sync('b.png')
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Bo' } })
    expect(asked(recorder.container)).toEqual(['a.png', 'b.png'])
    act(() => recorder.runtime.sync('chat', []))
    sync('b.png')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bo')
    expect(asked(recorder.container)).toEqual(['a.png', 'b.png'])
    act(() => recorder.runtime.sync('chat', []))
    sync('c.png')
    expect(asked(recorder.container)).toEqual(['a.png'])
  })

  it('[SY-4] [BC-20] what was not sent stays unsent through a surface that has no place for it', () => {
    const recorder = mount()
    const sync = (messages: readonly unknown[]): void => act(() => recorder.runtime.sync('chat', messages))
    const spelt = {
      call: 'formatString',
      args: { value: 'https://pictures.example/${/name}.png' },
      returnType: 'string',
    }
    sync([CS('s'), UC('s', [{ ...field, id: 'root' }] as never)])
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Bo' } })
    sync([])
    sync([CS('s'), UC('s', [T('root', 'no field')])])
    sync([])
    sync(page(spelt))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bo')
    expect(asked(recorder.container).filter((address) => address.includes('Bo'))).toEqual([])
  })

  it('[SY-11] [BC-20] after a reload pictures are asked for before the input is back, and none that reads it', () => {
    vi.useFakeTimers()
    const recorder = mount()
    act(() => recorder.runtime.restoreInput({ s: [{ pointer: '/name', value: 'Bo' }] }))
    const spelt = {
      call: 'formatString',
      args: { value: 'https://pictures.example/${/name}.png' },
      returnType: 'string',
    }
    recorder.send(...(page(spelt) as never[]))
    expect(asked(recorder.container)).toEqual(['a.png', '.png'])
    act(() => void vi.advanceTimersByTime(1_000))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bo')
    expect(asked(recorder.container).filter((address) => address.includes('Bo'))).toEqual([])
    expect(asked(recorder.container)).toContain('a.png')
  })
})
