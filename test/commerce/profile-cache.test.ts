// How long a profile is kept, and when its address is asked again. The clock is the test's.
import { describe, expect, it } from 'vitest'
import { createLimitedFetch, platformProfile } from '../../src/commerce/business/sessions.ts'
import { CommerceError, createProfileCache, type ProfileCacheOptions, readProfile } from '../../src/commerce/index.ts'
import { wireNames } from '../../src/commerce/wire-names.ts'
import { type Answer, profileOf, startCounterpart } from './counterpart.ts'

const shop = startCounterpart()
const second = 1000
const hour = 3600 * second

function start(answers: Answer[], options: Partial<ProfileCacheOptions> = {}) {
  const clock = { time: 1e12 }
  shop.routes.set('/.well-known/commerce', answers)
  const cache = createProfileCache({ fetch, allowInsecureLoopback: true, now: () => clock.time, ...options })
  return {
    cache,
    clock,
    get: (force?: boolean) => cache.get(`${shop.origin}/.well-known/commerce`, force),
    requests: () => shop.asked('/.well-known/commerce'),
  }
}

const page = (headers: Record<string, string> = {}): Answer => ({ headers, body: profileOf(shop.origin) })

describe('a profile', () => {
  it.each([
    ['no header', {}, 60],
    ['max-age=5', { 'cache-control': 'public, max-age=5' }, 60],
    ['max-age=300', { 'cache-control': 'public,max-age=300' }, 300],
    ['no-store', { 'cache-control': 'no-store, max-age=300' }, 60],
    ['private', { 'cache-control': 'private, max-age=300' }, 60],
    ['a year', { 'cache-control': 'max-age=31536000' }, 86_400],
    ['s-maxage only', { 'cache-control': 's-maxage=300' }, 60],
  ])('[CO-9] with %s is fresh for its time, within a minute and a day', async (_, headers, lifetime) => {
    const { clock, get, requests } = start([page(headers)])
    await get()
    clock.time += lifetime * second - 1
    await get()
    expect(requests()).toHaveLength(1)
    clock.time += 1
    await get()
    expect(requests()).toHaveLength(2)
  })

  it('[CO-9] with signing keys is fresh for an hour at most', async () => {
    const key = { kid: 'k', kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }
    const headers = { 'cache-control': 'max-age=31536000', etag: '"v1"' }
    const body = profileOf(shop.origin, { signing_keys: [key] })
    const { clock, get, requests } = start([
      { headers, body },
      { status: 304, headers },
    ])
    for (const asked of [1, 2, 3]) {
      await get()
      clock.time += hour - 1
      await get()
      expect(requests()).toHaveLength(asked)
      clock.time += 1
    }
  })

  it('[CO-9] is asked for again with its ETag, and 304 makes it fresh', async () => {
    const { clock, get, requests } = start([page({ etag: '"v1"' }), { status: 304 }, page({ etag: '"v2"' })])
    const first = await get()
    clock.time += 61 * second
    expect(await get()).toBe(first)
    expect(requests()[1]?.headers['if-none-match']).toBe('"v1"')
    await get()
    expect(requests()).toHaveLength(2)
    clock.time += 61 * second
    expect(await get()).not.toBe(first)
    expect(requests()[2]?.headers['if-none-match']).toBe('"v1"')
  })

  it('[CO-9] that cannot be had again is used for an hour, but not one that is malformed', async () => {
    const { clock, get } = start([page(), { status: 500 }])
    const first = await get()
    clock.time += hour - 1
    expect(await get()).toBe(first)
    clock.time += 1
    await expect(get()).rejects.toMatchObject({ code: 'profile_unreachable' })
    const other = start([page(), { body: '{}' }])
    await other.get()
    other.clock.time += 61 * second
    await expect(other.get()).rejects.toMatchObject({ code: 'profile_malformed' })
  })

  it('[CO-9] that failed is not asked for at once again, and the wait grows', async () => {
    const { clock, get, requests } = start([{ status: 500 }])
    for (const [wait, count] of [
      [0, 1],
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
    ] as const) {
      clock.time += wait
      await expect(get()).rejects.toMatchObject({ code: 'profile_unreachable' })
      expect(requests()).toHaveLength(count)
    }
  })

  it('[CO-9] is asked for by force once in a minute at most', async () => {
    const { clock, get, requests } = start([page({ 'cache-control': 'max-age=3000' })])
    await get()
    await get(true)
    expect(requests()).toHaveLength(1)
    clock.time += 60 * second
    await get(true)
    await get(true)
    expect(requests()).toHaveLength(2)
  })

  it('[CO-9] is fetched once for all who ask at one time', async () => {
    const { get, requests } = start([page()])
    const found = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(new Set(found).size).toBe(1)
    expect(requests()).toHaveLength(1)
  })

  it('[CO-9] goes when others were used later, as many as there is room for', async () => {
    const { cache } = start([page()], { capacity: 2 })
    const ask = async (name: string): Promise<number> => {
      shop.routes.set(`/platform-${name}`, page())
      await cache.get(`${shop.origin}/platform-${name}`)
      return shop.asked(`/platform-${name}`).length
    }
    expect([await ask('a'), await ask('b'), await ask('a'), await ask('c')]).toEqual([1, 1, 1, 1])
    expect([await ask('a'), await ask('b')]).toEqual([1, 2])
  })

  it('[CB-57] of one host is not fetched beyond the rate of a host, and the other hosts lose nothing', async () => {
    let time = 1e12
    const rates = { profilesPerMinute: 3, profilesPerHost: 2 }
    const limited = createLimitedFetch(
      async () => new Response(),
      rates,
      () => time,
    )
    const ask = (host: string): Promise<number> =>
      limited(`https://${host}/${Math.random()}`).then(
        ({ status }) => status,
        ({ status }) => status,
      )
    const one = [await ask('a.com'), await ask('a.com'), await ask('a.com'), await ask('a.com')]
    expect([...one, await ask('b.com'), await ask('c.com')]).toEqual([200, 200, 503, 503, 200, 503])
    time += 60 * second
    expect(await ask('a.com')).toBe(200)
  })

  it('[CB-57] of one domain with many hosts is not fetched beyond the rate of one, and new domains have a share', async () => {
    const rates = { profilesPerMinute: 10, profilesPerHost: 5 }
    const limited = createLimitedFetch(
      async () => new Response(),
      rates,
      () => 1e12,
    )
    const ask = async (host: string): Promise<number> =>
      limited(`https://${host}/profile.json`).then(
        ({ status }) => status,
        ({ status }) => status,
      )
    const all = async (hosts: readonly string[]): Promise<readonly number[]> => {
      const statuses: number[] = []
      for (const host of hosts) statuses.push(await ask(host))
      return statuses
    }
    const wild = Array.from({ length: 8 }, (_, number) => `n${number}.deep.wild.example`)
    expect(await all(wild)).toEqual([...Array(5).fill(200), ...Array(3).fill(503)])
    // Those who share a suffix are not one: each has a name of its own there.
    expect(await all(['ann.github.io', 'bob.github.io', 'x.shop.co.uk'])).toEqual([200, 200, 200])
    expect(await all(['y.shop.co.uk', 'ann.github.io', 'new.example', 'other.example'])).toEqual([503, 503, 200, 200])
    expect(await ask('late.example')).toBe(503)
  })

  it('[CO-9] is not fetched beyond the rate of a business, nor where a fetch refuses its address', async () => {
    let time = 1e12
    const now = (): number => time
    const rates = { profilesPerMinute: 1, profilesPerHost: 9 }
    const { cache, get } = start([page()], { now, fetch: createLimitedFetch(fetch, rates, now) })
    shop.routes.set('/platform-2', page())
    await get()
    const other = `${shop.origin}/platform-2`
    const refusal = { code: 'temporarily_unavailable', status: 503, retryAfter: 60 }
    await expect(cache.get(other)).rejects.toMatchObject(refusal)
    time += 60 * second
    await expect(cache.get(other)).resolves.toBeDefined()
    const refusing = (): never => {
      throw new CommerceError('invalid_profile_url', 'special-use')
    }
    const refused = createProfileCache({ fetch: async () => refusing() }).get('https://platform.example/p')
    await expect(refused).rejects.toMatchObject({ code: 'invalid_profile_url', content: 'special-use' })
  })

  it('[CO-9] that changed is negotiated anew before the next call', async () => {
    const { cache, clock } = start([page(), { body: profileOf(shop.origin, { capabilities: {} }) }])
    const business = await shop.connect({ profiles: cache })
    clock.time += 61 * second
    await expect(business.getCart('cart1')).rejects.toMatchObject({ code: 'capabilities_incompatible' })
  })
})

it('[CB-57] a business keeps version, shared capabilities and public keys of a profile', () => {
  const at = (version: string): object => ({
    version,
    schema: 'https://commerce.dev/s',
    spec: 'https://commerce.dev/s',
  })
  const name = 'dev.commerce.shopping.cart'
  const key = { kid: 'a', kty: 'EC', crv: 'P-256', x: 'x', y: 'y', use: 'sig', alg: 'ES256', more: 'x'.repeat(1000) }
  const member = {
    ...{ version: '2026-04-08', payment_handlers: { 'com.pay': [{ config: 'x'.repeat(1000) }] } },
    capabilities: {
      [name]: [at('2026-04-08'), at('2026-04-08'), at('2025-01-01')],
      'dev.commerce.other': [at('2026-04-08')],
    },
    services: {},
  }
  const odd = [{ crv: 'P-521' }, { x: 'x'.repeat(65) }, { y: 7 }].map((more) => ({ ...key, kid: 'b', ...more }))
  const keys = [{ ...key, kid: 'k'.repeat(257) }, key, ...odd, ...Array(100).fill(key)]
  const platform = readProfile({ commerce: member, signing_keys: keys })
  const own = readProfile({ commerce: { ...member, capabilities: { [name]: [at('2026-04-08')] } } })
  expect(platformProfile(platform, wireNames(), [own])).toEqual({
    ...{ version: '2026-04-08', services: {}, paymentHandlers: {}, supportedVersions: {} },
    capabilities: { [name]: [{ version: '2026-04-08' }] },
    signingKeys: [
      { kid: 'a', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
      { kid: 'b', kty: '' },
    ],
  })
})
