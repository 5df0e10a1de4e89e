// The places of surfaces among each other, and of what is drawn of them: whatever a source's list becomes, nobody else's view moves.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { type Runtime, SurfaceList } from '../../../src/entries/index.ts'
import { mount, texts } from '../../react/mount.tsx'
import { CS, DS, T, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { times } from '../../support/times.ts'

const named = (ids: readonly string[]): readonly object[] => ids.flatMap((id) => [CS(id), UC(id, [T('root', id)])])
const idsOf = ({ surfaces }: Runtime): readonly string[] => surfaces.getSnapshot().map(({ id }) => id)
const list = () => mount({ ui: ({ runtime }) => <SurfaceList runtime={runtime} /> })

describe('a view', () => {
  it('[SF-3] draws nothing of a surface that went in the same task', () => {
    const { runtime, container } = list()
    act(() => runtime.sync('chat', named(['one', 'last'])))
    act(() => {
      runtime.sync('chat', named(['last']))
      runtime.sync('chat', named(['new', 'last']))
    })
    expect(texts(container)).toEqual(['new', 'last'])
  })

  it('[SF-3] draws nothing of a surface of another source that went in the same task', () => {
    const { runtime, container } = list()
    act(() => runtime.sync('one', named(['one'])))
    act(() => runtime.sync('chat', named(['last'])))
    act(() => {
      runtime.drop('one')
      runtime.sync('chat', named(['new', 'last']))
    })
    expect(texts(container)).toEqual(['new', 'last'])
  })

  it.each<readonly [string, (ids: string[], id: string) => void]>([
    ['at its beginning', (ids, id) => void ids.unshift(id)],
    ['behind its first one', (ids, id) => void ids.splice(1, 0, id)],
    ['in its middle', (ids, id) => void ids.splice(Math.ceil(ids.length / 2), 0, id)],
    ['before its last one', (ids, id) => void ids.splice(-1, 0, id)],
    ['at its end', (ids, id) => void ids.push(id)],
  ])('[SF-4] [SF-10] stays, with focus and text, while a list grows %s: one in the list, and one beside', (_, grow) => {
    const { runtime, container } = list()
    const fieldOf = (label: string) => ({ id: 'root', component: 'TextField', label, value: { path: '/name' } })
    const messages = (ids: readonly string[]): readonly object[] => [
      ...named(ids),
      CS('own'),
      UC('own', [fieldOf('Own')]),
    ]
    const ids = ['one', 'other']
    act(() => runtime.sync('chat', messages(ids)))
    act(() => runtime.sync('beside', [CS('b'), UC('b', [fieldOf('Beside')])]))
    const [own, beside] = ['Own', 'Beside'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    fireEvent.change(own as HTMLInputElement, { target: { value: 'typed' } })
    beside?.focus()
    const first = [...container.querySelectorAll('.sf-text')]
    // More than stand in one run of the page.
    for (const id of times(70, (index) => `s${index}`)) {
      grow(ids, id)
      act(() => runtime.sync('chat', messages(ids)))
      expect(texts(container)).toEqual(ids)
    }
    expect([screen.getByLabelText('Own'), screen.getByLabelText('Beside')]).toEqual([own, beside])
    expect([own?.value, document.activeElement]).toEqual(['typed', beside])
    expect([...container.querySelectorAll('.sf-text')]).toEqual(expect.arrayContaining(first))
  })
})

describe('the order on the page', () => {
  it('[SY-10] is that of the surfaces where a list shows one source, another one, and then all', () => {
    let show: (source?: string) => void = () => undefined
    function Shown({ runtime }: { readonly runtime: Runtime }) {
      const [source, setSource] = useState<string | undefined>('one')
      show = setSource
      return <SurfaceList runtime={runtime} {...(source !== undefined && { source })} />
    }
    const { runtime, container } = mount({ ui: (recorder) => <Shown runtime={recorder.runtime} /> })
    act(() => runtime.sync('one', named(['a'])))
    act(() => runtime.sync('two', named(['b'])))
    act(() => runtime.sync('one', named(['a', 'c'])))
    expect(texts(container)).toEqual(['a', 'c'])
    act(() => show('two'))
    expect(texts(container)).toEqual(['b'])
    act(() => show())
    expect(texts(container)).toEqual(['a', 'b', 'c'])
    expect(idsOf(runtime)).toEqual(['a', 'b', 'c'])
  })

  it('[R-22] is that of the surfaces where others begin between those that are not drawn yet', async () => {
    const { runtime, container } = list()
    const [first = '', ...others] = times(600, (index) => `s${index}`)
    const last = [first, ...times(300, (index) => `n${index}`), ...others]
    act(() => runtime.sync('chat', named([first, ...others])))
    act(() => runtime.sync('chat', named(last)))
    await waitFor(() => expect(container.querySelectorAll('.sf-text').length).toBe(last.length))
    expect(texts(container)).toEqual(last)
  })
})

describe('the order of surfaces', () => {
  it.each<readonly [string, (list: readonly object[]) => readonly object[]]>([
    ['another one begins before all', (messages) => [...named(['new']), ...messages]],
    ['the first one goes', (messages) => messages.slice(2)],
  ])('[SF-10] [SY-3] is as it was where one was deleted, created again later, and then %s', async (_, change) => {
    const { runtime } = list()
    const messages = [...named(['x', 'a', 'b'])]
    for (const more of [[], [DS('a')], named(['a'])]) {
      messages.push(...more)
      // A task of its own for each: the views see that the surface went.
      await act(async () => runtime.sync('chat', [...messages]))
    }
    const before = runtime.surfaces.getSnapshot().slice(1)
    const element = screen.getByText('a')
    await act(async () => runtime.sync('chat', change(messages)))
    expect(before.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(runtime.surfaces.getSnapshot().slice(-2)).toEqual(before)
    expect(screen.getByText('a')).toBe(element)
  })

  it('[SF-10] [SY-3] is as it was where a surface comes again in the other version', () => {
    const { runtime } = record()
    runtime.sync('one', named(['a', 'b']))
    runtime.sync('other', named(['x']))
    runtime.sync('one', [...named(['a']), v08.SU('b', [v08.T('root', 'b')]), v08.BR('b')])
    expect(idsOf(runtime)).toEqual(['a', 'b', 'x'])
    runtime.apply([...named(['y']), DS('y'), v08.SU('y', [v08.T('root', 'y')]), v08.BR('y'), ...named(['z'])])
    expect(idsOf(runtime)).toEqual(['a', 'b', 'x', 'y', 'z'])
  })

  it('[SY-3] is that of both lists where new ones of two sources begin together', () => {
    const { runtime } = record()
    const update = UC('a', [T('more', 'more')])
    runtime.sync('one', named(['a', 'c']))
    // An update of another source's surface: both are applied anew together.
    runtime.sync('other', [update, ...named(['x'])])
    runtime.sync('one', named(['new', 'a', 'b', 'c']))
    expect(idsOf(runtime)).toEqual(['new', 'a', 'b', 'c', 'x'])
  })

  it('[SY-3] holds where a handler of the host hands in another list in the middle of one', () => {
    const { runtime } = record()
    runtime.sync('one', [...named(['a', 'b']), UD('a', '/n', 1)])
    runtime.surface('a')?.data.subscribe('/n', () => runtime.sync('two', named(['x', 'y'])))
    runtime.sync('two', named(['y']))
    const before = runtime.surfaces.getSnapshot()
    runtime.sync('one', [...named(['new', 'a', 'b']), UD('a', '/n', 2)])
    expect(idsOf(runtime)).toEqual(['new', 'a', 'b', 'x', 'y'])
    expect(runtime.surfaces.getSnapshot().filter((one) => before.includes(one))).toEqual(before)
  })
})
