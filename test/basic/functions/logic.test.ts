import { describe, expect, it } from 'vitest'
import { and, not, or } from '../../../src/basic/functions/checks.ts'
import { call, checked, stage } from './calling.ts'

describe('and, or, not', () => {
  it.each([
    [[true, true], true, true],
    [[true, false], false, true],
    [[false, false], false, false],
    [[1, 'text'], true, true],
    [[1, ''], false, true],
    [[0, null], false, false],
    [[{}, []], true, true],
  ])('[FN-9] combine %j', (values, both, either) => {
    expect(call(and, { values }).value).toBe(both)
    expect(call(or, { values }).value).toBe(either)
  })

  it.each([
    [true, false],
    [false, true],
    [undefined, true],
    [null, true],
    ['', true],
    [0, true],
    ['no', false],
    [{ valid: false }, false],
  ])('[FN-9] turn %j over', (value, turned) => expect(call(not, { value }).value).toBe(turned))

  it('[FN-9] follow what is bound, calls within calls too', () => {
    const some = { call: 'or', args: { values: [{ path: '/a' }, { call: 'not', args: { value: { path: '/b' } } }] } }
    const { binding, send } = stage([checked({ call: 'and', args: { values: [true, some] } })], { a: false, b: true })
    const field = binding()
    expect(field.getSnapshot().errors).toEqual(['bad'])
    send({ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/b', value: false } })
    expect(field.getSnapshot().errors).toEqual([])
  })

  it('[FN-9] want two values at least', () => {
    const { reports } = stage([checked({ call: 'and', args: { values: [true] } })])
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['VALIDATION_FAILED', '/updateComponents/components/0/checks/0/condition/args/values'],
    ])
  })
})
