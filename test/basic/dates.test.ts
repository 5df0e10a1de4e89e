// ISO 8601 → native inputs → ISO 8601, and the range of a slider.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastOf, localDates } from '../../src/basic/inputs/DateTimeInput.tsx'
import { allDates } from '../../src/basic/inputs/date-input.ts'
import { rangeOf } from '../../src/basic/inputs/Slider.tsx'
import { seedOf } from '../support/soak.ts'

const { fromInput, toInput } = allDates

describe('[BC-8] dates', () => {
  it.each([
    ['2026-03-29T00:30:00Z', 'Europe/Berlin', '2026-03-29T01:30'],
    ['2026-03-29T01:30:00Z', 'Europe/Berlin', '2026-03-29T03:30'],
    ['2026-01-01T02:00:00+05:30', 'America/New_York', '2025-12-31T15:30'],
    ['2026-01-01T02:00:45.5Z', 'UTC', '2026-01-01T02:00:45'],
    ['2026-01-01', 'Asia/Tokyo', '2026-01-01T00:00'],
    ['2026-01-01 08:00', 'Asia/Tokyo', '2026-01-01T08:00'],
    ['10:00', 'UTC', ''],
    ['', 'UTC', ''],
  ])('[BC-8] %s in %s is %s', (value, zone, shown) => {
    expect(toInput(value, 'datetime-local', zone)).toBe(shown)
  })

  it.each([
    ['2026-07-01T12:00', '2026-01-01T00:00:00+02:00', '2026-07-01T12:00:00+02:00'],
    ['2026-07-01T12:00', '2026-01-01T00:00:00-0330', '2026-07-01T06:30:00-03:30'],
    ['2026-07-01T12:00', '2026-01-01T00:00', '2026-07-01T12:00'],
    ['2026-07-01T12:00', '', '2026-07-01T12:00'],
    ['', '2026-01-01T00:00:00Z', ''],
    ['12026-06-05T10:00', '', ''],
    ['12026-06-05T10:00', '2026-01-01T00:00:00Z', ''],
  ])('[BC-8] %s after %s is written as %s', (text, before, written) => {
    expect(fromInput(text, 'datetime-local', before, 'Europe/Berlin')).toBe(written)
  })

  it('[BC-8] a time that the clock skips is later, and not before the change', () => {
    const before = '2026-01-01T00:00:00Z'
    const written = fromInput('2026-03-08T02:30', 'datetime-local', before, 'America/New_York')
    expect(written).toBe('2026-03-08T07:30:00Z')
  })

  it.each([
    ['09:15', '', '09:15'],
    ['09:15', '10:00', '09:15'],
    ['09:15', '10:00+02:00', '09:15+02:00'],
    ['09:15', '2026-07-01', '2026-07-01T09:15'],
    ['09:15', '2026-07-01T10:00', '2026-07-01T09:15'],
    ['09:15', '2026-07-01T10:00:00Z', '2026-07-01T07:15:00Z'],
    ['00:15', '2026-07-01T23:00:00Z', '2026-07-01T22:15:00Z'],
    ['', '2026-07-01T10:00:00Z', ''],
  ])('[BC-8] the time %s after %s keeps date and offset: %s', (text, before, written) => {
    expect(fromInput(text, 'time', before, 'Europe/Berlin')).toBe(written)
  })

  it.each([
    ['date', '2026-06-01', '2026-06-01'],
    ['datetime-local', '2026-06-01', '2026-06-01T23:59'],
    ['datetime-local', '2026-06-01T12:00', '2026-06-01T12:00'],
    ['date', undefined, '9999-12-31'],
    ['datetime-local', 'soon', '9999-12-31T23:59'],
    ['time', undefined, undefined],
  ] as const)('[BC-8] the last %s of %s is %s', (kind, max, last) => {
    expect(lastOf(max, kind, 'Europe/Berlin', allDates)).toBe(last)
  })

  it.each([
    ['date', '2026-06-01'],
    ['time', '09:15'],
    ['datetime-local', '2026-06-01T09:15'],
  ] as const)('[BC-8] [LZ-7] a local %s such as %s needs no translation', (kind, value) => {
    for (const translation of [localDates, allDates]) {
      expect(translation.toInput(value, kind, 'Asia/Tokyo')).toBe(value)
      for (const before of ['', value]) expect(translation.fromInput(value, kind, before, 'Asia/Tokyo')).toBe(value)
    }
    const others = ['', '09:15', '2026-06-01', '2026-06-01T09:15', '2026-06-01T09:15Z', '2026-06-01 09:15', 'soon']
    const shown = others.filter((other) => localDates.toInput(other, kind, 'Asia/Tokyo') !== '')
    expect(shown).toEqual([value])
    expect(localDates.fromInput('', kind, value, 'Asia/Tokyo')).toBe('')
  })

  it('[BC-8] what is entered is what is shown again, in any zone', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC')
    const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, instants, (zone, date) => {
        const before = `${date.toISOString().slice(0, 16)}:00Z`
        const shown = toInput(before, 'datetime-local', zone)
        expect(toInput(fromInput(shown, 'datetime-local', before, zone), 'datetime-local', zone)).toBe(shown)
      }),
      { ...seedOf(8) },
    )
  })
})

describe('[BC-7] the numbers of a slider', () => {
  it.each([
    [{ min: 0, max: 10, value: 4 }, 1, 4, 0.4],
    [{ min: 0, max: 1, value: 0.25 }, 0.01, 0.25, 0.25],
    [{ min: 0, max: 10, value: 2.5 }, 0.1, 2.5, 0.25],
    [{ min: 5, max: 5, value: 9 }, 1, 5, 0],
    [{ min: 0, max: 1e300, value: -1 }, 1, 0, 0],
  ])('[BC-7] %j', (numbers, step, value, share) => {
    expect(rangeOf(numbers)).toMatchObject({ step, value, share })
  })
})
