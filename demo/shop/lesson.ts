/**
 * A lesson: the smallest shop, and the smallest platform that buys there. Read it from top to bottom. After it come
 * `business.ts`, the whole shop of the demo, and `agent/agent.ts`, the agent that buys there for people.
 */
import {
  type BusinessHandler,
  createBusiness,
  memoryStore,
  type StoredProduct,
} from '../../src/commerce/business/index.ts'
import { connectBusiness, formatAmount } from '../../src/commerce/index.ts'

const version = '2026-04-08'

// 1. Both sides say what they can do, each in a profile. A capability names its schema, whose host has authority over the
//    name: `commerce.dev` over `dev.commerce.*`. Nobody fetches it.
const capabilities = Object.fromEntries(
  ['dev.commerce.shopping.cart', 'dev.commerce.shopping.catalog.search'].map((name) => [
    name,
    [{ version, spec: 'https://commerce.dev/specification', schema: 'https://commerce.dev/schemas/shopping.json' }],
  ]),
)

// 2. What the shop sells. Amounts are integers in minor units: 499 USD is $4.99.
const products: readonly StoredProduct[] = [
  {
    ...{ id: 'tea', title: 'Green tea', description: { plain: 'A hundred grams, from the spring harvest.' } },
    variants: [{ id: 'tea-100', title: '100 g', prices: [{ amount: 499, currency: 'USD' }], stock: 3 }],
  },
]

/**
 * 3. The shop is a function from a `Request` to a `Response`. It publishes its profile, and serves the endpoint that the
 *    profile names.
 *
 * @param origin Its public address, such as `https://shop.example`.
 */
export function teaShop(origin: string): BusinessHandler {
  const rest = { transport: 'rest', endpoint: `${origin}/api`, schema: `${origin}/openapi.json` }
  const services = { 'dev.commerce.shopping': [{ version, ...rest }] }
  return createBusiness({
    profile: { commerce: { version, services, capabilities, payment_handlers: {} } },
    store: memoryStore(products),
    // The checkout is a page of the shop's own.
    continueUrl: (cart) => `${origin}/checkout${cart ? `/${cart.id}` : ''}`,
    // For development: the shop and its platforms are on this machine, without TLS.
    allowInsecureLoopback: true,
  })
}

/** 4. The platform publishes a profile too: the shop fetches it to find out what both can do. */
export function platformProfile(): Response {
  return Response.json({ commerce: { version, services: {}, capabilities, payment_handlers: {} } })
}

/**
 * 5. The platform finds the shop, searches it, and makes a cart. What the shop refuses, such as more than it has, is a
 *    value; what goes wrong on the way is a `CommerceError`.
 *
 * @param shop Address of the shop.
 * @param profile Address of the platform's own profile.
 */
export async function buyTea(shop: string, profile: string, quantity: number): Promise<string> {
  const business = await connectBusiness(shop, { profile, allowInsecureLoopback: true })
  const found = await business.search({ query: 'tea' })
  const variant = found.kind === 'products' ? found.products[0]?.variants[0] : undefined
  if (!variant) return 'There is no tea.'
  const outcome = await business.createCart({ line_items: [{ item: { id: variant.id }, quantity }] })
  if (outcome.kind === 'refused') return outcome.messages.map(({ content }) => content).join(' ')
  const { totals, currency, continue_url: checkout } = outcome.cart
  const { amount = 0 } = totals.find(({ type }) => type === 'total') ?? {}
  return [
    ...outcome.messages.map(({ content }) => content),
    `${formatAmount(amount, currency, 'en')}: ${checkout}`,
  ].join(' ')
}
