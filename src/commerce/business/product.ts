/** A product as the shop keeps it → as the protocol shows it, in one currency and in the caller's spelling. */

import { own } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import type { Context, Price, Product, Variant } from '../types.ts'
import type { Settings } from './options.ts'
import type { StoredProduct, StoredVariant } from './store.ts'

/** What the buyer names, else that of the buyer's country, else the business's own. */
export function preferredCurrency(
  context: Context | undefined,
  { currency, currencyByCountry }: Pick<Settings, 'currency' | 'currencyByCountry'>,
): string {
  const named = context?.currency?.toUpperCase()
  if (named !== undefined && /^[A-Z]{3}$/.test(named)) return named
  return own(currencyByCountry, context?.address_country?.toUpperCase() ?? '') ?? currency
}

export function priceIn(variant: StoredVariant, currency: string): Price | undefined {
  return variant.prices.find((price) => price.currency === currency)
}

/** The price in a currency or, where there is none, the variant's first price. */
function shownPrice(variant: StoredVariant, currency: string): Price {
  const price = priceIn(variant, currency) ?? variant.prices[0]
  if (!price) throw new TypeError(`The variant ${variant.id} has no price`)
  return price
}

/** How a caller sees products. */
export interface View {
  readonly currency: string
  readonly dialect: Dialect
}

type Inputs = NonNullable<Variant['inputs']>

/** The product with these of its variants. Default: all. */
export function productFor(
  product: StoredProduct,
  view: View,
  variants: StoredProduct['variants'] = product.variants,
): Product {
  const shown = { ...product, ...(view.dialect.name === 'ucp' && publicMembers(product)) }
  return { ...shown, ...priced(product, view), variants: variants.map((each) => variantFor(each, product, view)) }
}

/**
 * The variants that were asked for, each with the identifiers that led to it: `exact` for its own id or SKU, `featured`
 * for those of the whole product. The featured variant is the first that can be sold.
 */
export function lookedUpProduct(
  product: StoredProduct,
  matches: readonly { readonly identifier: string; readonly variantId?: string }[],
  view: View,
): Product {
  const featured = product.variants.find(isAvailable) ?? product.variants[0]
  const inputs = new Map<string, Inputs[number][]>()
  for (const { identifier, variantId } of matches) {
    const id = variantId ?? featured?.id ?? ''
    const match = variantId === undefined ? 'featured' : 'exact'
    inputs.set(id, [...(inputs.get(id) ?? []), { id: identifier, match }])
  }
  const found = productFor(
    product,
    view,
    product.variants.filter(({ id }) => inputs.has(id)),
  )
  return { ...found, variants: found.variants.map((each) => ({ ...each, inputs: inputs.get(each.id) ?? [] })) }
}

export function isAvailable({ stock }: StoredVariant): boolean {
  return stock === undefined || stock > 0
}

function variantFor(variant: StoredVariant, product: StoredProduct, { currency, dialect }: View): Variant {
  const { prices: _, stock: __, selected_options: options, ...shown } = variant
  const available = isAvailable(variant)
  const availability = { available, status: available ? 'in_stock' : 'out_of_stock' }
  return {
    ...(dialect.name === 'ucp' && { description: descriptionOf(product) }),
    ...shown,
    ...(options && { [dialect.variantOptions]: options }),
    ...{ price: shownPrice(variant, currency), availability },
  }
}

/** The public schema wants a description that says something, and options that have values. */
function publicMembers(product: StoredProduct): Pick<Product, 'description' | 'options'> {
  const options = product.options?.filter(({ values }) => values.length > 0)
  return { description: descriptionOf(product), ...(options && { options }) }
}

function descriptionOf({ description, title }: StoredProduct): Product['description'] {
  return Object.keys(description).length > 0 ? description : { plain: title }
}

/** The range within one currency: that of the first variant, where a variant is not sold in the wanted one. */
function priced(
  { variants }: StoredProduct,
  { currency: wanted }: View,
): { readonly price_range: Product['price_range'] } {
  const prices = variants.map((variant) => shownPrice(variant, wanted))
  const currency = prices.some((price) => price.currency === wanted) ? wanted : prices[0]?.currency
  const amounts = prices.filter((price) => price.currency === currency).map(({ amount }) => amount)
  const price = (amount: number): Price => ({ amount, currency: currency ?? wanted })
  return { price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) } }
}
