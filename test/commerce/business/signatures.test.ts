// Message signatures between platform and business, over HTTP (document 000, "Signature errors").
import { connectBusiness, createSigner, type Signer } from 'surface-runtime/commerce'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signMessage, verifyMessage } from '../../../src/commerce/signature.ts'
import { serve } from './serve.ts'
import { type Answer, cart, entries, line, newest, openShop, platformProfile, type Shop } from './shop.ts'

interface Key {
  readonly signer: Signer
  readonly jwk: { readonly kid: string; readonly kty: string; readonly [member: string]: unknown }
}

async function makeKey(kid: string): Promise<Key> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const signer = await createSigner({ ...(await crypto.subtle.exportKey('jwk', pair.privateKey)), kid })
  const { kty = '', crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { signer, jwk: { kid, kty, crv, x, y, use: 'sig', alg: 'ES256' } }
}

describe('signatures', () => {
  let shop: Shop
  let own: Key
  let platform: Key

  beforeAll(async () => {
    own = await makeKey('business-1')
    platform = await makeKey('platform-1')
    shop = await openShop({ signatures: 'required', signer: own.signer })
    publish(platform.jwk, { ...platform.jwk, kid: 'odd', crv: 'P-521' })
  })
  afterAll(() => shop.close())

  function publish(...keys: readonly unknown[]): void {
    shop.platform.handle(platformProfile({ [cart]: entries(newest) }, newest, { signing_keys: keys }))
  }

  /** A signed Create Cart. `change` may spoil the headers after they are signed. */
  async function send(
    signer: Signer,
    change: (headers: Headers) => void = () => undefined,
    body?: string,
    key: string = crypto.randomUUID(),
    created: number = Math.floor(shop.clock.now / 1000),
  ): Promise<Answer> {
    const text = JSON.stringify({ line_items: [line('v-road')] })
    const headers = new Headers({ 'Commerce-Agent': `profile="${shop.profile}"`, 'Content-Type': 'application/json' })
    if (key !== '') headers.set('Idempotency-Key', key)
    const url = `${shop.origin}/commerce/rest/carts`
    const message = { method: 'POST', url, headers, body: new TextEncoder().encode(text) }
    const signed = await signMessage(message, signer, created)
    for (const [name, value] of Object.entries(signed)) headers.set(name, value)
    change(headers)
    return shop.call('POST', '/carts', body ?? text, Object.fromEntries(headers))
  }

  it('[CB-48] a request with a good one is served, and the answer is signed', async () => {
    const { status, text, headers } = await send(platform.signer)
    expect(status).toBe(201)
    const answer = { status, headers, body: new TextEncoder().encode(text) }
    expect(await verifyMessage(answer, (kid) => (kid === 'business-1' ? own.jwk : undefined))).toBe('business-1')
    const refused = await shop.call('GET', '/carts/x')
    const error = { status: refused.status, headers: refused.headers, body: new TextEncoder().encode(refused.text) }
    expect(await verifyMessage(error, () => own.jwk)).toBe('business-1')
  })

  it("[CB-48] a platform's carts are its own, though nobody else is known", async () => {
    const [first, other] = [await makeKey('first'), await makeKey('other')]
    const strict = await openShop({ signatures: 'required' })
    strict.clock.now = Date.now()
    const profileWith = ({ jwk }: Key) => platformProfile({ [cart]: entries(newest) }, newest, { signing_keys: [jwk] })
    strict.platform.handle(profileWith(first))
    const second = await serve(profileWith(other))
    const connect = (profile: string, { signer }: Key) =>
      connectBusiness(strict.origin, { profile, signer, allowInsecureLoopback: true, attempts: 1 })
    const one = await connect(strict.profile, first)
    const two = await connect(`${second.origin}/profile.json`, other)
    const wanted = { line_items: [{ item: { id: 'v-road' }, quantity: 1 }] }
    const made = await one.createCart(wanted)
    const id = made.kind === 'cart' ? made.id : expect.fail()
    const gone = { kind: 'refused', messages: [{ code: 'not_found' }] }
    expect(await two.getCart(id)).toMatchObject(gone)
    expect(await two.updateCart(id, wanted)).toMatchObject(gone)
    expect(await two.cancelCart(id)).toMatchObject(gone)
    expect(await one.getCart(id)).toMatchObject({ kind: 'cart', id })
    await Promise.all([strict.close(), second.close()])
  })

  it.each<readonly [string, number, string, () => Promise<Answer>]>([
    ['none', 401, 'signature_missing', () => shop.call('POST', '/carts', { line_items: [line('v-road')] })],
    ['no Signature', 401, 'signature_missing', () => send(platform.signer, (headers) => headers.delete('Signature'))],
    [
      'one that leaves the body out',
      401,
      'signature_missing',
      () =>
        send(platform.signer, (headers) => {
          headers.set('Signature-Input', headers.get('Signature-Input')?.replace(' "content-digest"', '') ?? '')
        }),
    ],
    [
      'one that leaves the idempotency key out',
      401,
      'signature_missing',
      () =>
        send(platform.signer, (headers) => {
          headers.set('Signature-Input', headers.get('Signature-Input')?.replace(' "idempotency-key"', '') ?? '')
        }),
    ],
    [
      'one of another idempotency key',
      401,
      'signature_invalid',
      () => send(platform.signer, (headers) => headers.set('Idempotency-Key', 'other')),
    ],
    ['one without an idempotency key', 400, 'invalid_request', () => send(platform.signer, undefined, undefined, '')],
    [
      'one of another message',
      401,
      'signature_invalid',
      () => send(platform.signer, (headers) => headers.set('Commerce-Agent', `profile="${shop.profile}?other"`)),
    ],
    ['one of another key', 401, 'signature_invalid', async () => send({ ...(await makeKey('platform-1')).signer })],
    ['an unknown key', 401, 'key_not_found', () => send({ ...platform.signer, keyid: 'unknown' })],
    ['an unknown algorithm', 400, 'algorithm_unsupported', () => send({ ...platform.signer, keyid: 'odd' })],
    ['another body', 400, 'digest_mismatch', () => send(platform.signer, undefined, '{"line_items":[]}')],
  ])('[CB-48] %s is %i %s, and as a tool call -32000', async (_, expected, code, sending) => {
    const { status, json } = await sending()
    expect([status, json.code]).toEqual([expected, code])
    if (code !== 'signature_missing') return
    const tool = await shop.tool('create_cart', { cart: { line_items: [line('v-road')] } })
    expect([tool.status, tool.json.error.code, tool.json.error.data.code]).toEqual([401, -32000, code])
  })

  it('[CB-48] a key that is new in the profile is found once a minute has passed', async () => {
    const next = await makeKey('platform-2')
    publish(platform.jwk, next.jwk)
    shop.clock.now += 61_000
    expect((await send(next.signer)).status).toBe(201)
  })

  it('[CB-59] a captured change is refused by its age once its answer is forgotten, signatures required or not', async () => {
    publish(platform.jwk)
    const optional = await openShop({ store: shop.store })
    optional.platform.handle(platformProfile({ [cart]: entries(newest) }, newest, { signing_keys: [platform.jwk] }))
    for (const { call, clock, origin, profile } of [shop, optional]) {
      const begun = clock.now
      // The worst case: signed by a clock that is a minute ahead, and sent at the end of a second.
      clock.now += 999
      const text = JSON.stringify({ line_items: [line('v-road')] })
      const headers = new Headers({ 'Commerce-Agent': `profile="${profile}"`, 'Content-Type': 'application/json' })
      headers.set('Idempotency-Key', crypto.randomUUID())
      const url = `${origin}/commerce/rest/carts`
      const message = { method: 'POST', url, headers, body: new TextEncoder().encode(text) }
      const signature = await signMessage(message, platform.signer, Math.floor(begun / 1000) + 60)
      const captured = { ...Object.fromEntries(headers), ...signature }
      const first = await call('POST', '/carts', text, captured)
      clock.now += 47 * 3_600_000
      expect((await call('POST', '/carts', text, captured)).text).toBe(first.text)
      clock.now = begun + 999 + 48 * 3_600_000
      const { status, json } = await call('POST', '/carts', text, captured)
      expect([first.status, status, json.content]).toEqual([201, 401, 'The signature has expired'])
    }
    await optional.close()
  })

  it('[CB-59] a signed change says when it was signed; a request that only reads need not', async () => {
    const undated = (headers: Headers): void =>
      headers.set('Signature-Input', headers.get('Signature-Input')?.replace(/created=\d+;/, '') ?? '')
    const { status, json } = await send(platform.signer, undated)
    expect([status, json.content]).toEqual([401, 'The signature does not say when it was made'])
    const headers = new Headers({ 'Commerce-Agent': `profile="${shop.profile}"` })
    const message = { method: 'GET', url: `${shop.origin}/commerce/rest/carts/x`, headers }
    for (const [name, value] of Object.entries(await signMessage(message, platform.signer, 7))) headers.set(name, value)
    undated(headers)
    const read = await shop.call('GET', '/carts/x', undefined, Object.fromEntries(headers))
    // Looked at, and not its time: a parameter was taken out after the signing.
    expect(read.json.content).toBe('The signature does not fit')
  })

  it('[CB-60] a signer that rejects is 503, and a retry gets what was done', async () => {
    let fails = true
    const sign: Signer['sign'] = (bytes) => (fails ? Promise.reject(new Error('secret')) : own.signer.sign(bytes))
    const failing = await openShop({ signer: { ...own.signer, sign } })
    const create = (): Promise<Answer> =>
      failing.call('POST', '/carts', { line_items: [line('v-road')] }, { 'Idempotency-Key': 'k' })
    const { status, json, text, headers } = await create()
    expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '2'])
    expect([text.includes('secret'), failing.errors.map(String)]).toEqual([false, ['Error: secret']])
    fails = false
    expect((await create()).status).toBe(201)
    await failing.close()
  })

  it('[CB-48] where signatures are optional, those that are there are checked, and so is a digest by itself', async () => {
    const lenient = await openShop()
    const headers = { 'Content-Digest': 'sha-256=:AAAA:' }
    const body = { line_items: [line('v-road')] }
    const answer = async (given: Record<string, string>): Promise<readonly unknown[]> => {
      const { status, json } = await lenient.call('POST', '/carts', body, given)
      return [status, json.code]
    }
    expect(await answer({})).toEqual([201, undefined])
    expect(await answer(headers)).toEqual([400, 'digest_mismatch'])
    expect(await answer({ Signature: 'sig1=:AAAA:' })).toEqual([401, 'signature_missing'])
    await lenient.close()
  })
})
