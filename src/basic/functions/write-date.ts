/**
 * Writes dates with the formatters of date-fns. This file is loaded when a component first names `formatDate`, or has a
 * `DateTimeInput` with a value that must be translated.
 */
import { formatters } from 'date-fns/format'
import type { Args, CallContext } from '../../catalog/expression.ts'
import { SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { clip, own } from '../../json/value.ts'
import { type DateNames, dateNames } from './date-names.ts'
import { momentOf } from './date-value.ts'
import { timeZoneOf } from './time-zone.ts'

export { allDates } from '../inputs/date-input.ts'

/**
 * A value that is no date gives the empty text. The pattern `ISO` gives ISO 8601. A pattern with letters that mean
 * nothing gives ISO 8601 and a report.
 */
export function writeDate(
  { value, format }: Args,
  { locale, timeZone, memo, report, spend }: Pick<CallContext, 'locale' | 'timeZone' | 'memo' | 'report' | 'spend'>,
): string {
  const moment = momentOf(value, memo(timeZoneOf, timeZone))
  const pattern = toText(format)
  if (!moment || pattern === '') return ''
  if (pattern === 'ISO') return moment.iso
  spend(stepsOfLetter * pattern.length)
  try {
    return written(moment.date, pattern, memo(dateNames, locale))
  } catch (cause) {
    report(cause)
    return moment.iso
  }
}

/** Steps for each letter of a pattern. The name of a month costs about 1 µs. */
const stepsOfLetter = 100

/** Two quotes; a text in quotes; a single quote; a letter, once or several times. */
const tokens = /''|'(?:''|[^'])+(?:'|$)|'|([A-Za-z])\1*/g

/** Uses the single formatters of date-fns: its `format` would add the English names to the bundle. */
function written(date: Date, pattern: string, names: DateNames): string {
  return pattern.replaceAll(tokens, (token, letter: string | undefined) => {
    if (token === "''") return "'"
    if (token.startsWith("'")) return token.slice(1).replace(/'$/, '').replaceAll("''", "'")
    return letter === undefined ? token : lettersOf(date, token, letter, pattern, names)
  })
}

function lettersOf(date: Date, token: string, letter: string, pattern: string, names: DateNames): string {
  refuseLookalike(token, letter)
  const known = letter === 'Z' ? (offsets[token.length] ?? token) : token
  if (foreign.includes(letter)) throw notInTr35(letter, pattern)
  const formatter = own(formatters, known.charAt(0))
  if (!formatter) throw new RangeError(`"${letter}" is not supported; letters that mean themselves stand in quotes`)
  return formatter(date, known, names, { locale: {}, weekStartsOn: 0, firstWeekContainsDate: 1 })
}

/** The letters of date-fns for `Z`, by the number of `Z`s. */
const offsets: { readonly [length: number]: string } = { 1: 'xxxx', 2: 'xxxx', 3: 'xxxx', 4: 'OOOO', 5: 'XXXXX' }

/** Letters of date-fns that are not in TR35. */
const foreign = 'oiIRtTpP'

/** `Y` is the year of a week and `D` is the day of the year. Agents nearly always mean `y` and `d`. */
function refuseLookalike(token: string, letter: string): void {
  if (letter === 'Y' || letter === 'D')
    throw new RangeError(`"${token}" stands for another thing: write "${token.toLowerCase()}"`)
}

function notInTr35(letter: string, pattern: string): SurfaceError {
  const quoted = pattern.replaceAll(tokens, (token, other?: string) => (other === 'T' ? `'${token}'` : token))
  const hint =
    letter === 'T' ? `Quote it: "${clip(quoted)}".` : 'Use the letters of Unicode TR35, and put others in quotes.'
  return new SurfaceError('FUNCTION_FAILED', `"${letter}" is not in Unicode TR35`, { hint })
}
