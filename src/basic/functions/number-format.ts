/** What `formatNumber` and `formatCurrency` share: a formatter of the host's locale, made once. */
import { toBoolean } from '../../json/coerce.ts'
import type { Maybe } from '../../json/value.ts'
import { numberOf } from './number.ts'

/** Throws for a currency that is no code and for decimals that nobody can draw. Made through `memo`. */
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

/** `undefined`: as many as the locale or the currency has. What is no number is for the formatter to refuse. */
export function decimalsOf(decimals: Maybe): number | undefined {
  if (decimals === undefined || decimals === null) return undefined
  return numberOf(decimals) ?? Number.NaN
}

export function groupingOf(grouping: Maybe): boolean {
  return grouping === undefined || toBoolean(grouping)
}
