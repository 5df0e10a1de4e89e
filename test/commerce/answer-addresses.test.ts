// Addresses in answers: which members hold one is for the shapes to say, and what a host's callback returns decides nothing.
import { describe, expect, it, vi } from 'vitest'
import { cart, enveloped, line, product, profileOf, startCounterpart } from './counterpart.ts'

const shop = startCounterpart()
const bad = 'javascript:alert(1)'
const price = { amount: 1, currency: 'USD' }

/** A cart and a lookup as the client hands them over. */
async function taken(
  members: object,
  products: readonly object[],
  onWarning?: (warning: string) => void,
): Promise<readonly unknown[]> {
  shop.routes.set('/rest/carts/cart1', { body: enveloped({ ...cart, ...members }) })
  shop.routes.set('/rest/catalog/lookup', { body: enveloped({ products }) })
  const business = await shop.connect(onWarning && { onWarning })
  return [await business.getCart('cart1'), await business.lookup({ ids: ['p'] })]
}

describe('an address in an answer', () => {
  it('[CO-18] of links, policies and actions is taken out where it runs code, and told with its place', async () => {
    const fine = [{ type: 'terms', url: 'https://shop.example/terms' }]
    const members = {
      ...{ links: [{ type: 'privacy', url: bad }, ...fine], policies: [{ title: 'Returns', url: bad }] },
      ...{ actions: { pay: 1, url: bad, continue_url: bad } },
    }
    const media = [{ type: 'image', url: bad }]
    const variant = { id: 'v', title: 'v', price, links: [{ url: bad }], media }
    const onWarning = vi.fn()
    const [got, found] = await taken(
      members,
      [product('p', { variants: [variant], policies: [{ url: bad }] })],
      onWarning,
    )
    expect(got).toMatchObject({ cart: { links: [{ type: 'privacy' }, ...fine], actions: { pay: 1 } } })
    expect(found).toMatchObject({ products: [{ variants: [{ media: [] }] }] })
    expect(JSON.stringify([got, found])).not.toContain('javascript:')
    const places = ['/links/0/url', '/policies/0/url', '/actions/url', '/actions/continue_url']
    const ofProduct = [
      '/products/0/variants/0/links/0/url',
      '/products/0/variants/0/media/0/url',
      '/products/0/policies/0/url',
    ]
    expect(onWarning.mock.calls.map(([warning]) => warning.split(' ')[0])).toEqual([...places, ...ofProduct])
  })

  it.each<[string, (list: string[]) => (warning: string) => unknown]>([
    ['a number', (list) => (warning) => list.push(warning)],
    ['true', (list) => (warning) => Boolean(list.push(warning))],
    ['an object', (list) => (warning) => ({ list: list.push(warning) })],
    ['a promise', (list) => async (warning) => list.push(warning)],
  ])('[CO-18] goes whatever onWarning returns: %s', async (_, create) => {
    const list: string[] = []
    const svg = 'data:image/svg+xml,<svg onload="alert(1)"/>'
    const media = [bad, svg, 'https://cdn.example/a.png'].map((url) => ({ type: 'image', url }))
    const members = { continue_url: bad, line_items: [{ ...line, item: { ...line.item, image_url: svg } }] }
    const [got, found] = await taken(members, [product('p', { media })], create(list) as () => void)
    expect(found).toMatchObject({ products: [{ media: media.slice(2) }] })
    expect(JSON.stringify([got, found])).not.toMatch(/javascript:|svg/)
    expect(list).toHaveLength(4)
  })

  it.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'JavaScript:alert(1)',
    'vbscript:msgbox',
    'data:text/html,<script>alert(1)</script>',
    'data: image/svg+xml,<svg/>',
  ])('[CO-18] that runs code goes from every member: %j', async (url) => {
    const members = {
      seller: { name: 'Sam', links: [{ type: 'home', url }] },
      com_acme: { deep: [[{ site: url, list: [url, 7] }]], note: 'Mind: the gap' },
      [url]: 1,
    }
    const variant = { id: 'v', title: 'v', price, seller: { links: [{ url }] }, barcodes: [url] }
    const [got, found] = await taken(members, [product('p', { variants: [variant], brand: { logo: url } })])
    expect(got).toMatchObject({
      cart: { seller: { name: 'Sam', links: [{ type: 'home' }] }, com_acme: { deep: [[{ list: [7] }]] } },
    })
    expect(got).toMatchObject({ cart: { com_acme: { note: 'Mind: the gap' } } })
    const values: unknown[] = []
    JSON.stringify([got, found], (_, value: unknown) => {
      values.push(value)
      return value
    })
    expect(values).not.toContain(url)
  })

  it('[CO-18] goes where onWarning throws, and the error is the host’s', async () => {
    const thrown = new Error('the log is full')
    const caught: unknown[] = []
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => void caught.push(error))
    const [got] = await taken({ continue_url: bad, links: [{ url: bad }] }, [], () => {
      throw thrown
    })
    await new Promise((resolve) => setTimeout(resolve))
    process.removeAllListeners('unhandledRejection')
    for (const listener of others) process.on('unhandledRejection', listener)
    expect(got).toMatchObject({ kind: 'cart', cart: { links: [{}] } })
    expect(caught).toEqual([thrown, thrown])
  })

  it('[CO-18] of a profile goes where it runs code: of services, of payment handlers, of capabilities', async () => {
    const { origin } = shop
    const binding = { version: '2026-01-11', transport: 'rest', endpoint: `${origin}/rest` }
    const fine = 'https://pay.example/logo.png'
    const more = {
      services: { 'dev.commerce.shopping': [{ ...binding, schema: bad, spec: 'data:text/html,x' }] },
      payment_handlers: { 'com.example.pay': [{ id: 'pay', config: { logo: bad, icon: fine } }] },
    }
    shop.routes.set('/.well-known/commerce', { body: profileOf(origin, more) })
    const onWarning = vi.fn()
    const business = await shop.connect({ onWarning })
    expect(JSON.stringify(business.profile)).not.toMatch(/javascript:|text.html/)
    expect(business.profile).toMatchObject({
      services: { 'dev.commerce.shopping': [binding] },
      paymentHandlers: { 'com.example.pay': [{ id: 'pay', config: { icon: fine } }] },
    })
    expect(business.profile).toBe(business.profile)
    expect(onWarning.mock.calls.map(([warning]) => warning.split(' ')[0])).toEqual([
      '/services/dev.commerce.shopping/0/schema',
      '/services/dev.commerce.shopping/0/spec',
      '/paymentHandlers/com.example.pay/0/config/logo',
    ])
  })

  it.each([
    ...['ftp://shop.example/x', '//shop.example/x', '/x', 'mailto:a@shop.example', 'blob:https://shop.example/1'],
    ...['https://bank.example@evil.example/', 'https://:secret@shop.example/'],
  ])('[CO-18] is one of the web where the protocol has an address: %s', async (url) => {
    const members = {
      ...{ links: [{ url }], messages: [{ type: 'info', content: 'x', url, image_url: url }] },
      line_items: [{ ...line, item: { ...line.item, image_url: url } }],
    }
    const variant = { id: 'v', title: 'v', price, seller: { links: [{ url }] }, media: [{ type: 'image', url }] }
    const outcomes = await taken(members, [product('p', { url, variants: [variant] })])
    expect(JSON.stringify(outcomes)).not.toContain(url)
  })

  it('[CO-16] [CO-18] leaves texts, names and addresses of extensions as they are', async () => {
    const members = {
      com_acme: {
        gid: 'gid://acme/Item/1',
        urn: 'urn:isbn:9780000000000',
        plan: 'Data: 20 GB',
        mail: 'mailto:a@b.example',
      },
    }
    const description = { plain: bad, html: bad, markdown: bad }
    const products = [product('p', { title: bad, description, tags: [bad], url: 'http://shop.example/p' })]
    const [got, found] = await taken(members, products)
    expect(got).toMatchObject({ cart: members })
    expect(found).toMatchObject({ products })
  })

  it('[CO-18] is not hidden by depth: what is nested beyond all shapes goes', async () => {
    const nest = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], bad)
    const onWarning = vi.fn()
    const [got] = await taken({ few: nest(5), many: nest(500) }, [], onWarning)
    expect(JSON.stringify(got)).not.toContain('javascript:')
    expect(onWarning).toHaveBeenCalledTimes(2)
  })
})

describe('a cart', () => {
  const lineAt = (amount: number): object => ({ ...line, item: { ...line.item, price: amount } })
  const [subtotal, total] = [
    { type: 'subtotal', amount: 2500 },
    { type: 'total', amount: 2500 },
  ]
  const discount = { type: 'discount', amount: -300, display_text: 'Spring' }

  it.each<[string, object, string]>([
    [
      'a negative price that the totals count',
      { line_items: [lineAt(3750), lineAt(-1250)] },
      '/line_items/1/item/price must be at least 0, so /line_items/1 was left out, and the totals count it',
    ],
    ['no totals', { totals: [] }, '/totals must have exactly one "subtotal", not 0'],
    ['no subtotal', { totals: [total] }, '/totals must have exactly one "subtotal", not 0'],
    ['no total', { totals: [subtotal, discount] }, '/totals must have exactly one "total", not 0'],
    ['two totals', { totals: [subtotal, total, total] }, '/totals must have exactly one "total", not 2'],
  ])('[CO-24] with %s is refused with its place', async (_, members, fault) => {
    shop.routes.set('/rest/carts/cart1', { body: enveloped({ ...cart, ...members }) })
    await expect((await shop.connect()).getCart('cart1')).rejects.toMatchObject({
      ...{ name: 'CommerceError', code: 'response_malformed', content: `The answer cannot be used: ${fault}` },
    })
  })

  it.each([
    'soon',
    '',
    '2026-05-01',
    '2026-13-01T00:00:00Z',
    '2026-02-31T00:00:00Z',
    '2026-05-01T00:00:00',
    '1777593600',
  ])('[CO-24] with an expiry of "%s" is taken without it, and that is told', async (time) => {
    shop.routes.set('/rest/carts/cart1', { body: enveloped({ ...cart, expires_at: time }) })
    const onWarning = vi.fn()
    const got = await (await shop.connect({ onWarning })).getCart('cart1')
    expect(got).toMatchObject({ kind: 'cart', id: 'cart1' })
    expect(got.kind === 'cart' && 'expires_at' in got.cart).toBe(false)
    const warning = '/expires_at must be a time such as 2026-05-01T12:00:00Z and was left out'
    expect(onWarning.mock.calls).toEqual([[warning]])
  })

  it.each<[string, object]>([
    ['a discount', { totals: [subtotal, discount, { type: 'total', amount: 2200 }] }],
    ['a total below zero', { totals: [subtotal, discount, { type: 'total', amount: -100 }] }],
    ['totals of an unknown kind', { totals: [subtotal, total, { ...discount, type: 'gift' }] }],
    ['an item for nothing', { line_items: [lineAt(0)] }],
    ['lines with totals of their own', { line_items: [{ ...line, totals: [discount] }] }],
    ['an expiry', { expires_at: '2026-05-01T12:00:00Z' }],
    ['an expiry with an offset', { expires_at: '2028-02-29t23:59:59.123456+05:30' }],
  ])('[CO-24] with %s is taken as it is', async (_, members) => {
    shop.routes.set('/rest/carts/cart1', { body: enveloped({ ...cart, ...members }) })
    expect(await (await shop.connect()).getCart('cart1')).toMatchObject({ kind: 'cart', cart: members })
  })
})
