// A chat draws each message's surfaces in the message's own bubble.
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Runtime, SurfaceList, useSurfaces } from '../../../src/entries/index.ts'
import { mount, texts } from '../../react/mount.tsx'
import { CS, DS, T, UC, UD } from '../../support/messages.ts'

interface BubbleProps {
  readonly runtime: Runtime
  readonly id: string
  readonly messages: readonly unknown[]
}

function Bubble({ runtime, id, messages }: BubbleProps) {
  useEffect(() => runtime.sync(id, messages), [runtime, id, messages])
  const surfaces = useSurfaces(runtime, { source: id })
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

describe('[SF-10] a surface that begins anew goes on in its place', () => {
  const bound = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }
  const local = { id: 'note', component: 'TextField', label: 'Note', value: 'x' }
  const row = { id: 'row', component: 'TextField', label: 'Row', value: { path: 'text' } }
  const list = { id: 'list', component: 'List', children: { path: '/rows', componentId: 'row' } }
  const column = (...children: readonly string[]) => ({ id: 'root', component: 'Column', children })
  const rows = UD('s', '/rows', [
    { id: 'a', text: 'one' },
    { id: 'b', text: 'two' },
  ])
  const all = [column('name', 'note', 'list'), bound, local, list, row]

  function drawn() {
    const recorder = mount({ ui: ({ runtime }) => <SurfaceList runtime={runtime} clickGuard={0} /> })
    const sync = (key: string, ...messages: readonly unknown[]): void => act(() => recorder.runtime.sync(key, messages))
    const field = (label: string, at = 0): HTMLInputElement =>
      screen.getAllByLabelText<HTMLInputElement>(label)[at] ?? expect.fail(`There is no ${label}`)
    const type = (input: HTMLInputElement, text: string): void => {
      input.focus()
      fireEvent.change(input, { target: { value: text } })
      input.setSelectionRange(1, 2)
    }
    return { ...recorder, sync, field, type }
  }

  it.each([
    ['with another theme', [CS('s', { theme: { primaryColor: '#ff0000' } }), UC('s', all), rows]],
    ['with components in another order', [CS('s'), UC('s', all.toReversed()), rows]],
    ['with one message less', [CS('s'), UC('s', [...all, T('more', 'more')]), rows]],
    ['with another surface before it', [CS('t'), UC('t', [T('root', 'before')]), CS('s'), UC('s', all), rows]],
    [
      'with another text',
      [CS('s'), UC('s', [column('title', 'name', 'note', 'list'), T('title', 'Hi'), ...all.slice(1)]), rows],
    ],
  ])('%s', (_, next) => {
    const { sync, field, type } = drawn()
    sync('one', CS('s'), UC('s', all), UC('s', [T('gone', 'gone')]), rows)
    const [name, note, second] = [field('Name'), field('Note'), field('Row', 1)]
    type(second, 'zwei')
    type(note, 'local')
    type(name, 'Bo')
    sync('one', ...next)
    expect([field('Name'), field('Note'), field('Row', 1)]).toEqual([name, note, second])
    expect([name.value, note.value, second.value]).toEqual(['Bo', 'local', 'zwei'])
    expect(document.activeElement).toBe(name)
    expect([name.selectionStart, name.selectionEnd]).toEqual([1, 2])
  })

  it('and the surfaces of other answers do not move', () => {
    const { sync, field, type, runtime } = drawn()
    sync('one', CS('s'), UC('s', all), rows)
    sync('two', CS('s'), UC('s', all), rows)
    type(field('Name', 1), 'Bo')
    const before = runtime.surfaces.getSnapshot()
    const fields = [field('Name', 0), field('Name', 1)]
    sync('one', CS('s'), UC('s', [column('name'), bound]), UD('s', '/name', 'Ann'))
    expect(runtime.surfaces.getSnapshot()).toBe(before)
    expect([field('Name', 0), field('Name', 1)]).toEqual(fields)
    expect(fields.map(({ value }) => value)).toEqual(['Ann', 'Bo'])
    expect(document.activeElement).toBe(fields[1])
  })

  it('where a message deletes it and the next one creates it again', () => {
    const { send, field, type, runtime } = drawn()
    const first = [CS('s'), UC('s', all), rows]
    send(...first)
    const name = field('Name')
    type(name, 'Bo')
    send(DS('s'), ...first)
    expect(field('Name')).toBe(name)
    expect(document.activeElement).toBe(name)
    // The agent has deleted what was typed, but the user is still there.
    expect(runtime.userInput()).toEqual({})
    expect(name.value).toBe('Bo')
    fireEvent.blur(name)
    expect(runtime.userInput()).toEqual({ s: [{ pointer: '/name', value: 'Bo' }] })
  })

  it('but not one of another catalog, and not one that is gone', () => {
    const { send, field, runtime } = drawn()
    send(CS('s'), UC('s', all), rows)
    const name = field('Name')
    send(DS('s'))
    send(CS('s'), UC('s', all), rows)
    expect(field('Name')).not.toBe(name)
    const [surface] = runtime.surfaces.getSnapshot()
    send(DS('s'), CS('s', { sendDataModel: true }), UC('s', all), rows)
    expect(runtime.surfaces.getSnapshot()).not.toContain(surface)
  })

  it('and an action that is pending stays so only where it is the same', async () => {
    const button = (name: string) => ({ id: 'root', component: 'Button', child: 'go', action: { event: { name } } })
    const recorder = mount({
      onEvent: () => new Promise(() => undefined),
      ui: ({ runtime }) => <SurfaceList runtime={runtime} clickGuard={0} />,
    })
    const page = (name: string, more: readonly unknown[] = []) => [
      CS('s'),
      UC('s', [button(name), T('go', 'Go')]),
      ...more,
    ]
    const sync = (messages: readonly unknown[]): void => act(() => recorder.runtime.sync('one', messages))
    sync(page('book', [UD('s', '/a', 1)]))
    fireEvent.click(screen.getByRole('button'))
    sync(page('book'))
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
    sync(page('cancel'))
    expect(screen.getByRole('button').getAttribute('aria-busy')).not.toBe('true')
    fireEvent.click(screen.getByRole('button'))
    expect(recorder.events.map(({ name }) => name)).toEqual(['book', 'cancel'])
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
