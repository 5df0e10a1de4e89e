import { describe, expect, it, vi } from 'vitest'
import { createMemoStore } from '../../src/live/memo.ts'

const free = (): void => undefined

describe('a memo', () => {
  it('[FN-17] makes a thing once for the same keys', () => {
    const make = vi.fn((a: string, b: number | undefined) => ({ a, b }))
    const other = vi.fn((a: string, b: number | undefined) => [a, b])
    const { get } = createMemoStore()
    expect(get(make, ['x', 1], free)).toBe(get(make, ['x', 1], free))
    expect(get(make, ['x', undefined], free)).not.toBe(get(make, ['x', 1], free))
    expect(get(other, ['x', 1], free)).toEqual(['x', 1])
    expect([make.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
  })

  it('[FN-17] tells all keys apart, also those that JSON does not', () => {
    const keys = [
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      'NaN',
      'undefined',
      '',
      true,
      'true',
    ]
    const { get } = createMemoStore()
    const make = (key: string | number | boolean | undefined): unknown[] => [key]
    expect(keys.map((key) => get(make, [key], free))).toEqual(keys.map((key) => [key]))
  })

  it('[FN-17] forgets the oldest over its bytes', () => {
    const made: number[] = []
    const make = Object.assign((key: number) => made.push(key), { bytes: () => 400 })
    const { get } = createMemoStore(1_000)
    for (const key of [1, 2, 1, 3, 2, 1]) get(make, [key], free)
    expect(made).toEqual([1, 2, 3, 1])
  })

  it('[FN-17] keeps nothing that alone has more than its bytes', () => {
    const made: number[] = []
    const make = Object.assign((key: number) => made.push(key), { bytes: (size: number) => (size > 1 ? 5_000 : 10) })
    const { get } = createMemoStore(1_000)
    for (const key of [1, 2, 2, 1]) get(make, [key], free)
    expect(made).toEqual([1, 2, 2])
  })

  it('[FN-17] counts long keys', () => {
    const make = vi.fn((key: string) => key.length)
    const { get } = createMemoStore(10_000)
    for (const letter of ['a', 'b', 'a']) get(make, [letter.repeat(4_000)], free)
    expect(make).toHaveBeenCalledTimes(3)
  })

  it('[FN-17] does not keep what could not be made', () => {
    const make = vi.fn((key: string): string => {
      if (make.mock.calls.length === 1) throw new Error('not yet')
      return key
    })
    const { get } = createMemoStore()
    expect(() => get(make, ['x'], free)).toThrow('not yet')
    expect(get(make, ['x'], free)).toBe('x')
  })

  it('[FN-20] asks for the steps before it makes a thing, and for none when it has it', () => {
    const steps: number[] = []
    const make = vi.fn((key: string) => key)
    const dear = Object.assign(
      vi.fn((key: string) => key),
      { cost: (key: string) => key.length },
    )
    const { get } = createMemoStore()
    get(make, ['x'], (cost) => steps.push(cost))
    get(dear, ['abc'], (cost) => steps.push(cost))
    get(dear, ['abc'], (cost) => steps.push(cost))
    expect(steps).toEqual([5_000, 3])
    const refuse = (): never => expect.fail('no room')
    expect(() => get(dear, ['other'], refuse)).toThrow('no room')
    expect(dear).toHaveBeenCalledTimes(1)
  })
})
