/** The rows of a table: out of what the data hold, by the paths of its columns, in the order that the user chose. */

import { toText } from '../../json/coerce.ts'
import { namesIn } from '../../json/pointer.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import type { TableColumn } from '../props.ts'
import { dateOf } from './date.ts'

export interface Row {
  /** What the row is called by in `selected` and in events. Two rows with one key are chosen together. */
  readonly key: string
  readonly value: JsonObject
}

/**
 * The rows of a bound value. v0.8 has no lists: there an object of objects is one. What is no object is a row with one value, under
 * the empty name.
 */
export function rowsOf(rows: Maybe, rowKey = 'id'): readonly Row[] {
  const list = isList(rows) ? rows : isObject(rows) ? Object.values(rows as JsonObject) : []
  const names = namesOf(rowKey)
  return list.map((one, index) => {
    const value: JsonObject = isObject(one) && !isList(one) ? (one as JsonObject) : { '': one }
    const key = valueAt(value, names)
    return { key: key === undefined || key === null ? String(index) : toText(key), value }
  })
}

/** The names of a path in a row: `amount`, `customer/name`, and `customer.name` as well. */
export function namesOf(path: string): readonly string[] {
  if (path.startsWith('/')) return namesIn(path)
  return path.includes('/') ? namesIn(`/${path}`) : [path]
}

export function valueAt(row: JsonObject, names: readonly string[]): Maybe {
  let value: Maybe = row
  for (const name of names) {
    if (!isObject(value)) return undefined
    const object: JsonObject = value as JsonObject
    value =
      getOwn(object, name) ?? (names.length === 1 && name.includes('.') ? valueAt(object, name.split('.')) : undefined)
  }
  return value
}

/** A number, also where it comes as a text; `undefined`: it is none. */
export function numberOf(value: Maybe): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

export interface Sort {
  /** The index of a column. */
  readonly column: number
  readonly descending: boolean
}

/**
 * The indices of the rows in the order of a column. Rows without a value are last in both directions; rows with equal values keep the
 * agent's order. The keys of 10,000 rows are made once, and compared 130,000 times.
 */
export function orderOf(
  rows: readonly Row[],
  columns: readonly TableColumn[],
  sort: Sort | undefined,
  locale: string,
): readonly number[] {
  const indices = rows.map((_row, index) => index)
  const column = sort && columns[sort.column]
  if (!column) return indices
  const names = namesOf(column.path)
  const keys = rows.map(({ value }) => sortKeyOf(valueAt(value, names), column))
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = sort.descending ? -1 : 1
  return indices.sort((one, other) => {
    const [a, b] = [keys[one], keys[other]]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * (typeof a === typeof b ? compare(String(a), String(b)) : typeof a === 'number' ? -1 : 1)
  })
}

function sortKeyOf(value: Maybe, { format }: TableColumn): number | string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (format === 'date') return dateOf(value)?.time ?? toText(value)
  if (format === 'number' || format === 'currency' || typeof value !== 'string') return numberOf(value) ?? toText(value)
  return value
}

/**
 * Comma-separated values (RFC 4180): the labels, then the rows as they came, dates and numbers unformatted. A text that a spreadsheet
 * would run as a formula begins with an apostrophe.
 */
export function csvOf(rows: readonly Row[], columns: readonly TableColumn[]): string {
  const paths = columns.map(({ path }) => namesOf(path))
  const lines = rows.map(({ value }) => paths.map((names) => valueAt(value, names)))
  return [columns.map(({ label }) => label as JsonValue), ...lines]
    .map((line) => line.map((value) => fieldOf(value)).join(','))
    .join('\r\n')
}

function fieldOf(value: Maybe): string {
  const text = toText(value)
  const safe = /^[=+\-@\t\r]/.test(text) && numberOf(value) === undefined ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
