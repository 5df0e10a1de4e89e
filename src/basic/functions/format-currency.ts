/** `formatCurrency`: an amount of money as the host's locale writes it. */
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'
import { shownNumber } from './number.ts'
import { decimalsOf, groupingOf, numberFormat } from './number-format.ts'

/**
 * `currency` is an ISO 4217 code; decimals default to those of the currency. What is no number gives the empty text.
 * Where code or decimals make no sense, the bare amount stands, and it is told.
 */
export const formatCurrency: FunctionDefinition = {
  run({ value, currency, decimals, grouping }, { locale, memo, report }) {
    const number = shownNumber(value)
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
