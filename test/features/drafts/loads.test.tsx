// A function that loads a module, or has an effect, in a draft.
import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FunctionDefinition } from '../../../src/catalog/expression.ts'
import { gap } from '../../../src/surface/evaluate.ts'
import { texts } from '../../react/mount.tsx'
import { CS, T, UC } from '../../support/messages.ts'
import { call, catalogId, tools } from '../../surface/function-setup.ts'
import { typing } from './typing.ts'

afterEach(() => void vi.useRealTimers())

it('[DR-4] [LZ-2] a function is loaded once its line is whole, and keeps its place until then', async () => {
  const load = vi.fn(async () => 'loaded')
  const slow: FunctionDefinition<string> = { load, run: (_args, { loaded }) => loaded }
  const effect = vi.fn(() => 'done')
  const opens: FunctionDefinition = { effect: true, run: effect }
  const parts = [
    ...[{ id: 'root', component: 'Column', children: ['a', 'b', 'c'] }, T('a', call('slow'))],
    T('c', call('formatString', 'On **${slow()}**')),
    ...[{ id: 'b', component: 'Button', child: 'l', action: { functionCall: call('act') } }, T('l', 'Go'), T('z', '')],
  ]
  const { container, writeTo, reports } = typing(UC('s', parts), {
    catalogs: [tools({ slow, act: opens })],
    messages: [CS('s', { catalogId })],
  })
  await writeTo(',{"id":"z"')
  act(() => container.querySelector('button')?.click())
  expect([load.mock.calls.length, effect.mock.calls.length, texts(container)]).toEqual([0, 0, [gap, 'Go', `On ${gap}`]])
  await writeTo()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect([load.mock.calls.length, texts(container), reports]).toEqual([1, ['loaded', 'Go', 'On loaded'], []])
})
