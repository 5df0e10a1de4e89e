// Our client and our business with public peers: profiles as public platforms and businesses write them, and answers of public tools.
import { afterEach, describe, expect, it } from 'vitest'
import { type CommerceError, connectBusiness, type WireFormat } from '../../src/commerce/index.ts'
import { createShop } from '../readme/own-shop.ts'
import { type Served, serve } from './business/serve.ts'
import { cart, enveloped, product, startCounterpart, version } from './counterpart.ts'

const newest = '2026-04-08'
const names = ['cart', 'catalog.search', 'catalog.lookup']
const open: Served[] = []
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

/** A platform has no endpoint: only a business is called. */
function platformOf(wireFormat: WireFormat, transport: string): object {
  const member = wireFormat === 'ucp' ? 'ucp' : 'commerce'
  const entry = { version: newest, spec: `https://${member}.dev/spec`, schema: `https://${member}.dev/schema.json` }
  return {
    [member]: {
      version: newest,
      services: { [`dev.${member}.shopping`]: [{ ...entry, transport }] },
      capabilities: Object.fromEntries(names.map((name) => [`dev.${member}.shopping.${name}`, [{ version: newest }]])),
      payment_handlers: {},
    },
  }
}

describe.each([
  ['document', 'rest', 'rest'],
  ['document', 'tools', 'tools'],
  ['ucp', 'rest', 'rest'],
  ['ucp', 'tools', 'mcp'],
  ['ucp', 'rest', 'embedded'],
] as const)('spelt as %s, over %s, by a platform that names the transport %s', (wireFormat, binding, transport) => {
  it("[CO-27] our client shops at the guide's shop, from discovery to a canceled cart", async () => {
    const [shop, platform] = [await serve(), await serve(() => Response.json(platformOf(wireFormat, transport)))]
    open.push(shop, platform)
    shop.handle(createShop(shop.origin))
    const warnings: string[] = []
    const business = await connectBusiness(shop.origin, {
      ...{ profile: `${platform.origin}/profile.json`, wireFormat, binding, allowInsecureLoopback: true },
      onWarning: (warning) => warnings.push(warning),
    })
    expect(await business.search({ query: 'mug' })).toMatchObject({ products: [{ id: 'mug' }] })
    expect(await business.lookup({ ids: ['mug', 'none'] })).toMatchObject({ missing: ['none'] })
    const made = await business.createCart({ line_items: [{ item: { id: 'mug-blue' }, quantity: 2 }] })
    const id = made.kind === 'cart' ? made.id : expect.fail(JSON.stringify(made))
    expect(await business.getCart(id)).toMatchObject({ kind: 'cart', id })
    const changed = { line_items: [{ item: { id: 'mug-blue' }, quantity: 3 }] }
    expect(await business.updateCart(id, changed)).toMatchObject({ cart: { line_items: [{ quantity: 3 }] } })
    expect(await business.cancelCart(id)).toMatchObject({ kind: 'cart' })
    expect(await business.getCart(id)).toMatchObject({ kind: 'refused', messages: [{ code: 'not_found' }] })
    expect(warnings).toEqual([])
  })
})

describe('a public business', () => {
  const shop = startCounterpart()

  /** As public tools answer: the call's id, and the result around the answer. */
  const result =
    (value: object) =>
    ({ body }: { readonly body: string }) => ({
      body: { jsonrpc: '2.0', id: JSON.parse(body).id, result: value },
    })
  const structured = (value: object): object => ({
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value,
  })

  async function meet(endpoint: string, more: object = {}) {
    const bindings = [{ version, transport: 'mcp', endpoint: shop.origin + endpoint }]
    const capabilities = Object.fromEntries(names.map((name) => [`dev.ucp.shopping.${name}`, [{ version }]]))
    const services = { 'dev.ucp.shopping': bindings }
    const profile = { ucp: { version, services, capabilities, payment_handlers: {}, ...more } }
    shop.routes.set('/.well-known/ucp', { body: profile })
    shop.routes.set('/platform.json', { body: { ucp: { version, services: {}, capabilities, payment_handlers: {} } } })
    return shop.connect({ wireFormat: 'ucp', binding: 'tools' })
  }

  it.each(['/mcp/', '/mcp?shop=7', '/mcp/?shop=7', '/'])(
    '[CO-27] is asked at the endpoint as its profile has it: %s',
    async (endpoint) => {
      const business = await meet(endpoint)
      shop.routes.set(endpoint, result(structured(enveloped({ products: [product('mug')] }, undefined, 'ucp'))))
      expect(await business.search({ query: 'mug' })).toMatchObject({ products: [{ id: 'mug' }] })
      shop.routes.set(endpoint, result(structured(enveloped(cart, undefined, 'ucp'))))
      expect(await business.getCart('cart1')).toMatchObject({ kind: 'cart', id: 'cart1' })
      expect(shop.asked().map(({ path }) => path)).toEqual([endpoint, endpoint])
    },
  )

  it('[CO-27] refuses with messages and without a status', async () => {
    const business = await meet('/mcp')
    const message = { type: 'error', code: 'not_found', content: 'Cart not found', severity: 'unrecoverable' }
    const answer = enveloped({ messages: [message] }, undefined, 'ucp')
    shop.routes.set('/mcp', result(structured(answer)))
    expect(await business.getCart('gone')).toMatchObject({ kind: 'refused', messages: [message] })
    expect(await business.search({ query: 'mug' })).toMatchObject({ kind: 'refused', messages: [message] })
    // A cart that is there, and cannot be bought, is a cart.
    shop.routes.set('/mcp', result(structured(enveloped({ ...cart, messages: [message] }, undefined, 'ucp'))))
    expect(await business.getCart('cart1')).toMatchObject({ kind: 'cart', messages: [message] })
    // Half a cart with a milder message is no answer.
    const mild = { ...message, severity: 'recoverable' }
    shop.routes.set('/mcp', result(structured(enveloped({ messages: [mild] }, undefined, 'ucp'))))
    await expect(business.getCart('cart1')).rejects.toMatchObject({ code: 'response_malformed' })
  })

  it.each(['Error executing tool get_cart: the store is closed', '{"error":"the store is closed"}', '"closed"'])(
    '[CO-27] has a tool that fails with a text of its own: %s',
    async (text) => {
      const business = await meet('/mcp')
      shop.routes.set('/mcp', result({ isError: true, content: [{ type: 'text', text }] }))
      const error = (await business.getCart('cart1').catch((cause: unknown) => cause)) as CommerceError
      expect(error).toMatchObject({ code: 'internal_error', content: text })
      const said = enveloped({ messages: [{ type: 'error', code: 'out_of_stock', content: 'None' }] }, 'error', 'ucp')
      shop.routes.set('/mcp', result({ isError: true, content: [{ type: 'text', text: JSON.stringify(said) }] }))
      expect(await business.getCart('cart1')).toMatchObject({ kind: 'refused', messages: [{ code: 'out_of_stock' }] })
    },
  )

  it.each([
    ['/rest?shop=7', 'rest', 'a query, and paths are appended to it'],
    ['/rest#top', 'rest', 'a fragment'],
    ['/mcp#top', 'mcp', 'a fragment'],
  ])('[CO-27] with the endpoint %s for %s is told why it cannot be used', async (endpoint, transport, reason) => {
    const bindings = [{ version, transport, endpoint: shop.origin + endpoint }]
    await expect(meet('/mcp', { services: { 'dev.ucp.shopping': bindings } })).rejects.toMatchObject({
      code: 'profile_malformed',
      content: expect.stringContaining(`endpoint has ${reason}`),
    })
  })

  it('[CO-27] needs an endpoint, though a platform needs none', async () => {
    const bindings = [{ version, transport: 'mcp' }]
    await expect(meet('/mcp', { services: { 'dev.ucp.shopping': bindings } })).rejects.toMatchObject({
      code: 'profile_malformed',
    })
  })
})
