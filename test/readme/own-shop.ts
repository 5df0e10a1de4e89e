// Guide, "Shops": a shop with a checkout of its own.
import { type BusinessHandler, createBusiness, memoryStore } from 'surface-runtime/commerce/business'

export function createShop(at: string): BusinessHandler {
  const version = '2026-04-08'
  const names = ['cart', 'catalog.search', 'catalog.lookup', 'checkout']
  const shopping = {
    ...{ version, spec: `${at}/docs` },
    rest: { endpoint: `${at}/rest`, schema: `${at}/openapi.json` },
    tools: { endpoint: `${at}/tools`, schema: `${at}/openrpc.json` },
  }
  const capabilities = names.map((name) => ({ name: `dev.commerce.shopping.${name}`, version }))
  const prices = [{ amount: 1250, currency: 'USD' }]
  const variants = [{ id: 'mug-blue', title: 'Blue', prices, stock: 7 }]
  return createBusiness({
    profile: { commerce: { version, services: { 'dev.commerce.shopping': shopping }, capabilities } },
    store: memoryStore([{ id: 'mug', title: 'Tin Mug', description: { plain: 'Holds tea.' }, variants }]),
    operations: {
      'dev.commerce.shopping.checkout': {
        create_checkout: {
          method: 'POST',
          path: '/checkout-sessions',
          run: async ({ body, idempotencyKey }, { client }) => {
            const id = await beginCheckout(body['line_items'], { idempotencyKey, client })
            return { kind: 'done', created: true, members: { id, status: 'incomplete' } }
          },
        },
      },
    },
    allowInsecureLoopback: true, // For development: `at` may be http://127.0.0.1:4000.
  })
}

/** What a shop has. */
declare function beginCheckout(lines: unknown, caller: object): Promise<string>
