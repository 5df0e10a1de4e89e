import { describe, expect, it } from 'vitest'
import { between } from '../support/between.ts'
import { CS, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

function update(value: string): string {
  return `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":${value}}}`
}

describe('a number beyond the range of a double', () => {
  it.each(['1e400', '-1e400', '1E+309', '1.8e308', `1${'0'.repeat(400)}`, `-${'9'.repeat(310)}`, '[1,{"a":1e999}]'])(
    '[J-4] refuses its message: %s',
    (text) => {
      const { runtime, reports } = between([update(text)])
      expect(reports).toMatchObject([{ code: 'NUMBER_RANGE', severity: 'error', place: { line: 3 } }])
      expect(runtime.surface('s')?.data.get('/')).toEqual({})
    },
  )

  it.each(['1.7976931348623157e308', '-1.7976931348623157e308', '1e-400', '0.0000001e-320'])(
    '[J-4] is not %s',
    (text) => {
      expect(between([update(text)]).codes()).toEqual([])
    },
  )

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])(
    '[J-4] refuses a message that is handed over: %d',
    (number) => {
      const { runtime, codes } = record()
      runtime.apply([CS('s'), UD('s', '/n', { deep: [number] })])
      expect(codes()).toEqual(['NUMBER_RANGE'])
      expect(runtime.surface('s')?.data.get('/')).toEqual({})
    },
  )
})

describe('a text over the limit', () => {
  const limit = 100_000

  it.each<readonly [string, (length: number) => string]>([
    ['as a value', (length) => update(`"${'x'.repeat(length)}"`)],
    ['deep in a value', (length) => update(`[{"a":["${'x'.repeat(length)}"]}]`)],
    ['as a key', (length) => update(`{"${'x'.repeat(length)}":1}`)],
    ['in escapes', (length) => update(`"${'\\n'.repeat(length)}"`)],
    [
      'outside of the basic plane, counted in UTF-16 units',
      (length) => update(`"${'x'.repeat(length % 2)}${'😀'.repeat(length / 2)}"`),
    ],
  ])('[J-4] %s refuses its message, one below is taken', (_, line) => {
    expect(between([line(limit)]).codes()).toEqual([])
    const { runtime, reports } = between([line(limit + 1)])
    expect(reports).toMatchObject([{ code: 'LIMIT_STRING', severity: 'error', place: { line: 3 } }])
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
  })

  it.each<readonly [string, (text: string) => unknown]>([
    ['as a value', (text) => text],
    ['as a key', (text) => ({ [text]: 1 })],
    ['deep in a value', (text) => [{ a: [text] }]],
  ])('[J-4] %s refuses a message that is handed over', (_, value) => {
    const { runtime, codes } = record({ limits: { stringLength: 100 } })
    const message = (length: number): unknown => ({
      version: 'v0.9',
      updateDataModel: { surfaceId: 's', path: '/n', value: value('x'.repeat(length)) },
    })
    runtime.apply([CS('s'), message(100)])
    expect(codes()).toEqual([])
    runtime.apply(message(101))
    expect(codes()).toEqual(['LIMIT_STRING'])
  })
})
