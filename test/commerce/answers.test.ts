// What a platform makes of outcomes, errors, answers that are wrong, and pages.
import { describe, expect, it, vi } from 'vitest'
import { CommerceError } from '../../src/commerce/index.ts'
import { type Answer, cart, enveloped, line, product, profileOf, startCounterpart, version } from './counterpart.ts'

const shop = startCounterpart()
const request = { line_items: [{ item: { id: 'mug' }, quantity: 2 }] }

describe('a business outcome', () => {
  const refusal = (code: string, more: object = {}): object =>
    enveloped({ messages: [{ type: 'error', code, content: code, severity: 'unrecoverable' }], ...more }, 'error')

  it('[CO-13] is a value: all out of stock, not found', async () => {
    shop.routes.set('/rest/carts', { body: refusal('out_of_stock', { continue_url: 'https://shop.example/mug' }) })
    shop.routes.set('/rest/carts/gone', { body: refusal('not_found') })
    const business = await shop.connect()
    const created = await business.createCart(request)
    expect(created).toMatchObject({
      kind: 'refused',
      continueUrl: 'https://shop.example/mug',
      envelope: { status: 'error' },
    })
    expect(created.messages[0]).toMatchObject({ code: 'out_of_stock', severity: 'unrecoverable' })
    const got = await business.getCart('gone')
    expect([got.kind, got.messages[0]?.code, 'continueUrl' in got]).toEqual(['refused', 'not_found', false])
  })

  it('[CO-13] stands beside a cart that is available in part', async () => {
    const messages = [{ type: 'warning', code: 'out_of_stock', content: 'One is gone', path: '$.line_items[1]' }]
    shop.routes.set('/rest/carts', { status: 201, body: enveloped({ ...cart, messages }) })
    expect(await (await shop.connect()).createCart(request)).toMatchObject({ kind: 'cart', id: 'cart1', messages })
  })

  it('[CO-13] is made here where the capability was not negotiated, and nothing is sent', async () => {
    const entry = { version, spec: 'https://commerce.dev/', schema: 'https://commerce.dev/' }
    const capabilities = { 'dev.commerce.shopping.catalog.search': [entry] }
    shop.routes.set('/platform.json', { body: profileOf(shop.origin, { capabilities }) })
    const business = await shop.connect()
    expect(await business.createCart(request)).toMatchObject({
      kind: 'refused',
      messages: [{ code: 'capabilities_incompatible', content: expect.stringContaining('dev.commerce.shopping.cart') }],
    })
    expect(shop.asked()).toHaveLength(0)
  })

  it('[CO-13] of the server itself may be that nothing is shared', async () => {
    shop.routes.set('/rest/catalog/search', { body: refusal('capabilities_incompatible') })
    const business = await shop.connect()
    expect(await business.search({ query: 'x' })).toMatchObject({ kind: 'refused' })
    const all = business.searchAll({ query: 'x' })
    await expect(all.next()).rejects.toMatchObject({ code: 'refused', content: 'capabilities_incompatible' })
  })
})

describe('a protocol error', () => {
  it.each<[number, string]>([
    [400, 'invalid_profile_url'],
    [400, 'request_too_large'],
    [400, 'digest_mismatch'],
    [400, 'algorithm_unsupported'],
    [401, 'signature_missing'],
    [401, 'signature_invalid'],
    [401, 'key_not_found'],
    [401, 'identity_required'],
    [403, 'insufficient_scope'],
    [409, 'idempotency_conflict'],
    [422, 'profile_malformed'],
    [422, 'version_unsupported'],
    [424, 'profile_unreachable'],
    [500, 'internal_error'],
  ])('[CO-14] %d %s is thrown with its code, content and address', async (status, code) => {
    const body = { code, content: 'Why', continue_url: 'https://shop.example/help' }
    shop.routes.set('/rest/carts/cart1', { status, body })
    const error = await (await shop.connect()).getCart('cart1').catch((error: unknown) => error)
    expect(error).toBeInstanceOf(CommerceError)
    expect(error).toMatchObject({ code, content: 'Why', status, continueUrl: 'https://shop.example/help' })
    expect(shop.asked()).toHaveLength(1)
  })

  it.each<[number, string, unknown]>([
    [400, 'invalid_request', { error: 'x' }],
    [401, 'authentication_required', ''],
    [403, 'permission_denied', '<html>'],
    [404, 'route_not_found', []],
    [409, 'idempotency_conflict', { code: 7 }],
    [418, 'invalid_request', 'null'],
    [500, 'internal_error', { code: '', content: '' }],
    [501, 'internal_error', ''],
  ])('[CO-14] %d without a usable body is %s', async (status, code, body) => {
    shop.routes.set('/rest/carts/cart1', { status, body })
    const content = `The business answered with status ${status}`
    await expect((await shop.connect()).getCart('cart1')).rejects.toMatchObject({ code, status, content })
  })

  it('[CO-18] keeps no address that is not https', async () => {
    const body = { code: 'version_unsupported', content: 'x', continue_url: 'javascript:alert(1)' }
    shop.routes.set('/rest/carts/cart1', { status: 422, body })
    await expect((await shop.connect()).getCart('cart1')).rejects.toMatchObject({ continueUrl: undefined })
  })
})

describe('an answer', () => {
  const huge = 'x'.repeat(2000)
  it.each<[string, Answer, string]>([
    ['is no JSON', { body: '{"commerce"' }, 'response_malformed'],
    [
      'is no UTF-8',
      { body: Buffer.from(JSON.stringify(enveloped({ ...cart, note: 'é' })), 'latin1') },
      'response_malformed',
    ],
    ['has bytes before its JSON', { body: '\ufeff{}' }, 'response_malformed'],
    ['is empty', { body: '' }, 'response_malformed'],
    ['is null', { body: 'null' }, 'response_malformed'],
    ['has no envelope', { body: cart }, 'response_malformed'],
    ['has an envelope without a version', { body: { ...cart, commerce: {} } }, 'response_malformed'],
    ['has no id', { body: enveloped({ ...cart, id: undefined }) }, 'response_malformed'],
    [
      'has a price with a fraction',
      { body: enveloped({ ...cart, line_items: [{ ...line, item: { ...line.item, price: 12.5 } }] }) },
      'response_malformed',
    ],
    [
      'has amounts of text',
      { body: enveloped({ ...cart, totals: [{ type: 'total', amount: '25.00' }] }) },
      'response_malformed',
    ],
    ['has messages of a wrong type', { body: enveloped({ messages: 'no' }, 'error') }, 'response_malformed'],
    ['is a redirect', { status: 307, headers: { location: '/rest/carts/other' } }, 'redirect_refused'],
    ['is too large', { body: enveloped({ ...cart, huge }) }, 'response_too_large'],
    [
      'is too large without a length',
      { body: enveloped({ ...cart, huge }), headers: { 'transfer-encoding': 'chunked' } },
      'response_too_large',
    ],
  ])('[CO-15] that %s is one error', async (_, answer, code) => {
    shop.routes.set('/rest/carts/cart1', answer)
    const got = (await shop.connect({ maxBytes: 1000 })).getCart('cart1')
    await expect(got).rejects.toMatchObject({ name: 'CommerceError', code })
    expect(shop.asked()).toHaveLength(1)
  })

  it('[CO-16] keeps what we do not know, and text as text', async () => {
    const description = { plain: '<img src=x onerror=alert(1)>', html: '<b>x</b>' }
    const unknown = { ...product('mug'), description, com_acme: { deep: [1, null] }, ['__proto__x']: 1 }
    const body = enveloped({ products: [unknown], pagination: { has_next_page: false, more: 1 }, facets: [] })
    shop.routes.set('/rest/catalog/search', { body })
    const found = await (await shop.connect()).search({ query: 'mug' })
    expect(found).toMatchObject({
      kind: 'products',
      products: [unknown],
      pagination: { has_next_page: false, more: 1 },
    })
  })

  it('[CO-18] loses addresses that run code or lead nowhere', async () => {
    const bad = 'javascript:alert(1)'
    const variants = [
      { id: 'v', title: 'v', price: { amount: 1, currency: 'USD' }, media: [{ type: 'image', url: bad }] },
    ]
    const media = [
      { type: 'image', url: bad },
      { type: 'image', url: 'data:image/svg+xml,<svg/>' },
      { type: 'image', url: 'data:image/png;base64,AA==' },
      { type: 'image', url: 'https://cdn.example/a.png' },
    ]
    const messages = [{ type: 'info', content: 'x', url: bad, image_url: bad }]
    const item = { ...line.item, image_url: bad }
    const more = { line_items: [{ ...line, item }], messages, continue_url: bad }
    shop.routes.set('/rest/carts/cart1', { body: enveloped({ ...cart, ...more }) })
    shop.routes.set('/rest/catalog/lookup', {
      body: enveloped({ products: [product('p', { url: bad, media, variants })] }),
    })
    const onWarning = vi.fn()
    const business = await shop.connect({ onWarning })
    const got = await business.getCart('cart1')
    const found = await business.lookup({ ids: ['p'] })
    expect(JSON.stringify([got, found])).not.toContain('javascript:')
    expect(found.kind === 'products' && found.products[0]?.media).toEqual(media.slice(2))
    expect('continueUrl' in got).toBe(false)
    expect(onWarning).toHaveBeenCalledTimes(8)
  })

  it.each(['https://shop.example/c', 'http://127.0.0.1:8/c', 'http://shop.example/c', 'data:text/html,x', '/c', 7])(
    '[CO-18] lets the buyer continue at %s only where that is safe',
    async (address) => {
      shop.routes.set('/rest/carts/cart1', { body: enveloped({ ...cart, continue_url: address }) })
      const got = (await shop.connect()).getCart('cart1')
      const safe = String(address).startsWith('https:') || String(address).includes('127.0.0.1')
      expect((await got).continueUrl).toBe(safe ? address : undefined)
    },
  )
})

describe('a search', () => {
  const page = (ids: readonly string[], cursor?: string): Answer => {
    const pagination = { has_next_page: cursor !== undefined, ...(cursor && { cursor }), total_count: 5 }
    return { body: enveloped({ products: ids.map((id) => product(id)), pagination }) }
  }

  it('[CO-17] goes on from page to page with the cursor, and only as far as it is read', async () => {
    shop.routes.set('/rest/catalog/search', [page(['a', 'b'], '1'), page(['c', 'd'], '2'), page(['e'])])
    const business = await shop.connect()
    const ids: string[] = []
    for await (const { id } of business.searchAll({ query: 'x', pagination: { limit: 2 } })) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(shop.asked().map(({ body }) => JSON.parse(body))).toEqual(
      [{}, { cursor: '1' }, { cursor: '2' }].map((at) => ({ query: 'x', pagination: { limit: 2, ...at } })),
    )
    shop.routes.set('/rest/catalog/search', page(['a', 'b'], '1'))
    for await (const _ of business.searchAll({ query: 'x' })) break
    expect(shop.asked()).toHaveLength(4)
    expect(JSON.parse(shop.asked()[3]?.body ?? '')).toEqual({ query: 'x' })
  })

  it('[CO-17] ends where pages go in a circle or a cursor is missing', async () => {
    shop.routes.set('/rest/catalog/search', [page(['a'], '1'), page(['b'], '2'), page(['c'], '1')])
    const business = await shop.connect()
    const read = async (): Promise<void> => {
      for await (const _ of business.searchAll({ query: 'x' }));
    }
    await expect(read()).rejects.toMatchObject({ code: 'response_malformed' })
    shop.routes.set('/rest/catalog/search', { body: enveloped({ products: [], pagination: { has_next_page: true } }) })
    await expect(business.search({ query: 'x' })).rejects.toMatchObject({ code: 'response_malformed' })
  })

  it('[CO-17] may find nothing, or come without pages', async () => {
    shop.routes.set('/rest/catalog/search', { body: enveloped({ products: [] }) })
    expect(await (await shop.connect()).search({ filters: { categories: ['x'] } })).toMatchObject({
      ...{ kind: 'products', products: [], pagination: { has_next_page: false }, messages: [] },
    })
  })

  it('[CO-17] by identifiers tells which of them led to nothing', async () => {
    const messages = [
      { type: 'info', code: 'not_found', content: 'gone' },
      { type: 'info', content: 'Sale!' },
    ]
    shop.routes.set('/rest/catalog/lookup', { body: enveloped({ products: [product('mug')], messages }) })
    const found = await (await shop.connect()).lookup({ ids: ['mug', 'gone'] })
    expect(found).toMatchObject({ kind: 'products', missing: ['gone'], messages })
  })
})
