// What goes back to the model: lines, order, what is joined and what is cut.
import { describe, expect, it } from 'vitest'
import { checkMessages, describeFaults, type Fault } from '../../src/authoring/index.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, lines, T, UC } from '../support/messages.ts'

const described = (...messages: readonly (JsonValue | string)[]): string =>
  describeFaults(checkMessages(lines(...messages), basicCatalog, { max: 1_000 }).faults)

describe('the words for a model', () => {
  it('[MW-8] say line, place, what is wrong and what is right', () => {
    expect(described(CS('s'), UC('s', [{ ...T('root', 'x'), usageHint: 'h1' }]))).toBe(
      '2 /updateComponents/components/0/usageHint: There is no property "usageHint" here. Did you mean "variant"?',
    )
    expect(described()).toBe('')
    expect(describeFaults(checkMessages([CS('s')], basicCatalog).faults)).toBe(
      'all: Surface "s" has no component "root" to begin with. Send a component with the id "root".',
    )
  })

  it('[MW-8] join what is the same', () => {
    const row = { id: 'root', component: 'Row', children: ['a', 'b', 'c'] }
    const texts = ['a', 'b', 'c'].map((id) => ({ ...T(id, 'x'), usageHint: 'h1' }))
    const text = described(CS('s'), UC('s', [row, ...texts]))
    expect(text.split('\n')).toHaveLength(1)
    expect(text).toContain(
      'Also 2 /updateComponents/components/2/usageHint, 2 /updateComponents/components/3/usageHint.',
    )
    const many = Array.from({ length: 30 }, (_, index) => ({ ...T(`t${index}`, 'x'), usageHint: 'h1' }))
    expect(described(CS('s'), UC('s', [T('root', 'x'), ...many]))).toContain(' and 24 more.')
  })

  it('[MW-8] come in the order in which faults are put right', () => {
    const text = described(
      CS('s'),
      UC('s', [{ id: 'root', component: 'Row', children: ['a', 'b'] }]),
      UC('s', [
        { ...T('a', 'x'), variant: 'h9' },
        { id: 'b', component: 'Texxt' },
      ]),
      { version: 'v0.9', updateComponent: {} },
      CS('s'),
      '{"version": }',
    )
    expect(text.split('\n').map((line) => line.split(/[ :]/)[0])).toEqual(['6', '4', '3', '3', '5'])
  })

  it('[MW-8] name at most twelve allowed words, the nearest first', () => {
    const faults = checkMessages([CS('s'), UC('s', [{ id: 'root', component: 'Qwertz' }])], basicCatalog).faults
    expect(faults[0]?.expected?.length).toBeGreaterThan(12)
    const words = describeFaults(faults).match(/"[A-Z]\w+"/g) ?? []
    expect(words.filter((word) => word !== '"Qwertz"')).toHaveLength(12)
    const justify = { id: 'root', component: 'Row', children: [], justify: 'space-between' }
    expect(checkMessages([CS('s'), UC('s', [justify])], basicCatalog).faults[0]?.expected?.[0]).toBe('spaceBetween')
  })

  it('[MW-8] end where there is no more room', () => {
    const fault = (index: number): Fault => ({
      ...{
        code: 'VALIDATION_FAILED',
        severity: 'error',
        line: index,
        at: `/updateComponents/components/${index}/text`,
      },
      ...{ message: `"text" cannot be ${'x'.repeat(500)}${index}`, hint: `Send ${'y'.repeat(900)}${index}.` },
    })
    const faults = Array.from({ length: 20 }, (_, index) => fault(index))
    const text = describeFaults(faults)
    expect(text.length).toBeLessThanOrEqual(1_200 * 3.5)
    expect(text).toMatch(/\n… and \d+ more\.$/)
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(700)
    expect(describeFaults(faults, { maxTokens: 50 })).toBe('… and 20 more.')
  })
})
