// The public commerce SDK: schemas of version 2026-01-11, and neither client nor server. They know no carts, but a cart is a
// checkout without what is paid. What they say of it is judged here, in the public spelling.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { connectBusiness } from 'surface-runtime/commerce'
import { createBusiness, memoryStore } from 'surface-runtime/commerce/business'
import { check, checkFault, finish, served } from './checks.mjs'

const version = '2026-01-11'
const names = ['cart', 'catalog.search', 'catalog.lookup']
const sdk = createRequire(import.meta.url)('@ucp-js/sdk')
const CartSchema = sdk.CheckoutResponseSchema.omit({ ucp: true, status: true, links: true })

await checkFault(
  'their package as a module',
  { fault: 'its files import each other without an extension', says: /Cannot find module .*extensions/ },
  () => import('@ucp-js/sdk'),
)
await checkOurBusiness()
await checkOurClient()
finish()

async function checkOurBusiness() {
  const asked = []
  const { origin, platform } = await serveOurShop(asked)
  const headers = { 'UCP-Agent': `profile="${platform}"` }
  const business = await connectBusiness(origin, { profile: platform, wireFormat: 'ucp', allowInsecureLoopback: true })
  let cart

  await check('our business: a cart', async () => {
    const made = await business.createCart({ line_items: [{ item: { id: 'mug-blue' }, quantity: 9 }] })
    cart = await (await fetch(`${origin}/rest/carts/${made.id}`, { headers })).json()
    const parsed = CartSchema.parse(cart)
    assert.deepEqual(parsed.line_items, cart.line_items)
    assert.deepEqual(parsed.totals, cart.totals)
    assert.deepEqual([parsed.line_items[0].item.id, parsed.line_items[0].quantity], ['mug-blue', 7])
  })
  await check('our business: messages', async () => {
    const answer = await (await fetch(`${origin}/rest/carts/none`, { headers })).json()
    assert.deepEqual(
      answer.messages.map((message) => sdk.MessageSchema.parse(message).code),
      ['not_found'],
    )
  })
  await check('our client: what it asks for', async () => {
    assert.deepEqual(sdk.CheckoutCreateRequestSchema.parse(asked[0]), asked[0])
  })
  const old = { fault: 'later versions have maps where its version has lists', says: /Expected array, received object/ }
  await checkFault("our business: an answer's version and capabilities", old, async () => {
    sdk.UcpResponseSchema.parse(cart.ucp)
  })
  await checkFault('our business: its profile', old, async () => {
    sdk.UcpDiscoveryProfileSchema.parse(await (await fetch(`${origin}/.well-known/ucp`)).json())
  })
}

/** Bodies of requests that make carts go to `asked`. */
async function serveOurShop(asked) {
  let handle
  const origin = await served(async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/rest/carts') asked.push(await request.clone().json())
    return handle(request)
  })
  const capabilities = (member) => names.map((name) => ({ name: `dev.${member}.shopping.${name}`, version }))
  const shopping = {
    ...{ version, spec: `${origin}/docs` },
    rest: { endpoint: `${origin}/rest`, schema: `${origin}/openapi.json` },
  }
  const prices = [{ amount: 1250, currency: 'USD' }]
  const variants = [{ id: 'mug-blue', title: 'Blue', prices, stock: 7 }]
  handle = createBusiness({
    profile: {
      commerce: { version, services: { 'dev.commerce.shopping': shopping }, capabilities: capabilities('commerce') },
    },
    store: memoryStore([{ id: 'mug', title: 'Tin Mug', description: { plain: 'Holds tea.' }, variants }]),
    allowInsecureLoopback: true,
  })
  const profile = { ucp: { version, services: {}, capabilities: capabilities('ucp') } }
  return { origin, platform: `${await served(() => Response.json(profile))}/profile.json` }
}

/** All that their schemas have for a business and what a cart can hold. */
async function checkOurClient() {
  const capabilities = names.map((name) => {
    const schema = `https://ucp.dev/schemas/shopping/${name}.json`
    return { name: `dev.ucp.shopping.${name}`, version, spec: 'https://ucp.dev/specification', schema }
  })
  let profile
  const origin = await served(({ url }) => Response.json(new URL(url).pathname.startsWith('/.') ? profile : answer))
  const binding = { endpoint: `${origin}/rest`, schema: 'https://ucp.dev/services/shopping/rest.openapi.json' }
  const service = { version, spec: 'https://ucp.dev/specification', rest: binding }
  profile = sdk.UcpDiscoveryProfileSchema.parse({
    ucp: { version, services: { 'dev.ucp.shopping': service }, capabilities },
    signing_keys: [{ kid: 'k1', kty: 'EC', crv: 'P-256', x: 'x', y: 'y', use: 'sig', alg: 'ES256' }],
  })
  const totals = [
    { type: 'subtotal', display_text: 'Before tax', amount: 2500 },
    { type: 'total', display_text: 'Sum', amount: 2500, lines: [{ display_text: 'Mugs', amount: 2500 }] },
  ]
  const item = { id: 'mug-blue', title: 'Tin Mug', price: 1250, image_url: 'https://shop.example/mug.jpg' }
  const cart = CartSchema.parse({
    ...{ id: 'cart-1', currency: 'USD', totals, continue_url: 'https://shop.example/cart-1' },
    line_items: [{ id: 'line-1', parent_id: 'set-1', item, quantity: 2, totals: [totals[0]] }],
    buyer: { first_name: 'Ada', last_name: 'Lark', email: 'ada@example.com', phone_number: '+15550100' },
    messages: [
      { type: 'warning', code: 'low_stock', content: 'Two left', path: '$.line_items[0]', content_type: 'plain' },
    ],
  })
  const ucp = sdk.UcpResponseSchema.parse({ version, capabilities: capabilities.slice(0, 1) })
  const answer = { ucp, ...cart }

  await check('our client: a profile and a cart of their version', async () => {
    const warnings = []
    const business = await connectBusiness(origin, {
      ...{ profile: `${origin}/.well-known/platform.json`, wireFormat: 'ucp', allowInsecureLoopback: true },
      onWarning: (warning) => warnings.push(warning),
    })
    const read = await business.getCart('cart-1')
    assert.equal(read.kind, 'cart')
    assert.deepEqual(read.cart, answer)
    assert.deepEqual(read.messages, cart.messages)
    assert.deepEqual(warnings, [])
  })
}
