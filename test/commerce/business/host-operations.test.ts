// Operations of a host's own, such as checkout: negotiated, authenticated, checked and repeated like all others.
import { CommerceError, connectBusiness } from 'surface-runtime/commerce'
import {
  createBusiness,
  credentials,
  type HostOperation,
  type HostOperations,
  memoryStore,
} from 'surface-runtime/commerce/business'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createShop } from '../../readme/own-shop.ts'
import { products } from './products.ts'
import { serve } from './serve.ts'
import { businessProfile, cart, entries, line, newest, older, openShop, platformProfile, type Shop } from './shop.ts'
import { stores } from './stores.ts'

const checkout = 'dev.commerce.shopping.checkout'
const fulfillment = 'dev.commerce.shopping.fulfillment'
const linking = 'dev.commerce.common.identity_linking'
const [entry] = entries(newest)
const capabilities = {
  [fulfillment]: [{ ...entry, extends: checkout }],
  [checkout]: [entry],
  [cart]: [entry],
  [linking]: [entry],
}
/** The document's own example. */
const example = { line_items: [{ item: { id: 'v-road' }, quantity: 1 }] }

function named(name: string): object {
  return { name, version: newest }
}

/** What is read of the descriptions. */
interface Documents {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: object; responses: object }>>>
  >
  readonly methods: readonly { readonly params: readonly { readonly name: string; readonly required: boolean }[] }[]
}

const open: Shop[] = []
afterEach(() => Promise.all(open.splice(0).map((shop) => shop.close())))

async function meet(operations: HostOperations, more: Parameters<typeof openShop>[0] = {}): Promise<Shop> {
  const shop = await openShop({
    profile: businessProfile('https://shop.example', newest, { capabilities }),
    operations: { [linking]: {}, ...operations },
    ...more,
  })
  open.push(shop)
  shop.platform.handle(platformProfile(capabilities))
  return shop
}

/** Counts what it makes. */
function counting(): { operations: HostOperations; made: unknown[] } {
  const made: unknown[] = []
  const run = (request: unknown, session: unknown) => {
    made.push([request, session])
    return { kind: 'done', created: true, members: { id: `checkout-${made.length}`, status: 'incomplete' } } as const
  }
  const create = { method: 'POST', path: '/checkout-sessions', run } as const
  const get: HostOperation = {
    method: 'GET',
    path: '/checkout-sessions/{id}',
    run: ({ id }: { readonly id: string }) =>
      id === 'checkout-1'
        ? ({ kind: 'done', members: { id } } as const)
        : ({
            kind: 'refused',
            messages: [{ type: 'error', code: 'not_found', content: id, severity: 'unrecoverable' }],
          } as const),
  }
  return { operations: { [checkout]: { create_checkout: create, get_checkout: get } }, made }
}

describe("an operation of the host's own", () => {
  it("[CB-81] answers the document's example, and is told what the request says and who asks", async () => {
    const { operations, made } = counting()
    const shop = await meet(operations)
    const { json } = await shop.tool('create_checkout', { checkout: example }, { 'idempotency-key': 'k' })
    expect(json.result.structuredContent).toEqual({
      commerce: {
        version: newest,
        capabilities: Object.fromEntries([checkout, fulfillment, linking].map((name) => [name, [{ version: newest }]])),
      },
      ...{ id: 'checkout-1', status: 'incomplete' },
    })
    expect(made).toEqual([
      [
        { body: example, id: '', idempotencyKey: 'k' },
        {
          ...{ client: '', platform: shop.profile, version: newest },
          capabilities: { [checkout]: newest, [fulfillment]: newest, [linking]: newest },
        },
      ],
    ])
  })

  it('[CB-81] is served at the paths that it names, over REST, with its refusals', async () => {
    const { operations } = counting()
    const shop = await meet(operations)
    expect((await shop.call('POST', '/checkout-sessions', example)).status).toBe(201)
    expect((await shop.call('GET', '/checkout-sessions/checkout-1')).json.id).toBe('checkout-1')
    const gone = await shop.call('GET', '/checkout-sessions/x')
    expect(gone.json).toMatchObject({ commerce: { status: 'error' }, messages: [{ code: 'not_found' }] })
    expect(gone.json.continue_url).toBe('https://shop.example/')
    expect((await shop.tool('get_checkout', { id: 'x' })).json.result.structuredContent).toEqual(gone.json)
    expect((await shop.call('PUT', '/checkout-sessions', example)).status).toBe(405)
    expect((await shop.call('POST', '/checkout-sessions', [])).json.code).toBe('invalid_request')
    const described = [await shop.call('GET', '/schemas/openapi.json'), await shop.call('GET', '/schemas/openrpc.json')]
    expect(described.map(({ text }) => text.match(/checkout-sessions|create_checkout/g)?.length ?? 0)).toEqual([3, 2])
  })

  it('[CB-81] needs neither a body nor a payload where it has nothing to say, and its documents say so', async () => {
    const run = ({ body, id }: { readonly body: unknown; readonly id: string }) =>
      ({ kind: 'done', members: { body, id, commerce: 'mine' } }) as const
    const shop = await meet({
      [checkout]: {
        get_checkout: { method: 'GET', path: '/checkout-sessions/{id}', run },
        complete_checkout: { method: 'POST', path: '/checkout-sessions/{id}/complete', run },
      },
    })
    const answers = [
      (await shop.call('GET', '/checkout-sessions/7')).json,
      (await shop.call('POST', '/checkout-sessions/7/complete')).json,
      (await shop.tool('get_checkout', { id: '7' })).json.result.structuredContent,
      (await shop.tool('complete_checkout', { id: '7' })).json.result.structuredContent,
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ body: {}, id: '7', commerce: { version: newest, capabilities: {} } })
    const { paths } = (await shop.call('GET', '/schemas/openapi.json')).json as unknown as Documents
    const { get } = paths['/checkout-sessions/{id}'] ?? {}
    expect([get?.requestBody, Object.keys(get?.responses ?? {}).includes('201')]).toEqual([undefined, false])
    const { methods } = (await shop.call('GET', '/schemas/openrpc.json')).json as unknown as Documents
    const needed = methods.map(({ params }) => params.flatMap(({ name, required }) => (required ? [name] : [])))
    expect(needed.slice(-2)).toEqual(Array(2).fill(['meta', 'id']))
  })

  it('[CB-81] does not exist without a handler: -32601 with its name, and over REST 404', async () => {
    const shop = await meet({ [checkout]: { other: () => ({ kind: 'done', members: {} }) } })
    const { json } = await shop.tool('create_checkout', { checkout: example })
    expect(json.error).toMatchObject({ code: -32601, message: expect.stringContaining('create_checkout') })
    expect((await shop.call('POST', '/checkout-sessions', example)).status).toBe(404)
    expect((await shop.tool('other', {})).json.result.structuredContent.commerce.version).toBe(newest)
  })

  it.each(stores)('[CB-81] is run once for a key, also after a start, with the store in %s', async (_, openStore) => {
    const { operations, made } = counting()
    const store = await openStore()
    await store.saveProducts(products)
    const first = await meet(operations, { store })
    const second = await meet(operations, { store })
    const keyed = { 'Idempotency-Key': 'k', 'Commerce-Agent': `profile="${first.profile}"` }
    const texts = []
    for (const shop of [first, first, second])
      texts.push((await shop.call('POST', '/checkout-sessions', example, keyed)).text)
    const meta = { 'idempotency-key': 'k', 'commerce-agent': { profile: first.profile } }
    const called = await second.tool('create_checkout', { checkout: example }, meta)
    texts.push(called.json.result.content[0]?.text)
    expect([new Set(texts).size, made.length]).toEqual([1, 1])
    const others = [
      await second.call('POST', '/checkout-sessions', {}, keyed),
      await second.call('POST', '/carts', example, keyed),
    ]
    expect(others.map(({ json }) => json.code)).toEqual(['idempotency_conflict', 'idempotency_conflict'])
    expect(made).toHaveLength(1)
    await store.close()
  })

  it.each(stores)(
    '[CB-81] has its key claimed before it runs: of two processes one runs it, with the store in %s',
    async (_, openStore) => {
      const store = await openStore()
      let [runs, isFailing] = [0, false]
      let release = (): void => undefined
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      const create_checkout: HostOperation = {
        ...{ method: 'POST', path: '/checkout-sessions' },
        async run() {
          runs++
          await gate
          if (isFailing) throw new CommerceError('request_too_large', 'Too much')
          return { kind: 'done', created: true, members: { id: `checkout-${runs}` } }
        },
      }
      const [first, second] = [
        await meet({ [checkout]: { create_checkout } }, { store }),
        await meet({ [checkout]: { create_checkout } }, { store }),
      ]
      const ask = (shop: Shop, key: string) =>
        shop.call('POST', '/checkout-sessions', example, {
          ...{ 'Idempotency-Key': key, 'Commerce-Agent': `profile="${first.profile}"` },
        })
      const under = ask(first, 'one')
      await expect.poll(() => runs).toBe(1)
      const early = await ask(second, 'one')
      expect([early.status, early.json.code, early.headers.get('retry-after')]).toEqual([
        ...[503, 'temporarily_unavailable', '1'],
      ])
      const meta = { 'idempotency-key': 'one', 'commerce-agent': { profile: first.profile } }
      const tool = await second.tool('create_checkout', { checkout: example }, meta)
      expect([tool.status, tool.json.error.data.code]).toEqual([503, 'temporarily_unavailable'])
      const other = await second.tool('create_checkout', { checkout: {} }, meta)
      expect(other.json.error.data.code).toBe('idempotency_conflict')
      release()
      expect([(await under).status, (await ask(second, 'one')).text, runs]).toEqual([201, (await under).text, 1])
      // One that fails gives its key back, and so does a process of an older version that has ended, after a minute.
      isFailing = true
      expect((await ask(first, 'two')).status).toBe(400)
      isFailing = false
      expect([(await ask(second, 'two')).status, runs]).toEqual([201, 3])
      const digest = (await store.answer({ client: JSON.stringify(['platform', first.profile]), key: 'two' }, 0))
        ?.digest
      const now = second.clock.now
      const gone = { client: JSON.stringify(['platform', first.profile]), key: 'three', digest: digest ?? '' }
      await store.commit({ now, answer: { ...gone, status: 102, body: '', keepUntil: now + 60_000 } })
      expect((await ask(second, 'three')).status).toBe(503)
      second.clock.now += 60_000
      expect([(await ask(second, 'three')).status, (await ask(second, 'three')).json.id]).toEqual([201, 'checkout-4'])
      await store.close()
    },
  )

  it('[CB-81] is for those who may, who share the capability, and who keep to the limits', async () => {
    const { operations, made } = counting()
    const asked: string[] = []
    const bearer = (token: string, operation: string) => {
      asked.push(operation)
      return token === 'good' ? ({ kind: 'client', id: 'me' } as const) : ({ kind: 'forbidden' } as const)
    }
    const shop = await meet(operations, { authenticate: credentials({ bearer }) })
    const create = (token: string, body: unknown) =>
      shop.call('POST', '/checkout-sessions', body, { Authorization: `Bearer ${token}` })
    expect((await shop.call('POST', '/checkout-sessions', example)).status).toBe(401)
    expect((await create('bad', example)).status).toBe(403)
    const deep: unknown = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
    expect((await create('good', { ...example, deep })).status).toBe(400)
    expect(made).toHaveLength(0)
    expect((await create('good', example)).status).toBe(201)
    expect(made).toMatchObject([[{ body: example }, { client: 'me' }]])
    expect(new Set(asked)).toEqual(new Set(['create_checkout']))
    shop.platform.handle(platformProfile({ [cart]: entries(newest) }))
    shop.clock.now += 300_000
    expect((await create('good', example)).json.messages[0].code).toBe('capabilities_incompatible')
  })

  it('[CB-81] that throws is a protocol error, or 500 without a word of why', async () => {
    const shop = await meet({
      [checkout]: {
        create_checkout: ({ body }) => {
          if (Object.keys(body).length > 0) throw new CommerceError('request_too_large', 'Too much')
          throw new Error('secret')
        },
      },
    })
    const tooMuch = await shop.tool('create_checkout', { checkout: example })
    expect(tooMuch.json.error).toMatchObject({ code: -32602, data: { code: 'request_too_large', content: 'Too much' } })
    const failed = await shop.tool('create_checkout', {})
    expect([failed.status, failed.text.includes('secret'), shop.errors.map(String)]).toEqual([
      ...[500, false],
      ['Error: secret'],
    ])
  })

  it('[CB-81] that gives no answer is 500, and onError is told what an answer is', async () => {
    const wrong = { create_checkout: () => ({ id: 'x' }), other: () => undefined } as unknown as Record<
      string,
      HostOperation
    >
    const shop = await meet({ [checkout]: wrong })
    expect((await shop.tool('create_checkout', {})).status).toBe(500)
    expect((await shop.tool('other', {})).status).toBe(500)
    const told = 'An operation gave no answer: { kind: "done", members } or { kind: "refused", messages }'
    expect(shop.errors.map(String)).toEqual(Array(2).fill(`TypeError: ${told}`))
  })

  it('[CB-81] must be a function', () => {
    const operations = { [checkout]: { create_checkout: 7 }, [linking]: {} } as unknown as HostOperations
    const profile = businessProfile('https://shop.example', newest, { capabilities })
    expect(() => createBusiness({ profile, store: memoryStore(), operations })).toThrow('"create_checkout"')
  })
})

describe('the shop of the guide', () => {
  it.each(['rest', 'tools'] as const)('[CB-81] makes carts and its own checkouts by %s', async (binding) => {
    const [shop, platform] = [await serve(), await serve(platformProfile([cart, checkout].map(named)))]
    const beginCheckout = async (lines: readonly unknown[]) => `checkout-${lines.length}`
    vi.stubGlobal('beginCheckout', beginCheckout)
    shop.handle(createShop(shop.origin))
    const profile = `${platform.origin}/profile.json`
    const business = await connectBusiness(shop.origin, { profile, binding, allowInsecureLoopback: true })
    const made = await business.createCart({ line_items: [{ item: { id: 'mug-blue' }, quantity: 2 }] })
    const { line_items = [] } = made.kind === 'cart' ? made.cart : {}
    const params = {
      name: 'create_checkout',
      arguments: { meta: { 'commerce-agent': { profile } }, checkout: { line_items } },
    }
    const [path, body] =
      binding === 'rest'
        ? ['/checkout-sessions', { line_items }]
        : ['', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }]
    const answer = await fetch(business.endpoint + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Commerce-Agent': `profile="${profile}"` },
      body: JSON.stringify(body),
    })
    const json = await answer.json()
    const { id, status } = binding === 'rest' ? json : json.result.structuredContent
    expect([answer.status, id, status]).toEqual([binding === 'rest' ? 201 : 200, 'checkout-1', 'incomplete'])
    vi.unstubAllGlobals()
    await Promise.all([shop.close(), platform.close()])
  })
})

describe('capabilities of an answer', () => {
  it('[CB-82] are those that it rests on, parents first, with the linking of accounts', async () => {
    const acme = (extended: string | readonly string[]) => [
      { version: newest, spec: 'https://acme.com/', schema: 'https://acme.com/', extends: extended },
    ]
    // The children first: the order is that of the answer.
    const own = {
      'com.acme.wrap': acme('com.acme.gift'),
      'com.acme.gift': acme([checkout, cart]),
      ...capabilities,
    }
    const shop = await openShop({
      profile: businessProfile('https://shop.example', newest, { capabilities: own }),
      operations: { [checkout]: {}, [linking]: {} },
    })
    open.push(shop)
    shop.platform.handle(platformProfile(own))
    const { json } = await shop.call('POST', '/carts', { line_items: [line('v-road')] })
    expect(Object.keys(json.commerce.capabilities)).toEqual([cart, 'com.acme.gift', 'com.acme.wrap', linking])
    const tool = await shop.tool('get_cart', { id: 'x' })
    expect(tool.json.result.structuredContent.commerce.capabilities).toEqual(json.commerce.capabilities)
    shop.platform.handle(platformProfile({ [cart]: entries(newest) }))
    shop.clock.now += 300_000
    const { commerce } = (await shop.call('GET', `/carts/${json.id}`)).json
    expect(Object.keys(commerce.capabilities)).toEqual([cart])
  })

  it('[CB-83] the origin is that of the service that has the operations, whatever stands before it', async () => {
    const profile = businessProfile('https://shop.example') as { readonly commerce: { readonly services: object } }
    const music = { version: newest, transport: 'agent', endpoint: 'https://music.example/card.json' }
    const services = { 'com.acme.music': [music], ...profile.commerce.services }
    const shop = await openShop({
      profile: { commerce: { ...profile.commerce, services } },
      versions: { [older]: businessProfile('https://shop.example', older) },
    })
    open.push(shop)
    expect((await shop.call('GET', '/carts/x')).json.continue_url).toBe('https://shop.example/')
    const { json } = await shop.call('GET', '/.well-known/commerce')
    expect(json).toMatchObject({
      supported_versions: { [older]: `https://shop.example/.well-known/commerce/${older}` },
    })
  })

  it("[CB-83] every business outcome has an address to go on at: the host's, or the front page", async () => {
    for (const [continueUrl, expected] of [
      [undefined, 'https://shop.example/'],
      [() => undefined, 'https://shop.example/'],
      [() => 'https://shop.example/help', 'https://shop.example/help'],
    ] as const) {
      const shop = await openShop({
        profile: businessProfile('https://shop.example'),
        ...(continueUrl && { continueUrl }),
      })
      open.push(shop)
      const soldOut = await shop.call('POST', '/carts', { line_items: [line('v-tent')] })
      const made = await shop.call('POST', '/carts', { line_items: [line('v-road')] })
      const refused = [
        soldOut.json,
        (await shop.call('GET', '/carts/x')).json,
        (await shop.call('PUT', `/carts/${made.json.id}`, { line_items: [line('v-tent')] })).json,
        (await shop.tool('create_cart', { cart: { line_items: [line('v-tent')] } })).json.result.structuredContent,
      ]
      shop.platform.handle(platformProfile({}))
      shop.clock.now += 300_000
      refused.push((await shop.call('GET', '/carts/x')).json)
      shop.platform.handle(platformProfile({}, '2024-01-01'))
      shop.clock.now += 300_000
      refused.push((await shop.call('GET', '/carts/x')).json)
      expect(refused.map(({ continue_url: url }) => url)).toEqual(Array(6).fill(expected))
    }
  })
})
