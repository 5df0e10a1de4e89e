/** Names of months and days in a locale, in the form that date-fns takes. */
import type { formatters } from 'date-fns/format'

export type DateNames = Parameters<(typeof formatters)[string]>[2]

type Width = 'narrow' | 'short' | 'long'

/** Throws for a locale that is no language tag. Callers use `memo`. */
export function dateNames(locale: string): DateNames {
  // Always the Gregorian calendar: the numbers beside the names are Gregorian.
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options })
  const name = cached((options) => format(options))
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
  const made = new Map<string, Intl.DateTimeFormat>()
  return (options) => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? make(options)
    made.set(key, known)
    return known
  }
}
