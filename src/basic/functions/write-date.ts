/**
 * Writes dates with the formatters of date-fns, and the names of months and days in a locale. This file is loaded when a
 * component first names `formatDate`, or has a `DateTimeInput` with a value that native inputs cannot show.
 */
import { type FormatOptions, formatters } from 'date-fns/format'
import type { Args, CallContext } from '../../catalog/expression.ts'
import { SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { clip, getOwn } from '../../json/value.ts'
import { momentOf, timeZoneOf } from './date-value.ts'

/** Comes with the rest of the code for dates. */
export { allDates } from '../inputs/date-input.ts'

/**
 * The text of `formatDate`. A value that is no date gives the empty text. The pattern `ISO` gives ISO 8601. A pattern with
 * letters that mean nothing gives ISO 8601 and a report.
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
    return written(moment.date, pattern, memo(dateNames, locale), memo(weekRules, locale))
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
function written(date: Date, pattern: string, names: DateNames, weeks: WeekRules): string {
  return pattern.replaceAll(tokens, (token, letter: string | undefined) => {
    if (token === "''") return "'"
    if (token.startsWith("'")) return token.slice(1).replace(/'$/, '').replaceAll("''", "'")
    return letter === undefined ? token : lettersOf(date, token, letter, pattern, names, weeks)
  })
}

function lettersOf(
  date: Date,
  token: string,
  letter: string,
  pattern: string,
  names: DateNames,
  weeks: WeekRules,
): string {
  refuseLookalike(token, letter)
  const letters = letter === 'Z' ? (offsets[token.length] ?? token) : token
  if (notTr35.includes(letter)) throw notInTr35(letter, pattern)
  const formatter = getOwn(formatters, letters.charAt(0))
  if (!formatter) throw new RangeError(`"${letter}" is not supported; letters that mean themselves stand in quotes`)
  return formatter(date, letters, names, { locale: {}, ...weeks })
}

/** The letters of date-fns for `Z`, by the number of `Z`s. */
const offsets: { readonly [length: number]: string } = { 1: 'xxxx', 2: 'xxxx', 3: 'xxxx', 4: 'OOOO', 5: 'XXXXX' }

/** Letters of date-fns that are not in TR35. */
const notTr35 = 'oiIRtTpP'

/** `Y` is the year of a week and `D` is the day of the year. Agents nearly always mean `y` and `d`. */
function refuseLookalike(token: string, letter: string): void {
  if (letter === 'Y' || letter === 'D')
    throw new SurfaceError(
      'FUNCTION_FAILED',
      `"${token}" is ${letter === 'Y' ? 'the year of a week' : 'the day of the year'}`,
      {
        hint: `Write "${token.toLowerCase()}".`,
      },
    )
}

function notInTr35(letter: string, pattern: string): SurfaceError {
  const quoted = pattern.replaceAll(tokens, (token, other?: string) => (other === 'T' ? `'${token}'` : token))
  const hint =
    letter === 'T' ? `Quote it: "${clip(quoted)}".` : 'Use the letters of Unicode TR35, and put others in quotes.'
  return new SurfaceError('FUNCTION_FAILED', `"${letter}" is no letter of date patterns`, { hint })
}

/** Names in the form that the formatters of date-fns take. */
type DateNames = Parameters<(typeof formatters)[string]>[2]

type Width = 'narrow' | 'short' | 'long'

/**
 * The names of months, days, eras and halves of a day. Callers use `memo`: formatters are made.
 *
 * @throws {RangeError} For a locale that is no language tag.
 */
export function dateNames(locale: string): DateNames {
  // Always the Gregorian calendar: the numbers beside the names are Gregorian.
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options })
  const name = cached(format)
  format({})
  return {
    ordinalNumber: (number) => String(number),
    quarter: (quarter) => `Q${quarter}`,
    era: (era, options) => partOf(name({ era: widthOf(options?.width) }), Date.UTC(era === 0 ? -1 : 2024, 6), 'era'),
    month(month, options) {
      const width = widthOf(options?.width)
      const alone = name({ month: width }).format(Date.UTC(2024, month))
      if (options?.context === 'standalone') return alone
      // Many languages inflect the name beside a day. Where the part is a number, the name is in the text around it.
      const inflected = partOf(name({ month: width, day: 'numeric' }), Date.UTC(2024, month), 'month')
      return /\d/.test(inflected) ? alone : inflected
    },
    // The 7th of January 2024 was a Sunday.
    day: (day, options) => name({ weekday: widthOf(options?.width) }).format(Date.UTC(2024, 0, 7 + day)),
    dayPeriod(period) {
      const hour = period === 'am' || period === 'midnight' || period === 'morning' || period === 'night' ? 1 : 13
      return partOf(name({ hour: 'numeric', hour12: true }), Date.UTC(2024, 0, 1, hour), 'dayPeriod')
    },
  }
}

type WeekRules = Required<Pick<FormatOptions, 'weekStartsOn' | 'firstWeekContainsDate'>>

/** Engines have it as a method or as a member, with `minimalDays` or without. */
interface WeekInfo {
  readonly firstDay: number
  readonly minimalDays?: number
}

/** Regions whose weeks begin with Sunday, where the engine does not know: those with the most people. */
const sundayRegions = 'BD BR CA CO ET HK ID IL IN JP KE KR MX NP PE PH PK SA TH TW US VE ZA'.split(' ')

/** How a locale counts weeks. Sources: CLDR, `weekData`. */
export function weekRules(locale: string): WeekRules {
  const tag = new Intl.Locale(locale) as Intl.Locale & { readonly weekInfo?: WeekInfo; getWeekInfo?(): WeekInfo }
  const info = tag.getWeekInfo?.() ?? tag.weekInfo
  const monday = sundayRegions.includes(tag.maximize().region ?? '') ? 0 : 1
  const weekStartsOn = info ? info.firstDay % 7 : monday
  // Most regions whose weeks begin with Monday count by ISO 8601: four days make a first week.
  const minimalDays = info?.minimalDays ?? (weekStartsOn === 1 ? 4 : 1)
  return { weekStartsOn, firstWeekContainsDate: minimalDays === 4 ? 4 : 1 } as WeekRules
}

function widthOf(width: string | undefined): Width {
  if (width === 'narrow') return 'narrow'
  return width === 'wide' ? 'long' : 'short'
}

function partOf(format: Intl.DateTimeFormat, time: number, type: Intl.DateTimeFormatPartTypes): string {
  return format.formatToParts(time).find((part) => part.type === type)?.value ?? ''
}

/** A locale has a dozen formatters at most. Creating a formatter costs as much as formatting 100 dates. */
function cached(
  make: (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat,
): (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat {
  const byKey = new Map<string, Intl.DateTimeFormat>()
  return (options) => {
    const key = JSON.stringify(options)
    const format = byKey.get(key) ?? make(options)
    byKey.set(key, format)
    return format
  }
}
