// A catalog that does not fit its functions, or cannot be served exactly, is the host's mistake and found at once.
import { describe, expect, it } from 'vitest'
import basicSchema from '../../catalogs/v0.9/basic_catalog.json'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import { compileCatalog } from '../../src/ajv.ts'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import { withV08Dialect } from '../../src/catalog/v08-dialect.ts'
import { basicCatalog } from '../../src/catalogs.ts'
import type { Schema } from '../../src/compiler/ajv.ts'
import { emitCatalog } from '../../src/compiler/compile.ts'
import travel from './travel.json'
import { travelFunctions } from './travel.ts'

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
    expect(() => defineCatalog(compiled, { extend: basicCatalog })).toThrow(/implementation of the function "distance"/)
  })

  it('[FN-8] with one too many are refused, with its name', () => {
    const functions = { ...travelFunctions, distanse: travelFunctions.distance }
    expect(() => defineCatalog(compiled, { functions, extend: basicCatalog })).toThrow(
      /no schema for the functions distanse/,
    )
  })

  it('[FN-8] an implementation that only a prototype has is missing', () => {
    const functions = Object.create(travelFunctions) as typeof travelFunctions
    expect(() => defineCatalog(compiled, { functions, extend: basicCatalog })).toThrow(/"distance"/)
  })

  it('[FN-8] that list the functions of another catalog want that catalog', () => {
    expect(() => defineCatalog(compiled, { functions: travelFunctions })).toThrow(/pass that catalog as "extend"/)
    const other = defineCatalog(compileCatalog({ catalogId }))
    expect(() => defineCatalog(compiled, { functions: travelFunctions, extend: other })).toThrow(basicCatalog.catalogId)
  })

  it('[FN-8] a dialect without a translation for each of its types is refused', () => {
    const dialect = compileCatalog(withProperty({}))
    expect(() => withV08Dialect(basicCatalog, { compiled: dialect, aliases: [], translations: {} })).toThrow(
      /No translation for One/,
    )
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
  ])('[FN-8] E7: with a keyword that cannot be served exactly is refused: %s', (_keyword, property) => {
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

  it('[FN-8] whose validator would need ajv in the page is not compiled ahead of time', () => {
    const schema = withProperty({ type: 'array', items: { type: 'object' }, uniqueItems: true })
    expect(() => emitCatalog(schema, { 'common_types.json': commonTypes })).toThrow(/at run time/)
  })
})
