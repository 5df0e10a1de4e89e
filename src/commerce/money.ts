/** Amounts as people read them. Amounts are integers in minor units, and stay so until they are shown. */

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
  const format = new Intl.NumberFormat(locale ?? 'en', { style: 'currency', currency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const sign = amount < 0 ? '-' : ''
  const plain = `${sign}${digits.slice(0, split)}${decimals > 0 ? '.' : ''}${digits.slice(split)}`
  // As a text: a number would round what a double cannot hold.
  return locale === undefined ? plain : format.format(plain as Intl.StringNumericLiteral)
}
