/** What stands in a cell, by the format of its column and the user's locale. */
import { toText } from '../../json/coerce.ts'
import { clip, type Maybe } from '../../json/value.ts'
import type { TableColumn } from '../props.ts'
import { dateOf } from './date.ts'
import { namesOf, numberOf, type Row, valueAt } from './rows.ts'

export interface CellText {
  readonly text: string
  /** What a number has behind its fraction: a currency's sign, in most languages. */
  readonly after: string
  /** What stands there unseen, so that the decimal signs of a column are below each other. */
  readonly pad: string
}

export interface FormatOptions {
  readonly locale: string
  readonly timeZone: string
}

/** Decimals that are drawn. */
const maxDecimals = 6

/** A cell draws so many characters: it is one line, and there may be 10,000 of them. */
const longestCell = 500

export function isNumeric({ format }: TableColumn): boolean {
  return format === 'number' || format === 'currency'
}

/** Makes the texts of a column. A value that the format does not fit is drawn as it is. */
export function formatterOf(
  column: TableColumn,
  rows: readonly Row[],
  { locale, timeZone }: FormatOptions,
): (value: Maybe) => CellText {
  if (isNumeric(column)) return numbersOf(column, rows, locale)
  if (column.format !== 'date') return plain
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (value) => {
    const date = dateOf(value)
    if (!date) return plain(value)
    const { time, hasZone, hasTime } = date
    const key = `${hasZone}${hasTime}`
    const format =
      formats.get(key) ??
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        ...(hasTime && { timeStyle: 'short' }),
        timeZone: hasZone ? timeZone : 'UTC',
      })
    formats.set(key, format)
    return plain(Math.abs(time) <= latest ? format.format(time) : value)
  }
}

/** Of the days that JavaScript knows. */
const latest = 8.64e15

function plain(value: Maybe): CellText {
  return { text: clip(toText(value), longestCell), after: '', pad: '' }
}

function numbersOf(column: TableColumn, rows: readonly Row[], locale: string): (value: Maybe) => CellText {
  const format = numberFormatOf(column, locale)
  const names = namesOf(column.path)
  const { minimumFractionDigits = 0, maximumFractionDigits = maxDecimals } = format.resolvedOptions()
  const decimals = rows.reduce((most, { value }) => {
    const found = decimalsOf(valueAt(value, names))
    return found === undefined ? most : Math.max(most, minimumFractionDigits, Math.min(found, maximumFractionDigits))
  }, 0)
  const sign = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const zero = new Intl.NumberFormat(locale).format(0)
  return (value) => {
    const number = numberOf(value)
    if (number === undefined) return plain(value)
    const parts = format.formatToParts(number)
    const last = parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction')
    const digits = parts.find(({ type }) => type === 'fraction')?.value.length ?? 0
    const textOf = (some: typeof parts): string => some.map((part) => part.value).join('')
    return {
      text: textOf(parts.slice(0, last + 1)),
      after: textOf(parts.slice(last + 1)),
      pad: digits < decimals ? (digits === 0 ? sign : '') + zero.repeat(decimals - digits) : '',
    }
  }
}

/** A currency that there is not is no currency. */
function numberFormatOf({ format, currency }: TableColumn, locale: string): Intl.NumberFormat {
  try {
    if (format === 'currency' && currency) return new Intl.NumberFormat(locale, { style: 'currency', currency })
  } catch {
    // The number alone.
  }
  return new Intl.NumberFormat(locale, { maximumFractionDigits: maxDecimals })
}

/** How many decimals a number has; told by its own text, since a format takes far longer and there may be 10,000 numbers. */
function decimalsOf(value: Maybe): number | undefined {
  const number = numberOf(value)
  return number === undefined ? undefined : (/\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0)
}
