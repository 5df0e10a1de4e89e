// What has no room among the nodes of all surfaces: when it is drawn after all, what it costs meanwhile, and what it never tells.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SurfaceView } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { LeftOut } from '../../src/react/LeftOut.tsx'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { times } from '../support/times.ts'
import { column, flat, modes, notices, settled } from './limit-setup.ts'
import { mount, texts } from './mount.tsx'

/** A surface of one text. */
const single = (id: string, text: string = id): readonly JsonObject[] => [CS(id), UC(id, [T('root', text)])]

/** Of the texts of `flat`, so many are left. */
const rest = (count: number): JsonObject =>
  UC('s', [
    column(
      'root',
      times(count, (index) => `t${index}`),
    ),
  ])

const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }

/** A field, its text a second time, and two texts: 9 nodes. Nothing sends what is typed. */
const form = [
  CS('s'),
  UC('s', [column('root', ['field', 'echo', 'x', 'y']), { ...field, id: 'field' }, T('echo', { path: '/name' })]),
  UC('s', [T('x', 'x'), T('y', 'y')]),
]

function Never(): ReactNode {
  throw new Promise(() => undefined)
}

describe.each(modes)('what has no room%s', (_name, strict) => {
  it('[R-22] is drawn when a text of another surface becomes shorter', async () => {
    const { container, send } = mount({
      messages: [CS('s'), UC('s', [T('root', { path: '/t' })]), UD('s', '/t', 'a'.repeat(900)), ...single('u')],
      ...{ limits: { totalNodes: 10 }, strict },
    })
    await settled()
    expect(notices(container)).toBe(1)
    send(UD('s', '/t', 'short'))
    await settled()
    expect([texts(container), notices(container)]).toEqual([['short', 'u'], 0])
  })

  it('[R-22] is drawn when a list of another surface becomes shorter', async () => {
    const picker = (count: number): JsonObject => {
      const options = times(count, (index) => ({ label: `Tea ${index}`, value: `${index}` }))
      return UC('s', [{ id: 'root', component: 'ChoicePicker', options, value: { path: '/tea' } }])
    }
    const { container, send } = mount({
      messages: [CS('s'), picker(10), ...single('u')],
      ...{ limits: { totalNodes: 45 }, strict },
    })
    await settled()
    expect(notices(container)).toBe(1)
    send(picker(2))
    await settled()
    expect([texts(container), notices(container)]).toEqual([['u'], 0])
  })

  it('[R-22] leaves the room that it cannot use to what waits behind it', async () => {
    const { container, send } = mount({
      messages: [...flat(9), ...single('u', 'a'.repeat(500)), ...single('v')],
      ...{ limits: { totalNodes: 10 }, strict },
    })
    await settled()
    expect(notices(container)).toBe(2)
    send(rest(8))
    await settled()
    expect([texts(container).slice(8), notices(container)]).toEqual([['v'], 1])
  })

  it('[R-22] is drawn when it is sent again and takes less, and is told of again when it does not', async () => {
    const { container, send, codes } = mount({
      messages: [...flat(7), CS('u'), UC('u', [field])],
      ...{ limits: { totalNodes: 10 }, strict },
    })
    await settled()
    send(UC('u', [{ ...field, label: 'Your name' }]))
    await settled()
    expect([notices(container), codes()]).toEqual([1, ['LIMIT_NODES', 'LIMIT_NODES']])
    send(UC('u', [T('root', 'u')]))
    await settled()
    expect([texts(container).slice(7), notices(container), codes().length]).toEqual([['u'], 0, 2])
  })

  it('[R-22] [SF-4] is drawn when a surface is deleted whose first rendering never ended', async () => {
    const { runtime, send } = record({ limits: { totalNodes: 10 } })
    send(...flat(9), ...single('u'))
    const suspended = (
      <Suspense fallback="…">
        <SurfaceView runtime={runtime} surfaceId="s" />
        <Never />
      </Suspense>
    )
    render(suspended, { reactStrictMode: strict })
    await settled()
    const { container } = render(<SurfaceView runtime={runtime} surfaceId="u" />, { reactStrictMode: strict })
    await settled()
    expect(notices(container)).toBe(1)
    act(() => send(DS('s')))
    await settled()
    expect([texts(container), notices(container)]).toEqual([['u'], 0])
  })

  it('[BC-20] is neither told of nor asked for when what was typed makes room', async () => {
    const wires: unknown[] = []
    const picture = { id: 'root', component: 'Image', url: 'https://elsewhere.example/typed.png' }
    const { container, send } = mount({
      messages: [...form, ...single('u'), CS('v'), UC('v', [picture])],
      onError: (_error, wire) => void wires.push(wire),
      ...{ limits: { totalNodes: 9 }, strict },
    })
    await settled()
    send(UC('u', [T('root', 'again')]), UC('v', [{ ...picture, fit: 'cover' }]))
    await settled()
    wires.length = 0
    for (const typed of ['Ada', '*a* *b* *c*', 'a']) {
      fireEvent.input(screen.getByLabelText('Name'), { target: { value: typed } })
      await settled()
      expect([notices(container), container.querySelectorAll('img').length, wires]).toEqual([2, 0, []])
    }
  })
})

it('[R-22] what has no room is not drawn again for each message of another surface', async () => {
  const fields = times(100, (index) => [CS(`f${index}`), UC(`f${index}`, [field])])
  const { container, send } = mount({ messages: [...flat(9), ...fields.flat()], limits: { totalNodes: 10 } })
  await settled()
  expect(notices(container)).toBe(100)
  const drawn = vi.spyOn(LeftOut.prototype, 'render')
  for (let turn = 0; turn < 20; turn++) {
    send(rest(turn % 2 === 0 ? 8 : 9))
    await settled()
  }
  expect([notices(container), drawn.mock.calls.length]).toEqual([100, 0])
})

it('[R-22] one row says it for all that have no room, also when more of them come', async () => {
  const list = (count: number): JsonObject => ({
    ...{ id: 'root', component: 'List' },
    children: times(count, (index) => `t${index}`),
  })
  const some = times(8, (index) => T(`t${index}`, `Tea ${index}`))
  const { container, send } = mount({ messages: [CS('s'), UC('s', [list(5), ...some])], limits: { nodes: 8 } })
  const shown = (): readonly number[] => [texts(container).length, container.querySelectorAll('li').length]
  await settled()
  expect([shown(), notices(container)]).toEqual([[3, 4], 1])
  send(UC('s', [list(8)]))
  await settled()
  expect([shown(), notices(container)]).toEqual([[3, 4], 1])
})

it.each([1, 2])('[R-22] %i that were drawn stay, where others come before them that have no room', async (count) => {
  const { container, send } = mount({ messages: flat(count), limits: { nodes: count + 1 } })
  await settled()
  const before = [...container.querySelectorAll('.sf-text')]
  const ids = times(count, (index) => `t${index}`)
  send(UC('s', [column('root', ['one', 'two', ...ids]), T('one', 'one'), T('two', 'two')]))
  await settled()
  expect([before.length, [...container.querySelectorAll('.sf-text')]]).toEqual([count, before])
  expect(notices(container)).toBe(1)
})
