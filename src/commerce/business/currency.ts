/** Which currency a buyer sees. */
import { own } from '../../json/value.ts'
import type { Context, Price } from '../types.ts'
import type { Settings } from './options.ts'
import type { StoredVariant } from './store.ts'

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
export function shownPrice(variant: StoredVariant, currency: string): Price {
  const price = priceIn(variant, currency) ?? variant.prices[0]
  if (!price) throw new TypeError(`The variant ${variant.id} has no price`)
  return price
}
