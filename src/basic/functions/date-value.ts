/**
 * The dates of the data model: ISO 8601 texts, or milliseconds since the epoch; and the wall clocks of time zones.
 *
 * Nothing here asks for the time of now, also not on the way to another time: frameworks that prerender refuse a page that
 * does. The wall clocks come from `Intl` alone.
 */
import type { Maybe } from '../../json/value.ts'

/** A date of the data model as the user's clock shows it. */
export interface Moment {
  /** Its getters answer in the user's time zone. */
  readonly date: Date
  /** ISO 8601. A moment is in UTC; a day without a time has no zone. */
  readonly iso: string
}

/** A day; then an optional time; then an optional zone. */
const pattern =
  /^(?<day>(\d{4})-(\d{2})-(\d{2}))(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?<zone>Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i

/**
 * The moment of a value. `undefined` for an empty value, for 0, for a text in another form, and for a day that does not
 * exist: 2026-02-30 is not the 2nd of March. A value without a zone is in the user's time zone, so a day never shifts.
 */
export function momentOf(value: Maybe, timeZone: TimeZone): Moment | undefined {
  const instant = instantOf(value)
  if (instant !== undefined) return momentAt(instant, timeZone)
  const match = typeof value === 'string' ? pattern.exec(value.trim()) : null
  if (!match?.groups) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [...match]
    .slice(2, 8)
    .map((part) => Number(part ?? 0))
  const digits: Digits = [year, month - 1, day, hour, minute, second, Math.trunc(Number(`0.${match[8] ?? 0}`) * 1000)]
  if (!exists(digits)) return undefined
  const { zone, day: calendarDay = '' } = match.groups
  const wall = Date.UTC(...digits)
  if (zone !== undefined) return momentAt(wall - 60_000 * minutesOf(zone), timeZone)
  const local = momentAt(timeZone.instantOf(wall), timeZone)
  return local && match[5] === undefined ? { ...local, iso: calendarDay } : local
}

/** Milliseconds since 1970: a number other than 0, or a text of 13 digits, as a bound text has such a number from 2001 to 2286. */
export function instantOf(value: Maybe): number | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : value
  return typeof value === 'string' && /^\s*\d{13}\s*$/.test(value) ? Number(value) : undefined
}

/** The arguments of `Date.UTC`: the month counts from 0. */
type Digits = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
]

/** JavaScript turns a date that does not exist into another date, and a year below 100 into one after 1900. */
function exists(digits: Digits): boolean {
  const date = new Date(Date.UTC(...digits))
  const [year, month, day, hour, minute, second] = digits
  return (
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  )
}

/** Minutes east of Greenwich; `zone` is `Z`, or hours and minutes with + or -. */
export function minutesOf(zone: string): number {
  if (zone.length === 1) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

function momentAt(instant: number, { wallAt }: TimeZone): Moment | undefined {
  const utc = new Date(instant)
  if (Number.isNaN(utc.getTime())) return undefined
  const wall = wallAt(instant)
  return { date: new WallDate(wall, wall - instant), iso: utc.toISOString() }
}

/**
 * The clock of a time zone. An instant is in milliseconds since 1970; a wall time is the instant at which a clock in UTC
 * shows the same.
 */
export interface TimeZone {
  readonly wallAt: (instant: number) => number
  /**
   * The earlier one, where the clock shows a time twice. A time that the clock skips is as far after the change as it is
   * written, as in `Date`: 02:30 is 03:30.
   */
  readonly instantOf: (wall: number) => number
}

const millisecondsOfDay = 86_400_000

/**
 * The clock of a time zone, by its IANA name, such as `Europe/Berlin`. Callers with a `memo` use it: a formatter is made.
 *
 * @throws {RangeError} For an unknown name.
 */
export function timeZoneOf(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  const offsetAt = (instant: number): number => offsetIn(format.format(instant))
  const wallAt = (instant: number): number => instant + offsetAt(instant)
  return {
    wallAt,
    instantOf(wall) {
      // With the offsets of a day before and a day after: the clock may change in between.
      const [earlier, later] = [wall - offsetAt(wall - millisecondsOfDay), wall - offsetAt(wall + millisecondsOfDay)]
      return wallAt(earlier) !== wall && wallAt(later) === wall ? later : earlier
    },
  }
}

/** Milliseconds. The text ends with `GMT`, `GMT+05:30`, or before time zones were made, `GMT-00:01:15`. */
function offsetIn(text: string): number {
  const [, sign, ...digits] = /([+-]?)(\d*):?(\d*):?(\d*)$/.exec(text) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = digits.map(Number)
  return (sign === '-' ? -1000 : 1000) * (hours * 3600 + minutes * 60 + seconds)
}

/**
 * A date for the formatters of date-fns: what they read as local time is any wall clock, and not that of the machine. It
 * is made of a number, since making a plain `Date` reads the clock.
 */
class WallDate extends Date {
  private readonly offset: number

  /** A wall time, or a date to copy. `offset`: milliseconds east of Greenwich; the formatters need none of a copy. */
  constructor(wall: number | Date, offset = 0) {
    super(wall)
    this.offset = offset
  }

  override getTimezoneOffset(): number {
    return Math.trunc(-this.offset / 60_000)
  }

  override getFullYear(): number {
    return this.getUTCFullYear()
  }

  override getMonth(): number {
    return this.getUTCMonth()
  }

  override getDate(): number {
    return this.getUTCDate()
  }

  override getDay(): number {
    return this.getUTCDay()
  }

  override getHours(): number {
    return this.getUTCHours()
  }

  override getMinutes(): number {
    return this.getUTCMinutes()
  }

  override getSeconds(): number {
    return this.getUTCSeconds()
  }

  override getMilliseconds(): number {
    return this.getUTCMilliseconds()
  }

  override setFullYear(...date: Parameters<Date['setFullYear']>): number {
    return this.setUTCFullYear(...date)
  }

  override setDate(day: number): number {
    return this.setUTCDate(day)
  }

  override setHours(...time: Parameters<Date['setHours']>): number {
    return this.setUTCHours(...time)
  }
}
