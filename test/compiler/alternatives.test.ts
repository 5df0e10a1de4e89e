// Alternatives in a host's catalog: every value is read by the role that some alternative gives it, or the catalog is refused.
import { describe, expect, it } from 'vitest'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import type { Schema } from '../../src/compiler/ajv.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from '../surface/mount.ts'

const catalogId = 'https://host.example/alternatives'
const common = (name: string): Schema => ({ $ref: `common_types.json#/$defs/${name}` })
const text = common('DynamicString')
const binding = common('DataBinding')
const child = common('ComponentId')
const object = (properties: Schema, rest: Schema = {}): Schema => ({ type: 'object', properties, ...rest })
const list = (items: Schema): Schema => ({ type: 'array', items })
const rows = list(object({ label: text }, { required: ['label'] }))

function catalogWith(value: Schema, rest: Schema = {}): Schema {
  const properties = { component: { const: 'One' }, value }
  return { catalogId, components: { One: { ...object(properties), allOf: [common('ComponentCommon')] } }, ...rest }
}

const data = { name: 'Ada', level: 7, rows: [{ label: 'from data' }], on: true }

const name: JsonObject = { path: '/name' }
const ref = (id: string): JsonObject => ({ kind: 'child', id })

type Case = readonly [title: string, schema: Schema, wire: JsonValue, expected: unknown]

const served: readonly Case[] = [
  ['anyOf rows or a binding: rows', { anyOf: [rows, binding] }, [{ label: name }], [{ label: 'Ada' }]],
  ['anyOf rows or a binding: a binding', { anyOf: [rows, binding] }, { path: '/rows' }, data.rows],
  ['oneOf rows or a binding: rows', { oneOf: [rows, binding] }, [{ label: name }], [{ label: 'Ada' }]],
  ['oneOf rows or a binding: a binding', { oneOf: [rows, binding] }, { path: '/rows' }, data.rows],
  ['oneOf text', { oneOf: [text] }, name, 'Ada'],
  ['text or number: a literal', { anyOf: [text, common('DynamicNumber')] }, 5, 5],
  ['text or number: bound', { anyOf: [text, common('DynamicNumber')] }, { path: '/level' }, 7],
  ['text or a plain number: the number stays one', { anyOf: [text, { type: 'number' }] }, 5, 5],
  ['text or a plain number: so does a bound one', { anyOf: [text, { type: 'number' }] }, { path: '/level' }, 7],
  ['text or one of a few: coerced as text', { anyOf: [text, { enum: ['a'] }] }, { path: '/level' }, '7'],
  ['text or rows: text', { anyOf: [text, rows] }, 'x', 'x'],
  ['text or rows: rows', { anyOf: [text, rows] }, [{ label: name }], [{ label: 'Ada' }]],
  ['rows or a plain text', { anyOf: [rows, { type: 'string' }] }, 'x', 'x'],
  ['rows or null', { ...rows, type: ['array', 'null'] }, null, null],
  ['rows without a type', { items: object({ label: text }) }, 'x', 'x'],
  ['members or a plain text', { oneOf: [object({ label: text }), { type: 'string' }] }, 'x', 'x'],
  [
    'members or a plain text: members',
    { oneOf: [object({ label: text }), { type: 'string' }] },
    { label: name },
    { label: 'Ada' },
  ],
  ['a child or children: a child', { anyOf: [child, common('ChildList')] }, 'a', ref('a')],
  ['a child or children: children', { anyOf: [child, common('ChildList')] }, ['a'], { kind: 'children', ids: ['a'] }],
  ['a child or a binding: a child', { anyOf: [child, binding] }, 'a', ref('a')],
  ['a child or a binding: bound', { anyOf: [child, binding] }, name, 'Ada'],
  ['a child or nothing', { anyOf: [child, { type: 'null' }] }, 'a', ref('a')],
  ['an action or a text: a text', { oneOf: [common('Action'), text] }, name, 'Ada'],
  [
    'an action or a text: an action',
    { oneOf: [common('Action'), text] },
    { event: { name: 'go' } },
    { kind: 'action', does: { kind: 'event', name: 'go', context: [] } },
  ],
  [
    'two kinds of object: both are read',
    { oneOf: [object({ a: text }, { required: ['a'] }), object({ b: child }, { required: ['b'] })] },
    { b: 'x' },
    { b: ref('x') },
  ],
  ['two kinds of rows', { anyOf: [rows, list(child)] }, ['x'], [ref('x')]],
  ['a list of texts or rows', { anyOf: [common('DynamicStringList'), rows] }, [{ label: name }], [{ label: 'Ada' }]],
  ['a list of texts or of numbers', { anyOf: [common('DynamicStringList'), list({ type: 'number' })] }, [1], [1]],
  [
    'rows that look like bindings, which they are not',
    { anyOf: [list(object({ path: { type: 'string' } })), binding] },
    [name],
    [name],
  ],
  [
    'an object that looks like a call, which it is not',
    { anyOf: [binding, { type: 'object' }] },
    { call: 'x' },
    { call: 'x' },
  ],
  ['allOf around a text', { allOf: [text, { minLength: 1 }] }, name, 'Ada'],
  ['a text beside a constraint', { ...text, minLength: 1 }, name, 'Ada'],
  ['a call alone', common('FunctionCall'), { call: 'now', args: {} }, 'now'],
  ['a reference to a definition', { $ref: '#/$defs/Rows' }, [{ label: name }], [{ label: 'Ada' }]],
  [
    'any members of a kind',
    object({ fixed: { type: 'string' } }, { additionalProperties: text }),
    { fixed: 'x', more: name },
    { fixed: 'x', more: 'Ada' },
  ],
]

const now = {
  ...object({ call: { const: 'now' }, args: object({}), returnType: { const: 'string' } }),
  required: ['call'],
}

describe('alternatives', () => {
  it.each(served)('[C-12] %s', (_title, value, wire, expected) => {
    const schema = catalogWith(value, { $defs: { Rows: rows }, functions: { now } })
    const withNow = { functions: { now: { run: () => 'now' } } }
    const { reports, send, runtime } = record({ catalogs: [defineCatalog(compileCatalog(schema), withNow)] })
    send(CS('s', { catalogId }), UC('s', [{ id: 'root', component: 'One', value: wire }]), UD('s', '/', data))
    expect(reports).toEqual([])
    expect(mount(runtime.surface('s')).prop('value')).toEqual(expected)
  })
})
