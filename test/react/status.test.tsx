// What assistive technology is told of a surface that streams in.
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { type Mounted, mount, only } from './mount.tsx'

const Column = (id: string, children: JsonValue): JsonObject => ({ id, component: 'Column', children })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const said = ({ container }: Mounted): string => only(container, '.sf-surface > [role="status"]').textContent
const busy = ({ container }: Mounted): boolean => container.querySelector('[aria-busy="true"]') !== null

/** Takes over what the server has drawn; returns how to end it. */
function hydrated(container: HTMLElement, ui: ReactNode): () => void {
  let root: Root | undefined
  act(() => {
    root = hydrateRoot(container, ui)
  })
  return () => act(() => root?.unmount())
}

/** Everything that was said within so many milliseconds, in order. */
function heard(mounted: Mounted, ms: number): readonly string[] {
  const words: string[] = []
  for (let passed = 0; passed < ms; passed += 100) {
    pass(100)
    const now = said(mounted)
    if (now !== '' && now !== words.at(-1)) words.push(now)
  }
  return words
}

describe('[R-12] the status of a surface', () => {
  it('[R-12] is busy while parts are awaited, and says at last that it is there', () => {
    const mounted = mount({ messages: [CS('s'), UC('s', [Column('root', ['a', 'b'])])] })
    expect(busy(mounted)).toBe(true)
    expect(heard(mounted, 1500)).toEqual(['Interactive reply: loading'])
    mounted.send(UC('s', [T('a', 'one')]))
    expect(busy(mounted)).toBe(true)
    mounted.send(UC('s', [T('b', 'two')]))
    expect(busy(mounted)).toBe(false)
    expect(said(mounted)).toBe('')
    expect(heard(mounted, 1500)).toEqual(['Interactive reply: ready'])
  })

  it('[R-12] says of what takes no time only that it is there', () => {
    const mounted = mount({ messages: [CS('s')] })
    mounted.send(UC('s', [T('root', 'at once')]))
    expect(busy(mounted)).toBe(false)
    expect(heard(mounted, 3000)).toEqual(['Interactive reply: ready'])
  })

  it('[R-12] says nothing of what was there when it was drawn, and nothing twice where it is drawn again', () => {
    const mounted = mount({ messages: [CS('s'), UC('s', [T('root', 'there')]), CS('t')] })
    mounted.send(UC('t', [T('root', 'comes')]))
    const ui = <SurfaceList runtime={mounted.runtime} />
    pass(1000)
    mounted.page.rerender(<p>elsewhere</p>)
    mounted.page.rerender(ui)
    pass(3000)
    const regions = [...mounted.container.querySelectorAll('[role="status"]')]
    expect(regions.map(({ textContent }) => textContent)).toEqual(['', ''])
  })

  it('[R-12] does not go on saying what is over', () => {
    const mounted = mount({ messages: [CS('s')] })
    mounted.send(UC('s', [T('root', 'there')]))
    pass(1000)
    mounted.send(UC('s', [Column('root', ['new'])]))
    expect(heard(mounted, 2000)).toEqual(['Interactive reply: loading'])
    mounted.send(UC('s', [T('new', 'here')]))
    pass(2000)
    expect(said(mounted)).toBe('')
  })

  it('[R-12] says at most three things, however long the stream', () => {
    const mounted = mount({ messages: [CS('s')] })
    const words: string[] = []
    for (let part = 0; part < 20; part++) {
      mounted.send(UC('s', [Column('root', [`p${part}`])]))
      words.push(...heard(mounted, 1200))
      mounted.send(UC('s', [T(`p${part}`, 'here')]))
      words.push(...heard(mounted, 700))
    }
    mounted.send(UC('s', [Column('root', ['never'])]))
    act(() => mounted.runtime.end())
    words.push(...heard(mounted, 2000))
    expect([...new Set(words)]).toEqual([
      'Interactive reply: loading',
      'Interactive reply: ready',
      'Interactive reply: some parts are missing',
    ])
    expect(words.filter((word, index) => word !== words[index - 1])).toHaveLength(3)
  })

  it('[R-12] is busy no longer when the stream has ended, or after ten seconds', () => {
    const ended = mount({ messages: [CS('s'), UC('s', [Column('root', ['never'])])] })
    act(() => ended.runtime.end())
    expect(busy(ended)).toBe(false)
    const open = mount({ messages: [CS('s'), UC('s', [Column('root', ['never'])])] })
    pass(9900)
    expect(busy(open)).toBe(true)
    pass(200)
    expect(busy(open)).toBe(false)
  })

  it('[R-12] has the name that the agent gives itself, and the words of the host', () => {
    const theme = { agentDisplayName: 'Tour guide' }
    const mounted = mount({
      messages: [CS('s', { theme })],
      ui: ({ runtime }) => <SurfaceList runtime={runtime} texts={words} />,
    })
    mounted.send(UC('s', [T('root', 'hi')]))
    expect(heard(mounted, 1000)).toEqual(['Tour guide ist da'])
  })

  it('[R-12] [V8-8] follows another root in v0.8', () => {
    const mounted = mount({
      messages: [v08.SU('s', [v08.T('root', 'one')]), v08.BR('s')],
    })
    expect(busy(mounted)).toBe(false)
    mounted.send(v08.BR('s', 'other'))
    expect(busy(mounted)).toBe(true)
    mounted.send(v08.SU('s', [v08.T('other', 'two')]))
    expect(busy(mounted)).toBe(false)
  })

  it('[R-12] [R-6] is silent about what the server has drawn', () => {
    const { runtime, send } = record()
    send(CS('s'), UC('s', [T('root', 'served')]))
    const ui = <SurfaceList runtime={runtime} />
    const container = document.createElement('div')
    container.innerHTML = renderToString(ui)
    document.body.append(container)
    const unmount = hydrated(container, ui)
    pass(3000)
    expect(only(container, '[role="status"]').textContent).toBe('')
    unmount()
    container.remove()
  })
})

const words = { complete: (name: string): string => `${name} ist da` }
