// The estimated size of a pattern's program, compared with the program that RE2 compiles.
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { patternSize } from '../../../src/basic/functions/pattern.ts'

describe('the size of a pattern', () => {
  it.each([
    '',
    'abc',
    '^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(?:[a-z0-9]{1,63}\\.){1,10}[a-z]{2,63}$',
    '([ab]{1,998})[cd]$',
    'x{1000}'.repeat(60),
    '(((x{10}){10}){10})'.repeat(20),
    '(?:abcdefgh){100}',
    '(?i)[k-s\\]]{20}\\x{10FFFF}{3}',
    'a|b|(?P<n>c)|[[:alpha:]]{7}',
    '\\pL{50}\\p{Greek}{50}',
    '\\Q{5}{9}\\E',
  ])('[FN-20] %s is neither far too low nor far too high', (pattern) => {
    const size = RE2JS.compile(RE2JS.translateRegExp(pattern)).matcher('').programSize()
    expect(patternSize(pattern)).toBeGreaterThanOrEqual(size / 3)
    expect(patternSize(pattern)).toBeLessThanOrEqual(size * 10 + 50)
  })

  it('[FN-20] takes time in the length of the pattern, whatever is in it', () => {
    for (const piece of ['(', '[', '{', '\\', '{9}', '[^]', ')', '\\p{', '[[:'])
      expect(patternSize(piece.repeat(512 / piece.length))).toBeGreaterThan(0)
  })
})
