// Something faulty between two surfaces that must not notice.
import { expect } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import type { RuntimeOptions } from '../../src/runtime/runtime.ts'
import { CS, GOOD, lines, T, UC } from './messages.ts'
import { type Recorder, record } from './recorder.ts'

/**
 * One chunk: surface `s` that reads "before" (lines 1 and 2), the faulty lines (from 3 on), and the witness `g`.
 * Checks that both surfaces are whole; what was reported is for the test to judge.
 */
export function between(faulty: readonly (JsonValue | string)[], options: Partial<RuntimeOptions> = {}): Recorder {
  const recorder = record(options)
  recorder.runtime.push(lines(CS('s'), UC('s', [T('root', 'before')]), ...faulty, ...GOOD))
  expect(recorder.shown('s')).toBe('before')
  expect(recorder.shown('g')).toBe('witness')
  return recorder
}
