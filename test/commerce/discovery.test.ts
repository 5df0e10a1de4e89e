// Finding a business: profiles over real HTTP, from a counterpart that misbehaves in every way that the protocol names.
import { describe, expect, it, vi } from 'vitest'
import { connectBusiness, createProfileCache } from '../../src/commerce/index.ts'
import { type Answer, profileOf, startCounterpart, version } from './counterpart.ts'

const shop = startCounterpart()
const wellKnown = '/.well-known/commerce'
const [older, newer] = ['2025-09-01', '2026-04-08']

describe('discovery', () => {
  it('[CO-8] finds profile, capabilities and endpoint at the well-known address', async () => {
    const business = await shop.connect()
    expect(business.version).toBe(version)
    expect(business.endpoint).toBe(`${shop.origin}/rest`)
    expect(business.capabilities).toEqual({
      'dev.commerce.shopping.cart': version,
      'dev.commerce.shopping.catalog.search': version,
      'dev.commerce.shopping.catalog.lookup': version,
    })
    expect(business.profile.services['dev.commerce.shopping']).toHaveLength(2)
    expect(shop.asked(wellKnown)).toHaveLength(1)
    expect((await shop.connect({ binding: 'tools' })).endpoint).toBe(`${shop.origin}/tools`)
  })

  it('[CO-8] asks the origin, whatever path is given, and gives profiles no credentials', async () => {
    const credentials = { kind: 'apiKey', key: 'secret' } as const
    const options = { profile: new URL(`${shop.origin}/platform.json`), allowInsecureLoopback: true, credentials }
    await connectBusiness(new URL(`${shop.origin}/some/page?x=1`), options)
    for (const path of [wellKnown, '/platform.json']) {
      expect(shop.asked(path)[0]?.headers).not.toHaveProperty('x-api-key')
    }
  })

  it.each([
    ['http://shop.example', 'http'],
    ['shop.example', 'no URL'],
    ['https://user@shop.example', 'a user name'],
    ['javascript:alert(1)', 'another scheme'],
    ['http://127.0.0.1:1', 'loopback that is not allowed'],
  ])('[CO-8] refuses the origin %s: %s', async (origin) => {
    const fetch = vi.fn()
    const connected = connectBusiness(origin, { profile: 'https://platform.example/p', fetch })
    await expect(connected).rejects.toMatchObject({ name: 'CommerceError', code: 'invalid_profile_url', status: 400 })
    expect(fetch).not.toHaveBeenCalled()
  })

  const [oversized, location] = ['x'.repeat(262_145), '/elsewhere']
  const misbehaviour: readonly (readonly [string, string, Answer])[] = [
    ['status 404', 'profile_unreachable', { status: 404 }],
    ['status 500', 'profile_unreachable', { status: 500 }],
    ['status 204', 'profile_malformed', { status: 204 }],
    ['a 304 that nobody asked for', 'profile_unreachable', { status: 304 }],
    ...[301, 302, 303, 307, 308].map(
      (status) => [`redirect ${status}`, 'profile_unreachable', { status, headers: { location } }] as const,
    ),
    ['a body that breaks off', 'profile_unreachable', { body: '{"commerce":', cut: true }],
    ['malformed JSON', 'profile_malformed', { body: '{"commerce":' }],
    ['an empty body', 'profile_malformed', { body: '' }],
    ['HTML', 'profile_malformed', { body: '<!doctype html>' }],
    ['another document', 'profile_malformed', { body: { hello: 'world' } }],
    ['a profile in the other names', 'profile_malformed', { body: { ucp: { version } } }],
    ['too many bytes', 'profile_malformed', { body: oversized }],
    ['too many bytes, told of', 'profile_malformed', { body: 'x', headers: { 'content-length': '262145' }, cut: true }],
    ['no shared capability', 'capabilities_incompatible', { body: { commerce: { version } } }],
    ['no shared version', 'version_unsupported', { body: { commerce: { version: newer } } }],
  ]
  it.each(misbehaviour)('[CO-8] of a business with %s is %s', async (_, code, answer) => {
    shop.routes.set(wellKnown, answer)
    shop.routes.set('/elsewhere', { body: profileOf(shop.origin) })
    await expect(shop.connect()).rejects.toMatchObject({ name: 'CommerceError', code })
    expect(shop.asked('/elsewhere')).toHaveLength(0)
  })

  it('[CO-8] needs our own profile, too', async () => {
    shop.routes.set('/platform.json', { status: 503 })
    await expect(shop.connect()).rejects.toMatchObject({ code: 'profile_unreachable', status: 424 })
    await expect(shop.connect({ profile: 'http://platform.example/p' })).rejects.toMatchObject({
      code: 'invalid_profile_url',
    })
  })

  it('[CO-8] waits no longer than its time, and not at all for a port where nobody listens', async () => {
    shop.routes.set(wellKnown, () => new Promise<Answer>(() => undefined))
    const profiles = createProfileCache({ fetch, allowInsecureLoopback: true, timeout: 20 })
    await expect(shop.connect({ profiles })).rejects.toMatchObject({ code: 'profile_unreachable' })
    const options = { profile: `${shop.origin}/platform.json`, allowInsecureLoopback: true }
    await expect(connectBusiness('http://127.0.0.1:1', options)).rejects.toMatchObject({ code: 'profile_unreachable' })
  })

  it('[CO-8] refuses answers of a fetch that followed a redirect on its own', async () => {
    shop.routes.set(wellKnown, { status: 302, headers: { location: '/elsewhere' } })
    shop.routes.set('/elsewhere', { body: profileOf(shop.origin) })
    const following = (url: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
      fetch(url, { ...init, redirect: 'follow' })
    await expect(shop.connect({ fetch: following })).rejects.toMatchObject({ code: 'profile_unreachable' })
  })

  it('[CO-3] refuses an endpoint that is not https', async () => {
    shop.routes.set(wellKnown, { body: profileOf('http://shop.example') })
    await expect(shop.connect()).rejects.toMatchObject({ code: 'profile_malformed', status: 422 })
  })

  it('[CO-8] finds no binding where none of its transport is offered', async () => {
    const services = { 'dev.commerce.shopping': { version, rest: { endpoint: `${shop.origin}/b/`, schema: '' } } }
    shop.routes.set(wellKnown, { body: profileOf(shop.origin, { services }) })
    expect((await shop.connect()).endpoint).toBe(`${shop.origin}/b`)
    await expect(shop.connect({ binding: 'tools' })).rejects.toMatchObject({ code: 'binding_missing', status: 0 })
  })

  it('[CO-2] leaves out capabilities of foreign origins, or warns of them', async () => {
    const entry = { version, spec: 'https://evil.example/spec', schema: 'https://commerce.dev/s' }
    const capabilities = { 'dev.commerce.shopping.cart': [entry] }
    shop.routes.set(wellKnown, { body: profileOf(shop.origin, { capabilities }) })
    await expect(shop.connect()).rejects.toMatchObject({ code: 'capabilities_incompatible', status: 200 })
    const onWarning = vi.fn()
    expect((await shop.connect({ specOrigin: 'warn', onWarning })).capabilities).toEqual({
      'dev.commerce.shopping.cart': version,
    })
    expect(onWarning).toHaveBeenCalledWith(expect.stringContaining('"dev.commerce.shopping.cart" has no spec'))
  })

  it('[CO-2] takes our own profile as a business does: names and versions are enough', async () => {
    const capabilities = { 'dev.commerce.shopping.cart': [{ version }] }
    shop.routes.set('/platform.json', { body: { commerce: { version, capabilities } } })
    expect((await shop.connect()).capabilities).toEqual({ 'dev.commerce.shopping.cart': version })
    shop.routes.set(wellKnown, { body: profileOf(shop.origin, { capabilities }) })
    await expect(shop.connect()).rejects.toMatchObject({ code: 'capabilities_incompatible' })
  })

  it('[CO-1] tells of capabilities that only extend one another', async () => {
    const own = { version, spec: 'https://acme.com/', schema: 'https://acme.com/' }
    const [a, b] = ['com.acme.a', 'com.acme.b']
    const capabilities = { [a]: [{ ...own, extends: b }], [b]: [{ ...own, extends: a }] }
    for (const path of [wellKnown, '/platform.json']) {
      shop.routes.set(path, { body: profileOf(shop.origin, { capabilities }) })
    }
    const onWarning = vi.fn()
    await shop.connect({ onWarning })
    expect(onWarning).toHaveBeenCalledWith(expect.stringContaining('com.acme.a, com.acme.b'))
  })

  it('[CO-10] agrees anew only when a profile is another one, and tells nothing twice', async () => {
    const bad = { [older]: `${shop.origin}/old`, [newer]: 'https://elsewhere.example/new' }
    for (const path of [wellKnown, '/platform.json']) {
      shop.routes.set(path, { body: { ...(profileOf(shop.origin) as object), supported_versions: bad } })
    }
    const onWarning = vi.fn()
    const business = await shop.connect({ onWarning })
    const { capabilities } = business
    for (let call = 0; call < 3; call++) await business.getCart('x').catch(() => undefined)
    expect(business.capabilities).toBe(capabilities)
    expect(onWarning).toHaveBeenCalledTimes(2)
  })

  it('[CO-22] ends with the reason of an abort', async () => {
    const controller = new AbortController()
    shop.routes.set(wellKnown, () => {
      controller.abort(new Error('enough'))
      return { body: profileOf(shop.origin) }
    })
    await expect(shop.connect({ signal: controller.signal })).rejects.toThrow('enough')
    await expect(shop.connect({ signal: AbortSignal.abort(new Error('at once')) })).rejects.toThrow('at once')
  })
})

describe('versions', () => {
  const leaves = (versions: object): object => ({
    ...(profileOf(shop.origin, { version: newer }) as object),
    supported_versions: versions,
  })

  it('[CO-10] come from the profile of the newest shared one', async () => {
    const at = `${shop.origin}/old`
    shop.routes.set(wellKnown, { body: leaves({ [older]: `${at}-older`, [version]: at }) })
    shop.routes.set('/old', { body: profileOf(shop.origin, { signing_keys: [{ kid: 'old', kty: 'EC' }] }) })
    const business = await shop.connect()
    expect(business.version).toBe(version)
    expect(business.profile.signingKeys[0]?.kid).toBe('old')
    expect(shop.asked('/old-older')).toHaveLength(0)
  })

  it('[CO-10] of the platform lie at addresses of their own, and the right one is sent', async () => {
    shop.routes.set('/platform.json', { body: leaves({ [version]: `${shop.origin}/platform-old.json` }) })
    shop.routes.set('/platform-old.json', { body: profileOf(shop.origin) })
    const business = await shop.connect()
    await business.getCart('x').catch(() => undefined)
    expect(shop.asked()[0]?.headers['commerce-agent']).toBe(`profile="${shop.origin}/platform-old.json"`)
  })

  it.each([
    ['declares another version', () => `${shop.origin}/old`, { body: { commerce: { version: older } } }],
    ['is not there', () => `${shop.origin}/old`, { status: 404 }],
    ['is malformed', () => `${shop.origin}/old`, { body: 'x' }],
    ['has no https address', () => 'http://shop.example/old', {}],
  ])('[CO-10] are not served where the profile of the version %s', async (_, address, answer: Answer) => {
    shop.routes.set(wellKnown, { body: leaves({ [version]: address() }) })
    shop.routes.set('/old', answer)
    const onWarning = vi.fn()
    await expect(shop.connect({ onWarning })).rejects.toMatchObject({ code: 'version_unsupported', status: 422 })
    expect(onWarning).toHaveBeenCalled()
  })
})
