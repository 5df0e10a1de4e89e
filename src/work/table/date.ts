/** The dates of a table's cells: ISO 8601 texts, or milliseconds since the epoch. */
import type { Maybe } from '../../json/value.ts'

export interface CellDate {
  /** Milliseconds since the epoch, of the digits as they stand where the text has no zone. */
  readonly time: number
  readonly hasZone: boolean
  readonly hasTime: boolean
}

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/** `undefined` for a text in another form, for 0, and for a day that does not exist. */
export function dateOf(value: Maybe): CellDate | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : { time: value, hasZone: true, hasTime: true }
  const [, day, clock, zone] = (typeof value === 'string' && pattern.exec(value.trim())) || []
  if (day === undefined) return undefined
  // JavaScript takes 30 February for 2 March.
  if (!new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)) return undefined
  const time = Date.parse(`${day}T${clock ?? '00:00'}${zone ?? 'Z'}`)
  return Number.isNaN(time) ? undefined : { time, hasZone: zone !== undefined, hasTime: clock !== undefined }
}
