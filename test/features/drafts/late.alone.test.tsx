// Runtimes of `surface-runtime` have drafts by default. Their code is loaded when a line first stays open.
import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { mount, texts } from '../../react/mount.tsx'
import { CS, lines, T, UC } from '../../support/messages.ts'

const loaded = vi.hoisted(() => ({ times: 0 }))
vi.mock('../../../src/features/drafts/open-line.ts', async (original) => {
  loaded.times++
  return await original<object>()
})

it('[DR-9] a line that stays open loads the code, and is shown', async () => {
  const { runtime, container } = mount({})
  act(() => runtime.push(lines(CS('s'), UC('s', [T('root', 'one')]), CS('t'))))
  expect(loaded.times).toBe(0)
  act(() => runtime.push(JSON.stringify(UC('t', [T('root', 'two'), T('z', '')])).slice(0, -4)))
  await waitFor(() => expect(texts(container)).toEqual(['one', 'two']))
  expect(loaded.times).toBe(1)
  act(() => runtime.push('}]}}\n'))
  expect([texts(container), runtime.surface('t')?.components.size]).toEqual([['one', 'two'], 2])
})
