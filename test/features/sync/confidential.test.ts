// A fault that may depend on what the user typed changes nothing in how a source is applied.
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../src/json/value.ts'
import { inner } from '../../support/live.ts'
import { CS, T, UC, UD } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'

const form: readonly JsonObject[] = [
  CS('s'),
  UC('s', [{ id: 'root', component: 'TextField', label: 'A', value: { path: '/c/0' } }]),
  UD('s', '/', { c: [] }),
  CS('other'),
  UC('other', [T('root', 'x')]),
]

/** The surfaces after the list grew by a write that needs two entries, where the user made so many. */
function after(typed: number, grown: (value: string) => JsonObject): readonly unknown[] {
  const { runtime, send: _send, ...recorder } = record()
  runtime.sync('one', form)
  const surface = runtime.surface('s')
  const other = runtime.surface('other')
  for (let index = 0; index < typed; index++) surface?.data.set(`/c/${index}`, 'typed')
  runtime.sync('one', [...form, grown('a')])
  runtime.sync('one', [...form, grown('ab')])
  runtime.sync('one', [...form, grown('abc'), UC('other', [T('root', 'y')])])
  const wire = recorder.reports.filter(({ confidential }) => !confidential)
  return [
    runtime.surface('s') === surface,
    runtime.surface('other') === other,
    other && inner(other).beginnings,
    wire.length,
  ]
}

it.each([
  ['at an index', (value: string) => UD('s', '/c/2', value)],
  ['below an index', (value: string) => UD('s', '/c/2/name', value)],
  ['below what the user typed', (value: string) => UD('s', '/c/1/name', value)],
])('[SY-2] [TT-2] a write %s of a list that the user made has one outcome', (_where, grown) => {
  const outcomes = [1, 2].map((typed) => after(typed, grown))
  expect(outcomes).toEqual([
    [true, true, 1, 0],
    [true, true, 1, 0],
  ])
})
