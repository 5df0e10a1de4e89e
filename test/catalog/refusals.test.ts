// A catalog that cannot be served exactly is refused when it is compiled: with its name, the place in it, and what to do.
import { describe, expect, it } from 'vitest'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import { compileCatalog } from '../../src/ajv.ts'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import type { CompiledCatalog } from '../../src/catalog/compiled.ts'
import type { Schema } from '../../src/compiler/ajv.ts'
import { emitCatalog } from '../../src/compiler/compile.ts'
import travel from './travel.json'

const catalogId = 'https://host.example/refused'
const common = (name: string): Schema => ({ $ref: `common_types.json#/$defs/${name}` })
const text = common('DynamicString')
const child = common('ComponentId')
const object = (properties: Schema, rest: Schema = {}): Schema => ({ type: 'object', properties, ...rest })

const component = (value: Schema, rest: Schema = {}): Schema => ({
  catalogId,
  components: { One: object({ component: { const: 'One' }, value }, rest) },
  $defs: {
    Node: object({ label: text, nodes: { type: 'array', items: { $ref: '#/$defs/Node' } } }),
  },
})

const call = (args: Schema, name = 'f'): Schema => ({
  catalogId,
  functions: { f: object({ call: { const: name }, args }) },
})

const value = '/components/One/properties/value'

type Case = readonly [title: string, schema: Schema, at: string, words: RegExp]

const cases: readonly Case[] = [
  [
    'a child or a plain text',
    component({ anyOf: [child, { type: 'string' }] }),
    `${value}/anyOf`,
    /both .*components and plain data.*two properties/i,
  ],
  ['a child or a text that may be bound', component({ oneOf: [child, text] }), `${value}/oneOf`, /both/],
  [
    'a binding or an object that looks like one',
    component({ anyOf: [text, object({ path: { type: 'string' } })] }),
    `${value}/anyOf`,
    /both/,
  ],
  [
    'a binding or an object that looks like a call',
    component({ anyOf: [text, object({ call: { type: 'string' } })] }),
    `${value}/anyOf`,
    /both/,
  ],
  [
    'lists of children or of texts',
    component({ anyOf: [common('ChildList'), common('DynamicStringList')] }),
    `${value}/anyOf`,
    /both/,
  ],
  [
    'members of two roles',
    component({ oneOf: [object({ it: child }), object({ it: text })] }),
    `${value}/oneOf`,
    /both/,
  ],
  [
    'a role in a tuple',
    component({ type: 'array', prefixItems: [{ type: 'number' }, text], items: false }),
    `${value}/prefixItems/1`,
    /"prefixItems".*properties/,
  ],
  [
    'a role by pattern',
    component({ type: 'object', patternProperties: { '^a': text } }),
    `${value}/patternProperties/^a`,
    /"patternProperties"/,
  ],
  [
    'a role under a condition',
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    component({ type: 'object', if: {}, then: object({ label: text }) }),
    `${value}/then`,
    /"then"/,
  ],
  [
    'a role of what is surplus',
    component({}, { additionalProperties: text }),
    '/components/One/additionalProperties',
    /name/,
  ],
  ['a definition within itself', component({ $ref: '#/$defs/Node' }), '/$defs/Node', /contains itself.*by id/],
  [
    'the name of another component',
    { catalogId, components: { One: object({ component: { const: 'Two' } }) } },
    '/components/One',
    /"Two".*"One"/,
  ],
  ['the name of another function', call(object({}), 'g'), '/functions/f', /"g".*"f"/],
  [
    'a required property that is none',
    component({}, { required: ['valeu'] }),
    '/components/One',
    /"valeu".*"required"/,
  ],
  [
    'a property that only a condition names',
    component({ type: 'string' }, { dependentSchemas: { value: object({ more: { type: 'string' } }) } }),
    '/components/One',
    /"more"/,
  ],
  [
    'the same deep down',
    component({ type: 'array', items: object({ a: text }, { required: ['b'] }) }),
    `${value}/items`,
    /"b"/,
  ],
  ['the same in an alternative', component(object({ a: text }, { anyOf: [{ required: ['b'] }] })), value, /"b"/],
  ['the same among arguments', call(object({ a: text }, { required: ['b'] })), '/functions/f/properties/args', /"b"/],
  ['functions as an array', { catalogId, functions: [{ name: 'f' }] }, '/functions', /object .*by name/],
  ['components as an array', { catalogId, components: [] }, '/components', /object .*by name/],
  ['a component that is no schema', { catalogId, components: { One: 'x' } }, '/components/One', /Schema/],
  ['a child as an argument', call(object({ a: child })), '/functions/f/properties/args/properties/a', /argument/],
  [
    'members that are bound, in an argument',
    call(object({ a: object({ b: text }) })),
    '/functions/f/properties/args/properties/a',
    /argument/,
  ],
  ['a keyword that nobody knows', component({ type: 'string', minimumLength: 3 }), value, /minimumLength/],
  [
    'the same in an alternative',
    component({ anyOf: [{ type: 'array' }, { type: 'string', minimumLength: 3 }] }),
    `${value}/anyOf/1`,
    /minimumLength/,
  ],
  [
    'a format that nobody checks',
    component({ type: 'array', items: { type: 'string', format: 'iban' } }),
    `${value}/items`,
    /iban/,
  ],
  ['a type that there is not', component({ type: 'text' }), value, /text/],
  ['a definition with a mistake', { catalogId, $defs: { A: { type: 'text' } } }, '/$defs/A/type', /schema/i],
  ['a reference that is spelt wrongly', component({ $ref: '#/$defs/%' }), `${value}/$ref`, /%/],
  ['a reference to nothing', component({ $ref: '#/$defs/Nothing' }), `${value}/$ref`, /Nothing/],
  [
    'a reference by anchor',
    { ...component({ $ref: '#it' }), $defs: { It: { $anchor: 'it', ...text } } },
    `${value}/$ref`,
    /JSON Pointer/,
  ],
  [
    'a keyword half served',
    component({ type: 'array', unevaluatedItems: false }),
    `${value}/unevaluatedItems`,
    /not supported/,
  ],
]

const files = { 'common_types.json': commonTypes }
const messageOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return expect.fail('Nothing was refused')
}

describe('a schema is refused', () => {
  it.each(cases)('[C-12] [FN-8] with catalog, place and remedy: %s', (_title, schema, at, words) => {
    const inPage = messageOf(() => compileCatalog(schema))
    expect(inPage).toContain(`${catalogId}, at ${at}: `)
    expect(inPage).toMatch(words)
    const ahead = messageOf(() => emitCatalog(schema, files, 'src/refused.json'))
    expect(ahead).toBe(inPage.replace(catalogId, 'src/refused.json'))
    expect(inPage).not.toMatch(/surface-runtime\.example|this\.json|undefined/)
  })

  it('[FN-8] with its place where the validator would need ajv in the page', () => {
    const schema = component({ type: 'array', items: { type: 'object' }, uniqueItems: true })
    const message = messageOf(() => emitCatalog(schema, files, 'src/refused.json'))
    expect(message).toContain('src/refused.json, at /components/One: ')
    expect(message).toMatch(/uniqueItems/)
  })

  it('[FN-8] with a sentence when it was never compiled', () => {
    const raw = travel as unknown as CompiledCatalog
    expect(messageOf(() => defineCatalog(raw))).toMatch(/travel.*not compiled.*\?catalog.*compileCatalog/)
  })
})
