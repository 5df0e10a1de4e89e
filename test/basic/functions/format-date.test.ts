import { TZDateMini } from '@date-fns/tz/date/mini'
import { format } from 'date-fns/format'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate } from '../../../src/basic/functions/format-date.ts'
import { dateNames, weekRules } from '../../../src/basic/functions/write-date.ts'
import type { SurfaceError } from '../../../src/errors/surface-error.ts'
import type { Maybe } from '../../../src/json/value.ts'
import { seedOf, sized } from '../../support/soak.ts'
import { call } from './calling.ts'

const noon = '2026-08-26T12:04:05.678Z'

function written(value: Maybe, format: string, timeZone = 'UTC', locale = 'en-US'): Maybe {
  return call(formatDate, { value, format }, { timeZone, locale }).value
}

describe('formatDate', () => {
  it.each([
    ['yyyy-MM-dd', '2026-08-26'],
    ['yy M d', '26 8 26'],
    ['MMM d, yyyy', 'Aug 26, 2026'],
    ["EEEE, MMMM d 'at' h:mm a", 'Wednesday, August 26 at 12:04 PM'],
    ['E HH:mm:ss.SSS', 'Wed 12:04:05.678'],
    ['h hh H HH', '12 12 12 12'],
    ["d''yy 'o''clock'", "26'26 o'clock"],
    ['MMMMM EEEEE', 'A W'],
    ['日 yyyy/M', '日 2026/8'],
  ])('[FN-13] writes %s', (format, text) => {
    expect(call(formatDate, { value: noon, format })).toEqual({ value: text, reports: [] })
  })

  it('[FN-13] writes what date-fns `format` writes, and reports what it refuses', () => {
    const letters = 'y yyyy MMMM LLL d EEEE ccc e h HH k K mm ss SSS a b B q QQQ w G x XXX z OOOO j u'.split(' ')
    const part = fc.constantFrom("'", "''", ' ', '-', 'é', '1', ...letters)
    const names = { localize: dateNames('en-US'), formatLong: {} as never }
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const pattern = parts.join('')
        const { value, reports } = call(formatDate, { value: noon, format: pattern })
        let expected: string | undefined
        try {
          expected = format(new TZDateMini(noon, 'UTC'), pattern, { locale: names })
        } catch {
          expect(reports).toHaveLength(1)
          return
        }
        expect([value, reports]).toEqual([expected, []])
      }),
      { numRuns: sized(100, 10_000, 500), ...seedOf(13) },
    )
  })

  it.each([
    ['de', '2027-01-03', '53'],
    ['de', '2027-01-04', '1'],
    ['de', '2027-12-31', '52'],
    ['en-US', '2027-01-03', '2'],
    ['en-GB', '2027-01-04', '1'],
  ])('[FN-13] counts weeks as people do: in %s %s is in week %s', (locale, day, week) => {
    expect(written(day, 'w', 'UTC', locale)).toBe(week)
  })

  it('[FN-13] counts weeks where the engine does not know how', () => {
    const member = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'weekInfo')
    const method = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'getWeekInfo')
    const unknown = { value: undefined, configurable: true }
    Object.defineProperties(Intl.Locale.prototype, { weekInfo: unknown, getWeekInfo: unknown })
    try {
      expect(['de-AT', 'en-US', 'fr', 'ja'].map((locale) => Object.values(weekRules(locale)))).toEqual([
        [1, 4],
        [0, 1],
        [1, 4],
        [0, 1],
      ])
    } finally {
      for (const [name, before] of Object.entries({ weekInfo: member, getWeekInfo: method }))
        if (before) Object.defineProperty(Intl.Locale.prototype, name, before)
        else Reflect.deleteProperty(Intl.Locale.prototype, name)
    }
  })

  it('[FN-13] takes milliseconds, zones, fractions and blanks', () => {
    const same = [
      Date.UTC(2026, 7, 26, 12, 4, 5),
      '2026-08-26T12:04:05Z',
      '2026-08-26T14:04:05+02:00',
      '2026-08-26T08:34:05-0330',
      ' 2026-08-26 12:04:05 ',
      '2026-08-26t12:04:05.0z',
    ]
    for (const value of same) expect(written(value, 'yyyy-MM-dd HH:mm:ss')).toBe('2026-08-26 12:04:05')
  })

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-08-26T24:00',
    '2026-08-26T12:60',
    '2026-08-26T12:00+24:00',
    '26.08.2026',
    'August 26, 2026',
    '2026-8-26',
    'tomorrow',
    '',
    null,
    undefined,
    0,
    Number.NaN,
    1e20,
    true,
    {},
  ])('[FN-13] writes nothing for %j', (value) => {
    expect(call(formatDate, { value, format: 'yyyy' })).toEqual({ value: '', reports: [] })
  })

  it.each(['Pacific/Honolulu', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'Africa/Cairo'])(
    '[FN-13] leaves a day the same day in %s',
    (timeZone) => {
      // In Cairo the 24th of April 2026 begins at one o'clock.
      for (const day of ['2026-04-24', '2026-12-31', '2024-02-29']) {
        expect(written(day, 'yyyy-MM-dd', timeZone)).toBe(day)
        expect(written(day, 'ISO', timeZone)).toBe(day)
      }
    },
  )

  it('[FN-13] writes a moment as the clock on the wall shows it', () => {
    const clock = 'yyyy-MM-dd HH:mm'
    expect(written('2026-01-15T23:30:00Z', clock, 'Asia/Tokyo')).toBe('2026-01-16 08:30')
    expect(written('2026-07-15T23:30:00Z', clock, 'America/New_York')).toBe('2026-07-15 19:30')
    expect(written('2026-01-15T23:30:00Z', clock, 'America/New_York')).toBe('2026-01-15 18:30')
    expect(written('2026-07-15T08:30', clock, 'America/New_York')).toBe('2026-07-15 08:30')
    expect(written('2026-07-15T08:30', 'ISO', 'America/New_York')).toBe('2026-07-15T12:30:00.000Z')
  })

  it.each([
    ['is skipped', '2026-03-29T02:30', 'Europe/Berlin', '03:30 +02:00', '2026-03-29T01:30:00.000Z'],
    ['is skipped', '2026-03-08T02:30', 'America/New_York', '03:30 -04:00', '2026-03-08T07:30:00.000Z'],
    [
      'is skipped at the start of a day',
      '2026-03-08T00:30',
      'America/Havana',
      '01:30 -04:00',
      '2026-03-08T05:30:00.000Z',
    ],
    ['comes twice', '2026-10-25T02:30', 'Europe/Berlin', '02:30 +02:00', '2026-10-25T00:30:00.000Z'],
    ['comes twice', '2026-11-01T01:30', 'America/New_York', '01:30 -04:00', '2026-11-01T05:30:00.000Z'],
  ])('[FN-13] writes a time that %s, as `Date` does: %s in %s', (_, value, timeZone, clock, instant) => {
    expect([written(value, 'HH:mm XXX', timeZone), written(value, 'ISO', timeZone)]).toEqual([clock, instant])
  })

  it('[FN-13] writes any moment as the time zones of date-fns do', () => {
    const zones = 'America/St_Johns Europe/Lisbon Africa/Cairo Asia/Kathmandu Australia/Lord_Howe Pacific/Apia'.split(
      ' ',
    )
    const instants = fc.date({ min: new Date('1975-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    const pattern = 'y M d EEE HH:mm:ss.SSS xxx w'
    const names = { localize: dateNames('en-US'), formatLong: {} as never }
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (timeZone, date) => {
        const expected = format(new TZDateMini(date.getTime(), timeZone), pattern, { locale: names })
        expect(written(date.toISOString(), pattern, timeZone)).toBe(expected)
      }),
      { numRuns: 300, seed: 13 },
    )
  })

  it.each([
    ['de-DE', 'EEEE, d. MMMM yyyy', 'Mittwoch, 26. August 2026'],
    ['fr-FR', 'EEE d MMM', 'mer. 26 août'],
    ['ru-RU', 'd MMMM, LLLL', '26 августа, август'],
    ['ja-JP', 'MMMM d日 EEEE', '8月 26日 水曜日'],
    // The calendars of some locales have other months. The numbers are Gregorian, so the names must be as well.
    ['ar-SA', 'd MMMM', '26 أغسطس'],
    ['fa-IR', 'd MMMM', '26 اوت'],
    ['en-GB', 'h:mm a', '12:04 pm'],
  ])('[FN-13] has the names of %s', (locale, format, text) => {
    expect(written(noon, format, 'UTC', locale)).toBe(text)
  })

  it('[FN-13] writes ISO 8601 when asked', () => {
    expect(written(noon, 'ISO', 'Asia/Tokyo')).toBe(noon)
  })

  it.each(['YYYY-MM-DD', 'DD', 'yyyy n', 'PPP', 'tomorrow'])(
    '[FN-13] writes ISO 8601 for %s, and reports it',
    (format) => {
      const { value, reports } = call(formatDate, { value: noon, format })
      expect([value, reports.length]).toEqual([noon, 1])
    },
  )

  it.each(['do', 'i', 'I', 'R-MM', 't', 'T', 'MMMM do', 'P', 'p'])(
    '[FN-13] letters that are not in TR35 give ISO 8601 and a report: %s',
    (format) => {
      const { value, reports } = call(formatDate, { value: noon, format })
      expect([value, reports.length]).toEqual([noon, 1])
    },
  )

  it('[FN-13] the hint says how to quote a T between date and time', () => {
    const { value, reports } = call(formatDate, { value: noon, format: 'yyyy-MM-ddTHH:mm' })
    expect([value, (reports[0] as SurfaceError).hint]).toEqual([noon, `Quote it: "yyyy-MM-dd'T'HH:mm".`])
    expect(written(noon, "yyyy-MM-dd'T'HH:mm")).toBe('2026-08-26T12:04')
  })

  it.each([
    ['Z', '+0200', '+0000'],
    ['ZZZ', '+0200', '+0000'],
    ['ZZZZ', 'GMT+02:00', 'GMT+00:00'],
    ['ZZZZZ', '+02:00', 'Z'],
    ["'Z' HH", 'Z 14', 'Z 12'],
    ["'It''s' Z", "It's +0200", "It's +0000"],
  ])('[FN-13] %s is the offset, as TR35 has it', (format, berlin, utc) => {
    expect([written(noon, format, 'Europe/Berlin'), written(noon, format)]).toEqual([berlin, utc])
  })

  it('[FN-13] reports an invalid time zone or locale of the host', () => {
    expect(() => written(noon, 'yyyy', 'Middle/Earth')).toThrow('Middle/Earth')
    expect(call(formatDate, { value: noon, format: 'MMM' }, { locale: 'no locale' }).reports).toHaveLength(1)
  })
})
