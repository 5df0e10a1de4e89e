// A catalog that does not fit its functions, or cannot be served exactly, is the host's mistake and found at once.
import { describe, expect, it } from 'vitest'
import basicSchema from '../../catalogs/v0.9/basic_catalog.json'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import { type Catalog, defineCatalog } from '../../src/catalog/catalog.ts'
import type { CompiledCatalog } from '../../src/catalog/compiled.ts'
import { readTable } from '../../src/catalog/read-table.ts'
import { withV08Dialect } from '../../src/catalog/v08-dialect.ts'
import type { Schema } from '../../src/compiler/ajv.ts'
import { emitCatalog } from '../../src/compiler/compile.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { createRuntime } from '../../src/entries/core.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import travel from '../catalog/travel.json'
import { travelFunctions } from '../catalog/travel.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const catalogId = 'https://host.example/one'

/** A catalog with one component, whose property is the schema given. */
function withProperty(property: Schema, name = 'value'): Schema {
  const component = { type: 'object', properties: { id: {}, component: { const: 'One' }, [name]: property } }
  return { catalogId, components: { One: component } }
}

const both = (schema: Schema): void => {
  const files = { 'common_types.json': commonTypes, 'basic_catalog.json': basicSchema }
  expect(() => compileCatalog(schema)).toThrow()
  expect(() => emitCatalog(schema, files)).toThrow()
}

describe('functions and schema', () => {
  const compiled = compileCatalog(travel)

  it('[FN-8] of the same names are taken', () => {
    const catalog = defineCatalog(compiled, { functions: travelFunctions, extend: basicCatalog })
    expect([...catalog.functions.keys()]).toContain('distance')
    expect([...catalog.functions.keys()]).toEqual(expect.arrayContaining([...basicCatalog.functions.keys()]))
  })

  it('[FN-8] with an implementation missing are refused, with its name', () => {
    expect(() => defineCatalog(compiled, { extend: basicCatalog })).toThrow(
      `Catalog "${travel.catalogId}" needs a function for distance.`,
    )
  })

  it('[FN-8] with one too many are refused, with its name and the nearest one', () => {
    const functions = { distanse: travelFunctions.distance }
    expect(() => defineCatalog(compiled, { functions, extend: basicCatalog })).toThrow(
      /has no function "distanse"\. Did you mean "distance"\?$/,
    )
    const more = { ...travelFunctions, tax: travelFunctions.distance }
    expect(() => defineCatalog(compiled, { functions: more, extend: basicCatalog })).toThrow(
      /has no function "tax"\. Known: distance\.$/,
    )
  })

  it('[FN-8] an implementation that only a prototype has is missing', () => {
    const functions = Object.create(travelFunctions) as typeof travelFunctions
    expect(() => defineCatalog(compiled, { functions, extend: basicCatalog })).toThrow(/for distance\./)
  })

  it('[FN-8] that list the functions of another catalog want that catalog', () => {
    expect(() => defineCatalog(compiled, { functions: travelFunctions })).toThrow(/pass that catalog as "extend"/)
    const other = defineCatalog(compileCatalog(withProperty({})))
    expect(() => defineCatalog(compiled, { functions: travelFunctions, extend: other })).toThrow(basicCatalog.catalogId)
  })

  it('[FN-8] a dialect without a translation for each of its types is refused', () => {
    const dialect = compileCatalog(withProperty({}))
    expect(() => withV08Dialect(basicCatalog, { compiled: dialect, aliases: [], translations: {} })).toThrow(
      /No translation for One/,
    )
  })
})

describe('what is no compiled catalog', () => {
  const ways =
    /An import with "\?catalog" needs the plugin of surface-runtime\/vite; without Vite use the command "surface-runtime compile", or in the page compileCatalog of surface-runtime\/ajv\.$/
  const { catalogId: id } = travel

  it.each<readonly [what: string, input: unknown, not: string]>([
    ['a JSON Schema, as of an import without the plugin', travel, `not the JSON Schema "${id}"`],
    ['a JSON Schema without an id', { components: {} }, 'not an object'],
    ['the address of a file', '/assets/travel-1a2b.json', 'not "/assets/travel-1a2b.json"'],
    ['nothing', undefined, 'not undefined'],
    ['null', null, 'not null'],
    ['an array', [travel], 'not an array'],
  ])('[FN-8] %s is told with the three ways to one', (_what, input, not) => {
    const define = (): unknown => defineCatalog(input as CompiledCatalog)
    expect(define).toThrow(TypeError)
    expect(define).toThrow(`defineCatalog needs a compiled catalog, ${not}. `)
    expect(define).toThrow(ways)
    expect(() => createRuntime({ catalogs: [input as Catalog] })).toThrow(
      `"catalogs[0]" must be a catalog of defineCatalog, ${not}. `,
    )
    expect(() => createRuntime({ catalogs: [input as Catalog] })).toThrow(ways)
  })

  it.each<readonly [what: string, input: unknown, words: string]>([
    ['the module of a compiled catalog', { default: compileCatalog(travel) }, 'a module. Pass its default export'],
    ['the module of a JSON Schema', { default: travel, ...travel }, 'a module. Pass its default export'],
    ['a catalog', basicCatalog, 'a defined catalog. Pass it to createRuntime.'],
  ])('[FN-8] %s is told with what to do', (_what, input, words) => {
    expect(() => defineCatalog(input as CompiledCatalog)).toThrow(
      `defineCatalog needs a compiled catalog, not ${words}`,
    )
  })

  it('[FN-8] as what is compiled already is to compileCatalog', () => {
    const compiled = compileCatalog(travel) as unknown as Schema
    expect(() => compileCatalog(compiled)).toThrow(
      `${id}: It must be a JSON Schema, not a compiled catalog. Pass it to defineCatalog.`,
    )
    const module = { default: travel, ...travel } as unknown as Schema
    expect(() => compileCatalog(module)).toThrow(
      `${id}: It must be a JSON Schema, not a module. Pass its default export.`,
    )
  })
})

describe("a third party's file of functions", () => {
  const dynamic = { $ref: 'common_types.json#/$defs/DynamicString' }
  const shout = {
    type: 'object',
    properties: {
      call: { const: 'shout' },
      args: { type: 'object', properties: { value: dynamic }, required: ['value'], unevaluatedProperties: false },
      returnType: { const: 'string' },
    },
    required: ['call', 'args'],
    unevaluatedProperties: false,
  }
  const file = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://host.example/shout.json',
    title: 'Loud words',
    description: 'One function more',
    functions: { shout },
    $defs: {
      anyFunction: {
        oneOf: [{ $ref: '#/functions/shout' }, { $ref: 'basic_catalog.json#/$defs/anyFunction' }],
      },
    },
  }
  const files = { 'common_types.json': commonTypes, 'basic_catalog.json': basicSchema }
  const run = ({ value }: { readonly value?: unknown }): string => `${String(value)}!`
  const catalog = defineCatalog(compileCatalog(file), { functions: { shout: { run } }, extend: basicCatalog })
  const open = CS('s', { catalogId: file.$id })

  it('[PD-2] has its $id for the id of the catalog, whose functions work beside the basic ones', () => {
    const { send, shown, codes } = record({ catalogs: [catalog, basicCatalog] })
    const inner = { call: 'formatString', args: { value: 'Hello ${/name}' } }
    send(open, UC('s', [T('root', { call: 'shout', args: { value: inner } })]), UD('s', '/name', 'Ada'))
    expect([catalog.catalogId, codes(), shown('s')]).toEqual([file.$id, [], 'Hello Ada!'])
  })

  it.each<readonly [JsonObject, code: string]>([
    [{ call: 'shuot', args: { value: 'x' } }, 'FUNCTION_UNKNOWN'],
    [{ call: 'shout' }, 'VALIDATION_FAILED'],
    [{ call: 'shout', args: {} }, 'VALIDATION_FAILED'],
    [{ call: 'shout', args: { value: 5 } }, 'VALIDATION_FAILED'],
    [{ call: 'shout', args: { value: 'x', more: 1 } }, 'VALIDATION_FAILED'],
    [{ call: 'shout', args: { value: 'x' }, more: 1 }, 'VALIDATION_FAILED'],
    [{ call: 'shout', args: { value: 'x' }, returnType: 'number' }, 'VALIDATION_FAILED'],
  ])('[PD-2] decides which calls are taken, and %j is not', (call, code) => {
    const { send, codes } = record({ catalogs: [catalog, basicCatalog] })
    send(open, UC('s', [T('root', { call: 'shout', args: { value: 'x' }, returnType: 'string' })]))
    expect(codes()).toEqual([])
    send(UC('s', [T('root', call)]))
    expect(codes()).toEqual([code])
  })

  it('[PD-2] keeps its texts for people out of the page', () => {
    const code = emitCatalog(file, files)
    for (const text of [file.title, file.description, file.$schema]) expect(code).not.toContain(text)
    expect(code).toContain(file.$id)
  })

  it.each(['$schema', '$id', 'title', 'description'])('[PD-2] is refused with a %s that is no text', (keyword) => {
    both({ ...file, [keyword]: 5 })
  })

  it('[PD-2] is refused in another draft of JSON Schema than 2020-12', () => {
    both({ ...file, $schema: 'http://json-schema.org/draft-07/schema#' })
  })
})

describe('a schema', () => {
  it.each<readonly [keyword: string, property: Schema]>([
    ['$dynamicRef', { $dynamicRef: '#node' }],
    ['$dynamicAnchor', { $dynamicAnchor: 'node', type: 'string' }],
    ['$recursiveRef', { $recursiveRef: '#' }],
    ['unevaluatedItems', { type: 'array', unevaluatedItems: false }],
    ['contentSchema', { type: 'string', contentSchema: { type: 'object' } }],
    [
      'one deep down',
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'array', unevaluatedItems: false }] } },
    ],
    ['one that nobody knows', { type: 'string', minimumLength: 3 }],
    ['discriminator, which is not of JSON Schema', { type: 'object', discriminator: { propertyName: 'a' }, oneOf: [] }],
    ['a format that nobody checks', { type: 'string', format: 'iban' }],
    ['a reference to nothing', { $ref: '#/$defs/Nothing' }],
    ['a reference to a file that is not there', { $ref: 'other_types.json#/$defs/Some' }],
    ['a property called __proto__', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
  ])('[FN-8] with a keyword that cannot be served exactly is refused: %s', (_keyword, property) => {
    both(withProperty(property))
  })

  it('[FN-8] with a component property called __proto__ is refused', () => {
    const properties = JSON.parse('{"component":{"const":"One"},"__proto__":{"type":"string"}}')
    both({ catalogId, components: { One: { type: 'object', properties, unevaluatedProperties: false } } })
  })

  it.each(['default', 'enum', 'const', 'examples'])(
    '[FN-8] is looked through below a property called %s too',
    (name) => {
      both(withProperty({ type: 'array', unevaluatedItems: false }, name))
    },
  )

  it.each(['contentSchema', 'unevaluatedItems', '$dynamicRef', 'title', 'description', 'default', 'enum'])(
    '[FN-8] may have a property called %s',
    (name) => {
      const compiled = compileCatalog(withProperty({ type: 'string' }, name))
      const { validate } = compiled.components['One'] ?? expect.fail('There is no such component')
      expect(validate({ [name]: 'x' })).toBeUndefined()
      expect(validate({ [name]: 5 })).toHaveLength(1)
    },
  )

  it('[FN-8] may hold whatever it likes where it holds data', () => {
    const value = { $dynamicRef: '#x', title: 'T', description: 'D', $ref: 'r' }
    const compiled = compileCatalog(withProperty({ enum: [value, 'other'], default: value }))
    const { defaults, validate } = compiled.components['One'] ?? expect.fail('There is no such component')
    expect(defaults).toEqual({ value })
    expect(validate({ value })).toBeUndefined()
    expect(validate({ value: { ...value, title: 'U' } })).toHaveLength(1)
  })

  it('[FN-8] without an id is refused', () => {
    expect(() => compileCatalog({ components: {} })).toThrow(/catalogId/)
  })

  it('[FN-8] whose validator compares objects is compiled ahead of time, too', async () => {
    const schema = withProperty({
      type: 'array',
      items: { anyOf: [{ type: 'object' }, { enum: [[1, { a: null }], 'é'] }, { type: 'string', maxLength: 1 }] },
      uniqueItems: true,
    })
    const module = `data:text/javascript,${encodeURIComponent(emitCatalog(schema, { 'common_types.json': commonTypes }))}`
    const { default: ahead } = (await import(/* @vite-ignore */ module)) as { readonly default: CompiledCatalog }
    const validators = [compileCatalog(schema), readTable(ahead)].map(({ components }) => components['One']?.validate)
    const values: readonly (readonly [value: readonly JsonValue[], fits: boolean])[] = [
      [[{ a: 1 }, { a: 2 }], true],
      [
        [
          { a: 1, b: [] },
          { b: [], a: 1 },
        ],
        false,
      ],
      [[{ a: 1 }, { a: 1, b: 1 }], true],
      [[[1, { a: null }], '𝄞'], true],
      [[[1, {}]], false],
      [['𝄞𝄞'], false],
      [[{ toString: 1 }, {}], true],
    ]
    for (const [value, fits] of values)
      expect(validators.map((validate) => [value, validate?.({ value }) === undefined])).toEqual(
        validators.map(() => [value, fits]),
      )
  })
})
