// What a business may publish: a mistake in its profile is a TypeError when it is made, with place and remedy.
import {
  type BusinessOptions,
  createBusiness,
  type HostOperations,
  memoryStore,
} from 'surface-runtime/commerce/business'
import { describe, expect, it } from 'vitest'
import { businessProfile, cart, entries, newest, older, search } from './shop.ts'

type Json = Readonly<Record<string, unknown>>

const shopping = 'dev.commerce.shopping'
const at = 'https://shop.example'
const rest = { endpoint: `${at}/rest`, schema: `${at}/openapi.json` }
const [own] = entries(newest)
const acme = { version: newest, spec: 'https://acme.com/x', schema: 'https://acme.com/x.json' }
const ukAcme = { version: newest, spec: 'https://co.uk/x', schema: 'https://co.uk/x.json' }
const run = () => ({ kind: 'done', members: {} }) as const
const get = { method: 'GET', path: '/x', run } as const
const publicKey = { kid: 'k', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }

const made = (more: Json, options: Partial<BusinessOptions> = {}): unknown =>
  createBusiness({ profile: businessProfile(at, newest, more), store: memoryStore(), ...options })

describe("a business's own profile", () => {
  it.each<readonly [string, Json, string]>([
    ['entries that are no list', { capabilities: { [cart]: own } }, `${cart} must be a list`],
    ['an entry that is a text', { capabilities: { [cart]: ['x'] } }, `/${cart}/0 must be`],
    ['an entry without a version', { capabilities: { [cart]: [{ ...own, version: undefined }] } }, '/0/version'],
    ['a version that is no day', { capabilities: { [cart]: entries('2026-99-99') } }, '/0/version is no day'],
    ['an extension of a number', { capabilities: { [cart]: [{ ...own, extends: 7 }] } }, '/0/extends must be'],
    ['an extension of numbers', { capabilities: { [cart]: [{ ...own, extends: [7] }] } }, '/0/extends must be'],
    ['no spec', { capabilities: { [cart]: [{ ...own, spec: undefined }] } }, '/0/spec is missing'],
    ['no schema', { capabilities: { [cart]: [{ ...own, schema: undefined }] } }, '/0/schema is missing'],
    [
      'a name of others without addresses in a list',
      { capabilities: [{ name: 'com.acme.x', version: newest, extends: cart }] },
      '/0/spec is missing',
    ],
    ['a reserved name', { capabilities: { 'dev.commerce.shopping.gift': [{ ...own, extends: cart }] } }, 'is reserved'],
    ['a public suffix', { capabilities: { [cart]: [own], 'uk.co.acme': [{ ...ukAcme, extends: cart }] } }, 'many'],
    [
      'a platform of many',
      {
        capabilities: {
          'io.github.acme': [{ version: newest, spec: 'https://github.io/x', schema: 'https://github.io/x' }],
        },
      },
      'many',
    ],
    ['a service without spec', { services: { [shopping]: { version: newest, rest } } }, `${shopping}/spec is missing`],
    [
      'rest without schema',
      { services: { [shopping]: [{ version: newest, transport: 'rest', endpoint: at }] } },
      'has no schema',
    ],
    [
      'tools without endpoint',
      { services: { [shopping]: [{ version: newest, transport: 'tools', schema: rest.schema }] } },
      'endpoint',
    ],
    ['embedded without schema', { services: { 'com.a.b': [{ version: newest, transport: 'embedded' }] } }, 'no schema'],
    [
      'an unknown transport',
      { services: { [shopping]: [{ version: newest, transport: 'carrier-pigeon', ...rest }] } },
      'unknown transport',
    ],
    [
      'an endpoint with a slash at its end',
      { services: { [shopping]: [{ version: newest, transport: 'rest', ...rest, endpoint: `${at}/` }] } },
      'endpoint ends with a slash',
    ],
    [
      'a service of a day that is none',
      { services: { [shopping]: [{ version: '2026-02-30', transport: 'rest', ...rest }] } },
      '/version is no day',
    ],
    [
      'a transport that is no object',
      { services: { 'com.acme.s': { version: newest, spec: `${at}/docs`, embedded: `${at}/openrpc.json` } } },
      'com.acme.s/embedded/version',
    ],
    ['carts and no service', { services: {} }, `"${cart}" needs a service`],
    [
      'carts and a service of others',
      { services: { 'com.acme.s': [{ version: newest, transport: 'rest', ...rest }] } },
      `"${cart}" needs a service`,
    ],
    ['checkout that nobody serves', { capabilities: { [`${shopping}.checkout`]: [own] } }, 'has no operations here'],
    [
      'the linking of accounts that nobody does',
      { capabilities: { 'dev.commerce.common.identity_linking': [own] } },
      'has no operations here',
    ],
    [
      'an extension of nothing',
      { capabilities: { [cart]: [own], [`${shopping}.fulfillment`]: [{ ...own, extends: `${shopping}.checkout` }] } },
      'has no operations here',
    ],
    ['a key of no kind', { signing_keys: [{ kid: 'k' }] }, '/signing_keys/0 must be'],
    ['a payment handler of no day', { payment_handlers: { 'com.acme.pay': [{ id: 'p' }] } }, 'com.acme.pay must be'],
    [
      'a payment handler that is no list',
      { payment_handlers: { 'com.acme.pay': { id: 'p' } } },
      'com.acme.pay must be',
    ],
  ])('[CB-80] with %s is a TypeError with place and remedy', (_, more, reason) => {
    expect(() => made(more)).toThrow(TypeError)
    expect(() => made(more)).toThrow(reason)
  })

  it.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])(
    '[CB-80] with the private member %s of a key is a TypeError that does not repeat it',
    (name) => {
      for (const place of ['signing_keys', 'keys']) {
        const publish = (): unknown => made({ [place]: [publicKey, { ...publicKey, [name]: 'top-secret' }] })
        expect(publish).toThrow(`/${place}/1 has private members (${name})`)
        expect(publish).not.toThrow('top-secret')
      }
    },
  )

  it('[CB-80] with a version that is no day is a TypeError, and so is an older one', () => {
    const profile = businessProfile(at, '2026-99-99')
    expect(() => createBusiness({ profile, store: memoryStore() })).toThrow('/commerce/version is no day')
    const versions = { '2025-02-29': businessProfile(at, '2025-02-29') }
    expect(() => made({}, { versions })).toThrow('/commerce/version is no day')
    const supported = { supported_versions: { '2025-13-01': `${at}/old` } }
    expect(() => made(supported)).toThrow('/supported_versions/2025-13-01')
  })

  it.each<readonly [string, HostOperations, string]>([
    [
      'a capability that the profile has not',
      { 'com.acme.chekout': { a_b: run } },
      '"com.acme.chekout" is in no profile',
    ],
    ['a tool of the package', { [cart]: { create_cart: run } }, '"create_cart" is served already'],
    [
      'a path of the package',
      { [cart]: { make_cart: { method: 'POST', path: '/carts', run } } },
      '"POST /carts" is served already',
    ],
    ['one path twice', { [cart]: { a_b: get, b_c: get } }, '"GET /x" is served already'],
    ['a path without a slash', { [cart]: { a_b: { ...get, path: 'x' } } }, '"x" must begin with a slash'],
  ])('[CB-80] with operations for %s is a TypeError', (_, operations, reason) => {
    expect(() => made({}, { operations })).toThrow(TypeError)
    expect(() => made({}, { operations })).toThrow(reason)
  })

  it('[CB-80] with addresses of this machine is told the option for them', () => {
    const profile = businessProfile('http://127.0.0.1:4000')
    const option = 'For http on loopback set allowInsecureLoopback'
    expect(() => createBusiness({ profile, store: memoryStore() })).toThrow(option)
    expect(() => made({ services: {} })).not.toThrow(option)
    expect(() => createBusiness({ profile, store: memoryStore(), allowInsecureLoopback: true })).not.toThrow()
  })

  it('[CB-80] that keeps to the document is served, in either shape', () => {
    const gift = { 'com.acme.gift': [{ ...acme, extends: [cart] }] }
    const profiles: readonly (readonly [Json, Partial<BusinessOptions>?])[] = [
      [{ capabilities: { [cart]: [own], ...gift } }],
      [
        {
          capabilities: [
            { name: cart, version: newest },
            { name: search, version: newest },
          ],
        },
      ],
      [
        {
          capabilities: [
            { name: cart, version: newest },
            { name: 'com.acme.gift', ...acme, extends: cart },
          ],
        },
      ],
      [{ services: { [shopping]: { version: newest, spec: `${at}/docs`, rest } } }],
      [{ signing_keys: [publicKey], payment_handlers: { 'com.acme.pay': [{ id: 'p', version: newest }] } }],
      [
        {
          capabilities: {
            [`${shopping}.checkout`]: [own],
            [`${shopping}.fulfillment`]: [{ ...own, extends: `${shopping}.checkout` }],
          },
        },
        { operations: { [`${shopping}.checkout`]: {} } },
      ],
      [{}, { operations: { [`${shopping}.checkout`]: {} } }],
    ]
    for (const [more, options] of profiles) expect(() => made(more, options)).not.toThrow()
    expect(() => made({}, { versions: { [older]: businessProfile(at, older) } })).not.toThrow()
  })
})
