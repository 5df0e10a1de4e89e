// Pictures of closed tabs and dialogs: they are loaded soon after they came, so that no letter decides about it.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type JsonObject, type Renderer, type Surface, wrapRenderer } from '../../src/entries/index.ts'
import { basicRenderers } from '../../src/entries/renderers.ts'
import { mount } from '../react/mount.tsx'
import { inner } from '../support/live.ts'
import { CS, T, UC } from '../support/messages.ts'
import { column, field, picture } from './request-setup.ts'
import { type Shown, show } from './show.tsx'

const type = (value: string): Promise<void> => userEvent.type(screen.getByLabelText('Field'), value)
const addresses = (): (string | null)[] => [...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))
const showButtons = (): HTMLElement[] => screen.queryAllByRole('button', { name: /^Show/ })
const url = (n: number | string): string => `https://pictures.example/${n}`
const later = (ms: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))

/** What elements were given as their address, also outside of the page. */
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') ?? {}
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLImageElement, value) {
    asked.push(value)
    set?.call(this, value)
  })
})

afterEach(() => void vi.restoreAllMocks())

const tabs = (...pictures: readonly JsonObject[]): readonly JsonObject[] => [
  column('root', ['field', 'tabs']),
  field('field', '/v'),
  { id: 'tabs', component: 'Tabs', tabs: ['first', 'second'].map((child) => ({ title: child, child })) },
  T('first', 'Hello'),
  column(
    'second',
    pictures.map(({ id }) => id as string),
  ),
  ...pictures,
]

const numbered = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, n) => picture(`p${n}`, url(n)))

const open = async ({ page }: Shown): Promise<void> => {
  await userEvent.click(page.getByRole('tab', { name: 'second' }))
}

it('[BC-20] they are loaded soon after they came, not at the first letter, and a tab shows them', async () => {
  const shown = show(tabs(...numbered(2), picture('bound', { path: '/v' })))
  expect(asked).toEqual([])
  await later(250)
  expect(asked).toEqual([url(0), url(1)])
  await type('x')
  expect(asked).toEqual([url(0), url(1)])
  await open(shown)
  expect([addresses(), showButtons()]).toEqual([[url(0), url(1)], []])
})

it('[BC-20] what is typed before they are loaded makes them wait, and so does what is typed before they come', async () => {
  const shown = show(tabs(picture('p', url('first'))))
  act(() => shown.runtime.surface('s')?.data.set('/v', 'x'))
  shown.update(...tabs(picture('p', url('first')), picture('q', url('second'))))
  await later(250)
  expect(asked).toEqual([])
  await open(shown)
  expect([addresses(), showButtons().length]).toEqual([[], 2])
})

it('[BC-20] they are loaded soon after the input was sent', async () => {
  const shown = show(tabs())
  await type('x')
  shown.update(...tabs(picture('p', url('late'))))
  await later(250)
  expect(asked).toEqual([])
  act(() => void inner(shown.runtime.surface('s') as Surface).emit('root', 'go', {}))
  await later(250)
  expect(asked).toEqual([url('late')])
})

it('[BC-20] they are twenty at most; the others wait', async () => {
  const shown = show(tabs(...numbered(25)))
  await later(250)
  expect(asked).toHaveLength(20)
  await type('x')
  await open(shown)
  expect([addresses().length, showButtons().length]).toEqual([20, 5])
})

it('[BC-20] those that are gone make room for others', async () => {
  const shown = show(tabs(...numbered(20)))
  await later(250)
  shown.update(...tabs(...numbered(20).map(({ id }, n) => picture(id as string, url(`new-${n}`)))))
  await later(250)
  expect(asked).toHaveLength(40)
  await type('x')
  await open(shown)
  expect([addresses().length, showButtons().length]).toEqual([20, 0])
})

it('[BC-20] nothing is loaded for a view that has gone, or for a surface', async () => {
  const gone = show(tabs(...numbered(1)))
  gone.page.unmount()
  show(tabs(...numbered(1))).runtime.apply({ version: 'v0.9', deleteSurface: { surfaceId: 's' } })
  await later(250)
  expect(asked).toEqual([])
})

it('[BC-2] what a renderer asks for by itself, after its first drawing, is drawn when it is free', async () => {
  const Image: Renderer<{ readonly url: string }> = ({ props, media }) => {
    const [unfolded, unfold] = useState(false)
    const found = unfolded ? media('url', props.url) : undefined
    if (found?.kind === 'load') return <img src={found.url} alt="" />
    return (
      <button type="button" onClick={() => unfold(true)}>
        Unfold
      </button>
    )
  }
  const { runtime } = mount({
    messages: [CS('s'), UC('s', [picture('root')])],
    renderers: { ...basicRenderers, Image: Image as Renderer },
  })
  act(() => runtime.surface('s')?.data.set('/v', 'x'))
  await userEvent.click(screen.getByRole('button', { name: 'Unfold' }))
  expect(addresses()).toEqual([])
  act(() => inner(runtime.surface('s') as Surface).unsent.send())
  expect(addresses()).toEqual([url('a.png')])
})

it('[BC-20] a renderer around the one of pictures changes nothing', async () => {
  mount({
    messages: [CS('s'), UC('s', [...tabs(...numbered(1))])],
    renderers: { ...basicRenderers, Image: wrapRenderer(basicRenderers.Image, (drawn) => <b>{drawn}</b>) },
  })
  await later(250)
  expect(asked).toEqual([url(0)])
})
