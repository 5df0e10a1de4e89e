/** `formatDate`: a date or moment in a pattern of Unicode TR35, in the host's locale and time zone. */
import { format as formatTokens } from 'date-fns/format'
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'
import { SurfaceError } from '../../json/errors.ts'
import { clip } from '../../json/value.ts'
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
      return formatTokens(moment.date, patternFor(pattern), { locale: memo(dateNames, locale) })
    } catch (cause) {
      report(cause)
      return moment.iso
    }
  },
}

/** The pattern in the letters of the library. Those that TR35 does not have mean something there, but not what they look like. */
function patternFor(pattern: string): string {
  return unquoted(pattern, (letters) => {
    refuseLookalikes(letters)
    refuseForeign(letters, pattern)
    return letters.replaceAll(/Z+/g, (zone) => offsets[zone.length] ?? zone)
  })
}

/** `Z` by its length. */
const offsets: { readonly [length: number]: string } = { 1: 'xxxx', 2: 'xxxx', 3: 'xxxx', 4: 'OOOO', 5: 'XXXXX' }

/** The pattern with another text for each part that stands outside of quotes. */
function unquoted(pattern: string, change: (letters: string) => string): string {
  const parts = pattern.split(/('[^']*'?)/)
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('')
}

/** Y is the year that a week belongs to and D the day of the year: nearly always y and d were meant. */
function refuseLookalikes(letters: string): void {
  const [token] = /[YD]+/.exec(letters) ?? []
  if (token !== undefined) throw new RangeError(`"${token}" stands for another thing: write "${token.toLowerCase()}"`)
}

function refuseForeign(letters: string, pattern: string): void {
  const [letter] = /[oiIRtT]/.exec(letters) ?? []
  if (letter === undefined) return
  const quoted = unquoted(pattern, (part) => part.replaceAll(/T+/g, "'$&'"))
  const hint =
    letter === 'T' ? `Quote it: ${clip(quoted)}` : 'Use the letters of Unicode TR35, and put others in quotes.'
  throw new SurfaceError('FUNCTION_FAILED', `"${letter}" is not in Unicode TR35`, { hint })
}
