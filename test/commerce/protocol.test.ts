// What both sides share and what needs no network: negotiation, namespaces, profiles, the agent header, errors, amounts.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAgentHeader, writeAgentHeader } from '../../src/commerce/agent-header.ts'
import { dialectOf } from '../../src/commerce/dialect.ts'
import { codeOfStatus, commerceErrorCodes, rpcCodeOf, statusOf } from '../../src/commerce/error.ts'
import { CommerceError, formatAmount, hasAuthority, negotiate, readProfile } from '../../src/commerce/index.ts'
import { type Capabilities, circularExtensions } from '../../src/commerce/negotiate.ts'
import type { ProfileOptions } from '../../src/commerce/profile.ts'
import { faultIn } from '../../src/commerce/shape.ts'
import { cartShape, searchRequestShape } from '../../src/commerce/shapes.ts'

const vectors = resolve(import.meta.dirname, '../../../shared/facts/negotiation-vectors.json')
const [jan, feb, apr] = ['2026-01-11', '2026-02-23', '2026-04-08']

describe('negotiation', () => {
  if (!existsSync(vectors)) {
    const reason = 'there is no ../shared/facts/negotiation-vectors.json beside this checkout'
    console.info(`negotiation vectors: skipped, ${reason}`)
    it.runIf(false)(reason)
  } else {
    it.each(readVectors())('[CO-1] $name', ({ business, platform, expected }) => {
      expect(negotiate(business, platform)).toEqual(expected)
    })
    it('[CO-1] has 21 published examples', () => expect(readVectors()).toHaveLength(21))
  }

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
      { numRuns: 300 },
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
})

const entry = { version: jan, spec: 'https://commerce.dev/spec', schema: 'https://commerce.dev/schema.json' }
const cart = 'dev.commerce.shopping.cart'

describe('a profile', () => {
  const rest = { schema: 'https://shop.example/openapi.json', endpoint: 'https://shop.example/api/' }
  const key = { kid: 'k1', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }

  it('[CO-3] of either shape is read into one form', () => {
    const lists = {
      services: { 'dev.commerce.shopping': [{ version: jan, transport: 'rest', ...rest }] },
      capabilities: { [cart]: [entry] },
    }
    const objects = {
      services: { 'dev.commerce.shopping': { version: jan, spec: 'https://commerce.dev/spec', rest } },
      capabilities: [{ name: cart, version: jan }],
    }
    const [a, b] = [lists, objects].map((shape) => readProfile({ commerce: { version: jan, ...shape } }))
    const binding = { version: jan, transport: 'rest', schema: rest.schema, endpoint: 'https://shop.example/api' }
    expect(a?.services).toEqual({ 'dev.commerce.shopping': [binding] })
    expect(b?.services).toEqual({ 'dev.commerce.shopping': [{ ...binding, spec: 'https://commerce.dev/spec' }] })
    expect(a?.capabilities).toEqual({ [cart]: [entry] })
    expect(b?.capabilities).toEqual({ [cart]: [{ name: cart, version: jan }] })
  })

  it.each(['rest', 'tools', 'agent', 'embedded'])('[CO-3] has bindings of the transport %s', (transport) => {
    const endpoint = transport === 'embedded' ? {} : { endpoint: 'https://shop.example/x' }
    const document = { commerce: { version: jan, services: { 'com.a.s': { version: jan, [transport]: endpoint } } } }
    expect(readProfile(document).services['com.a.s']).toEqual([{ version: jan, transport, ...endpoint }])
  })

  it('[CO-3] has keys, payment handlers as they are, and supported versions, wherever they stand', () => {
    const handlers = { 'com.pay.card': [{ id: 'p', version: jan, available_instruments: [{ type: 'card' }] }] }
    const versions = { [jan]: 'https://shop.example/old' }
    const inside = readProfile({
      commerce: { version: apr, payment_handlers: handlers, signing_keys: [key, 'x'], supported_versions: versions },
    })
    const outside = readProfile({ commerce: { version: apr }, keys: [key], supported_versions: versions })
    expect(inside).toMatchObject({ version: apr, paymentHandlers: handlers, signingKeys: [key] })
    expect(outside).toMatchObject({ signingKeys: [key], services: {}, capabilities: {}, paymentHandlers: {} })
    expect([inside.supportedVersions, outside.supportedVersions]).toEqual([versions, versions])
  })

  it('[CO-3] of the other dialect has its names', () => {
    const services = { 'dev.ucp.shopping': [{ version: jan, transport: 'mcp', endpoint: 'https://shop.example/mcp' }] }
    const capabilities = { 'dev.ucp.shopping.cart': [{ version: jan, schema: 'https://ucp.dev/cart.json' }] }
    const profile = readProfile({ ucp: { version: jan, services, capabilities } }, { dialect: dialectOf('ucp') })
    expect(profile.services['dev.ucp.shopping']?.[0]?.transport).toBe('tools')
    expect(Object.keys(profile.capabilities)).toEqual(['dev.ucp.shopping.cart'])
  })

  it.each<readonly [string, unknown]>([
    ['no object', []],
    ['no member of the protocol', { ucp: { version: jan } }],
    ['a version that is no date', { commerce: { version: 'draft' } }],
    ['a version that is a number', { commerce: { version: 20260111 } }],
    ['services of a wrong type', { commerce: { version: jan, services: [] } }],
    ['a service that is a text', { commerce: { version: jan, services: { 'com.a.s': 'x' } } }],
    ['a service without a version', { commerce: { version: jan, services: { 'com.a.s': { rest } } } }],
    ['capabilities of a wrong type', { commerce: { version: jan, capabilities: 'all' } }],
    ['payment handlers of a wrong type', { commerce: { version: jan, payment_handlers: [] } }],
    ['signing keys of a wrong type', { commerce: { version: jan, signing_keys: {} } }],
    ['supported versions of a wrong type', { commerce: { version: jan }, supported_versions: 'all' }],
    ...[
      'http://shop.example/api',
      'ftp://shop.example',
      '/api',
      'https://a:b@shop.example',
      'https://shop.example/?a',
      'https://shop.example/#a',
      'http://127.0.0.1:1',
      7,
      undefined,
    ].map(
      (endpoint) =>
        [
          `the endpoint ${endpoint}`,
          { commerce: { version: jan, services: { 'com.a.s': [{ version: jan, transport: 'rest', endpoint }] } } },
        ] as const,
    ),
  ])('[CO-3] is malformed with %s', (_, document) => {
    expect(() => readProfile(document)).toThrow(expect.objectContaining({ code: 'profile_malformed', status: 422 }))
  })

  it('[CO-3] may name http on loopback where the host allows it, and nowhere else', () => {
    const at = (endpoint: string): unknown => ({
      commerce: { version: jan, services: { 'com.a.s': [{ version: jan, transport: 'rest', endpoint }] } },
    })
    const read = (endpoint: string): unknown =>
      readProfile(at(endpoint), { allowInsecureLoopback: true }).services['com.a.s']
    for (const host of ['127.0.0.1:80', 'localhost:8080', '[::1]:3']) expect(read(`http://${host}/api`)).toHaveLength(1)
    for (const host of ['shop.example', '127.0.0.1.example', '10.0.0.1']) expect(() => read(`http://${host}`)).toThrow()
  })

  const foreign = { ...entry, spec: 'https://evil.example/spec' }
  it.each<[string, string, object, ProfileOptions, boolean]>([
    ['with spec and schema of its namespace', cart, entry, {}, true],
    ['with a foreign spec', cart, foreign, {}, false],
    ['with a foreign spec where that is a warning', cart, foreign, { specOrigin: 'warn' }, true],
    ['with a foreign schema', cart, { ...entry, schema: 'https://evil.example/s' }, { specOrigin: 'warn' }, false],
    ['without a spec', cart, { version: jan, schema: entry.schema }, {}, false],
    ['without a schema', cart, { version: jan, spec: entry.spec }, {}, false],
    ['with a version that is no date', cart, { ...entry, version: '1.0' }, {}, false],
    ['with a name that is no name', 'Cart!', entry, {}, false],
  ])('[CO-2] a capability %s', (_, name, capability, options, kept) => {
    const warnings: string[] = []
    const document = { commerce: { version: jan, capabilities: { [name]: [capability] } } }
    const profile = readProfile(document, { ...options, onWarning: (warning) => warnings.push(warning) })
    expect(Object.keys(profile.capabilities)).toEqual(kept ? [name] : [])
    expect(warnings).toHaveLength(capability === entry && kept ? 0 : 1)
  })
})

describe('the agent header', () => {
  it('[CO-4] names the profile as a text, and is read back', () => {
    const header = writeAgentHeader('https://platform.example/profile.json')
    expect(header).toBe('profile="https://platform.example/profile.json"')
    expect(readAgentHeader(header)).toBe('https://platform.example/profile.json')
    expect(readAgentHeader('v=1, profile="https://p.example/";q=1')).toBe('https://p.example/')
    expect(readAgentHeader('profile="http://127.0.0.1:9/p"', true)).toBe('http://127.0.0.1:9/p')
  })

  it.each([
    undefined,
    '',
    'https://p.example',
    'profile=https://p.example',
    'profile',
    'Profile="https://p.example"',
    'profile=("https://p.example")',
    'profile="http://p.example"',
    'profile="http://127.0.0.1/p"',
    'profile="p"',
    'profile="https://p.example',
    'profile=7',
  ])('[CO-4] is refused as %s', (header) => {
    expect(() => readAgentHeader(header)).toThrow(expect.objectContaining({ code: 'invalid_profile_url', status: 400 }))
  })
})

describe('errors', () => {
  it.each([
    ['invalid_profile_url', 400, -32001],
    ['profile_unreachable', 424, -32001],
    ['profile_malformed', 422, -32001],
    ['version_unsupported', 422, -32001],
    ['signature_missing', 401, -32000],
    ['signature_invalid', 401, -32000],
    ['key_not_found', 401, -32000],
    ['digest_mismatch', 400, -32000],
    ['algorithm_unsupported', 400, -32000],
  ])('[CO-5] %s has the status %d and the JSON-RPC code %d', (code, status, rpc) => {
    expect([statusOf(code), rpcCodeOf(code), new CommerceError(code, '').status]).toEqual([status, rpc, status])
    expect(commerceErrorCodes).toContain(code)
  })

  it.each([400, 401, 403, 409, 422, 424, 429, 500, 503])('[CO-5] the status %d has a code without a body', (status) => {
    expect(statusOf(codeOfStatus(status))).toBe(status)
  })

  it('[CO-5] a code of a business alone is kept', () => {
    const error = new CommerceError('insufficient_scope', 'no', { status: 403 })
    expect(error).toMatchObject({ code: 'insufficient_scope', content: 'no', message: 'no', status: 403 })
    expect(codeOfStatus(418)).toBe('invalid_request')
    expect(codeOfStatus(599)).toBe('internal_error')
  })
})

describe('amounts', () => {
  it.each([
    [1999, 'USD', '19.99'],
    [5, 'EUR', '0.05'],
    [0, 'USD', '0.00'],
    [-1250, 'USD', '-12.50'],
    [1999, 'JPY', '1999'],
    [1999, 'KWD', '1.999'],
    [Number.MAX_SAFE_INTEGER, 'USD', '90071992547409.91'],
  ])('[CO-6] %d %s is %s', (amount, currency, expected) => {
    expect(formatAmount(amount, currency)).toBe(expected)
  })

  it('[CO-6] have the signs of a locale, exactly', () => {
    expect(formatAmount(123456, 'USD', 'en-US')).toBe('$1,234.56')
    expect(formatAmount(1999, 'JPY', 'en-US')).toBe('¥1,999')
    expect(formatAmount(Number.MAX_SAFE_INTEGER, 'USD', 'en-US')).toBe('$90,071,992,547,409.91')
    expect(formatAmount(1999, 'EUR', 'de-DE')).toBe('19,99\u00a0€')
  })

  it('[CO-6] are safe integers of a currency', () => {
    for (const amount of [19.99, Number.NaN, 2 ** 53]) expect(() => formatAmount(amount, 'USD')).toThrow(RangeError)
    expect(() => formatAmount(1, 'dollars')).toThrow(RangeError)
  })
})

describe('a shape', () => {
  const line = { id: 'l', item: { id: 'i', title: 't', price: 1 }, quantity: 1 }
  const right = { id: 'c', line_items: [line], currency: 'USD', totals: [{ type: 'total', amount: 1 }], extra: [1] }

  it.each([
    [{ ...right, id: undefined }, '/id is missing'],
    [{ ...right, id: '' }, '/id must not be empty'],
    [{ ...right, currency: 'usd' }, '/currency must match ^[A-Z]{3}$'],
    [{ ...right, line_items: {} }, '/line_items must be an array'],
    [{ ...right, line_items: [{ ...line, quantity: 0 }] }, '/line_items/0/quantity must be at least 1'],
    [{ ...right, line_items: [{ ...line, quantity: 1.5 }] }, '/line_items/0/quantity must be an integer'],
    [{ ...right, totals: [{ type: 'total', amount: '1' }] }, '/totals/0/amount must be an integer'],
    [{ ...right, messages: [{ type: 'fatal', content: '' }] }, '/messages/0/type must be one of error, warning, info'],
    ['cart', 'The document must be an object'],
  ])('[CO-16] names the first fault: %#', (value, fault) => {
    expect(faultIn(value, cartShape)).toBe(fault)
  })

  it('[CO-16] lets unknown members be', () => {
    expect(faultIn(right, cartShape)).toBeUndefined()
    expect(faultIn({ filters: { price: { max: -1 } } }, searchRequestShape)).toBe(
      '/filters/price/max must be at least 0',
    )
    expect(faultIn({ filters: { material: { any: 1 } } }, searchRequestShape)).toBeUndefined()
  })
})

interface Vector {
  readonly name: string
  readonly business: Capabilities
  readonly platform: Capabilities
  readonly expected: Readonly<Record<string, string>>
}

function readVectors(): readonly Vector[] {
  return JSON.parse(readFileSync(vectors, 'utf8'))
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
