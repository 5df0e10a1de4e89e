/** Numbers as the host's locale writes them: `formatNumber`, `formatCurrency`, and `pluralize`, the text for a number. */
import type { Args, CallContext, FunctionDefinition } from '../../catalog/expression.ts'
import { toBoolean, toText } from '../../json/coerce.ts'
import { getOwn, type Maybe } from '../../json/value.ts'

/** The number of a value; a text counts as users type it. `undefined`: an empty text, a truth value, or no number. */
export function numberOf(value: Maybe): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/**
 * A number; decimals default to those of the locale. A value that is no number gives the empty text. An invalid number
 * of decimals gives the plain number and a report.
 */
export const formatNumber: FunctionDefinition = {
  run: (args, context) => formatted(args, context),
}

/**
 * An amount of money. `currency` is an ISO 4217 code; decimals default to those of the currency. A value that is no
 * number gives the empty text. An invalid code or number of decimals gives the plain amount and a report.
 */
export const formatCurrency: FunctionDefinition = {
  run: (args, context) => formatted(args, context, toText(args['currency'])),
}

function formatted(
  { value, decimals, grouping }: Args,
  { locale, memo, report }: CallContext,
  currency?: string,
): string {
  // Null is 0, as everywhere in the protocol. An absent value has not arrived.
  const number = value === null ? 0 : numberOf(value)
  if (number === undefined) return ''
  // Null is as good as absent: as many as the locale or the currency has. For what is no number the formatter throws.
  const places = decimals === undefined || decimals === null ? undefined : (numberOf(decimals) ?? Number.NaN)
  const grouped = grouping === undefined || toBoolean(grouping)
  try {
    return memo(numberFormat, locale, grouped, places, currency).format(number)
  } catch (cause) {
    report(cause)
    // The currency or the decimals are refused.
    if (currency === undefined) return String(number)
    return number.toFixed(places !== undefined && places >= 0 && places <= 100 ? places : 2)
  }
}

/** Throws for a currency that is no code and for decimals outside the range of `Intl.NumberFormat`. For `memo`. */
function numberFormat(
  locale: string,
  grouping: boolean,
  decimals: number | undefined,
  currency: string | undefined,
): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    useGrouping: grouping,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    style: currency === undefined ? undefined : 'currency',
    currency,
  })
}

/**
 * The texts for exactly 0, 1 and 2 come before the plural rules: English has no form "zero", but agents send "No
 * items".
 */
const exact: readonly string[] = ['zero', 'one', 'two']

/**
 * The text for a number, in the plural forms of the host's language. An empty text counts as a text. `other` replaces an
 * absent text.
 */
export const pluralize: FunctionDefinition = {
  run(args, { locale, memo, report }) {
    const number = numberOf(args['value'])
    const other = toText(args['other'])
    const choose = (category: string | undefined): string | undefined => {
      const text = category === undefined ? undefined : getOwn(args, category)
      return text === undefined ? undefined : toText(text)
    }
    if (number === undefined) return other
    try {
      return choose(exact[number]) ?? choose(memo(pluralRules, locale).select(number)) ?? other
    } catch (cause) {
      report(cause)
      return other
    }
  },
}

function pluralRules(locale: string): Intl.PluralRules {
  return new Intl.PluralRules(locale)
}
