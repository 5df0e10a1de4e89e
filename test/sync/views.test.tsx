// A chat draws each message's surfaces in the message's own bubble.
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Runtime, SurfaceList, useSurfaces } from '../../src/index.ts'
import { mount, texts } from '../react/mount.tsx'
import { CS, T, UC } from '../support/messages.ts'

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
