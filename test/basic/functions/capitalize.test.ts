import { describe, expect, it } from 'vitest'
import { capitalize } from '../../../src/basic/minimal.ts'
import { call } from './calling.ts'

describe('capitalize', () => {
  it.each([
    ['hello world', 'Hello world'],
    ['élan', 'Élan'],
    ['1st', '1st'],
    ['𐐨𐐨', '𐐀𐐨'],
    ['', ''],
    [undefined, ''],
    [7, '7'],
  ])('[FN-16] turns %j into %j', (value, text) => expect(call(capitalize, { value }).value).toBe(text))

  it('[FN-16] goes by the locale', () => {
    expect(call(capitalize, { value: 'istanbul' }, { locale: 'tr' }).value).toBe('İstanbul')
  })
})
