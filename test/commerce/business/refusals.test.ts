// Platforms whose profile or version cannot be served, over HTTP: one clear answer each, and nothing stored.
import type { Store } from 'surface-runtime/commerce/business'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Handler } from './serve.ts'
import {
  type Answer,
  businessProfile,
  cart,
  countingStore,
  entries,
  line,
  lookup,
  newest,
  older,
  openShop,
  platformProfile,
  type Shop,
  search,
} from './shop.ts'

const order = { line_items: [line('v-road')] }
const all = (version: string): Record<string, unknown> => ({
  [cart]: entries(version),
  [search]: entries(version),
  [lookup]: entries(version),
})

describe('profiles and versions', () => {
  let shop: Shop
  let asked: string[]

  beforeEach(async () => {
    shop = await openShop({
      store: countingStore(),
      continueUrl: () => 'https://shop.example/',
    })
    asked = []
  })
  afterEach(async () => {
    expect((shop.store as Store & { writes: number }).writes).toBe(0)
    await shop.close()
  })

  function publish(handler: Handler): void {
    shop.platform.handle((request) => {
      asked.push(new URL(request.url).pathname)
      return handler(request)
    })
  }

  it.each([
    ['no header', null],
    ['an empty header', ''],
    ['an address by itself', 'https://platform.example/p.json'],
    ['a token', 'profile=https://platform.example/p.json'],
    ['a key without value', 'profile'],
    ['a number', 'profile=7'],
    ['an upper-case key', 'Profile="https://platform.example/p.json"'],
    ['another key', 'agent="https://platform.example/p.json"'],
    ['a relative address', 'profile="/p.json"'],
    ['http', 'profile="http://platform.example/p.json"'],
    ['a user name', 'profile="https://a:b@platform.example/p.json"'],
    ['another scheme', 'profile="file:///etc/passwd"'],
    ['a host that is not public', 'profile="https://10.0.0.1/p.json"'],
    ['a name that is not public', 'profile="https://metadata.internal/p.json"'],
  ])('[CB-40] %s is invalid_profile_url, 400, as a tool call -32001', async (_, header) => {
    const { status, json } = await shop.call('POST', '/carts', order, { 'Commerce-Agent': header })
    expect([status, json.code]).toEqual([400, 'invalid_profile_url'])
    expect(json.content.length).toBeGreaterThan(0)
    const tool = await shop.tool(
      'create_cart',
      { cart: order },
      { 'commerce-agent': undefined },
      header === null ? {} : { 'Commerce-Agent': header },
    )
    expect([tool.json.error.code, tool.json.error.data.code]).toEqual([-32001, 'invalid_profile_url'])
  })

  it.each<readonly [string, number, string, Handler]>([
    ['a missing profile', 424, 'profile_unreachable', () => new Response(null, { status: 404 })],
    ['a platform in trouble', 424, 'profile_unreachable', () => new Response(null, { status: 500 })],
    [
      'a redirect',
      424,
      'profile_unreachable',
      (request) => new Response(null, { status: 302, headers: { Location: new URL('/other', request.url).href } }),
    ],
    ['no JSON', 422, 'profile_malformed', () => new Response('<html>')],
    ['no profile', 422, 'profile_malformed', () => Response.json({ ucp: {} })],
    ['no version', 422, 'profile_malformed', () => Response.json({ commerce: { capabilities: all(newest) } })],
    ['a version that is no date', 422, 'profile_malformed', platformProfile(all(newest), 'draft')],
    ['capabilities of a wrong type', 422, 'profile_malformed', platformProfile('all')],
    [
      'services without https',
      422,
      'profile_malformed',
      platformProfile(all(newest), newest, {
        services: {
          'dev.commerce.shopping': [{ version: newest, transport: 'rest', endpoint: 'http://platform.example' }],
        },
      }),
    ],
    ['a profile that is too large', 422, 'profile_malformed', () => new Response(`{"x":"${'x'.repeat(300_000)}"}`)],
    ['a version that is not served', 422, 'version_unsupported', platformProfile(all('2024-01-01'), '2024-01-01')],
  ])('[CB-41] %s is %i %s', async (_, expected, code, handler) => {
    publish(handler)
    const { status, json } = await shop.call('POST', '/carts', order)
    expect([status, json.code]).toEqual([expected, code])
    if (code === 'version_unsupported') expect(json.continue_url).toBe('https://shop.example/')
    const tool = await shop.tool('create_cart', { cart: order })
    expect([tool.status, tool.json.error.code, tool.json.error.data.code]).toEqual([200, -32001, code])
    expect(asked).toEqual(['/profile.json'])
  })

  it.each([
    ['nothing', {}],
    ['another capability', { [search]: entries(newest) }],
    ['another version', { [cart]: entries('2026-05-05') }],
    [
      'a schema on a foreign origin',
      { [cart]: [{ version: newest, spec: 'https://evil.example/x', schema: 'https://evil.example/s' }] },
    ],
  ])('[CB-42] a platform with %s has the outcome capabilities_incompatible', async (_, capabilities) => {
    publish(platformProfile(capabilities))
    const { status, json } = await shop.call('POST', '/carts', order)
    expect(status).toBe(200)
    expect(json).toEqual({
      commerce: { version: newest, capabilities: {}, status: 'error' },
      messages: [
        { type: 'error', code: 'capabilities_incompatible', severity: 'unrecoverable', content: expect.any(String) },
      ],
      continue_url: 'https://shop.example/',
    })
    const tool = await shop.tool('create_cart', { cart: order })
    expect(tool.json.result.structuredContent).toEqual(json)
  })

  it('[CB-40] an address has 2048 characters at most', async () => {
    const asWide = (length: number): string => `${shop.profile}?${'p'.repeat(length - shop.profile.length - 1)}`
    publish(platformProfile(all(newest)))
    const call = (length: number): Promise<Answer> =>
      shop.call('GET', '/carts/x', undefined, { 'Commerce-Agent': `profile="${asWide(length)}"` })
    expect((await call(2048)).status).toBe(200)
    const { status, json } = await call(2049)
    expect([status, json.code, asked.length]).toEqual([400, 'invalid_profile_url', 1])
    const profile = asWide(2049)
    const tool = await shop.tool('get_cart', { id: 'x' }, { 'commerce-agent': { profile } })
    expect([tool.json.error.code, asked.length]).toEqual([-32001, 1])
  })

  it('[CB-43] a profile is asked for once a minute at most, whatever it says', async () => {
    publish(() =>
      Response.json({ commerce: { version: newest, capabilities: {} } }, { headers: { 'Cache-Control': 'no-store' } }),
    )
    for (let call = 0; call < 3; call++) await shop.call('GET', '/carts/x')
    shop.clock.now += 59_000
    await shop.call('GET', '/carts/x')
    expect(asked).toHaveLength(1)
    shop.clock.now += 1000
    await shop.call('GET', '/carts/x')
    expect(asked).toHaveLength(2)
  })
})

describe('older versions', () => {
  it('[CB-44] a platform is served in its version, with extensions that hang on the operation', async () => {
    const discount = 'com.acme.discount'
    const addresses = { spec: 'https://acme.com/discount', schema: 'https://acme.com/discount.json' }
    const extended = (version: string): Record<string, unknown> => ({
      capabilities: {
        [cart]: entries(version),
        [discount]: [{ version, ...addresses, extends: [cart] }],
      },
    })
    const origin = 'https://shop.example'
    const shop = await openShop({
      profile: businessProfile(origin, newest, extended(newest)),
      versions: { [older]: businessProfile(origin, older, extended(older)) },
    })
    for (const version of [newest, older]) {
      const both = [
        { name: cart, version },
        { name: discount, version },
      ]
      shop.platform.handle(platformProfile(both, version))
      const { json } = await shop.call('POST', '/carts', order, {
        'Commerce-Agent': `profile="${shop.profile}?${version}"`,
      })
      expect(json.commerce).toEqual({ version, capabilities: { [cart]: [{ version }], [discount]: [{ version }] } })
    }
    await shop.close()
  })
})
