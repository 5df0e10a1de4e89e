// Declarations that are made from a catalog's schema: a property has the type in which its renderer gets it.
import { describe, expect, it } from 'vitest'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import type { Schema } from '../../src/compiler/ajv.ts'
import { emitTypes } from '../../src/compiler/types.ts'

const common = (name: string): Schema => ({ $ref: `common_types.json#/$defs/${name}` })
const text = common('DynamicString')
const rows: Schema = { type: 'array', items: { type: 'object', properties: { label: text }, required: ['label'] } }
const $defs: Schema = {
  Size: { enum: ['s', 'm'] },
  Node: { type: 'object', properties: { nodes: { type: 'array', items: { $ref: '#/$defs/Node' } } } },
}

function madeFrom(properties: Schema, args: Schema = {}, required: readonly string[] = []): string {
  const one = { type: 'object', properties: { component: { const: 'One' }, ...properties }, required }
  const fn = {
    type: 'object',
    properties: { call: { const: 'f' }, args: { type: 'object', properties: args, required } },
  }
  const schema = { catalogId: 'https://host.example/types', components: { One: one }, functions: { f: fn }, $defs }
  return emitTypes(schema, { 'common_types.json': commonTypes }, { name: 'My' })
}

describe('made types', () => {
  it.each<readonly [schema: Schema, type: string]>([
    [text, 'string'],
    [common('DynamicStringList'), 'readonly string[]'],
    [common('DataBinding'), 'JsonValue | undefined'],
    [common('ChildList'), 'ChildrenRef'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{}, 'JsonValue'],
    [{ type: 'object' }, 'JsonObject'],
    [{ $ref: '#/$defs/Size' }, '"s" | "m"'],
    [{ allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['c', 'b'] }] }, '"b" | "c"'],
    [{ type: 'array', items: { enum: [1, 2] } }, 'readonly (1 | 2)[]'],
    [rows, 'readonly ({ readonly label: string })[]'],
    [{ anyOf: [text, { enum: ['a'] }] }, 'string'],
    [{ anyOf: [text, common('DynamicNumber')] }, 'JsonValue | undefined'],
    [{ anyOf: [rows, common('DataBinding')] }, 'readonly ({ readonly label: string })[] | JsonValue | undefined'],
    [{ anyOf: [{ type: 'array', items: { type: 'object' } }, common('DataBinding')] }, 'readonly JsonObject[]'],
    [{ anyOf: [{ type: 'array', items: { type: 'number' } }, common('DataBinding')] }, 'JsonValue | undefined'],
    [{ oneOf: [common('Action'), text] }, 'Act | string'],
    [{ anyOf: [common('ComponentId'), { type: 'null' }] }, 'ChildRef | null'],
    [{ type: 'object', additionalProperties: text }, '{ readonly [name: string]: string }'],
    [{ type: 'object', properties: { 'a-b': { type: 'string' } } }, '{ readonly "a-b"?: string }'],
    [{ $ref: '#/$defs/Node' }, '{ readonly nodes?: readonly ({ readonly nodes?: readonly JsonValue[] })[] }'],
  ])('[C-12] %j is %s', (schema, type) => {
    expect(madeFrom({ it: schema })).toContain(`\n  readonly it?: ${type}\n`)
  })

  it('[C-4] a property or argument is present where it is required or has a default', () => {
    const size = { enum: ['s'], default: 's' }
    const made = madeFrom({ a: text, b: size, c: text }, { a: text, b: size }, ['a'])
    expect(made).toContain('readonly a: string\n  readonly b: "s"\n  readonly c?: string\n')
    expect(made).toContain('readonly a: JsonValue | undefined\n  readonly b: "s"\n')
  })

  it.each<readonly [schema: Schema, type: string]>([
    [text, 'DynamicString'],
    [common('DynamicStringList'), 'DynamicStringList'],
    [common('ChildList'), 'ChildListV09'],
    [common('Action'), 'ActionV09'],
    [rows, 'readonly ({ readonly label: DynamicString })[]'],
    [{ anyOf: [rows, common('DataBinding')] }, 'readonly ({ readonly label: DynamicString })[] | DataBinding'],
    [{ enum: ['s'], default: 's' }, '"s"'],
  ])('[BU-3] %j is written as %s', (schema, type) => {
    const made = madeFrom({ it: schema })
    expect(made).toContain(`export type MyOneWritten = {\n  readonly it?: ${type}\n}`)
    expect(made).toContain('export interface MyWritten {\n  readonly One: MyOneWritten\n}')
  })

  it('[R-24] the theme of a catalog has a type', () => {
    const theme = { type: 'object', properties: { radius: { type: 'number' }, tone: { enum: ['calm', 'loud'] } } }
    const schema = { catalogId: 'https://host.example/types', components: {}, $defs: { theme } }
    const made = emitTypes(schema, { 'common_types.json': commonTypes }, { name: 'My' })
    expect(made).toContain(
      'export type MyTheme = {\n  readonly radius?: number\n  readonly tone?: "calm" | "loud"\n}\n',
    )
  })

  it('[C-12] properties of alternatives may be absent', () => {
    const options = [
      { properties: { a: text }, required: ['a'] },
      { properties: { a: { enum: [1] }, b: { type: 'null' } } },
    ]
    const one = { type: 'object', properties: { component: { const: 'One' } }, oneOf: options }
    const schema = { catalogId: 'https://host.example/types', components: { One: one } }
    const made = emitTypes(schema, { 'common_types.json': commonTypes }, { name: 'My' })
    expect(made).toContain('{\n  readonly a?: JsonValue | undefined\n  readonly b?: null\n}')
  })

  it('[C-12] only what is used is imported', () => {
    expect(madeFrom({ Action: { enum: ['ChildRef'] } })).toMatch(
      /^\/\/.*\nimport type \{ CompiledCatalog \} from 'surface-runtime\/core'\n\n/,
    )
  })
})
