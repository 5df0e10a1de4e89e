import { describe, expect, it } from 'vitest'
import { formatNumber } from '../../../src/basic/functions/numbers.ts'
import { call, settled, stage, textOf } from './calling.ts'

describe('formatNumber', () => {
  it.each([
    [{ value: 1234.5 }, '1,234.5'],
    [{ value: '1234.5' }, '1,234.5'],
    [{ value: 1234.567, decimals: 2, grouping: true }, '1,234.57'],
    [{ value: 1234.567, decimals: 0, grouping: false }, '1235'],
    [{ value: 1234.5, decimals: 0 }, '1,235'],
    [{ value: 5, decimals: '2' }, '5.00'],
    [{ value: 1234, grouping: 'false' }, '1234'],
    [{ value: null }, '0'],
    [{ value: 5, decimals: null }, '5'],
  ])('[FN-10] writes %j', (args, text) => expect(call(formatNumber, args)).toEqual({ value: text, reports: [] }))

  it.each([{}, { value: '' }, { value: 'many' }, { value: true }, { value: {} }])(
    '[FN-10] writes nothing for %j, and says nothing',
    (args) => expect(call(formatNumber, args)).toEqual({ value: '', reports: [] }),
  )

  it.each([
    ['de-DE', '1.234,5'],
    ['fr-FR', '1\u202f234,5'],
    ['en-IN', '1,234.5'],
    ['ar-EG', '١٬٢٣٤٫٥'],
  ])('[FN-10] writes as people in %s do', (locale, text) => {
    expect(call(formatNumber, { value: 1234.5 }, { locale }).value).toBe(text)
  })

  it.each([
    [{ value: 1, decimals: 1000 }, {}],
    [{ value: 1, decimals: -1 }, {}],
    [{ value: 1, decimals: 'many' }, {}],
    [{ value: 1 }, { locale: 'no locale' }],
  ])('[FN-10] writes the plain number for %j %j, and reports it', (args, environment) => {
    const { value, reports } = call(formatNumber, args, environment)
    expect([value, reports.length]).toEqual(['1', 1])
  })

  it('[FN-10] reports the place once, and its sibling is drawn', async () => {
    const { binding, reports } = stage([
      textOf({ call: 'formatNumber', args: { value: 1, decimals: 1000 } }),
      { id: 'b', component: 'Text', text: { call: 'formatNumber', args: { value: 2 } } },
    ])
    const [bad, good] = [binding(), binding('b')]
    expect([bad, bad, good].map((text) => text.getSnapshot().props['text'])).toEqual(['1', '1', '2'])
    await settled()
    expect(reports.map(({ code, place }) => [code, place.componentId, place.at])).toEqual([
      ['FUNCTION_FAILED', 'root', '/updateComponents/components/0/text'],
    ])
  })
})
