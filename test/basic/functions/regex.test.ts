import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../src/json/value.ts'
import { cpuTimer, quickest } from '../../support/cpu-timer.ts'
import { checked, type Stage, settled, stage, textOf } from './calling.ts'

function matching(pattern: string): JsonValue {
  return { call: 'regex', args: { value: { path: '/v' }, pattern } }
}

function write(value: JsonValue): JsonValue {
  return { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/v', value } }
}

/** A field with a pattern, once the engine is there. */
async function field(pattern: string, value: JsonValue): Promise<Stage> {
  const staged = stage([checked(matching(pattern))], { v: value })
  staged.binding().getSnapshot()
  await settled()
  return staged
}

async function matches(pattern: string, value: JsonValue): Promise<boolean> {
  const { binding, reports } = await field(pattern, value)
  const { valid } = binding().getSnapshot()
  await settled()
  expect(reports).toEqual([])
  return valid
}

describe('regex', () => {
  it.each([
    ['^[0-9]+$', '12345', true],
    ['^[0-9]+$', 'abc', false],
    ['b', 'abc', true],
    ['^\\+?[0-9]{10,15}$', '+4930123456', true],
    ['^[\\w.-]+/\\d$', 'a-b/1', true],
    ['^\\/\\u00e9$', '/é', true],
    ['^(?<year>\\d{4})$', '2026', true],
    ['^.$', '😀', true],
    ['^\\p{L}+$', 'Grüße', true],
    ['(?i)^abc$', 'ABC', true],
    ['^$', '', true],
    ['^7$', 7, true],
  ])('[FN-14] %s on %j', async (pattern, value, result) => expect(await matches(pattern, value)).toBe(result))

  it('[FN-14] answers in time that grows with the text only', async () => {
    const { binding, send } = await field('^(a+)+$', 'a')
    const bound = binding()
    const time = (size: number): number => {
      const texts = Array.from({ length: 20 }, (_, turn) => `${'a'.repeat(size + turn)}!`)
      const spent = cpuTimer()
      for (const text of texts) {
        send(write(text))
        expect(bound.getSnapshot().errors).toEqual(['bad'])
      }
      return spent()
    }
    time(1_000)
    const best = (size: number): number => quickest(3, () => time(size))
    // In an engine that tries all ways, each further letter would double the time.
    expect(best(8_000) / best(1_000)).toBeLessThan(32)
  })

  it.each([
    ['([', 'RE2'],
    ['(?=a)b', 'several checks'],
    ['(?<!a)b', 'several checks'],
    ['(a)\\1', 'several checks'],
    ['(?<x>a)\\k<x>', 'several checks'],
    ['a{1001}', 'RE2'],
  ])('[FN-14] reports %s, which is no pattern, and the check fails', async (pattern, hint) => {
    const { binding, reports } = await field(pattern, 'ab')
    expect(binding().getSnapshot()).toMatchObject({ valid: false, errors: ['bad'] })
    binding().getSnapshot()
    await settled()
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['FUNCTION_FAILED', '/updateComponents/components/0/checks/0/condition'],
    ])
    expect(reports[0]?.hint).toContain(hint)
  })

  it('[FN-14] refuses a pattern over the limit when it arrives', () => {
    const at = '/updateComponents/components/0/checks/0/condition/args/pattern'
    const codes = (length: number): readonly unknown[] =>
      stage([checked(matching('a'.repeat(length)))], {}, { limits: { patternLength: 20 } }).reports.map(
        ({ code, place }) => [code, place.at],
      )
    expect([codes(20), codes(21)]).toEqual([[], [['VALIDATION_FAILED', at]]])
    expect(stage([checked(matching('a'.repeat(513)))]).reports).toHaveLength(1)
  })

  it('[FN-14] does not match a text of more than 10,000 characters', async () => {
    const { binding, send, reports } = await field('^a*$', 'a'.repeat(10_000))
    expect(binding().getSnapshot().valid).toBe(true)
    send(write('a'.repeat(10_001)))
    expect(binding().getSnapshot().valid).toBe(false)
    await settled()
    expect(reports.map(({ code }) => code)).toEqual(['FUNCTION_FAILED'])
  })

  it('[FN-14] wants its pattern as a literal', () => {
    const call = { call: 'regex', args: { value: 'a', pattern: { path: '/p' } } }
    expect(stage([checked(call)]).reports.map(({ code }) => code)).toEqual(['VALIDATION_FAILED'])
  })

  it('[FN-14] works within a text', async () => {
    const call = { call: 'formatString', args: { value: "It is ${regex(value: /v, pattern: '^a')}." } }
    const { binding } = stage([textOf(call)], { v: 'abc' })
    await settled()
    expect(binding().getSnapshot().props['text']).toBe('It is true.')
  })
})
