/** A product as the shop keeps it → as the protocol shows it, in one currency. */
import type { Price, Product, Variant } from '../types.ts'
import { shownPrice } from './currency.ts'
import type { StoredProduct, StoredVariant } from './store.ts'

type Inputs = NonNullable<Variant['inputs']>

/** All variants. */
export function productFor(product: StoredProduct, currency: string): Product {
  return {
    ...product,
    ...priced(product, currency),
    variants: product.variants.map((each) => variantFor(each, currency)),
  }
}

/**
 * The variants that were asked for, each with the identifiers that led to it: `exact` for its own id or SKU, `featured`
 * for those of the whole product. The featured variant is the first that can be sold.
 */
export function lookedUpProduct(
  product: StoredProduct,
  matches: readonly { readonly identifier: string; readonly variantId?: string }[],
  currency: string,
): Product {
  const featured = product.variants.find(isAvailable) ?? product.variants[0]
  const inputs = new Map<string, Inputs[number][]>()
  for (const { identifier, variantId } of matches) {
    const id = variantId ?? featured?.id ?? ''
    const match = variantId === undefined ? 'featured' : 'exact'
    inputs.set(id, [...(inputs.get(id) ?? []), { id: identifier, match }])
  }
  const variants = product.variants.flatMap((variant) => {
    const found = inputs.get(variant.id)
    return found ? [{ ...variantFor(variant, currency), inputs: found }] : []
  })
  return { ...product, ...priced(product, currency), variants }
}

function isAvailable({ stock }: StoredVariant): boolean {
  return stock === undefined || stock > 0
}

function variantFor(variant: StoredVariant, currency: string): Variant {
  const { prices: _, stock: __, ...shown } = variant
  const available = isAvailable(variant)
  const availability = { available, status: available ? 'in_stock' : 'out_of_stock' }
  return { ...shown, price: shownPrice(variant, currency), availability }
}

/** The range within one currency: that of the first variant, where a variant is not sold in the wanted one. */
function priced({ variants }: StoredProduct, wanted: string): { readonly price_range: Product['price_range'] } {
  const prices = variants.map((variant) => shownPrice(variant, wanted))
  const currency = prices.some((price) => price.currency === wanted) ? wanted : prices[0]?.currency
  const amounts = prices.filter((price) => price.currency === currency).map(({ amount }) => amount)
  const price = (amount: number): Price => ({ amount, currency: currency ?? wanted })
  return { price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) } }
}
