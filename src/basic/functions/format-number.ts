/** `formatNumber`: a number as the host's locale writes it. */
import type { FunctionDefinition } from '../../catalog/function.ts'
import { shownNumber } from './number.ts'
import { decimalsOf, groupingOf, numberFormat } from './number-format.ts'

/** What is no number gives the empty text. Where the decimals make no sense, the plain number stands, and it is told. */
export const formatNumber: FunctionDefinition = {
  run({ value, decimals, grouping }, { locale, memo, report }) {
    const number = shownNumber(value)
    if (number === undefined) return ''
    try {
      return memo(numberFormat, locale, groupingOf(grouping), decimalsOf(decimals), undefined).format(number)
    } catch (cause) {
      report(cause)
      return String(number)
    }
  },
}
