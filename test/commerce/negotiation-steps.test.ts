// The document's algorithm, step by step, and its rule of names: "Versioning" 4 to 6.
import { describe, expect, it } from 'vitest'
import { negotiate } from '../../src/commerce/index.ts'
import { hasAuthority } from '../../src/commerce/profile.ts'

const [a, b, c] = ['2026-01-11', '2026-01-23', '2026-04-08'] as const
const of = (...versions: readonly string[]) => versions.map((version) => ({ version }))
const extending = (parents: string | readonly string[]) => [{ version: a, extends: parents }]

describe('negotiation', () => {
  it('[CO-1] takes names that both have', () => {
    expect(negotiate({ x: of(a), y: of(a) }, { y: of(a), z: of(a) })).toEqual({ y: a })
  })

  it('[CO-1] takes the latest version that both have, and nothing without one', () => {
    expect(negotiate({ x: of(a, b, c), y: of(a) }, { x: of(b, a), y: of(b) })).toEqual({ x: b })
  })

  it('[CO-1] takes no extension without one of its parents', () => {
    const business = { x: of(a), one: extending('x'), two: extending(['gone', 'x']), none: extending(['gone']) }
    const platform = { x: of(a), one: of(a), two: of(a), none: of(a), gone: of(a) }
    expect(negotiate(business, platform)).toEqual({ x: a, one: a, two: a })
  })

  it('[CO-1] removes what hangs on what was removed, until nothing more goes', () => {
    const business = { third: extending('second'), second: extending('first'), first: extending('gone'), x: of(a) }
    expect(negotiate(business, { x: of(a), first: of(a), second: of(a), third: of(a) })).toEqual({ x: a })
  })

  it.each([
    ['dev.commerce.shopping.cart', 'https://commerce.dev/s.json', true],
    ['com.acme.pay', 'https://acme.com/s.json', true],
    ['org.example.pay', 'https://example.org/s.json', true],
    ['com.acme.pay', 'https://evil.com/s.json', false],
    ['com.acmecorp.pay', 'https://acme.com/s.json', false],
    ['dev.commerce.shopping.cart', 'https://commerce.dev@evil.com/s.json', false],
  ])('[CO-2] gives %s to %s: %s', (name, address, expected) => {
    expect(hasAuthority(name, address)).toBe(expected)
  })
})
