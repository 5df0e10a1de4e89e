/** Names of months and days in any locale that the browser knows, in the form in which date-fns asks for them. */
import type { formatters } from 'date-fns/format'

export type DateNames = Parameters<(typeof formatters)[string]>[2]

type Width = 'narrow' | 'short' | 'long'

/** Throws for a locale that is no language tag. Made through `memo`. */
export function dateNames(locale: string): DateNames {
  // Other calendars have other months, and the numbers beside the names are those of this one.
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options })
  const name = remembered((options) => format(options))
  format({})
  return {
    ordinalNumber: (number) => String(number),
    quarter: (quarter) => `Q${quarter}`,
    era: (era, options) => partOf(name({ era: widthOf(options?.width) }), Date.UTC(era === 0 ? -1 : 2024, 6), 'era'),
    month(month, options) {
      const width = widthOf(options?.width)
      const alone = name({ month: width }).format(Date.UTC(2024, month))
      if (options?.context === 'standalone') return alone
      // Beside a day many languages bend the name. Where the part is a number, the name is in the text around it.
      const bent = partOf(name({ month: width, day: 'numeric' }), Date.UTC(2024, month), 'month')
      return /\d/.test(bent) ? alone : bent
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

/** At most a dozen formatters for one locale; making one costs as much as formatting a hundred dates. */
function remembered(
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
