// What only a faulty or hostile business sends, and values that cannot be sent: each ends in one CommerceError.
import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { type Business, connectBusiness } from '../../src/commerce/index.ts'
import { type Answer, cart, enveloped, product, profileOf, startCounterpart } from './counterpart.ts'

const shop = startCounterpart()

describe('pages', () => {
  const page = (ids: readonly string[], cursor?: string): Answer => {
    const pagination = { has_next_page: cursor !== undefined, ...(cursor && { cursor }) }
    return { body: enveloped({ products: ids.map((id) => product(id)), pagination }) }
  }

  it('[CO-17] ends where one page after another is empty, and goes on after a few', async () => {
    const business = await shop.connect()
    const read = async (): Promise<number> => {
      let count = 0
      for await (const _ of business.searchAll({ query: 'x' })) count++
      return count
    }
    let asked = 0
    shop.routes.set('/rest/catalog/search', () => (++asked > 50 ? page([]) : page([], `${asked}`)))
    await expect(read()).rejects.toMatchObject({ code: 'response_malformed' })
    expect(asked).toBe(5)
    const few = [page([], '1'), page([], '2'), page([], '3'), page(['a'], '4'), page([], '5'), page(['b'])]
    shop.routes.set('/rest/catalog/search', few)
    expect(await read()).toBe(2)
  })

  it('[CO-17] takes no cursor without bound', async () => {
    const business = await shop.connect()
    shop.routes.set('/rest/catalog/search', page(['a'], 'c'.repeat(4096)))
    expect(await business.search({ query: 'x' })).toMatchObject({ kind: 'products' })
    shop.routes.set('/rest/catalog/search', page(['a'], 'c'.repeat(4097)))
    await expect(business.search({ query: 'x' })).rejects.toMatchObject({ code: 'response_malformed' })
  })
})

describe('values that cannot be sent', () => {
  const request = { line_items: [{ item: { id: 'mug' }, quantity: 1 }] }
  const circle: Record<string, unknown> = {}
  circle['circle'] = circle

  it.each<[string, (business: Business) => Promise<unknown>]>([
    ['half a surrogate pair', (business) => business.getCart('\ud800')],
    ['a key that is no bytes', (business) => business.createCart(request, { idempotencyKey: 'key\u20ac' })],
    ['a key with a line end', (business) => business.createCart(request, { idempotencyKey: 'a\nX-Evil: 1' })],
    ['a bigint', (business) => business.createCart({ ...request, extra: 1n })],
    ['a circle', (business) => business.search({ query: 'x', circle })],
  ])('[CO-16] %s', async (_, call) => {
    const sent = call(await shop.connect())
    await expect(sent).rejects.toMatchObject({ name: 'CommerceError', code: 'invalid_request', status: 0 })
    expect(shop.asked()).toHaveLength(0)
  })

  it('[CO-19] a credential that no header can have does not stand in the error', async () => {
    const business = await shop.connect({ credentials: { kind: 'apiKey', key: 'secret\u20ac' } })
    const error: unknown = await business.getCart('cart1').catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'CommerceError', code: 'invalid_request' })
    expect(inspect(error)).not.toContain('secret')
  })
})

describe('errors of tool calls', () => {
  const hostile = { toString: 1, valueOf: 1 }
  it.each<[string, object, string]>([
    ['a code in data', { code: -32000, message: 'x', data: { code: hostile, content: 'y' } }, 'signature_invalid'],
    ['a JSON-RPC code', { code: hostile, message: 'x' }, 'invalid_request'],
    ['a message', { code: -32603, message: hostile }, 'internal_error'],
  ])('[CO-20] with an object for %s are errors all the same', async (_, error, code) => {
    shop.routes.set('/tools', { body: { jsonrpc: '2.0', id: 1, error } })
    const got = (await shop.connect({ binding: 'tools' })).getCart('cart1')
    await expect(got).rejects.toMatchObject({ name: 'CommerceError', code })
  })
})

describe('an answer to another question', () => {
  it.each<[string, (business: Business) => Promise<unknown>]>([
    ['/rest/carts/mine', (business) => business.getCart('mine')],
    ['/rest/carts/mine', (business) => business.updateCart('mine', { line_items: [] })],
    ['/rest/carts/mine/cancel', (business) => business.cancelCart('mine')],
  ])('[CO-15] with another cart than the one asked for is no answer: %s', async (path, call) => {
    shop.routes.set(path, { body: enveloped(cart) })
    await expect(call(await shop.connect())).rejects.toMatchObject({ code: 'response_malformed' })
    shop.routes.set(path, { body: enveloped({ ...cart, id: 'mine' }) })
    expect(await call(await shop.connect())).toMatchObject({ kind: 'cart', id: 'mine' })
  })

  it('[CO-15] in a version that was not agreed on is a warning', async () => {
    shop.routes.set('/rest/carts/cart1', { body: { ...cart, commerce: { version: '2031-01-01' } } })
    const onWarning = vi.fn()
    const got = await (await shop.connect({ onWarning })).getCart('cart1')
    expect(got).toMatchObject({ kind: 'cart', envelope: { version: '2031-01-01' } })
    expect(onWarning.mock.calls).toEqual([[expect.stringContaining('2031-01-01')]])
  })
})

describe('an endpoint', () => {
  const hosts = ['127.0.0.1', '10.0.0.8:9200', '169.254.169.254', '0x7f.1', '[::1]', '[fd00::1]', '[::ffff:10.0.0.1]']
  it.each([...hosts, 'localhost', 'a.localhost'])('[CO-3] at %s is refused', async (host) => {
    const fetch = vi.fn(async () => Response.json(profileOf(`https://${host}`)))
    const options = { profile: 'https://platform.example/p.json', fetch: fetch as never }
    const found = connectBusiness('https://shop.example', options)
    await expect(found).rejects.toMatchObject({ code: 'profile_malformed' })
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it.each(['shop.example', '8.8.8.8', '[2606:4700::1]'])('[CO-3] at %s is taken', async (host) => {
    const fetch = async (): Promise<Response> => Response.json(profileOf(`https://${host}`))
    const found = await connectBusiness('https://shop.example', { profile: 'https://p.example/', fetch })
    expect(found.endpoint).toBe(`https://${host}/rest`)
  })

  it('[CO-3] on loopback is allowed for development, and no other', async () => {
    const fetch = async (): Promise<Response> => Response.json(profileOf('https://10.0.0.8'))
    await expect(shop.connect({ fetch })).rejects.toMatchObject({ code: 'profile_malformed' })
  })
})

describe('events of public servers', () => {
  const news = 'event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\r\n\r\n: ping\n\n'
  const result = enveloped(cart, undefined, 'ucp')
  const eventOf = (id: number): string => {
    const document = JSON.stringify({ jsonrpc: '2.0', id, result: { structuredContent: result } })
    return `data: ${document.replace(',"id"', '\ndata: ,"id"')}\n\n`
  }

  it.each<[string, boolean]>([
    [news + eventOf(1), true],
    [eventOf(2) + eventOf(1).trimEnd(), true],
    [news + eventOf(2), false],
    ['data: {"json\n\n', false],
    ['', false],
  ])('[CO-20] are read for the one that answers: %#', async (body, answered) => {
    for (const path of ['/.well-known/ucp', '/platform.json'])
      shop.routes.set(path, { body: profileOf(shop.origin, {}, 'ucp') })
    shop.routes.set('/mcp', { headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body })
    const got = (await shop.connect({ wireFormat: 'ucp', binding: 'tools' })).getCart('cart1')
    if (answered) expect(await got).toMatchObject({ kind: 'cart', cart })
    else await expect(got).rejects.toMatchObject({ code: 'response_malformed' })
    expect(shop.asked('/mcp')[0]?.headers['accept']).toBe('application/json, text/event-stream')
  })
})

describe('options of a variant in the names of public servers', () => {
  const price = { amount: 1, currency: 'USD' }
  const selected = [{ name: 'Size', label: 'M' }]
  const answerOf = (options: unknown): object => {
    const variants = [{ id: 'v', title: 'v', price, options }]
    const choices = [{ name: 'Size', values: [{ label: 'M' }] }]
    return enveloped({ products: [product('p', { variants, options: choices })] }, undefined, 'ucp')
  }

  it.each(['rest', 'tools'] as const)('[CO-21] are its selected options, over %s', async (binding) => {
    for (const path of ['/.well-known/ucp', '/platform.json'])
      shop.routes.set(path, { body: profileOf(shop.origin, {}, 'ucp') })
    const answer = (options: unknown): Answer => ({
      body: binding === 'rest' ? answerOf(options) : { jsonrpc: '2.0', id: 1, result: answerOf(options) },
    })
    const path = binding === 'rest' ? '/rest/catalog/lookup' : '/mcp'
    shop.routes.set(path, answer(selected))
    const found = (await shop.connect({ wireFormat: 'ucp', binding })).lookup({ ids: ['p'] })
    expect(await found).toMatchObject({ products: [{ variants: [{ selected_options: selected }] }] })
    shop.routes.set(path, answer([{ name: 7 }]))
    const wrong = (await shop.connect({ wireFormat: 'ucp', binding })).lookup({ ids: ['p'] })
    expect(await wrong).toMatchObject({ products: [{ variants: [{ selected_options: [] }] }] })
  })
})
