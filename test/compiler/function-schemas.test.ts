// What a catalog's schema says of its functions besides their arguments: which there are, and what a call may leave out.
import { describe, expect, it } from 'vitest'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import type { CompiledCatalog } from '../../src/catalog/compiled.ts'
import { CatalogError, compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const catalogId = 'https://host.example/functions'
const text = { $ref: 'common_types.json#/$defs/DynamicString' }
const fn = (name: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  properties: { call: { const: name }, args: { type: 'object', properties } },
})
const functions = { trim: fn('trim', { value: text }), join: fn('join', { with: { ...text, default: ', ' } }) }
const compiled = (anyFunction: JsonValue): CompiledCatalog =>
  compileCatalog({ catalogId, functions, $defs: { anyFunction } } as JsonObject)
const listing = (...references: readonly string[]): JsonValue => ({ oneOf: references.map(($ref) => ({ $ref })) })
const [trim, join] = ['#/functions/trim', '#/functions/join']

describe('the list of functions', () => {
  it('[FN-23] may be absent, or name them all, beside those of another catalog', () => {
    expect(() => compileCatalog({ catalogId, functions })).not.toThrow()
    expect(() => compiled(listing(trim, join))).not.toThrow()
    expect(compiled(listing(join, trim, 'basic_catalog.json#/$defs/anyFunction')).includes).toHaveLength(1)
  })

  it.each<readonly [what: string, list: JsonValue, at: string, words: RegExp]>([
    [
      'that is no list',
      { type: 'object' },
      '',
      /must list the functions\. Write "oneOf": \[\{"\$ref": "#\/functions\/trim"\}\]/,
    ],
    [
      'that leaves one out',
      listing(trim),
      '/oneOf',
      /leaves out the function "join"\. Add \{"\$ref": "#\/functions\/join"\}/,
    ],
    [
      'that names what is not there',
      listing(trim, join, '#/functions/trm'),
      '/oneOf/2/$ref',
      /Did you mean "#\/functions\/trim"\?/,
    ],
    [
      'with something else in it',
      { oneOf: [{ $ref: trim }, { $ref: join }, { type: 'object' }] },
      '/oneOf/2',
      /must refer to a function/,
    ],
  ])('[FN-23] %s is refused', (_what, list, at, words) => {
    let thrown: unknown
    try {
      compiled(list)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(CatalogError)
    expect((thrown as CatalogError).at).toBe(`/$defs/anyFunction${at}`)
    expect((thrown as CatalogError).message).toMatch(words)
  })
})

describe('a default of an argument', () => {
  const bound = { ...text, default: { path: '/unit' } }
  const nested = { ...text, default: { call: 'trim', args: { value: ' km ' } } }
  const schema = {
    catalogId,
    functions: {
      trim: functions.trim,
      say: fn('say', { literal: { ...text, default: 'many' }, bound, nested, absent: text }),
    },
  }
  const catalog = defineCatalog(compileCatalog(schema), {
    extend: basicCatalog,
    functions: {
      trim: { run: ({ value }) => String(value).trim() },
      say: { run: (args) => JSON.stringify(args) },
    },
  })
  const said = (args: JsonObject | undefined): unknown => {
    const { send, shown, codes } = record({ catalogs: [catalog] })
    const call = { call: 'say', ...(args === undefined ? {} : { args }) }
    send(CS('s', { catalogId }), UC('s', [T('root', call)]), UD('s', '/unit', 'mi'))
    expect(codes()).toEqual([])
    return JSON.parse(String(shown('s')))
  }

  it('[FN-24] is filled in where a call leaves it out, literal or dynamic', () => {
    expect(said({})).toEqual({ literal: 'many', bound: 'mi', nested: 'km' })
  })

  it('[FN-24] gives way to what the call says', () => {
    expect(said({ literal: 'few', bound: 'm', nested: 'x', absent: 'there' })).toEqual({
      literal: 'few',
      bound: 'm',
      nested: 'x',
      absent: 'there',
    })
  })
})
