/** Reads dates of the data model: ISO 8601 texts, or milliseconds since the epoch. */
import type { Maybe } from '../../json/value.ts'
import type { TimeZone } from './time-zone.ts'
import { WallDate } from './wall-date.ts'

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
  if (typeof value === 'number') return value === 0 ? undefined : momentAt(value, timeZone)
  const match = typeof value === 'string' ? pattern.exec(value.trim()) : null
  if (!match?.groups) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [...match]
    .slice(2, 8)
    .map((part) => Number(part ?? 0))
  const digits: Digits = [year, month - 1, day, hour, minute, second, Math.trunc(Number(`0.${match[8] ?? 0}`) * 1000)]
  if (!exists(digits)) return undefined
  const { zone, day: calendarDay = '' } = match.groups
  const wall = Date.UTC(...digits)
  if (zone !== undefined) return momentAt(wall - offsetOf(zone), timeZone)
  const local = momentAt(timeZone.instantOf(wall), timeZone)
  return local && match[5] === undefined ? { ...local, iso: calendarDay } : local
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

/** Milliseconds; `zone` is `Z`, or hours and minutes east of Greenwich. */
function offsetOf(zone: string): number {
  if (zone.length === 1) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

function momentAt(instant: number, { wallAt }: TimeZone): Moment | undefined {
  const utc = new Date(instant)
  if (Number.isNaN(utc.getTime())) return undefined
  const wall = wallAt(instant)
  return { date: new WallDate(wall, wall - instant), iso: utc.toISOString() }
}
