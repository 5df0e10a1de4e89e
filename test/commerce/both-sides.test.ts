// The client against the business over real HTTP: every code, status and outcome of the protocol's tables, in both
// bindings, as they come out at the other end.
import { afterEach, describe, expect, it } from 'vitest'
import { type BusinessOptions, credentials, memoryStore } from '../../src/commerce/business/index.ts'
import {
  type Business,
  type ConnectOptions,
  connectBusiness,
  createSigner,
  type Signer,
} from '../../src/commerce/index.ts'
import { products } from './business/products.ts'
import { businessProfile, cart, entries, newest, older, openShop, platformProfile, type Shop } from './business/shop.ts'

const open: Shop[] = []
afterEach(() => Promise.all(open.splice(0).map((shop) => shop.close())))

const want = (id: string, quantity = 1) => ({ line_items: [{ item: { id }, quantity }] })
const all = { [cart]: entries(newest) }

describe.each(['rest', 'tools'] as const)('over %s', (binding) => {
  async function meet(
    options: Partial<BusinessOptions> = {},
    client: Partial<ConnectOptions> = {},
  ): Promise<[Business, Shop]> {
    const shop = await openShop(options)
    open.push(shop)
    const defaults = { profile: shop.profile, binding, allowInsecureLoopback: true, retryDelay: 1 }
    return [await connectBusiness(shop.origin, { ...defaults, ...client }), shop]
  }

  it('[CO-13] outcomes are values: sold out, in part, not found, expired', async () => {
    const [business, shop] = await meet({ continueUrl: () => 'https://shop.example/help' })
    const unrecoverable = { type: 'error', severity: 'unrecoverable' }
    expect(await business.createCart(want('v-tent'))).toMatchObject({
      ...{ kind: 'refused', continueUrl: 'https://shop.example/help', envelope: { version: newest, status: 'error' } },
      messages: [{ ...unrecoverable, code: 'out_of_stock' }],
    })
    const partly = { line_items: [...want('v-tent').line_items, ...want('v-road', 2).line_items] }
    const made = await business.createCart(partly)
    expect(made).toMatchObject({
      kind: 'cart',
      cart: { line_items: [{ quantity: 2 }] },
      messages: [{ code: 'out_of_stock' }],
    })
    const id = made.kind === 'cart' ? made.id : expect.fail()
    shop.clock.now += 86_400_000
    for (const gone of [id, 'never-was']) {
      expect(await business.getCart(gone)).toMatchObject({
        kind: 'refused',
        messages: [{ ...unrecoverable, code: 'not_found' }],
      })
    }
  })

  it('[CO-17] a catalog is searched, paged and looked up, and descriptions are text', async () => {
    const [business] = await meet()
    const found = await business.search({ query: 'road' })
    expect(found).toMatchObject({ products: [{ description: { plain: expect.stringContaining('<b>wet</b>') } }] })
    const ids: string[] = []
    for await (const { id } of business.searchAll({ filters: {}, query: 'shoe', pagination: { limit: 1 } }))
      ids.push(id)
    expect(new Set(ids).size).toBe(3)
    expect(await business.lookup({ ids: ['p-road', 'gone'] })).toMatchObject({ missing: ['gone'] })
    const max = Array.from({ length: 51 }, (_, index) => `p${index}`)
    await expect(business.lookup({ ids: max })).rejects.toMatchObject({ code: 'request_too_large', status: 400 })
    expect(await business.lookup({ ids: max.slice(1) })).toMatchObject({ products: [], missing: max.slice(1) })
  })

  it.each([
    ['gone', 'profile_unreachable', 424, () => new Response(null, { status: 404 })],
    ['moved', 'profile_unreachable', 424, () => Response.redirect('https://platform.example/')],
    ['no profile', 'profile_malformed', 422, () => Response.json({})],
    ['of a version of its own', 'version_unsupported', 422, platformProfile(all, older)],
  ])('[CO-14] our profile that is %s by then is %s', async (_, code, status, handler) => {
    const [business, shop] = await meet()
    shop.platform.handle(handler)
    await expect(business.getCart('x')).rejects.toMatchObject({ name: 'CommerceError', code, status })
  })

  it('[CO-14] an address of our profile that is not https is invalid_profile_url', async () => {
    const other = 'http://platform.example/profile.json'
    const changing: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers)
      if (!headers.has('commerce-agent')) return fetch(url, init)
      headers.set('commerce-agent', `profile="${other}"`)
      const body =
        init?.body && new TextDecoder().decode(init.body as Uint8Array).replace(/http[^"]*profile.json/, other)
      return fetch(url, { ...init, headers, ...(body && { body }) })
    }
    const [business] = await meet({}, { fetch: changing })
    await expect(business.getCart('x')).rejects.toMatchObject({ code: 'invalid_profile_url', status: 400 })
  })

  it('[CO-13] what is no longer shared is capabilities_incompatible, of either side', async () => {
    const [business, shop] = await meet()
    shop.platform.handle(platformProfile({ 'com.acme.other': entries(newest) }))
    expect(await business.getCart('x')).toMatchObject({
      kind: 'refused',
      messages: [{ code: 'capabilities_incompatible' }],
    })
  })

  it.each<[string, number, (business: Business) => Promise<unknown>]>([
    ['authentication_required', 401, (business) => business.getCart('x')],
    ['permission_denied', 403, (business) => business.createCart(want('v-road'))],
  ])('[CO-19] credentials: %s is %d', async (code, status, run) => {
    const authenticate = credentials({
      bearer: (token, operation) => {
        if (token !== 'good') return { kind: 'unauthenticated' }
        return operation === 'createCart' ? { kind: 'forbidden' } : { kind: 'client', id: 'me' }
      },
    })
    const token = (expired: boolean): string => (status === 403 || expired ? 'good' : 'bad')
    const [business, shop] = await meet({ authenticate }, { credentials: { kind: 'bearer', token } })
    expect(await business.getCart('x')).toMatchObject({ kind: 'refused' })
    const options = { profile: shop.profile, binding, allowInsecureLoopback: true }
    const without = await connectBusiness(
      shop.origin,
      status === 403 ? { ...options, credentials: { kind: 'bearer', token: 'good' } } : options,
    )
    await expect(run(without)).rejects.toMatchObject({ code, status })
  })

  it('[CO-14] a key that is used again with other parameters is idempotency_conflict', async () => {
    const [business] = await meet()
    const key = { idempotencyKey: 'k'.repeat(32) }
    const first = await business.createCart(want('v-road'), key)
    expect(await business.createCart(want('v-road'), key)).toEqual(first)
    await expect(business.createCart(want('v-sock'), key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
  })

  it('[CO-12] too many requests are rate_limited, with the time to wait', async () => {
    const [business] = await meet({ rateLimit: { requests: 1, seconds: 60 } })
    await business.getCart('x')
    await expect(business.getCart('x')).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 60 })
  })

  it('[CO-12] an answer that is lost is asked for again, and makes no second cart', async () => {
    let lost = 0
    const losing: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init)
      if (init?.method !== 'POST' || ++lost % 3 !== 1) return answer
      throw new TypeError('the connection broke')
    }
    const store = memoryStore(products)
    let inserted = 0
    const commit: typeof store.commit = async (change) => {
      const outcome = await store.commit(change)
      if (outcome === 'done' && change.write?.kind === 'insert') inserted++
      return outcome
    }
    const [business] = await meet({ store: { ...store, commit } }, { fetch: losing })
    const made = new Set<string>()
    for (let index = 0; index < 10; index++) {
      const key = { idempotencyKey: `key-${index}-${'x'.repeat(24)}` }
      const [first, again] = [
        await business.createCart(want('v-lamp'), key),
        await business.createCart(want('v-lamp'), key),
      ]
      expect(again).toEqual(first)
      if (first.kind === 'cart') made.add(first.id)
    }
    expect([made.size, inserted]).toEqual([10, 10])
    expect(lost).toBeGreaterThan(20)
  })

  describe('signed', () => {
    async function signing(kid: string): Promise<{ signer: Signer; key: object }> {
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const [jwk, key] = await Promise.all([
        crypto.subtle.exportKey('jwk', pair.privateKey),
        crypto.subtle.exportKey('jwk', pair.publicKey),
      ])
      return { signer: await createSigner({ ...jwk, kid }), key: { ...key, kid, use: 'sig', alg: 'ES256' } }
    }

    /** A platform whose profile has `keys`, and whose client signs with `signer`. */
    async function meetSigned(
      signer: Signer | undefined,
      keys: readonly object[],
      client: Partial<ConnectOptions> = {},
    ) {
      const shop = await openShop({ signatures: 'required', now: Date.now })
      open.push(shop)
      shop.platform.handle(platformProfile(all, newest, { signing_keys: keys }))
      return await connectBusiness(shop.origin, {
        ...{ profile: shop.profile, binding, allowInsecureLoopback: true, ...(signer && { signer }), ...client },
      })
    }

    it('[CO-7] requests are taken, and answers are verified', async () => {
      const [platform, business] = [await signing('p'), await signing('b')]
      const server = await openShop({ signatures: 'required', signer: business.signer, now: Date.now })
      open.push(server)
      server.platform.handle(platformProfile(all, newest, { signing_keys: [platform.key] }))
      const profiled: typeof fetch = async (url, init) => {
        if (!String(url).endsWith('/.well-known/commerce')) return fetch(url, init)
        return Response.json(businessProfile(server.origin, newest, { signing_keys: [business.key] }))
      }
      const options = { profile: server.profile, binding, allowInsecureLoopback: true, signer: platform.signer }
      const client = await connectBusiness(server.origin, { ...options, requireSignatures: true, fetch: profiled })
      expect(await client.createCart(want('v-road'))).toMatchObject({ kind: 'cart' })
    })

    it('[CO-7] requests without a signature are signature_missing', async () => {
      const business = await meetSigned(undefined, [])
      await expect(business.getCart('x')).rejects.toMatchObject({ code: 'signature_missing', status: 401 })
    })

    it.each<[string, number, (key: object, other: object) => readonly object[]]>([
      [
        'signature_invalid',
        401,
        (key, other) => [
          { ...other, kid: 'p' },
          { ...key, kid: 'q' },
        ],
      ],
      ['key_not_found', 401, (key) => [{ ...key, kid: 'q' }]],
      ['algorithm_unsupported', 400, () => [{ kid: 'p', kty: 'RSA', n: 'AQAB', e: 'AQAB' }]],
    ])('[CO-7] requests may be %s, status %d', async (code, status, keysOf) => {
      const [own, other] = [await signing('p'), await signing('o')]
      const business = await meetSigned(own.signer, keysOf(own.key, other.key))
      await expect(business.getCart('x')).rejects.toMatchObject({ code, status })
    })

    it('[CO-7] requests that were changed on their way are digest_mismatch', async () => {
      const { signer, key } = await signing('p')
      const changing: typeof fetch = (url, init) => {
        if (!init?.body) return fetch(url, init)
        const body = new TextDecoder().decode(init.body as Uint8Array).replace('v-road', 'v-sock')
        return fetch(url, { ...init, body })
      }
      const business = await meetSigned(signer, [key], { fetch: changing })
      const created = business.createCart(want('v-road'))
      await expect(created).rejects.toMatchObject({ code: 'digest_mismatch', status: 400 })
    })
  })
})
