import { describe, expect, it } from 'vitest'
import { pluralize } from '../../../src/basic/functions/numbers.ts'
import { call } from './calling.ts'

const english = { zero: 'none', one: 'one item', two: 'a pair', other: 'items' }
const polish = { one: 'plik', few: 'pliki', many: 'plików', other: 'pliku' }

describe('pluralize', () => {
  it.each([
    [0, 'none'],
    [1, 'one item'],
    [2, 'a pair'],
    [3, 'items'],
    [1.5, 'items'],
    ['1', 'one item'],
    [-1, 'one item'],
    ['several', 'items'],
    [undefined, 'items'],
  ])('[FN-11] finds the English text for %j', (value, text) => {
    expect(call(pluralize, { ...english, value })).toEqual({ value: text, reports: [] })
  })

  it.each([
    [1, 'plik'],
    [2, 'pliki'],
    [5, 'plików'],
    [22, 'pliki'],
    [1.5, 'pliku'],
  ])('[FN-11] finds the Polish text for %j', (value, text) => {
    expect(call(pluralize, { ...polish, value }, { locale: 'pl' }).value).toBe(text)
  })

  it('[FN-11] takes an empty text for a text, and `other` where there is none', () => {
    expect(call(pluralize, { value: 0, zero: '', other: 'default' }).value).toBe('')
    expect(call(pluralize, { value: 0, other: 'default' }).value).toBe('default')
    expect(call(pluralize, { value: 2, one: 'x', other: 'default' }, { locale: 'ar' }).value).toBe('default')
  })

  it('[FN-11] gives `other` and a report for an invalid locale', () => {
    const { value, reports } = call(pluralize, { value: 5, other: 'items' }, { locale: 'no locale' })
    expect([value, reports.length]).toEqual(['items', 1])
  })
})
