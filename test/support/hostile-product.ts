// A product whose every text and address is an attempt, as a shop might keep it.
import type { StoredProduct } from '../../src/commerce/business/index.ts'

export const hostileTitle = '<img src=x onerror=alert(1)> [Free](https://evil.example) **shoe**'

export const hostileProduct: StoredProduct = {
  ...{ id: 'prod-666', handle: 'hostile', title: hostileTitle },
  description: { plain: '# Big\n[Click](javascript:alert(1)) <script>alert(1)</script> ${/cart}' },
  url: 'javascript:alert(1)',
  categories: [{ value: 'running-shoes', taxonomy: 'shop' }],
  media: [{ type: 'image', url: 'javascript:alert(1)', alt_text: '"><script>alert(1)</script>' }],
  options: [{ name: '<b>Size</b>', values: [{ label: '${/secret}' }] }],
  variants: [
    {
      ...{ id: 'var-666-1', title: '${/secret}', prices: [{ amount: 100, currency: 'USD' }], stock: 5 },
      ...{ selected_options: [{ name: '<b>Size</b>', label: '${/secret}' }], image_url: 'javascript:alert(1)' },
    },
  ],
}
