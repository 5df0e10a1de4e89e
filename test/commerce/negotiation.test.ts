// Which capabilities two parties share: the published examples, and one fixed point whatever the order.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasAuthority, negotiate } from '../../src/commerce/index.ts'
import { type Capabilities, circularExtensions } from '../../src/commerce/negotiate.ts'
import { describeOutside } from '../support/outside.ts'
import { seedOf } from '../support/soak.ts'

const [jan, feb, apr] = ['2026-01-11', '2026-02-23', '2026-04-08']

describe('negotiation', () => {
  describeOutside('facts/negotiation-vectors.json', 'of published examples', (file) => {
    const vectors: readonly Vector[] = JSON.parse(readFileSync(file, 'utf8'))
    it.each(vectors)('[CO-1] $name', ({ business, platform, expected }) => {
      expect(negotiate(business, platform)).toEqual(expected)
    })
    it('[CO-1] has 21 published examples', () => expect(vectors).toHaveLength(21))
  })

  it('[CO-1] removes a chain whose root is not shared, and keeps what has another parent', () => {
    const business = {
      'com.shop.cart': [{ version: jan }, { version: apr }],
      'com.shop.gift': [{ version: jan, extends: 'com.shop.checkout' }],
      'com.shop.wrap': [{ version: jan, extends: 'com.shop.gift' }],
      'com.shop.note': [{ version: jan, extends: ['com.shop.gift', 'com.shop.cart'] }],
    }
    const platform = [
      ...Object.keys(business).map((name) => ({ name, version: jan })),
      { name: 'com.x.y', version: jan },
    ]
    expect(negotiate(business, platform)).toEqual({ 'com.shop.cart': jan, 'com.shop.note': jan })
  })

  it('[CO-1] comes to one fixed point, whatever the order of names, entries and removals', () => {
    fc.assert(
      fc.property(listed, listed, fc.infiniteStream(fc.nat()), (business, platform, dice) => {
        const result = negotiate(business, platform)
        expect(result).toEqual(literally(business, platform, dice))
        expect(negotiate(shuffled(business, dice), shuffled(platform, dice))).toEqual(result)
      }),
      { numRuns: 150, ...seedOf(1) },
    )
  })

  it('[CO-1] keeps extensions that name each other, and tells of them', () => {
    const business: Capabilities = {
      'com.a.x': [{ version: jan, extends: 'com.a.y' }],
      'com.a.y': [{ version: jan, extends: 'com.a.x' }],
      'com.a.z': [{ version: jan }],
    }
    const active = negotiate(business, business)
    expect(active).toEqual({ 'com.a.x': jan, 'com.a.y': jan, 'com.a.z': jan })
    expect(circularExtensions(business, active)).toEqual(['com.a.x', 'com.a.y'])
    expect(circularExtensions(business, { 'com.a.z': jan })).toEqual([])
  })

  it('[CO-1] takes a chain of 5,000 extensions, and names like __proto__ are names', () => {
    const name = (index: number): string => `com.a.n${index}`
    const chain = Array.from({ length: 5_000 }, (_, index) => [
      name(index),
      [{ version: jan, extends: name(index + 1) }],
    ])
    const business = Object.fromEntries([...chain.reverse(), ['__proto__', [{ version: jan }]]])
    expect(Object.keys(negotiate(business, business))).toEqual(['__proto__'])
  })
})

describe('authority over a name', () => {
  it.each([
    ['dev.commerce.shopping.cart', 'https://commerce.dev/s.json', true],
    ['dev.commerce.shopping.cart', 'https://shopping.commerce.dev/s.json', true],
    ['com.acme.pay', 'https://pay.acme.com/x', true],
    ['com.acme.x', 'https://ACME.com./x', true],
    ['com.acme.x', 'https://acme.com:8443/x', true],
    ['com.acmecorp.pay', 'https://acme.com/x', false],
    ['com.acme.pay', 'https://cdn.acme.com/x', false],
    ['dev.commerce.shopping.cart', 'https://commerce.dev@evil.example/x', false],
    ['dev.commerce.shopping.cart', 'https://user:pass@commerce.dev/x', false],
    ['dev.commerce.x', 'http://commerce.dev/x', false],
    ['com.acme.x', 'https://203.0.113.1/x', false],
    ['1.113.0.203.x', 'https://203.0.113.1/x', false],
    ['com.acme.x', 'https://0xcb007101/x', false],
    ['com.acme.x', 'https://[2001:db8::1]/x', false],
    ['localhost.x', 'https://localhost/x', false],
    ['com.acme.x', 'https://com/x', false],
    ['com.acme.x', 'https://acme..com/x', false],
    ['com.xn--bcher-kva.x', 'https://bücher.com/x', true],
    ['com.acme.x', '/relative', false],
    ['com.acme.x', 'javascript:alert(1)', false],
  ])('[CO-2] %s by %s: %s', (name, address, expected) => {
    expect(hasAuthority(name, address)).toBe(expected)
  })

  it('[CO-2] reads letters of other scripts in a process that has read many addresses', () => {
    for (let n = 0; n < 20_000; n++) hasAuthority('com.acme.x', `https://acme.com/${n}`)
    expect(hasAuthority('com.xn--bcher-kva.x', 'https://bücher.com/x')).toBe(true)
  })
})

interface Vector {
  readonly name: string
  readonly business: Capabilities
  readonly platform: Capabilities
  readonly expected: Readonly<Record<string, string>>
}

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')

/** Lists in which extensions are frequent. */
const listed: fc.Arbitrary<Capabilities> = fc.dictionary(
  names,
  fc.uniqueArray(
    fc.record(
      { version: fc.constantFrom(jan, feb, apr), extends: fc.oneof(names, fc.array(names, { maxLength: 3 })) },
      { requiredKeys: ['version'] },
    ) as fc.Arbitrary<{ version: string; extends?: string | string[] }>,
    { selector: ({ version }) => version, minLength: 1 },
  ),
)

/** The algorithm as the protocol words it: one removal at a time, the next one chosen by dice. */
function literally(business: Capabilities, platform: Capabilities, dice: Iterator<number>): Record<string, string> {
  const kept = new Map<string, Capabilities[string][number]>()
  for (const [name, entries] of Object.entries(business)) {
    const shared = entries.filter(({ version }) => platform[name]?.some((other) => other.version === version))
    const highest = shared
      .map(({ version }) => version)
      .sort()
      .at(-1)
    const chosen = shared.find(({ version }) => version === highest)
    if (chosen) kept.set(name, chosen)
  }
  for (;;) {
    const orphans = [...kept].filter(([, { extends: parents = [] }]) => {
      const list = [parents].flat()
      return list.length > 0 && list.every((parent) => !kept.has(parent))
    })
    const next = orphans[dice.next().value % orphans.length]
    if (!next) return Object.fromEntries([...kept].map(([name, { version }]) => [name, version]))
    kept.delete(next[0])
  }
}

function shuffled(capabilities: Capabilities, dice: Iterator<number>): Capabilities {
  const mixed = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => [dice.next().value, item] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, item]) => item)
  return Object.fromEntries(mixed(Object.entries(capabilities)).map(([name, entries]) => [name, mixed(entries)]))
}
