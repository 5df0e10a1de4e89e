// A call for each error of the commerce client and of a business. `protocols.md` has what they say.
import { createSigner, type Signer } from 'surface-runtime/commerce'
import { createBusiness, memoryStore, type Store } from 'surface-runtime/commerce/business'
import { claimedChange } from '../../src/commerce/business/claims.ts'
import { type Settings, settingsOf } from '../../src/commerce/business/options.ts'
import { type CommerceError, type ConnectOptions, connectBusiness } from '../../src/commerce/index.ts'
import { signMessage } from '../../src/commerce/signature.ts'
import { sleep } from '../../src/shared/http/sleep.ts'
import { products } from '../commerce/business/products.ts'
import {
  type Answer,
  businessProfile,
  cart,
  entries,
  line,
  newest,
  openShop,
  platformProfile,
  type Shop,
} from '../commerce/business/shop.ts'
import { profileOf } from '../commerce/counterpart.ts'
import { type ProtocolSample, type Said, thrown } from './agent-samples.ts'

const origin = 'https://shop.example'
const order = { line_items: [line('v-road')] }

const said = ({ code, content, address = '' }: CommerceError): Said => ({ code, at: address, text: content, hint: '' })

/** What the client says where the business answers a cart so. `profile`: the business's own. */
function client(
  what: string,
  answer: () => unknown,
  options: Partial<ConnectOptions> = {},
  profile: () => unknown = () => profileOf(origin),
): ProtocolSample {
  const respond = (value: unknown): Response => (value instanceof Response ? value : Response.json(value))
  const fetched: typeof fetch = async (input) => {
    const address = String(input)
    if (address.endsWith('/platform.json')) return respond(profileOf(origin))
    return respond(address.includes('/.well-known/') ? profile() : answer())
  }
  const settings = { profile: `${origin}/platform.json`, attempts: 1, fetch: fetched, ...options }
  return {
    what,
    error: async () =>
      said(await thrown(async () => (await connectBusiness(origin, settings as ConnectOptions)).getCart('c1'))),
  }
}

const refused =
  (status: number, body: unknown = ''): (() => Response) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export const shopClientSamples: readonly ProtocolSample[] = [
  client('another transport', refused(500), { binding: 'tools' }, () => {
    const binding = { version: '2026-01-11', transport: 'rest', endpoint: `${origin}/rest` }
    return profileOf(origin, { services: { 'dev.commerce.shopping': [binding] } })
  }),
  client('no network', () => {
    throw new TypeError('fetch failed')
  }),
  client('a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })),
  client('an answer that is no cart', () => ({ commerce: { version: '2026-01-11', capabilities: {} } })),
  client('an answer that is no JSON', () => new Response('<p>')),
  client('a large answer', () => ({ x: 'x'.repeat(200) }), { maxBytes: 100 }),
  client('an answer without a signature', () => ({}), { requireSignatures: true }),
  client('a business that has a fault', refused(500)),
  client('a business that is down', refused(503)),
  client('another platform', refused(401)),
  client('nothing in common', refused(500), {}, () => profileOf(origin, { capabilities: {} })),
  client('another version', refused(500), {}, () => profileOf(origin, { version: '2020-01-01' })),
  client('no profile', refused(500), {}, () => new Response('', { status: 404 })),
  client('a profile without a version', refused(500), {}, () => ({ commerce: {} })),
  {
    what: 'an address that is none',
    error: async () => said(await thrown(() => connectBusiness('shop', { profile: `${origin}/p.json` }))),
  },
  {
    what: 'pages that are refused',
    async error() {
      const messages = [{ type: 'error', code: 'x', content: 'We are closed' }]
      const commerce = { version: '2026-01-11', capabilities: {}, status: 'error' }
      const fetched: typeof fetch = async (input) =>
        Response.json(/platform|well-known/.test(String(input)) ? profileOf(origin) : { commerce, messages })
      const business = await connectBusiness(origin, { profile: `${origin}/platform.json`, fetch: fetched })
      return said(await thrown(() => business.searchAll({ query: 'x' }).next()))
    },
  },
]

type Options = Parameters<typeof openShop>[0]
type Call = (shop: Shop) => Promise<Answer>

/** What a business answers. */
function business(what: string, call: Call, options: Options = {}): ProtocolSample {
  return {
    what,
    async error() {
      const shop = await openShop(options)
      try {
        const { json } = await call(shop)
        return { code: json.code, at: '', text: json.content, hint: '' }
      } finally {
        await shop.close()
      }
    },
  }
}

async function makeSigner(keyid: string): Promise<{ readonly signer: Signer; readonly jwk: JsonWebKey }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const signer = await createSigner({
    ...(await crypto.subtle.exportKey('jwk', pair.privateKey)),
    kid: keyid,
  } as Parameters<typeof createSigner>[0])
  return { signer, jwk: await crypto.subtle.exportKey('jwk', pair.publicKey) }
}

/** A signed request. `as`: the id of the key; `body`: what is sent in place of what was signed. */
function signed(what: string, as: string, body?: string, spoil?: (headers: Headers) => void): ProtocolSample {
  return business(
    what,
    async (shop) => {
      const { signer, jwk } = await makeSigner('key')
      const keys = [
        { ...jwk, kid: 'key' },
        { ...jwk, kid: 'odd', crv: 'P-521' },
      ]
      shop.platform.handle(platformProfile({ [cart]: entries(newest) }, newest, { signing_keys: keys }))
      const text = JSON.stringify(order)
      const headers = new Headers({ 'Commerce-Agent': `profile="${shop.profile}"`, 'Content-Type': 'application/json' })
      headers.set('Idempotency-Key', crypto.randomUUID())
      const message = { method: 'POST', url: `${shop.origin}/commerce/rest/carts`, headers }
      const more = await signMessage(
        { ...message, body: new TextEncoder().encode(text) },
        { ...signer, keyid: as },
        shop.clock.now / 1000,
      )
      for (const [name, value] of Object.entries(more)) headers.set(name, value)
      spoil?.(headers)
      return shop.call('POST', '/carts', body ?? text, Object.fromEntries(headers))
    },
    { signatures: 'required' },
  )
}

const create: Call = (shop) => shop.call('POST', '/carts', order)
const failing = { ...memoryStore(products), cart: async () => Promise.reject(new Error('secret')) }
/** Each change comes after another one. */
const losing = { ...memoryStore(products), commit: async () => 'conflict' as const }

export const businessSamples: readonly ProtocolSample[] = [
  business('a cart without lines', (shop) => shop.call('POST', '/carts', {})),
  business('no profile of the platform', (shop) => shop.call('POST', '/carts', order, { 'Commerce-Agent': null })),
  business('a profile that does not answer', (shop) => {
    shop.platform.handle(() => new Response('', { status: 404 }))
    return create(shop)
  }),
  business('a profile without a version', (shop) => {
    shop.platform.handle(() => Response.json({ commerce: {} }))
    return create(shop)
  }),
  business('a platform of another version', (shop) => {
    shop.platform.handle(platformProfile({ [cart]: entries('2020-01-01') }, '2020-01-01'))
    return create(shop)
  }),
  business('too many ids', (shop) => shop.call('POST', '/catalog/lookup', { ids: ['a', 'b'] }), { limits: { ids: 1 } }),
  business('another address', (shop) => shop.call('GET', '/nothing')),
  business('another method', (shop) => shop.call('DELETE', '/carts/a')),
  business('a large body', (shop) => shop.call('POST', '/carts', { x: 'x'.repeat(200) }), {
    limits: { bodyBytes: 100 },
  }),
  business('nobody', create, { authenticate: () => ({ kind: 'unauthenticated' }) }),
  business('a caller who may not', create, { authenticate: () => ({ kind: 'forbidden' }) }),
  {
    what: 'a body that does not end',
    async error() {
      const settings = { profile: businessProfile(origin), store: memoryStore(products), limits: { bodyTime: 20 } }
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) })
      const headers = { 'Commerce-Agent': `profile="${origin}/p"`, 'Content-Type': 'application/json' }
      const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
      const answer = await createBusiness(settings)(new Request(`${origin}/commerce/rest/carts`, init))
      const { code, content } = (await answer.json()) as Answer['json']
      return { code, at: '', text: content, hint: '' }
    },
  },
  business('changes at the same time', create, { store: losing }),
  {
    what: 'an operation whose outcome is lost',
    async error() {
      const store = memoryStore(products)
      let writes = 0
      const commit: Store['commit'] = (change) =>
        ++writes > 1 ? Promise.reject(new Error('away')) : store.commit(change)
      const settings = (more: Partial<Store>): Settings =>
        settingsOf({ profile: businessProfile(origin), store: { ...store, ...more }, onError: () => undefined })
      const pay = (of: Settings): Promise<unknown> =>
        claimedChange({ client: 'platform', key: 'one' }, 'digest', of, async () => ({ status: 201, body: {} }), 20)
      await pay(settings({ commit }))
      await sleep(60)
      return said(await thrown<CommerceError>(() => pay(settings({}))))
    },
  },
  business('one key for two requests', async (shop) => {
    await shop.call('POST', '/carts', order, { 'Idempotency-Key': 'one' })
    return shop.call('POST', '/carts', { line_items: [line('v-road', 2)] }, { 'Idempotency-Key': 'one' })
  }),
  business(
    'too many requests',
    async (shop) => {
      await create(shop)
      return create(shop)
    },
    { rateLimit: { requests: 1, seconds: 60 } },
  ),
  business('a store that fails', (shop) => shop.call('GET', '/carts/cart_AAAAAAAAAAAAAAAAAAAAAA'), { store: failing }),
  business('a fault of the host', create, { authenticate: (async () => 7) as never }),
  business('no signature', create, { signatures: 'required' }),
  signed('a signature of another key', 'key', undefined, (headers) => headers.set('Idempotency-Key', 'other')),
  signed('an unknown key', 'unknown'),
  signed('an unknown algorithm', 'odd'),
  signed('another body', 'key', '{"line_items":[]}'),
]
