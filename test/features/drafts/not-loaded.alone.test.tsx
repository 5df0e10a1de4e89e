// Nothing of the drawing is loaded for a draft.
import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { icons } from '../../../src/basic/icon/IconSvg.tsx'
import { windowing } from '../../../src/basic/list/windowing.tsx'
import { markdown } from '../../../src/basic/markdown/MarkdownText.tsx'
import { CS, T, UC, UD } from '../../support/messages.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { typing } from './typing.ts'

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
