// Retries, time, credentials, signatures and aborts: the client against a counterpart that fails now and then.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { type ConnectOptions, createProfileCache, createSigner, type SigningKey } from '../../src/commerce/index.ts'
import { type SignableMessage, signMessage, verifyMessage } from '../../src/commerce/signature.ts'
import { type Answer, type Asked, cart, enveloped, profileOf, startCounterpart } from './counterpart.ts'

const shop = startCounterpart()
const request = { line_items: [{ item: { id: 'mug' }, quantity: 2 }] }
const carts = 'POST /rest/carts'
const created: Answer = { status: 201, body: enveloped(cart) }
const never = (): Promise<Answer> => new Promise(() => undefined)

describe('a call that fails', () => {
  it.each<[string, Answer]>([
    ['breaks off before its answer', { cut: true }],
    ['breaks off within its answer', { cut: true, body: '{"commerce":' }],
    ['is answered with 408', { status: 408 }],
    ['is answered with 429', { status: 429 }],
    ['is answered with 502', { status: 502 }],
    ['is answered with 503', { status: 503, headers: { 'retry-after': '0' } }],
    ['is answered with 504', { status: 504 }],
  ])('[CO-12] as it %s is tried again with the same key and body', async (_, failure) => {
    shop.routes.set(carts, [failure, failure, created])
    const business = await shop.connect()
    expect(await business.createCart(request)).toMatchObject({ kind: 'cart' })
    const asked = shop.asked()
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
    expect(new Set(asked.map(({ headers }) => headers['request-id'])).size).toBe(3)
  })

  it('[CO-12] as it is not answered in time is tried again', async () => {
    const keys: unknown[] = []
    const hanging: typeof fetch = (url, init) => {
      if (!String(url).endsWith('/carts')) return fetch(url, init)
      if (keys.push(new Headers(init?.headers).get('idempotency-key')) === 3) {
        return Promise.resolve(Response.json(enveloped(cart), { status: 201 }))
      }
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    }
    const business = await shop.connect({ fetch: hanging, timeout: 20 })
    expect(await business.createCart(request)).toMatchObject({ kind: 'cart' })
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  })

  it('[CO-12] as it is not answered in time ends, also where memory is collected meanwhile', async () => {
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    shop.routes.set(carts, never)
    const business = await shop.connect({ timeout: 500, attempts: 1 })
    const { signal } = new AbortController()
    const collecting = setInterval(collect, 50)
    const call = business.createCart(request, { signal })
    await expect(call).rejects.toMatchObject({ code: 'network_failed', cause: { name: 'TimeoutError' } })
    clearInterval(collecting)
  })

  it.each([
    [{ status: 503, body: { code: 'temporarily_unavailable', content: 'x' } }, 'temporarily_unavailable', 503],
    [{ status: 429 }, 'rate_limited', 429],
    [{ cut: true }, 'network_failed', 0],
  ])('[CO-12] to the end with %j is one error', async (failure, code, status) => {
    shop.routes.set(carts, failure)
    await expect((await shop.connect({ attempts: 2 })).createCart(request)).rejects.toMatchObject({ code, status })
    expect(shop.asked()).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 409, 422, 424, 500])('[CO-12] with %d is not tried again', async (status) => {
    shop.routes.set(carts, { status })
    await expect((await shop.connect()).createCart(request)).rejects.toMatchObject({ status })
    expect(shop.asked()).toHaveLength(1)
  })

  it('[CO-12] leaves a long wait to the caller, in seconds or as a date', async () => {
    shop.routes.set(carts, { status: 429, headers: { 'retry-after': '120' } })
    const business = await shop.connect()
    await expect(business.createCart(request)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 120 })
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    shop.routes.set(carts, { status: 503, headers: { 'retry-after': date } })
    const error = await business.createCart(request).catch((error: unknown) => error)
    expect(error).toMatchObject({ retryAfter: expect.toSatisfy((wait: number) => wait > 3590 && wait <= 3600) })
    shop.routes.set(carts, { status: 503, headers: { 'retry-after': 'soon' } })
    await expect(business.createCart(request, {})).rejects.toMatchObject({ retryAfter: undefined })
    expect(shop.asked()).toHaveLength(5)
  })

  it('[CO-12] waits as long as it is asked to, then goes on', async () => {
    shop.routes.set(carts, [{ status: 503, headers: { 'retry-after': '1' } }, created])
    const business = await shop.connect()
    const begun = performance.now()
    await business.createCart(request)
    // Timers may fire a little early.
    expect(performance.now() - begun).toBeGreaterThan(990)
  })
})

describe('an abort', () => {
  it('[CO-22] ends a call that is not answered', async () => {
    const controller = new AbortController()
    shop.routes.set(carts, () => {
      controller.abort(new Error('enough'))
      return never()
    })
    const business = await shop.connect()
    await expect(business.createCart(request, { signal: controller.signal })).rejects.toThrow('enough')
    expect(shop.asked()).toHaveLength(1)
  })

  it('[CO-22] ends the wait before the next attempt', async () => {
    const controller = new AbortController()
    shop.routes.set(carts, () => {
      setTimeout(() => controller.abort(new Error('enough')), 30)
      return { status: 503, headers: { 'retry-after': '9' } }
    })
    const business = await shop.connect()
    await expect(business.createCart(request, { signal: controller.signal })).rejects.toThrow('enough')
  })

  it('[CO-22] ends a call whose token does not come', async () => {
    const controller = new AbortController()
    const business = await shop.connect({ credentials: { kind: 'bearer', token: () => new Promise(() => undefined) } })
    setTimeout(() => controller.abort(new Error('enough')), 30)
    await expect(business.createCart(request, { signal: controller.signal })).rejects.toThrow('enough')
    expect(shop.asked()).toHaveLength(0)
  })

  it('[CO-22] that came before sends nothing', async () => {
    const business = await shop.connect()
    const signal = AbortSignal.abort(new Error('before'))
    await expect(business.getCart('cart1', { signal })).rejects.toThrow('before')
    expect(shop.asked()).toHaveLength(0)
  })
})

describe('credentials', () => {
  it.each<[string, NonNullable<ConnectOptions['credentials']>, Record<string, string>]>([
    ['an API key', { kind: 'apiKey', key: 'k1' }, { 'x-api-key': 'k1' }],
    ['a bearer token', { kind: 'bearer', token: 't1' }, { authorization: 'Bearer t1' }],
    ['a token that is asked for', { kind: 'bearer', token: async () => 't2' }, { authorization: 'Bearer t2' }],
  ])('[CO-19] with %s go with each call', async (_, credentials, headers) => {
    shop.routes.set(carts, created)
    await (await shop.connect({ credentials })).createCart(request)
    expect(shop.asked()[0]?.headers).toMatchObject(headers)
  })

  it('[CO-19] of mutual TLS are the fetch’s, and a browser may choose a certificate', async () => {
    shop.routes.set(carts, created)
    const watched = vi.fn(fetch)
    await (await shop.connect({ credentials: { kind: 'mutualTls' }, fetch: watched })).createCart(request)
    expect(watched.mock.lastCall?.[1]?.credentials).toBe('include')
    expect(watched.mock.calls[0]?.[1]?.credentials).toBe('omit')
  })

  it('[CO-19] that are no longer valid are renewed once', async () => {
    const token = vi.fn((expired: boolean) => (expired ? 'new' : 'old'))
    shop.routes.set(carts, ({ headers }) => (headers['authorization'] === 'Bearer new' ? created : { status: 401 }))
    const business = await shop.connect({ credentials: { kind: 'bearer', token } })
    expect(await business.createCart(request)).toMatchObject({ kind: 'cart' })
    shop.routes.set(carts, { status: 401 })
    await expect(business.createCart(request)).rejects.toMatchObject({ code: 'authentication_required' })
    expect(token.mock.calls.map(([expired]) => expired)).toEqual([false, true, false, true])
    const keys = shop.asked().map(({ headers }) => headers['idempotency-key'])
    expect([new Set(keys.slice(0, 2)).size, new Set(keys.slice(2)).size]).toEqual([1, 1])
  })

  it('[CO-19] that cannot be had are the host’s own fault, told as it is', async () => {
    const token = (): never => {
      throw new Error('signed out')
    }
    const business = await shop.connect({ credentials: { kind: 'bearer', token }, attempts: 1 })
    await expect(business.createCart(request)).rejects.toThrow('signed out')
    expect(shop.asked()).toHaveLength(0)
  })
})

describe('signatures', () => {
  it('[CO-7] are made for every call, over what is sent', async () => {
    const { signer, key } = await keyPair('platform-key')
    const genuine: string[] = []
    const answer = async (asked: Asked): Promise<Answer> => {
      const { method, path, body, headers } = asked
      const message: SignableMessage = {
        ...{ method, url: shop.origin + path, headers: new Headers(headers as Record<string, string>) },
        ...(body !== '' && { body: new TextEncoder().encode(body) }),
      }
      genuine.push(await verifyMessage(message, () => key))
      return created
    }
    for (const path of [carts, 'GET /rest/carts/cart1', '/tools']) shop.routes.set(path, answer)
    const business = await shop.connect({ signer })
    await business.createCart(request)
    await business.getCart('cart1')
    expect(genuine).toEqual(['platform-key', 'platform-key'])
    expect(shop.asked()[0]?.headers['signature-input']).toContain('"idempotency-key" "content-digest" "content-type"')
  })

  const signed = async (kid: string, change: Partial<Answer> = {}, status = 200): Promise<[Answer, SigningKey]> => {
    const { signer, key } = await keyPair(kid)
    const body = JSON.stringify(enveloped(cart))
    const headers = new Headers({ 'content-type': 'application/json' })
    const signature = await signMessage({ status, headers, body: new TextEncoder().encode(body) }, signer)
    return [{ status, body, headers: { ...signature }, ...change }, key]
  }

  it('[CO-7] of answers are verified with the keys of the business', async () => {
    const [answer, key] = await signed('shop-key')
    shop.routes.set('/.well-known/commerce', { body: profileOf(shop.origin, { signing_keys: [key] }) })
    shop.routes.set('/rest/carts/cart1', answer)
    const business = await shop.connect({ requireSignatures: true })
    expect(await business.getCart('cart1')).toMatchObject({ kind: 'cart' })
  })

  it.each<[string, string, Partial<Answer>]>([
    ['of another body', 'digest_mismatch', { body: JSON.stringify(enveloped({ ...cart, id: 'cart2' })) }],
    ['of another status', 'signature_invalid', { status: 201 }],
    ['by nobody', 'signature_missing', { headers: {} }],
  ])('[CO-7] %s are %s', async (_, code, change) => {
    const [answer, key] = await signed('shop-key', change)
    shop.routes.set('/.well-known/commerce', { body: profileOf(shop.origin, { signing_keys: [key] }) })
    shop.routes.set('/rest/carts/cart1', answer)
    const business = await shop.connect({ requireSignatures: true })
    await expect(business.getCart('cart1')).rejects.toMatchObject({ code })
  })

  it('[CO-7] that nobody requires are verified all the same where there are any', async () => {
    const [answer] = await signed('unknown-key')
    shop.routes.set('/rest/carts/cart1', answer)
    const business = await shop.connect()
    await expect(business.getCart('cart1')).rejects.toMatchObject({ code: 'key_not_found', status: 401 })
    shop.routes.set('/rest/carts/cart1', { ...answer, headers: {} })
    expect(await business.getCart('cart1')).toMatchObject({ kind: 'cart' })
  })

  it('[CO-7] by a new key are found in the profile, asked for once more', async () => {
    const [answer, key] = await signed('new-key')
    const clock = { time: 1e12 }
    const fresh = { headers: { 'cache-control': 'max-age=3600' } }
    const renewed = { ...fresh, body: profileOf(shop.origin, { signing_keys: [key] }) }
    shop.routes.set('/.well-known/commerce', [{ ...fresh, body: profileOf(shop.origin) }, renewed])
    shop.routes.set('/rest/carts/cart1', answer)
    const profiles = createProfileCache({ fetch, allowInsecureLoopback: true, now: () => clock.time })
    const business = await shop.connect({ profiles })
    clock.time += 61_000
    expect(await business.getCart('cart1')).toMatchObject({ kind: 'cart' })
    expect(shop.asked('/.well-known/commerce')).toHaveLength(2)
  })
})

async function keyPair(kid: string) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const key: SigningKey = { kid, kty: 'EC', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '' }
  return { key, signer: await createSigner({ ...jwk, kid }) }
}
