/**
 * A date for the formatters of date-fns: what they read as local time is any wall clock, and not that of the machine. It
 * is made of a number, since making a plain `Date` reads the clock.
 */
export class WallDate extends Date {
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
