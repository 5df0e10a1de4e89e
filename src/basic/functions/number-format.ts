/** The number formatter of the host's locale, for `formatNumber` and `formatCurrency`. */
import { toBoolean } from '../../json/coerce.ts'
import type { Maybe } from '../../json/value.ts'
import { numberOf } from './number.ts'

/**
 * Throws for a currency that is no code and for decimals outside the range of `Intl.NumberFormat`. Callers use `memo`.
 */
export function numberFormat(
  locale: string,
  grouping: boolean,
  decimals: number | undefined,
  currency: string | undefined,
): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    useGrouping: grouping,
    ...(decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    ...(currency === undefined ? {} : { style: 'currency', currency }),
  })
}

/**
 * `undefined`: as many as the locale or the currency has. A value that is no number gives NaN, and the formatter
 * throws.
 */
export function decimalsOf(decimals: Maybe): number | undefined {
  if (decimals === undefined || decimals === null) return undefined
  return numberOf(decimals) ?? Number.NaN
}

export function groupingOf(grouping: Maybe): boolean {
  return grouping === undefined || toBoolean(grouping)
}
