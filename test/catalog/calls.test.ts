// Function calls at the dialect: by name, against their own schema, to a limited depth.
import { describe, expect, it } from 'vitest'
import { extendedCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'

const CX = CS('s', { catalogId: extendedCatalog.catalogId })
const check = (condition: JsonValue): JsonObject => ({
  id: 'root',
  component: 'TextField',
  label: 'L',
  checks: [{ condition, message: 'm' }],
})
const text = (call: string, args: JsonValue, rest: JsonObject = {}): JsonObject => T('root', { call, args, ...rest })

describe('a call', () => {
  it.each<readonly [name: string, hint: string]>([
    ['trimm', 'Did you mean "trim"?'],
    ['Trim', 'Did you mean "trim"?'],
    ['lenght', 'Did you mean "length"?'],
    ['frobnicate', 'Known: required, '],
  ])('[FN-1] of an unknown function is refused at once with the nearest: %s', (name, hint) => {
    const { send, reports, runtime } = record()
    send(CX, UC('s', [T('ok', 'x'), text(name, { value: 'x' })]))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'FUNCTION_UNKNOWN',
      message: `Catalog "${extendedCatalog.catalogId}" has no function "${name}"`,
      place: { surfaceId: 's', componentId: 'root', line: 2, at: '/updateComponents/components/1/text/call' },
    })
    expect(reports[0]?.hint).toContain(hint)
    expect(soundIds(runtime.surface('s'))).toEqual(['ok'])
  })

  it('[FN-1] of a function of another catalog is unknown in this one', () => {
    const { send, reports } = record()
    send(CS('s'), UC('s', [text('trim', { value: 'x' })]))
    expect(reports[0]).toMatchObject({ code: 'FUNCTION_UNKNOWN' })
    expect(reports[0]?.hint).not.toContain('trim')
  })

  it.each<readonly [title: string, component: JsonObject, at: string, hint: string]>([
    ['[FN-1] a misspelt argument', text('trim', { value: 'x', chrs: '-' }), '/text/args/chrs', 'Did you mean "chars"?'],
    ['[FN-1] a missing argument', text('trim', { chars: '-' }), '/text/args/value', 'Add "value"'],
    ['[FN-1] an argument of the wrong type', text('trim', { value: 3 }), '/text/args/value', 'Send a string'],
    [
      '[FN-1] a negative bound',
      check({ call: 'length', args: { value: 'x', max: -2 } }),
      '/checks/0/condition/args/max',
      'at least 0',
    ],
    [
      '[FN-1] a bound as text',
      check({ call: 'length', args: { value: 'x', min: '5' } }),
      '/checks/0/condition/args/min',
      'a whole number',
    ],
    ['[FN-1] no bound at all', check({ call: 'length', args: { value: 'x' } }), '/checks/0/condition/args', ''],
    ['[FN-1] arguments that are no object', text('trim', 'x'), '/text', ''],
    ['[FN-1] no arguments', T('root', { call: 'trim' }), '/text/args', 'Add "args"'],
    [
      '[FN-1] another type of result than the function has',
      text('trim', { value: 'x' }, { returnType: 'boolean' }),
      '/text',
      '',
    ],
    [
      '[FN-1] another type of result than the property wants',
      text('getScreenResolution', {}, { returnType: 'array' }),
      '/text',
      '',
    ],
    ['[FN-1] a member too many', text('trim', { value: 'x' }, { args2: {} }), '/text/args2', ''],
    [
      '[FN-1] a fault in an inner call',
      text('trim', { value: { call: 'trim', args: { valu: 'x' } } }),
      '/text/args/value/args/value',
      '',
    ],
    ['[FN-1] a fault in a template', text('formatString', { value: '${trim(valu: /a)}' }), '/text/args/value', ''],
  ])('%s is refused, with its place', (_title, component, at, hint) => {
    const { send, reports, runtime } = record()
    send(CX, UC('s', [component]))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code: 'VALIDATION_FAILED', place: { componentId: 'root' } })
    expect(reports[0]?.place.at).toMatch(new RegExp(`^/updateComponents/components/0${at}`))
    expect(reports[0]?.hint).toContain(hint)
    expect(soundIds(runtime.surface('s'))).toEqual([])
  })

  it.each<readonly [where: string, component: JsonObject, at: string]>([
    ['a text', text('nobody', {}), '/text/call'],
    [
      'a label for assistive technology',
      { ...T('root', 'x'), accessibility: { label: { call: 'nobody', args: {} } } },
      '/accessibility/label/call',
    ],
    ['a check', check({ call: 'nobody', args: {} }), '/checks/0/condition/call'],
    [
      'the context of an event',
      {
        id: 'root',
        component: 'Button',
        child: 'c',
        action: { event: { name: 'go', context: { a: { call: 'nobody', args: {} } } } },
      },
      '/action/event/context/a/call',
    ],
    [
      'an action',
      { id: 'root', component: 'Button', child: 'c', action: { functionCall: { call: 'nobody', args: {} } } },
      '/action/functionCall/call',
    ],
    ['an argument', text('trim', { value: { call: 'nobody', args: {} } }), '/text/args/value/call'],
    [
      'an array',
      {
        id: 'root',
        component: 'Button',
        child: 'c',
        action: { event: { name: 'go', context: { a: ['x', { call: 'nobody', args: {} }] } } },
      },
      '/action/event/context/a/1/call',
    ],
  ])('[FN-1] is found wherever it stands: %s', (_where, component, at) => {
    const { send, reports } = record()
    send(CX, UC('s', [component]))
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['FUNCTION_UNKNOWN', `/updateComponents/components/0${at}`],
    ])
  })

  it('[FN-1] is only what stands where a value may be computed', () => {
    const { send, reports, shown } = record()
    send(CX, UD('s', '/', { call: 'nobody', args: {} }), UC('s', [T('root', { path: '/call' })]))
    expect(shown('s')).toBe('nobody')
    expect(reports).toEqual([])
  })
})

describe('arguments', () => {
  it('[FN-2] may be bound, or calls themselves', () => {
    const { send, shown, reports } = record()
    const inner = { call: 'formatString', args: { value: '--${/name}--' } }
    send(
      CX,
      UC('s', [text('trim', { value: inner, chars: { path: '/chars' } })]),
      UD('s', '/', { name: 'Ada', chars: '-' }),
    )
    expect(shown('s')).toBe('Ada')
    send(UD('s', '/chars', '-A'))
    expect(shown('s')).toBe('da')
    expect(reports).toEqual([])
  })

  const nested = (depth: number): JsonValue =>
    depth === 0 ? ' x ' : { call: 'trim', args: { value: nested(depth - 1) } }
  const template = (depth: number): string => (depth === 0 ? "' x '" : `trim(value: ${template(depth - 1)})`)

  it.each<readonly [what: string, make: (depth: number) => JsonValue]>([
    ['objects', nested],
    ['a template', (depth) => ({ call: 'formatString', args: { value: `\${${template(depth - 1)}}` } })],
  ])('[FN-2] nest to the limit and no further, in %s', (_what, make) => {
    const { send, shown, reports } = record({ limits: { callDepth: 4 } })
    send(CX, UC('s', [T('root', make(4))]))
    expect(reports).toEqual([])
    expect(shown('s')).toBe('x')
    send(UC('s', [T('root', make(5))]))
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([['LIMIT_CALL_DEPTH', 'root']])
    expect(shown('s')).toBe('x')
  })

  it('[FN-2] nest to 32 where nothing else is said', () => {
    const { send, reports } = record({ limits: { jsonDepth: 200 } })
    send(CX, UC('s', [T('root', nested(32))]))
    expect(reports).toEqual([])
    send(UC('s', [T('root', nested(33))]))
    expect(reports.map(({ code }) => code)).toEqual(['LIMIT_CALL_DEPTH'])
  })
})
