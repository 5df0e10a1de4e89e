/**
 * ISO 8601 as agents write it ⇄ the texts that native inputs for dates and times understand.
 *
 * A value with an offset names an instant: it is shown in the person's time zone, and goes back with the offset it came
 * with. A value without one is the same clock and calendar everywhere, and is never moved.
 */

/** The `type` of the input. */
export type InputKind = 'date' | 'time' | 'datetime-local'

const form = /^(?:(\d{4}-\d{2}-\d{2})(?:[T ]|$))?(?:(\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i

interface Parts {
  /** `2026-03-29`, or empty. */
  readonly date: string
  /** `09:30`, with seconds where they are not 0; or empty. */
  readonly time: string
  /** Minutes east of Greenwich; absent where the value has no offset. */
  readonly offset: number | undefined
}

/**
 * The text for the input; empty for a value that is none of ISO 8601's. `timeZone` is an IANA name; `timeOfDay` is for a
 * day that is to be a moment.
 */
export function toInput(value: string, kind: InputKind, timeZone: string, timeOfDay = '00:00'): string {
  const { date, time } = inZone(partsOf(value), timeZone)
  if (kind === 'date') return date
  if (kind === 'time') return time
  return date === '' ? '' : `${date}T${time || timeOfDay}`
}

/** The last that may be entered: a day ends with its last minute, and years have four digits, as ISO 8601 has them. */
export function lastOf(max: string | undefined, kind: InputKind, timeZone: string): string | undefined {
  return toInput(max ?? '', kind, timeZone, '23:59') || last[kind]
}

const last = { date: '9999-12-31', time: undefined, 'datetime-local': '9999-12-31T23:59' } as const

/** What the person entered, as ISO 8601; empty for what is none. `before` is the value that it replaces. */
export function fromInput(text: string, kind: InputKind, before: string, timeZone: string): string {
  if (toInput(text, kind, timeZone) === '') return ''
  const old = partsOf(before)
  if (kind === 'date') return text
  if (kind === 'datetime-local') return withOffset(text, old.offset, timeZone)
  // A time of day may be that of an instant, which stays on its day.
  if (old.date !== '') return withOffset(`${inZone(old, timeZone).date}T${text}`, old.offset, timeZone)
  return old.offset === undefined ? text : text + formatOffset(old.offset)
}

/** The clocks of the zone show `text`; `offset` is how it is written. */
function withOffset(text: string, offset: number | undefined, timeZone: string): string {
  const instant = offset === undefined ? Number.NaN : instantOf(text, timeZone)
  if (offset === undefined || Number.isNaN(instant)) return text
  const moved = new Date(instant + offset * 60_000).toISOString().slice(0, 19)
  return moved + formatOffset(offset)
}

function partsOf(value: string): Parts {
  const [, date = '', minutes = '', seconds = '', zone] = form.exec(value.trim()) ?? []
  const time = seconds === ':00' ? minutes : minutes + seconds
  return { date, time, offset: zone === undefined ? undefined : offsetOf(zone) }
}

function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

function formatOffset(offset: number): string {
  if (offset === 0) return 'Z'
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0')
  const size = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** A time of day alone has no date to reckon an offset with, so it stays as it is. */
function inZone(parts: Parts, timeZone: string): Parts {
  if (parts.offset === undefined || parts.date === '' || parts.time === '') return parts
  const instant = Date.parse(`${parts.date}T${parts.time}Z`) - parts.offset * 60_000
  return Number.isNaN(instant) ? parts : partsOf(clockAt(instant, timeZone))
}

/** The instant at which the clocks of a zone show `text`. Twice, because the first guess may lie across a change of clocks. */
function instantOf(text: string, timeZone: string): number {
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const ahead = (instant: number): number => Date.parse(`${clockAt(instant, timeZone)}Z`) - instant
  return asUtc - ahead(asUtc - ahead(asUtc))
}

/** What clocks and calendars of a zone show, as `2026-03-29T09:30:00`. */
function clockAt(instant: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}
