/** Amounts as people read them. Amounts are integers in minor units, and stay so until they are shown. */

/**
 * Currencies of ISO 4217 whose minor unit is not a hundredth, by decimals. A table of its own: the data of `Intl` follow
 * what people write, so Node 20 has no decimals for HUF, IDR, COP or PKR, and then an amount would read as 100 times it.
 */
const decimalsOfOthers: readonly (readonly [decimals: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

/**
 * An amount with as many decimals as its currency has (ISO 4217: 0, 2, 3 …). Exact: no floating point is involved.
 *
 * `formatAmount(1999, 'USD')` is `19.99`, `formatAmount(1999, 'JPY')` is `1999`, `formatAmount(1999, 'KWD')` is `1.999`.
 * With a locale (BCP 47) the text has its signs: `formatAmount(1999, 'USD', 'en-US')` is `$19.99`.
 *
 * Throws a RangeError for an amount that is no safe integer, or a currency that is not three letters.
 */
export function formatAmount(amount: number, currency: string, locale?: string): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no safe integer`)
  const decimals = decimalsOf(currency)
  const format = new Intl.NumberFormat(locale ?? 'en', {
    ...{ style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  })
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const sign = amount < 0 ? '-' : ''
  const plain = `${sign}${digits.slice(0, split)}${decimals > 0 ? '.' : ''}${digits.slice(split)}`
  // As a text: a number would round what a double cannot hold.
  return locale === undefined ? plain : format.format(plain as Intl.StringNumericLiteral)
}

/** Codes are compared without case, as `Intl` does. */
function decimalsOf(currency: string): number {
  return decimalsOfOthers.find(([, codes]) => codes.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2
}
