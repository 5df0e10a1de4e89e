// Errors, amounts and shapes: what needs neither profile nor network.

import { describe, expect, it } from 'vitest'
import { cartShape } from '../../src/commerce/answer-shapes.ts'
import { codeOfStatus, commerceErrorCodes, rpcCodeOf, statusOf } from '../../src/commerce/error.ts'
import { CommerceError, formatAmount } from '../../src/commerce/index.ts'
import { faultIn, searchRequestShape } from '../../src/commerce/shape.ts'

describe('errors', () => {
  it.each([
    ['invalid_profile_url', 400, -32001],
    ['profile_unreachable', 424, -32001],
    ['profile_malformed', 422, -32001],
    ['version_unsupported', 422, -32001],
    ['signature_missing', 401, -32000],
    ['signature_invalid', 401, -32000],
    ['key_not_found', 401, -32000],
    ['digest_mismatch', 400, -32000],
    ['algorithm_unsupported', 400, -32000],
  ])('[CO-5] %s has the status %d and the JSON-RPC code %d', (code, status, rpc) => {
    expect([statusOf(code), rpcCodeOf(code), new CommerceError(code, '').status]).toEqual([status, rpc, status])
    expect(commerceErrorCodes).toContain(code)
  })

  it.each([400, 401, 403, 409, 422, 424, 429, 500, 503])('[CO-5] the status %d has a code without a body', (status) => {
    expect(statusOf(codeOfStatus(status))).toBe(status)
  })

  it('[CO-5] a code of a business alone is kept', () => {
    const error = new CommerceError('insufficient_scope', 'no', { status: 403 })
    expect(error).toMatchObject({ code: 'insufficient_scope', content: 'no', message: 'no', status: 403 })
    expect(codeOfStatus(418)).toBe('invalid_request')
    expect(codeOfStatus(599)).toBe('internal_error')
  })
})

describe('amounts', () => {
  it.each([
    [1999, 'USD', '19.99'],
    [5, 'EUR', '0.05'],
    [0, 'USD', '0.00'],
    [-1250, 'USD', '-12.50'],
    [1999, 'JPY', '1999'],
    [1999, 'KWD', '1.999'],
    [1999, 'jpy', '1999'],
    [1999, 'HUF', '19.99'],
    [1999, 'IDR', '19.99'],
    [1999, 'COP', '19.99'],
    [1999, 'PKR', '19.99'],
    [1999, 'IQD', '1.999'],
    [1999, 'UGX', '1999'],
    [1999, 'CLF', '0.1999'],
    [Number.MAX_SAFE_INTEGER, 'USD', '90071992547409.91'],
  ])('[CO-6] %d %s is %s', (amount, currency, expected) => {
    expect(formatAmount(amount, currency)).toBe(expected)
  })

  it('[CO-6] have the signs of a locale, exactly', () => {
    expect(formatAmount(123456, 'USD', 'en-US')).toBe('$1,234.56')
    expect(formatAmount(1999, 'JPY', 'en-US')).toBe('¥1,999')
    expect(formatAmount(Number.MAX_SAFE_INTEGER, 'USD', 'en-US')).toBe('$90,071,992,547,409.91')
    expect(formatAmount(1999, 'EUR', 'de-DE')).toBe('19,99\u00a0€')
    expect(formatAmount(199900, 'HUF', 'hu-HU')).toMatch(/^1\s?999,00\sFt$/)
    expect(formatAmount(1999, 'IQD', 'en-US')).toMatch(/1\.999$/)
  })

  it('[CO-6] are safe integers of a currency', () => {
    for (const amount of [19.99, Number.NaN, 2 ** 53]) expect(() => formatAmount(amount, 'USD')).toThrow(RangeError)
    expect(() => formatAmount(1, 'dollars')).toThrow(RangeError)
  })
})

describe('a shape', () => {
  const line = { id: 'l', item: { id: 'i', title: 't', price: 1 }, quantity: 1 }
  const right = { id: 'c', line_items: [line], currency: 'USD', totals: [{ type: 'total', amount: 1 }], extra: [1] }

  it.each([
    [{ ...right, id: undefined }, '/id is missing'],
    [{ ...right, id: '' }, '/id must not be empty'],
    [{ ...right, currency: 'usd' }, '/currency must match ^[A-Z]{3}$'],
    [{ ...right, line_items: {} }, '/line_items must be an array'],
    [{ ...right, line_items: [{ ...line, quantity: 0 }] }, '/line_items/0/quantity must be at least 1'],
    [{ ...right, line_items: [{ ...line, quantity: 1.5 }] }, '/line_items/0/quantity must be an integer'],
    [{ ...right, totals: [{ type: 'total', amount: '1' }] }, '/totals/0/amount must be an integer'],
    [{ ...right, messages: [{ type: 'fatal', content: '' }] }, '/messages/0/type must be one of error, warning, info'],
    ['cart', 'The document must be an object'],
  ])('[CO-16] names the first fault: %#', (value, fault) => {
    expect(faultIn(value, cartShape)).toBe(fault)
  })

  it('[CO-16] lets unknown members be', () => {
    expect(faultIn(right, cartShape)).toBeUndefined()
    expect(faultIn({ filters: { price: { max: -1 } } }, searchRequestShape)).toBe(
      '/filters/price/max must be at least 0',
    )
    expect(faultIn({ filters: { material: { any: 1 } } }, searchRequestShape)).toBeUndefined()
  })
})
