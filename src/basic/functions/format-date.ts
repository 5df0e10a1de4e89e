/** `formatDate`: a date or moment in a pattern of Unicode TR35, in the host's locale and time zone. */
import { format as formatTokens } from 'date-fns/format'
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'
import { dateNames } from './date-names.ts'
import { momentOf } from './date-value.ts'

/**
 * What is no date gives the empty text. The pattern `ISO` gives ISO 8601; so does one with letters that mean nothing,
 * and it is told.
 */
export const formatDate: FunctionDefinition = {
  run({ value, format }, { locale, timeZone, memo, report }) {
    const moment = momentOf(value, timeZone)
    const pattern = toText(format)
    if (!moment || pattern === '') return ''
    if (pattern === 'ISO') return moment.iso
    try {
      refuseLookalikes(pattern)
      return formatTokens(moment.date, pattern, { locale: memo(dateNames, locale) })
    } catch (cause) {
      report(cause)
      return moment.iso
    }
  },
}

/** Y is the year that a week belongs to and D the day of the year: nearly always y and d were meant. */
function refuseLookalikes(pattern: string): void {
  const [token] = /[YD]+/.exec(pattern.replaceAll(/'[^']*'?/g, '')) ?? []
  if (token !== undefined) throw new RangeError(`"${token}" stands for another thing: write "${token.toLowerCase()}"`)
}
