import { describe, expect, it } from 'vitest'
import { formatCurrency } from '../../../src/basic/functions/numbers.ts'
import { call } from './calling.ts'

describe('formatCurrency', () => {
  it.each([
    [{ value: 99.99, currency: 'USD', decimals: 2 }, '$99.99'],
    [{ value: 1234.5, currency: 'USD' }, '$1,234.50'],
    [{ value: 1234.5, currency: 'JPY' }, '¥1,235'],
    [{ value: 1234.5, currency: 'USD', decimals: 0, grouping: false }, '$1235'],
    [{ value: '7', currency: 'eur' }, '€7.00'],
    [{ value: -3, currency: 'USD' }, '-$3.00'],
    [{ value: null, currency: 'USD' }, '$0.00'],
  ])('[FN-10] writes %j', (args, text) => expect(call(formatCurrency, args)).toEqual({ value: text, reports: [] }))

  it('[FN-10] writes as people of the locale do', () => {
    const { value } = call(formatCurrency, { value: 1234.5, currency: 'EUR' }, { locale: 'de-DE' })
    expect(value).toBe('1.234,50\u00a0€')
  })

  it('[FN-10] writes nothing for what has not come yet', () => {
    expect(call(formatCurrency, { currency: 'USD' })).toEqual({ value: '', reports: [] })
  })

  it.each([
    [{ value: 1234.5, currency: 'XX' }, '1234.50'],
    [{ value: 1234.5, currency: '' }, '1234.50'],
    [{ value: 1234.5 }, '1234.50'],
    [{ value: 1234.5, currency: 'XX', decimals: 1 }, '1234.5'],
    [{ value: 1234.5, currency: 'USD', decimals: 1000 }, '1234.50'],
    [{ value: 1234.5, currency: 'USD', decimals: -1 }, '1234.50'],
  ])('[FN-10] writes the plain amount for %j, and reports it', (args, text) => {
    const { value, reports } = call(formatCurrency, args)
    expect([value, reports.length]).toEqual([text, 1])
  })
})
