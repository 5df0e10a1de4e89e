/**
 * The wall clocks of time zones, by `Intl` alone. Nothing here asks for the time of now, also not on the way to another
 * time: frameworks that prerender refuse a page that does.
 */

/** An instant is in milliseconds since 1970; a wall time is the instant at which a clock in UTC shows the same. */
export interface TimeZone {
  readonly wallAt: (instant: number) => number
  /**
   * The earlier one, where the clock shows a time twice. A time that the clock skips is as far after the change as it is
   * written, as in `Date`: 02:30 is 03:30.
   */
  readonly instantOf: (wall: number) => number
}

const day = 86_400_000

/** Throws a `RangeError` for an unknown name. Use `memo` where there is one. */
export function timeZoneOf(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  const offsetAt = (instant: number): number => offsetIn(format.format(instant))
  const wallAt = (instant: number): number => instant + offsetAt(instant)
  return {
    wallAt,
    instantOf(wall) {
      // With the offsets of before and after a change that may be near.
      const [earlier, later] = [wall - offsetAt(wall - day), wall - offsetAt(wall + day)]
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
