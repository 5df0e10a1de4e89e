// Answers that are wrong in part, over both bindings: what is refused as a whole, and what only loses the part.
import { describe, expect, it, vi } from 'vitest'
import type { Business, ConnectOptions } from '../../src/commerce/index.ts'
import { type Answer, cart, enveloped, line, product, profileOf, startCounterpart, version } from './counterpart.ts'

const shop = startCounterpart()
const price = { amount: 1, currency: 'USD' }

describe.each(['rest', 'tools'] as const)('over %s', (binding) => {
  const connect = (options: Partial<ConnectOptions> = {}): Promise<Business> => shop.connect({ binding, ...options })
  /** What the business answers to each call. */
  function answer(path: string, body: object, more: Answer = {}): void {
    if (binding === 'rest') shop.routes.set(path, { body, ...more })
    else shop.routes.set('/tools', { body: { jsonrpc: '2.0', id: 1, result: body }, ...more })
  }

  it('[CO-25] a bad product is left out of its page, with its place and its fault', async () => {
    const bad = { ...price, amount: '1' }
    const products = [
      product('a'),
      product('b', { price_range: { min: bad, max: price } }),
      product('c', { variants: [] }),
      product('d', { variants: [{ id: 'v', title: 'v', price: bad }] }),
      'e',
      product('f', { media: [7, { type: 'image', url: 'https://cdn.example/f.png' }], rating: 'good' }),
    ]
    const messages = [
      { type: 'news', content: 'x' },
      { type: 'info', content: 'y' },
    ]
    answer('/rest/catalog/search', enveloped({ products, messages }))
    const onWarning = vi.fn()
    const found = await (await connect({ onWarning })).search({ query: 'x' })
    expect(found.kind === 'products' && found.products.map(({ id }) => id)).toEqual(['a', 'f'])
    expect(found.messages).toEqual([{ type: 'info', content: 'y' }])
    expect(found).toMatchObject({ products: [{}, { media: [{ url: 'https://cdn.example/f.png' }] }] })
    expect(onWarning.mock.calls.map(([warning]) => warning)).toEqual([
      '/products/5/media/0 must be an object and was left out',
      '/products/5/rating must be an object and was left out',
      '/products/1/price_range/min/amount must be an integer, so /products/1 was left out',
      '/products/2/variants must have 1 or more items, so /products/2 was left out',
      '/products/3/variants/0/price/amount must be an integer, so /products/3 was left out',
      '/products/4 must be an object and was left out',
      '/messages/0/type must be one of error, warning, info, so /messages/0 was left out',
    ])
  })

  it('[CO-25] a bad line is left out of its cart, unless the totals count it', async () => {
    const onWarning = vi.fn()
    const business = await connect({ onWarning })
    const bad = { id: 'l2', item: { id: 'gift', title: 'Gift', price: '0' }, quantity: 1 }
    const fault = '/line_items/0/item/price must be an integer, so /line_items/0 was left out'
    answer('/rest/carts/cart1', enveloped({ ...cart, line_items: [bad, line] }))
    const got = await business.getCart('cart1')
    expect(got.kind === 'cart' && got.cart.line_items).toEqual([line])
    expect(onWarning.mock.calls).toEqual([[fault]])
    const totals = cart.totals.map((total) => ({ ...total, amount: total.amount + 700 }))
    answer('/rest/carts/cart1', enveloped({ ...cart, line_items: [bad, line], totals }))
    const content = `The answer cannot be used: ${fault}, and the totals count it`
    await expect((await connect()).getCart('cart1')).rejects.toMatchObject({ code: 'response_malformed', content })
  })

  it('[CO-15] an answer whose content type is not JSON is refused, whatever is in it', async () => {
    const business = await connect()
    for (const type of ['text/html', 'text/plain; charset=utf-8', 'application/jsonp', 'application/octet-stream']) {
      answer('/rest/carts/cart1', enveloped(cart), { headers: { 'content-type': type } })
      const content = 'The content type of the answer is not JSON'
      await expect(business.getCart('cart1')).rejects.toMatchObject({ code: 'response_malformed', content })
    }
    const html = { status: 404, headers: { 'content-type': 'text/html' }, body: '{"code":"odd","content":"<b>"}' }
    shop.routes.set(binding === 'rest' ? '/rest/carts/cart1' : '/tools', html)
    await expect(business.getCart('cart1')).rejects.toMatchObject({ code: 'route_not_found', status: 404 })
  })

  it('[CO-7] a digest that does not fit is digest_mismatch without a signature, too', async () => {
    answer('/rest/carts/cart1', enveloped(cart), { headers: { 'content-digest': 'sha-256=:AAAA:' } })
    const got = (await connect()).getCart('cart1')
    await expect(got).rejects.toMatchObject({ code: 'digest_mismatch', status: 400 })
  })

  it('[CO-28] credentials go to an endpoint of another origin only where the host names it', async () => {
    const elsewhere = shop.origin.replace('127.0.0.1', 'localhost')
    shop.routes.set('/.well-known/commerce', { body: profileOf(elsewhere) })
    answer('/rest/carts/cart1', enveloped(cart))
    const onWarning = vi.fn()
    const credentials = { kind: 'bearer', token: 'secret' } as const
    const sent = () => shop.asked().at(-1)?.headers['authorization']
    await (await connect({ onWarning, credentials })).getCart('cart1')
    expect(sent()).toBeUndefined()
    const told = `The endpoint is on another origin, ${elsewhere}, and gets no credentials: name it in the option "origins"`
    expect(onWarning.mock.calls).toEqual([[told]])
    onWarning.mockClear()
    await (await connect({ onWarning })).getCart('cart1')
    await (await connect({ onWarning, credentials, origins: [`${elsewhere}/`] })).getCart('cart1')
    expect(sent()).toBe('Bearer secret')
    expect(onWarning).not.toHaveBeenCalled()
  })

  it('[CO-10] a version may have its profile on another origin: it is told, and gets no credentials', async () => {
    const elsewhere = shop.origin.replace('127.0.0.1', 'localhost')
    shop.routes.set('/.well-known/commerce', {
      body: {
        ...(profileOf(shop.origin, { version: '2027-01-01' }) as object),
        supported_versions: { [version]: `${elsewhere}/old` },
      },
    })
    shop.routes.set('/old', { body: profileOf(elsewhere) })
    answer('/rest/carts/cart1', enveloped(cart))
    const onWarning = vi.fn()
    const business = await connect({ onWarning, credentials: { kind: 'apiKey', key: 'secret' } })
    expect([business.version, business.endpoint]).toEqual([version, `${elsewhere}/${binding}`])
    expect(await business.getCart('cart1')).toMatchObject({ kind: 'cart' })
    expect(shop.asked('/old')[0]?.headers).not.toHaveProperty('x-api-key')
    expect(shop.asked(`/${binding === 'rest' ? 'rest/carts/cart1' : 'tools'}`)[0]?.headers).not.toHaveProperty(
      'x-api-key',
    )
    expect(onWarning.mock.calls).toEqual([[`The profile for version ${version} is on another origin, ${elsewhere}`]])
    shop.routes.set('/.well-known/commerce', { body: profileOf(shop.origin) })
    await (await connect({ credentials: { kind: 'apiKey', key: 'secret' } })).getCart('cart1')
    expect(shop.asked().at(-1)?.headers).toHaveProperty('x-api-key', 'secret')
  })
})

it.each([
  [-32001, 'profile_malformed', 422],
  [-32000, 'signature_invalid', 401],
  [-32603, 'internal_error', 500],
  [-32602, 'invalid_request', 400],
] as const)(
  '[CO-20] a tool call error %d without a code of ours is %s, in the words of the business',
  async (code, name, status) => {
    shop.routes.set('/tools', { body: { jsonrpc: '2.0', id: 1, error: { code, message: 'Their words' } } })
    const got = (await shop.connect({ binding: 'tools' })).getCart('cart1')
    await expect(got).rejects.toMatchObject({ code: name, status, content: 'Their words' })
  },
)
