// The code of drafts cannot be had, and nothing else of the drawing is loaded for a draft.
import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { icons } from '../../src/basic/icon/IconSvg.tsx'
import { windowing } from '../../src/basic/list/windowing.tsx'
import { markdown } from '../../src/basic/markdown/MarkdownText.tsx'
import { mount, texts } from '../react/mount.tsx'
import { CS, lines, T, UC, UD } from '../support/messages.ts'
import { waitUntil } from '../support/wait-until.ts'
import { typing } from './typing.ts'

const asked = vi.hoisted(() => ({ times: 0, fails: false }))
vi.mock('../../src/progressive.ts', async (original) => ({ ...(await original<object>()) }))
vi.mock('../../src/stream/patience.ts', async (original) => {
  const { createPatience } = await original<typeof import('../../src/stream/patience.ts')>()
  return {
    createPatience(begin: Parameters<typeof createPatience>[0]) {
      if (asked.fails && ++asked.times) throw new Error('Failed to fetch dynamically imported module')
      return createPatience(begin)
    },
  }
})

afterEach(() => void vi.useRealTimers())

it('[DR-4] no part of the drawing is loaded', async () => {
  const rows = { id: 'l', component: 'List', children: { componentId: 'row', path: '/rows' } }
  const parts = [
    ...[
      { id: 'root', component: 'Column', children: ['i', 'm', 'l'] },
      { id: 'i', component: 'Icon', name: 'add' },
    ],
    ...[T('m', '**bold**'), rows, T('row', { path: 'n' }), T('z', '')],
  ]
  const { container, writeTo } = typing(UC('s', parts), {
    messages: [
      CS('s'),
      UD(
        's',
        '/rows',
        Array.from({ length: 80 }, (_, n) => ({ n })),
      ),
    ],
  })
  const arrived = (): unknown => [icons, markdown].map((module) => module.get() !== undefined)
  await writeTo(',{"id":"z"')
  expect(container.textContent).toContain('bold')
  vi.useRealTimers()
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect([arrived(), windowing.get()]).toEqual([[false, false], undefined])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await writeTo()
  vi.useRealTimers()
  await waitUntil(() => icons.get() && markdown.get())
  await act(async () => undefined)
})

it('[DR-9] without the code a line is shown when it is whole', async () => {
  asked.fails = true
  const { runtime, container, reports } = mount({})
  act(() => runtime.push(lines(CS('s'))))
  const line = JSON.stringify(UC('s', [T('root', 'one'), T('z', '')]))
  act(() => runtime.push(line.slice(0, -4)))
  await waitUntil(() => asked.times)
  act(() => runtime.push(`${line.slice(-4)}\n`))
  expect([texts(container), reports]).toEqual([['one'], []])
})
