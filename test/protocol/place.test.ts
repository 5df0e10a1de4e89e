import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes } from '../../src/entries/core.ts'
import type { ErrorPlace } from '../../src/errors/surface-error.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { malformed } from '../json/malformed.ts'
import { between } from '../support/between.ts'
import { CS, DS, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

type Row = readonly [line: JsonValue, code: ErrorCode, place: Omit<ErrorPlace, 'line'>]

/** Between two surfaces, on line 3: what a report knows. */
const rows: readonly Row[] = [
  ['not JSON', 'JSON_SYNTAX', {}],
  [{ version: 'v0.9', updateDataModel: { surfaceId: 's', value: 'x'.repeat(100_001) } }, 'LIMIT_STRING', {}],
  [7, 'ENVELOPE_NOT_OBJECT', { at: '' }],
  [{ version: 'v0.9' }, 'ENVELOPE_NO_KIND', { at: '' }],
  [{ version: 'v9' }, 'VERSION_UNSUPPORTED', { at: '/version' }],
  [UC('s', []), 'ENVELOPE_INVALID', { surfaceId: 's', at: '/updateComponents/components' }],
  [CS('x', { catalogId: 'nope' }), 'CATALOG_UNKNOWN', { surfaceId: 'x', at: '/createSurface/catalogId' }],
  [CS('s'), 'SURFACE_EXISTS', { surfaceId: 's', at: '/createSurface/surfaceId' }],
  [UD('x', '/n', 1), 'SURFACE_NOT_FOUND', { surfaceId: 'x', at: '/updateDataModel/surfaceId' }],
  [v08.DS('s'), 'VERSION_MIXED', { surfaceId: 's', at: '/deleteSurface' }],
  [UD('s', '/a~', 1), 'POINTER_SYNTAX', { surfaceId: 's', at: '/updateDataModel/path' }],
  [UD('s', '/__proto__', 1), 'POINTER_FORBIDDEN', { surfaceId: 's', at: '/updateDataModel/path' }],
  [
    v08.DM('x', [
      { key: 'a[0]', valueNumber: 1 },
      { key: 'a[7]', valueNumber: 1 },
    ]),
    'POINTER_INDEX',
    { surfaceId: 'x', at: '/dataModelUpdate/contents/1/key' },
  ],
  [
    CS('x', { theme: { primaryColor: 'red' } }),
    'VALIDATION_FAILED',
    { surfaceId: 'x', at: '/createSurface/theme/primaryColor' },
  ],
  [
    v08.BR('x', 'root', { styles: { primaryColor: 'red' } }),
    'VALIDATION_FAILED',
    { surfaceId: 'x', at: '/beginRendering/styles/primaryColor' },
  ],
  [
    UC('s', [T('a', 'x'), { id: 'b', component: 'Txt' }]),
    'COMPONENT_UNKNOWN',
    { surfaceId: 's', componentId: 'b', at: '/updateComponents/components/1/component' },
  ],
  [
    UC('s', [{ ...T('a', 'x'), variant: 'huge' }]),
    'VALIDATION_FAILED',
    { surfaceId: 's', componentId: 'a', at: '/updateComponents/components/0/variant' },
  ],
  [
    UC('s', [T('a', { call: 'trimm', args: { value: 'x' } })]),
    'FUNCTION_UNKNOWN',
    { surfaceId: 's', componentId: 'a', at: '/updateComponents/components/0/text/call' },
  ],
  [
    UC('s', [T('a', { path: '/a~7' })]),
    'POINTER_SYNTAX',
    { surfaceId: 's', componentId: 'a', at: '/updateComponents/components/0/text/path' },
  ],
  [
    v08.DM('x', [{ key: 'a', valueMap: [{ key: '__proto__', valueNumber: 1 }] }], 'p'),
    'POINTER_FORBIDDEN',
    { surfaceId: 'x', at: '/dataModelUpdate/contents/0/valueMap/0/key' },
  ],
  [v08.DM('x', [], 'a.__proto__'), 'POINTER_FORBIDDEN', { surfaceId: 'x', at: '/dataModelUpdate/path' }],
]

describe('a report', () => {
  it.each(rows)('[E-7] of %j is %s and knows its place', (line, code, place) => {
    const { reports } = between([line === 'not JSON' ? line : JSON.stringify(line)])
    const [report] = reports
    expect(reports).toHaveLength(1)
    expect(report?.code).toBe(code)
    expect(report?.place).toEqual({ line: 3, ...place })
    expect(report?.hint).toMatch(/\S.*[.?]$/)
    expect(report?.message).not.toBe('')
  })

  it('[E-7] of a v0.8 message that was held names the line it came on', () => {
    const { runtime, reports } = record()
    runtime.push(lines('', v08.SU('x', [v08.C('a', 'Txt', {})]), '', v08.T('b', 'no envelope'), v08.BR('x')))
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([
      ['ENVELOPE_UNKNOWN_KIND', 4],
      ['COMPONENT_UNKNOWN', 2],
    ])
  })

  it('[E-7] of what was handed over as an object has no line, and all the rest', () => {
    const { runtime, reports } = record()
    runtime.apply([CS('s'), UC('s', [{ ...T('a', 'x'), variant: 'huge' }])])
    expect(reports[0]?.place).toMatchObject({ surfaceId: 's', componentId: 'a' })
    expect(reports[0]?.place.line).toBeUndefined()
  })

  it('[E-7] has a code of the closed list, a message and a hint, whatever the line', () => {
    const { runtime, reports } = record()
    runtime.push(lines(...Object.values(malformed).flat(), ...rows.map(([line]) => line)))
    runtime.end()
    for (const { code, severity, message, hint } of reports) {
      expect(errorCodes).toContain(code)
      expect(['error', 'warning']).toContain(severity)
      expect(message).toMatch(/\S/)
      expect(hint).toMatch(/\S/)
    }
  })
})

describe('a long name', () => {
  const long = 'verbose'.repeat(2_000)
  const wrong = (props: JsonObject): JsonObject => UC('s', [{ ...T('a', 'x'), ...props }])

  it.each<readonly [string, JsonObject]>([
    ['a message', { version: 'v0.9', [long]: {} }],
    ['a key beside a message', { ...DS('nobody'), [long]: 1 }],
    ['a version', { ...DS('nobody'), version: long }],
    ['a catalog', CS('x', { catalogId: long })],
    ['a surface', UD('verbose'.repeat(36), '/n', 1)],
    ['a member of a payload', CS('x', { [long]: 1 })],
    ['a component type', wrong({ component: long })],
    ['a property', wrong({ [long]: 1 })],
    ['a function', wrong({ text: { call: long, args: {} } })],
    ['an argument', wrong({ text: { call: 'trim', args: { value: 'x', [long]: 1 } } })],
    ['a pointer', UD('s', `/${long}~`, 1)],
    ['a name below a text', UD('s', `/text/${long}`, 1)],
    ['a component', UC('s', [{ id: long, component: 'Text', text: 'x' }])],
    ['a type in v0.8', v08.SU('o', [v08.C('x', long, {})])],
    [
      'a path in v0.8',
      v08.DM('o', [
        { key: 'text', valueString: 'x' },
        { key: `text.${long}`, valueString: 'x' },
      ]),
    ],
  ])('[E-7] of %s is not repeated at length', (_, message) => {
    const { reports } = between([UD('s', '/text', 'x'), v08.BR('o'), message])
    expect(reports).toHaveLength(1)
    for (const { message: text, hint } of reports) expect(`${text} ${hint}`).not.toContain(long.slice(0, 90))
  })
})
