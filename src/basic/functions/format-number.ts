/** `formatNumber`: a number as the host's locale writes it. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { displayedNumber } from './number.ts'
import { decimalsOf, groupingOf, numberFormat } from './number-format.ts'

/**
 * A value that is no number gives the empty text. An invalid number of decimals gives the plain number and a report.
 */
export const formatNumber: FunctionDefinition = {
  run({ value, decimals, grouping }, { locale, memo, report }) {
    const number = displayedNumber(value)
    if (number === undefined) return ''
    try {
      return memo(numberFormat, locale, groupingOf(grouping), decimalsOf(decimals), undefined).format(number)
    } catch (cause) {
      report(cause)
      return String(number)
    }
  },
}
