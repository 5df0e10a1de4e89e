// Components and functions against their schemas, as far as no page is needed. A page with a strict policy is in
// e2e/policy.spec.ts, odd values in Chromium are in e2e/content.spec.ts.

import { describe, expect, it } from 'vitest'
import { rangeOf } from '../../src/basic/inputs/Slider.tsx'
import type { Schema } from '../../src/compiler/ajv.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { lenient as mode } from '../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { soundIds } from '../support/sound.ts'
import { mount } from '../surface/mount.ts'

const lenient = { validation: mode } as const
const frame = { id: 'a', component: 'Iframe', src: 'https://evil.example' }
const scripted = {
  ...T('root', 'hi'),
  onclick: 'alert(1)',
  dangerouslySetInnerHTML: { ['__html']: '<b>x</b>' },
}
const column = { id: 'root', component: 'Column', children: ['c0', 'c1', 'c2'] }
const middleBad = [column, T('c0', 'ok'), T('c1', { no: 12_345 }), T('c2', 'ok')]

describe('components that do not fit', () => {
  it('[C-2] [E-5] an unknown type costs its own place only, and names itself', () => {
    const { reports, runtime } = between([CS('x'), UC('x', [T('root', 'good'), frame])])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'COMPONENT_UNKNOWN',
      place: { surfaceId: 'x', componentId: 'a', line: 4, at: '/updateComponents/components/1/component' },
    })
    expect(soundIds(runtime.surface('x'))).toEqual(['root'])
  })

  it('[C-8] lenient, it costs its own place only', () => {
    const { reports, runtime, shown } = between([CS('x'), UC('x', [T('root', 'good'), frame])], lenient)
    expect(reports.map(({ code, severity }) => [code, severity])).toEqual([['COMPONENT_UNKNOWN', 'warning']])
    expect(shown('x')).toBe('good')
    expect(mount(runtime.surface('x'), 'a').snapshot().component).toMatchObject({ invalid: {}, edges: [] })
  })

  it('[C-3] properties that mean something to a page are unknown like any other', () => {
    const { reports, runtime } = between([CS('x'), UC('x', [scripted])])
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['VALIDATION_FAILED', '/updateComponents/components/0/onclick'],
      ['VALIDATION_FAILED', '/updateComponents/components/0/dangerouslySetInnerHTML'],
    ])
    expect(soundIds(runtime.surface('x'))).toEqual([])
  })

  it('[C-8] lenient, they are left out, each with a warning', () => {
    const { reports, runtime } = between([CS('x'), UC('x', [scripted])], lenient)
    expect(reports.map(({ place }) => place.at?.split('/').at(-1)).sort()).toEqual([
      'dangerouslySetInnerHTML',
      'onclick',
    ])
    expect(mount(runtime.surface('x')).snapshot().props).toEqual({ text: 'hi', variant: 'body' })
  })

  it('[E-5] one bad component of three is the only one that is missing', () => {
    const { reports, send, shown } = between([CS('x'), UC('x', middleBad)])
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([['VALIDATION_FAILED', 'c1']])
    expect(['c0', 'c1', 'c2'].map((id) => shown('x', id))).toEqual(['ok', undefined, 'ok'])
    send(UC('x', [column, T('c0', 'ok'), T('c1', 'mended'), T('c2', 'ok')]))
    expect(['c0', 'c1', 'c2'].map((id) => shown('x', id))).toEqual(['ok', 'mended', 'ok'])
  })

  it('[C-8] lenient, it is the only one that is missing', () => {
    const { reports, runtime, shown } = between([CS('x'), UC('x', middleBad)], lenient)
    expect(reports.map(({ severity, place }) => [severity, place.componentId])).toEqual([['warning', 'c1']])
    expect([shown('x', 'c0'), shown('x', 'c2')]).toEqual(['ok', 'ok'])
    expect(mount(runtime.surface('x'), 'c1').snapshot().component).toHaveProperty('invalid')
  })
})

/** Whether a catalog whose one component has this schema takes these properties. */
function takes(schema: Schema, properties: string): boolean {
  const known = { id: {}, component: { const: 'One' } }
  const one = { type: 'object', ...schema, properties: { ...known, ...(schema['properties'] as object) } }
  const compiled = compileCatalog({ catalogId: 'https://host.example/one', components: { One: one } })
  const component = Object.assign(JSON.parse(properties) as object, { id: 'a', component: 'One' })
  const part = compiled.components['One'] ?? expect.fail('There is no such component')
  return part.validate(component) === undefined
}

describe('names that every object inherits', () => {
  it.each(['toString', 'constructor', 'hasOwnProperty', 'valueOf'])('[FN-8] a required "%s" must be sent', (name) => {
    const schema = { properties: { [name]: {} }, required: [name] }
    expect(takes(schema, '{}')).toBe(false)
    expect(takes(schema, `{"${name}":1}`)).toBe(true)
  })

  it('[FN-8] a property of that name is judged when it is sent, and only then', () => {
    const schema = { properties: { toString: { type: 'string' } }, unevaluatedProperties: false }
    expect(takes(schema, '{}')).toBe(true)
    expect(takes(schema, '{"toString":"x"}')).toBe(true)
    expect(takes(schema, '{"toString":1}')).toBe(false)
    expect(takes(schema, '{"valueOf":1}')).toBe(false)
  })
})

// As texts: an object with a property called "then" is no good companion of promises.
const kind = '"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]}'
const size = '{"properties":{"size":{"type":"number"}},"required":["size"]}'

describe('conditions in a schema', () => {
  it.each([`{${kind},"then":${size}}`, `{${kind},"else":${size}}`, `{${kind},"then":${size},"else":${size}}`])(
    '[FN-8] are refused where unevaluated properties would be counted wrongly: %s',
    (text) => {
      const condition = JSON.parse(text) as Schema
      expect(() => takes({ ...condition, unevaluatedProperties: false }, '{}')).toThrow('"if"')
      const deep = { allOf: [{ anyOf: [condition] }], unevaluatedProperties: false }
      expect(() => takes(deep, '{}')).toThrow('"if"')
    },
  )

  it.each<readonly [properties: string, valid: boolean]>([
    ['{"kind":"a"}', true],
    ['{"kind":"b","size":1}', true],
    ['{"kind":"b"}', false],
    ['{}', false],
  ])('[FN-8] are served exactly elsewhere: %s', (properties, valid) => {
    const named = '"properties":{"kind":{},"size":{}}'
    expect(takes(JSON.parse(`{${named},${kind},"else":${size}}`) as Schema, properties)).toBe(valid)
  })

  it('[FN-8] a property may be called "if"', () => {
    expect(takes({ properties: { if: { type: 'string' } }, unevaluatedProperties: false }, '{"if":"x"}')).toBe(true)
  })
})

const not = (depth: number): string => `${'{"call":"not","args":{"value":'.repeat(depth)}true${'}}'.repeat(depth)}`
const template = (value: string): JsonObject => T('root', { call: 'formatString', args: { value } })

describe('expressions without end', () => {
  it.each<readonly [title: string, line: JsonValue | string, code: string]>([
    ['5,000 markers in one another', UC('x', [template('${'.repeat(5_000))]), 'LIMIT_CALL_DEPTH'],
    [
      '5,000 expressions in one another, all closed',
      UC('x', [template(`${'${'.repeat(5_000)}'x'${'}'.repeat(5_000)}`)]),
      'LIMIT_CALL_DEPTH',
    ],
    [
      '3,000 calls in one another',
      `{"version":"v0.9","updateComponents":{"surfaceId":"x","components":[{"id":"root","component":"Button","child":"c","action":{"event":{"name":"n"}},"checks":[{"message":"m","condition":${not(3_000)}}]}]}}`,
      'LIMIT_DEPTH',
    ],
    ['a marker that is not closed', UC('x', [template('Hello ${/name')]), 'TEMPLATE_SYNTAX'],
  ])('[FN-2] [FN-6] %s', (_title, line, code) => {
    const spent = cpuTimer()
    const { codes, runtime } = between([CS('x'), line])
    expect(codes()).toEqual([code])
    expect(soundIds(runtime.surface('x'))).toEqual([])
    expect(spent()).toBeLessThan(1_000)
  })

  it('[FN-6] an escaped marker is a text', () => {
    const { reports, shown } = between([CS('x'), UC('x', [template('costs \\${5}')])])
    expect(shown('x')).toBe('costs ${5}')
    expect(reports).toEqual([])
  })
})

const slider = (extra: JsonObject): JsonObject => ({
  id: 'root',
  component: 'Slider',
  label: 'L',
  max: 10,
  value: { path: '/v' },
  ...extra,
})

describe('the numbers of a Slider', () => {
  it('[C-3] a step of its own is no property of it', () => {
    const { reports } = between([CS('x'), UC('x', [slider({ step: 0 })])])
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['VALIDATION_FAILED', '/updateComponents/components/0/step'],
    ])
  })

  it('[J-4] an infinite value never arrives', () => {
    const infinite = '{"version":"v0.9","updateDataModel":{"surfaceId":"x","path":"/v","value":1e400}}'
    const { codes, shown } = between([CS('x'), UD('x', '/v', 3), UC('x', [slider({})]), infinite])
    expect(codes()).toEqual(['NUMBER_RANGE'])
    expect(shown('x', 'root', 'value')).toBe(3)
  })

  const max = Number.MAX_VALUE
  it.each([
    [-max, max, 0],
    [-max, max, max],
    [0, max, 0.5],
    [0, Number.MIN_VALUE, 0],
    [0, 1e-310, 0],
    [10, -10, 3],
    [5, 5, 5],
    [1e308, 1.1e308, 0],
  ])('[BC-7] from %d to %d at %d there are numbers that a browser can use', (min, max, value) => {
    const range = rangeOf({ min, max, value })
    for (const number of Object.values(range)) expect(number).toSatisfy(Number.isFinite)
    expect(range.step).toBeGreaterThan(0)
    expect(range.share).toBeGreaterThanOrEqual(0)
    expect(range.share).toBeLessThanOrEqual(1)
  })
})
