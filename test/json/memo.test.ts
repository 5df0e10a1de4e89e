import { describe, expect, it, vi } from 'vitest'
import { createMemo } from '../../src/json/memo.ts'

describe('a memo', () => {
  it('[FN-17] makes a thing once for the same keys', () => {
    const make = vi.fn((a: string, b: number | undefined) => ({ a, b }))
    const other = vi.fn((a: string, b: number | undefined) => [a, b])
    const memo = createMemo()
    expect(memo(make, 'x', 1)).toBe(memo(make, 'x', 1))
    expect(memo(make, 'x', undefined)).not.toBe(memo(make, 'x', 1))
    expect(memo(other, 'x', 1)).toEqual(['x', 1])
    expect([make.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
  })

  it('[FN-17] forgets the oldest over its limit', () => {
    const make = vi.fn((key: number) => ({ key }))
    const memo = createMemo(2)
    for (const key of [1, 2, 1, 3, 2, 1]) memo(make, key)
    expect(make.mock.calls.flat()).toEqual([1, 2, 3, 1])
  })

  it('[FN-17] does not keep what could not be made', () => {
    const make = vi.fn((key: string): string => {
      if (make.mock.calls.length === 1) throw new Error('not yet')
      return key
    })
    const memo = createMemo()
    expect(() => memo(make, 'x')).toThrow('not yet')
    expect(memo(make, 'x')).toBe('x')
  })
})
