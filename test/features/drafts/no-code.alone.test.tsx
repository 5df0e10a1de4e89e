// The code of drafts cannot be had.
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { mount, texts } from '../../react/mount.tsx'
import { CS, lines, T, UC } from '../../support/messages.ts'
import { waitUntil } from '../../support/wait-until.ts'

const asked = vi.hoisted(() => ({ times: 0 }))
vi.mock('../../../src/features/drafts/open-line.ts', () => {
  asked.times++
  throw new Error('Failed to fetch dynamically imported module')
})

it('[DR-9] without the code a line is shown when it is whole', async () => {
  const { runtime, container, reports } = mount({})
  act(() => runtime.push(lines(CS('s'))))
  const line = JSON.stringify(UC('s', [T('root', 'one'), T('z', '')]))
  act(() => runtime.push(line.slice(0, -4)))
  await waitUntil(() => asked.times)
  act(() => runtime.push(`${line.slice(-4)}\n`))
  expect([texts(container), reports]).toEqual([['one'], []])
})
