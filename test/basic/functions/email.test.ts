import { describe, expect, it } from 'vitest'
import { email } from '../../../src/basic/functions/checks.ts'
import { cpuTimer, quickest } from '../../support/cpu-timer.ts'
import { call } from './calling.ts'

describe('email', () => {
  it.each(['user@example.com', 'a.b+c@mail.example.co.uk', 'grüße@münchen.example', '用户@例子.公司'])(
    '[FN-9] takes %s',
    (value) => {
      expect(call(email, { value }).value).toBe(true)
    },
  )

  it.each([
    undefined,
    null,
    '',
    'invalid-email',
    'test@test.c',
    'a@b',
    '@example.com',
    'a@.com',
    'a b@example.com',
    'a@example.com ',
    'a@b@example.com',
    'a@example.com.',
    7,
  ])('[FN-9] refuses %j', (value) => expect(call(email, { value }).value).toBe(false))

  it('[FN-9] takes time that grows with the length only', () => {
    const text = (size: number): string => `a@${'a.'.repeat(size)}!`
    const once = (value: string): number => {
      const spent = cpuTimer()
      call(email, { value })
      return spent()
    }
    const time = (size: number): number => {
      const value = text(size)
      return quickest(20, () => once(value))
    }
    time(1_000)
    // Eight times the text: sixty-four times the time would be quadratic.
    expect(time(40_000) / time(5_000)).toBeLessThan(32)
  })
})
