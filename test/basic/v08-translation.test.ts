// v0.8's components translated to v0.9: what v0.8's schema accepts, v0.9's schema accepts after the translation.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import standard from '../../catalogs/v0.8/standard_catalog_definition.json'
import type { Dialect } from '../../src/catalog/dialect.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { lenient } from '../../src/entries/lenient.ts'
import { defaultLimits } from '../../src/errors/limits.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { createGenerator, pick, type Schema } from '../catalog/generate.ts'
import { v08 } from '../support/messages.ts'
import { seeded } from '../support/random.ts'
import { record } from '../support/recorder.ts'
import { reference } from './v08-reference.ts'

const options = { limits: defaultLimits, lenient: undefined, warn: () => expect.unreachable() }
const types: readonly (readonly [type: string, schema: Schema])[] = Object.entries(standard.components)

function doorOf(protocol: Dialect['protocol']): Dialect {
  return basicCatalog.dialects.find((dialect) => dialect.protocol === protocol) ?? expect.fail('There is no such door')
}

/** Without what is told otherwise: how each version reads paths, and that v0.8 repeats over members too. */
function plain(props: unknown): unknown {
  const text = JSON.stringify(props, (key, value: unknown) =>
    ['pointer', 'from', 'objects', 'at'].includes(key) ? undefined : value,
  )
  return JSON.parse(text)
}

describe('whatever the schema of v0.8 accepts', () => {
  it.each(types)('[V8-9] the basic catalog accepts, translated: %s', (type, schema) => {
    const random = seeded(8)
    const generator = createGenerator({ 'standard.json': standard }, random, /^never$/)
    const ajv = new Ajv2020({ ownProperties: true, strict: false, validateFormats: false })
    ajv.addSchema(standard)
    const accepts = ajv.compile({ $ref: `${standard.$id}#/components/${type}` })
    let accepted = 0
    for (let round = 0; round < 300; round++) {
      const props = generator.valid(schema, 'standard.json') as JsonObject
      if (!accepts(props)) continue
      accepted++
      const weight = pick<JsonObject>(random, [{}, { weight: 2 }])
      const initial: JsonValue[] = []
      const translated =
        reference[type]?.(props, { initialise: (_, value) => void initial.push(value) }) ??
        expect.fail(`No translation of ${type}`)
      const modern = { id: 'a', component: translated.type, ...translated.props, ...weight }
      const [one, other] = [
        doorOf('v0.8').parseComponent({ id: 'a', component: { [type]: props }, ...weight }, { at: '' }, options),
        doorOf('v0.9').parseComponent(modern, { at: '' }, options),
      ]
      const { internal = {} } = translated
      const beside = Object.entries(internal).map(([name, value]) => [name, { kind: 'static', value }])
      const expected = { ...other.props, ...Object.fromEntries(beside) }
      expect({
        type: one.type,
        props: plain(one.props),
        initial: one.initial?.map(({ value }) => value) ?? [],
      }).toEqual({ type: other.type, props: plain(expected), initial })
      expect(one.edges.map(({ to }) => to)).toEqual(other.edges.map(({ to }) => to))
    }
    expect(accepted).toBeGreaterThan(100)
  })
})

type Case = readonly [title: string, component: JsonObject, type: string, shown: JsonObject]

const button = (rest: JsonObject): JsonObject =>
  v08.C('root', 'Button', { child: 'c', action: { name: 'go' }, ...rest })
const field = (rest: JsonObject): JsonObject => v08.C('root', 'TextField', { label: { literalString: 'L' }, ...rest })

const cases: readonly Case[] = [
  ['[V8-9] a literal text', v08.T('root', 'hello'), 'Text', { text: 'hello', variant: 'body' }],
  ['[V8-9] a bound text', v08.T('root', { path: 'a.b' }), 'Text', { text: 'bound' }],
  ['[V8-9] a text with neither is empty', v08.T('root', {}), 'Text', { text: '' }],
  ['[V8-9] a usage hint is a variant', v08.C('root', 'Text', { text: {}, usageHint: 'h2' }), 'Text', { variant: 'h2' }],
  [
    '[V8-9] distribution and alignment have other names',
    v08.C('root', 'Row', { children: { explicitList: ['a'] }, distribution: 'spaceEvenly', alignment: 'end' }),
    'Row',
    { justify: 'spaceEvenly', align: 'end' },
  ],
  [
    '[V8-9] and have defaults',
    v08.C('root', 'Column', { children: { explicitList: [] } }),
    'Column',
    { justify: 'start', align: 'stretch' },
  ],
  [
    '[V8-9] a list of children',
    v08.C('root', 'Column', { children: { explicitList: ['a', 'b'] } }),
    'Column',
    { children: { kind: 'children', ids: ['a', 'b'] } },
  ],
  [
    '[V8-9] a weight stands beside the component',
    { ...v08.C('root', 'Card', { child: 'c' }), weight: 2 },
    'Card',
    { weight: 2 },
  ],
  ['[V8-9] a primary button', button({ primary: true }), 'Button', { variant: 'primary' }],
  ['[V8-9] another button', button({ primary: false }), 'Button', { variant: 'default' }],
  [
    "[V8-9] a field's text is its value",
    field({ text: { literalString: 'x' } }),
    'TextField',
    { label: 'L', value: 'x' },
  ],
  ['[V8-9] a field type is a variant', field({ textFieldType: 'obscured' }), 'TextField', { variant: 'obscured' }],
  [
    '[V8-9] a field for a date has an input for it',
    field({ textFieldType: 'date' }),
    'DateTimeInput',
    { enableDate: true },
  ],
  [
    '[V8-9] an expression to check a field with',
    field({ validationRegexp: '^a' }),
    'TextField',
    { validationRegexp: '^a' },
  ],
  [
    '[V8-9] a checked box',
    v08.C('root', 'CheckBox', { label: {}, value: { literalBoolean: true } }),
    'CheckBox',
    { label: '', value: true },
  ],
  [
    '[V8-9] a box with neither is not checked',
    v08.C('root', 'CheckBox', { label: {}, value: {} }),
    'CheckBox',
    { value: false },
  ],
]

describe('a component of v0.8', () => {
  it.each(cases)('%s', (_title, component, type, props) => {
    const { send, runtime, shown, reports } = record()
    send(v08.BR('s'), v08.SU('s', [component]), v08.DM('s', [{ key: 'b', valueString: 'bound' }], 'a'))
    expect(reports).toEqual([])
    expect(runtime.surface('s')?.components.get('root')?.type).toBe(type)
    for (const [name, value] of Object.entries(props)) expect(shown('s', 'root', name)).toEqual(value)
  })

  const wrong = { path: 'a.__proto__' }
  it.each<readonly [component: JsonObject, place: string]>([
    [v08.T('a', wrong), '/Text/text/path'],
    [field({ text: { ...wrong, literalString: 'x' } }), '/TextField/text/path'],
    [v08.C('a', 'Image', { url: {}, altText: wrong }), '/Image/altText/path'],
    [v08.C('a', 'Tabs', { tabItems: [{ title: wrong, child: 'b' }] }), '/Tabs/tabItems/0/title/path'],
    [
      v08.C('a', 'List', { children: { template: { componentId: 'b', dataBinding: '__proto__' } } }),
      '/List/children/template/dataBinding',
    ],
    [button({ action: { name: 'go', context: [{ key: 'k', value: wrong }] } }), '/Button/action/context/0/value/path'],
    [field({ validationRegexp: 'x'.repeat(10_000) }), '/TextField/validationRegexp'],
  ])('[V8-9] has the place of a fault in its own words: %j', (component, place) => {
    const { send, reports } = record()
    send(v08.BR('s'), v08.SU('s', [component]))
    expect(reports.map(({ place: { at } }) => at)).toEqual([`/surfaceUpdate/components/0/component${place}`])
  })

  it('[C-8] lenient, loses what has a wrong path, and is a placeholder where that is required', () => {
    const { send, reports, runtime, shown } = record({ validation: lenient })
    send(v08.BR('s'), v08.SU('s', [field({ text: wrong }), { ...v08.T('b', wrong) }, v08.T('c', 'fine')]))
    expect(reports.map(({ code, severity, place }) => [code, severity, place.componentId])).toEqual([
      ['POINTER_FORBIDDEN', 'warning', 'root'],
      ['POINTER_FORBIDDEN', 'warning', 'b'],
    ])
    expect([shown('s', 'root', 'label'), shown('s', 'c')]).toEqual(['L', 'fine'])
    expect(runtime.surface('s')?.components.get('root')?.props['value']).toBeUndefined()
    expect(runtime.surface('s')?.components.get('b')?.invalid?.code).toBe('POINTER_FORBIDDEN')
  })

  it('[V8-9] styles become the theme', () => {
    const { send, runtime, reports } = record()
    const styles: JsonValue = { font: 'Roboto', primaryColor: '#00BFFF', other: 1 }
    send(v08.BR('s', 'root', { styles }), v08.BR('t', 'root', { styles: { primaryColor: 'blue' } }))
    expect(runtime.surface('s')?.theme).toEqual({ font: 'Roboto', primaryColor: '#00BFFF' })
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'VALIDATION_FAILED',
      place: { surfaceId: 't', at: '/beginRendering/styles/primaryColor' },
    })
  })
})
