/**
 * Translates dates and times: ISO 8601 as agents write it ⇄ the text of native inputs.
 *
 * A value with an offset is an instant: it is shown in the user's time zone and written back with its own offset. A
 * value without an offset is a local date or time, and no time zone changes it. This file is loaded with the other code
 * that reads dates.
 */
import { instantOf, minutesOf, timeZoneOf } from '../functions/date-value.ts'

/** The `type` of the input. */
export type InputKind = 'date' | 'time' | 'datetime-local'

/** Translates a value of the data model to the text of a native input, and back. */
export interface DateTranslation {
  /**
   * The text of the input; empty for a value that has none. `timeZone` is an IANA name. `timeOfDay` completes a value
   * without a time.
   */
  readonly toInput: (value: string, kind: InputKind, timeZone: string, timeOfDay?: string) => string
  /** The text of the input as ISO 8601; empty for an invalid text. `before` is the value that it replaces. */
  readonly fromInput: (text: string, kind: InputKind, before: string, timeZone: string) => string
}

const form = /^(?:(\d{4}-\d{2}-\d{2})(?:[T ]|$))?(?:(\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i

interface Parts {
  /** `2026-03-29`, or empty. */
  readonly date: string
  /** `09:30`, with seconds unless they are 0; or empty. */
  readonly time: string
  /** Minutes east of Greenwich; `undefined` for a value without an offset. */
  readonly offset: number | undefined
}

/** Every form of ISO 8601 that agents write. */
export const allDates: DateTranslation = { toInput, fromInput }

function toInput(value: string, kind: InputKind, timeZone: string, timeOfDay = '00:00'): string {
  const { date, time } = inZone(datePartsOf(value), timeZone)
  if (kind === 'date') return date
  if (kind === 'time') return time
  return date === '' ? '' : `${date}T${time || timeOfDay}`
}

function fromInput(text: string, kind: InputKind, before: string, timeZone: string): string {
  if (toInput(text, kind, timeZone) === '') return ''
  const old = datePartsOf(before)
  if (kind === 'date') return text
  if (kind === 'datetime-local') return withOffset(text, old.offset, timeZone)
  // A new time of an instant keeps the day of the instant.
  if (old.date !== '') return withOffset(`${inZone(old, timeZone).date}T${text}`, old.offset, timeZone)
  return old.offset === undefined ? text : text + formatOffset(old.offset)
}

/** `text` is local time in the zone. The result is the same instant, written with `offset`. */
function withOffset(text: string, offset: number | undefined, timeZone: string): string {
  const wall = Date.parse(`${text}Z`)
  if (offset === undefined || Number.isNaN(wall)) return text
  return digitsOf(timeZoneOf(timeZone).instantOf(wall) + offset * 60_000) + formatOffset(offset)
}

function datePartsOf(value: string): Parts {
  const instant = instantOf(value)
  if (instant !== undefined && Math.abs(instant) <= lastInstant) return { ...datePartsOf(digitsOf(instant)), offset: 0 }
  const [, date = '', minutes = '', seconds = '', zone] = form.exec(value.trim()) ?? []
  const time = seconds === ':00' ? minutes : minutes + seconds
  return { date, time, offset: zone === undefined ? undefined : minutesOf(zone) }
}

/** Of JavaScript's dates. Source: ECMA-262, "Time Values and Time Range". */
const lastInstant = 8.64e15

function formatOffset(offset: number): string {
  if (offset === 0) return 'Z'
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0')
  const size = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** The parts in the time zone. A time without a date stays: its offset in the zone depends on the date. */
function inZone(parts: Parts, timeZone: string): Parts {
  if (parts.offset === undefined || parts.date === '' || parts.time === '') return parts
  const instant = Date.parse(`${parts.date}T${parts.time}Z`) - parts.offset * 60_000
  return Number.isNaN(instant) ? parts : datePartsOf(digitsOf(timeZoneOf(timeZone).wallAt(instant)))
}

/** What a wall clock shows, as `2026-03-29T09:30:00`. */
function digitsOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19)
}
