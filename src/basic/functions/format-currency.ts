/** `formatCurrency`: an amount of money as the host's locale writes it. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { toText } from '../../json/coerce.ts'
import { displayedNumber } from './number.ts'
import { decimalsOf, groupingOf, numberFormat } from './number-format.ts'

/**
 * `currency` is an ISO 4217 code; decimals default to those of the currency. A value that is no number gives the empty
 * text. An invalid code or number of decimals gives the plain amount and a report.
 */
export const formatCurrency: FunctionDefinition = {
  run({ value, currency, decimals, grouping }, { locale, memo, report }) {
    const number = displayedNumber(value)
    if (number === undefined) return ''
    const places = decimalsOf(decimals)
    try {
      return memo(numberFormat, locale, groupingOf(grouping), places, toText(currency)).format(number)
    } catch (cause) {
      report(cause)
      return number.toFixed(places !== undefined && places >= 0 && places <= 100 ? places : 2)
    }
  },
}
