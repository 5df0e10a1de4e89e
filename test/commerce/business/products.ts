/** Products for the tests of stores and of the business. */
import type { StoredProduct } from 'surface-runtime/commerce/business'

const eur = (amount: number): { amount: number; currency: string } => ({ amount, currency: 'EUR' })
const usd = (amount: number): { amount: number; currency: string } => ({ amount, currency: 'USD' })
const jpy = (amount: number): { amount: number; currency: string } => ({ amount, currency: 'JPY' })

/** Two shoes, a sock, a tent that is sold out, and a lamp that is sold in yen only. */
export const products: readonly StoredProduct[] = [
  {
    id: 'p-trail',
    handle: 'trail-shoe',
    title: 'Trail shoe',
    description: { plain: 'Light, for running on rocks and mud.' },
    categories: [{ value: 'shoes', taxonomy: 'shop' }],
    options: [{ name: 'Size', values: [{ label: '42' }, { label: '43' }] }],
    variants: [
      { id: 'v-trail-42', sku: 'TR-42', title: 'Size 42', prices: [usd(12_000), eur(11_000)], stock: 5 },
      { id: 'v-trail-43', sku: 'TR-43', title: 'Size 43', prices: [usd(12_500), eur(11_500)], stock: 0 },
    ],
  },
  {
    id: 'p-road',
    title: 'Road shoe',
    description: { plain: 'For asphalt. Keeps its shape on <b>wet</b> stone.' },
    categories: [{ value: 'shoes' }, { value: 'sale' }],
    variants: [{ id: 'v-road', title: 'One size', prices: [usd(8000)] }],
  },
  {
    id: 'p-sock',
    title: 'Wool socks',
    description: { plain: 'Go with every shoe.' },
    categories: [{ value: 'socks' }],
    variants: [{ id: 'v-sock', title: 'Grey', prices: [usd(1999), eur(1799)], stock: 2 }],
  },
  {
    id: 'p-tent',
    title: 'Zelt für zwei',
    description: { plain: 'A tent.' },
    categories: [{ value: 'camping' }],
    variants: [{ id: 'v-tent', title: 'Green', prices: [usd(25_000)], stock: 0 }],
  },
  {
    id: 'p-lamp',
    title: 'Lamp',
    description: { plain: 'Shines.' },
    categories: [{ value: 'camping' }],
    variants: [{ id: 'v-lamp', title: 'Lamp', prices: [jpy(3500)] }],
  },
]
