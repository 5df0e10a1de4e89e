import { describe, expect, it } from 'vitest'
import { numeric } from '../../../src/basic/functions/checks.ts'
import type { Maybe } from '../../../src/json/value.ts'
import { call } from './calling.ts'

const check = (value: Maybe, bounds: { readonly min?: number; readonly max?: number } = {}): Maybe =>
  call(numeric, { value, ...bounds }).value

describe('numeric', () => {
  it.each([42, -1.5, 0, '42', ' 4.5 ', '-7', '1e3'])('[FN-9] takes %j for a number', (value) => {
    expect(check(value)).toBe(true)
  })

  it.each([undefined, null, '', '  ', 'not_a_number', '1,5', '12 m', true, [], {}, 'Infinity', 'NaN'])(
    '[FN-9] takes %j for none',
    (value) => expect(check(value)).toBe(false),
  )

  it('[FN-9] has inclusive bounds, either of them or both', () => {
    const at = (value: number): readonly Maybe[] => [
      check(value, { min: 1 }),
      check(value, { max: 3 }),
      check(value, { min: 1, max: 3 }),
    ]
    expect([0, 1, 3, 4].map(at)).toEqual([
      [false, true, false],
      [true, true, true],
      [true, true, true],
      [true, false, false],
    ])
  })
})
