/** The catalog of the demo's shop: 40 products with 92 variants in four currencies, a few of them sold out. */
import type { StoredProduct } from '../../src/commerce/business/index.ts'
import { gear } from './gear.ts'
import type { Currency, Item } from './item.ts'
import { drawPicture } from './picture.ts'
import { shoes } from './shoes.ts'

const items: readonly Item[] = [...shoes, ...gear]

const byHandle = new Map(items.map((item) => [handleOf(item), item]))

/** @param origin Where the pictures are: `{origin}/images/{handle}.svg`. */
export function shopProducts(origin: string): readonly StoredProduct[] {
  return items.map((item, index) => productOf(item, index, origin))
}

/** The SVG of a product's picture. */
export function shopPicture(handle: string): string | undefined {
  const item = byHandle.get(handle)
  return item && drawPicture(item.picture, item.colour)
}

function productOf(item: Item, index: number, origin: string): StoredProduct {
  const { title, category, text, optionName, variants, colourName } = item
  const handle = handleOf(item)
  const colour = colourName === undefined ? [] : [{ name: 'Colour', label: colourName }]
  const number = String(index + 1).padStart(3, '0')
  return {
    ...{ id: `prod-${number}`, handle, title, description: { plain: text } },
    url: `${origin}/products/${handle}`,
    categories: [{ value: category, taxonomy: 'shop' }],
    media: [{ type: 'image', url: `${origin}/images/${handle}.svg`, alt_text: `${title}, a drawing` }],
    options: [
      { name: optionName, values: variants.map(({ option }) => ({ label: option })) },
      ...colour.map(({ name, label }) => ({ name, values: [{ label }] })),
    ],
    rating: { value: (36 + ((index * 7) % 14)) / 10, scale_max: 5, count: 8 + ((index * 37) % 240) },
    variants: variants.map(({ option, stock, extra = 0 }, place) => ({
      id: `var-${number}-${place + 1}`,
      sku: `FF-${number}-${place + 1}`,
      title: `${optionName} ${option}`,
      prices: (item.currencies ?? ['USD', 'EUR', 'JPY']).map((currency) => ({
        amount: amountIn(currency, item.cents + extra),
        currency,
      })),
      stock,
      selected_options: [{ name: optionName, label: option }, ...colour],
    })),
  }
}

function handleOf({ title }: Item): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

/** Prices are made, not converted: each currency has its own round numbers, in its own minor units. */
function amountIn(currency: Currency, cents: number): number {
  switch (currency) {
    case 'USD':
      return cents
    case 'EUR':
      return Math.round((cents * 0.95) / 100) * 100 - 5
    case 'JPY':
      return Math.round((cents * 1.5) / 100) * 100
    case 'KWD':
      // Fils: a thousand are a dinar.
      return Math.round((cents * 3.1) / 250) * 250
  }
}
