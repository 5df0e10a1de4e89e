// Guide, "Shops".
import { expect } from 'vitest'
import { createShopAgent } from '../../../demo/shop/agent/agent.ts'
import { createShop } from '../../../demo/shop/business.ts'
import { answer } from './network.ts'
import type { Runs } from './run.ts'

const [agent, shop] = ['http://127.0.0.1:4171', 'http://127.0.0.1:4172']

export const shops: Runs = {
  'Asking a shop': {
    in: 'node',
    async run(reader) {
      const shown: unknown[][] = []
      reader.owns({ show: (...what: unknown[]) => shown.push(what) })
      const [profile, business] = [createShopAgent({ origin: agent, shop }), createShop({ origin: shop })]
      answer(reader, { [agent]: profile, [shop]: business })
      const { outcome } = await reader.load<typeof import('../shop.ts')>('shop.ts')
      expect(outcome).toMatchObject({ kind: 'cart', cart: { line_items: [{ quantity: 2 }] } })
      expect(shown.some(([title]) => String(title).includes('Boot'))).toBe(true)
      expect(shown.at(-1)).toEqual(['total', expect.stringMatching(/^\$\d/)])
    },
  },
  'A shop of your own': {
    in: 'node',
    elsewhere: {
      'own-shop.ts': 'test/commerce/business/host-operations.test.ts',
      'shop-server.ts': 'test/commerce/tls.test.ts',
    },
  },
}
