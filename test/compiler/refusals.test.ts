// A catalog that cannot be served exactly is refused when it is compiled: with a code, its name, the place in it, and what to
// do. Whatever compiles it, or writes its types, refuses it in the same words.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import type { Schema } from '../../src/compiler/ajv.ts'
import { catalogErrorCodes } from '../../src/compiler/catalog-error.ts'
import { CatalogError, compileCatalog } from '../../src/entries/ajv.ts'
import { catalogTypes, compileModule } from '../../src/entries/compile.ts'
import { catalogCompiler } from '../../src/entries/vite.ts'

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

const One = object({ component: { const: 'One' } })
const closed = (value: Schema): Schema => component(value, { unevaluatedProperties: false })
const value = '/components/One/properties/value'

/** `words`: of the problem and of the remedy, in their order. */
type Case = readonly [title: string, schema: unknown, code: CatalogError['code'], at: string, words: RegExp]

const cases: readonly Case[] = [
  // What is no catalog.
  ['nothing', undefined, 'CATALOG_INVALID', '', /must be a JSON Schema, not undefined\. Pass the parsed JSON Schema\./],
  ['null', null, 'CATALOG_INVALID', '', /not null/],
  ['a text', '{"catalogId": "x"}', 'CATALOG_INVALID', '', /not "{"catalogId": "x"}"\. Pass the parsed/],
  ['an array', [1], 'CATALOG_INVALID', '', /not an array/],
  ['an object with other things in it', { name: 'x' }, 'CATALOG_INVALID', '', /no "components" and no "functions"/],
  ['no id', { components: { One } }, 'CATALOG_INVALID', '/catalogId', /needs a "catalogId"\. Add/],
  ['an id that is no text', { catalogId: 5, components: { One } }, 'CATALOG_INVALID', '/catalogId', /not 5/],
  ['an empty id', { catalogId: '', components: { One } }, 'CATALOG_INVALID', '/catalogId', /not ""/],
  [
    'an id by another name',
    { catalogID: 'x', components: { One } },
    'CATALOG_INVALID',
    '/catalogID',
    /Did you mean "catalogId"\?/,
  ],
  [
    'components by another name',
    { catalogId, component: { One } },
    'CATALOG_INVALID',
    '/component',
    /no member "component"\. Did you mean "components"\?/,
  ],
  [
    'functions by another name',
    { catalogId, components: { One }, function: {} },
    'CATALOG_INVALID',
    '/function',
    /Did you mean "functions"\?/,
  ],
  ['nothing but empty functions', { catalogId, functions: {} }, 'CATALOG_INVALID', '', /empty\. .*"components"/],
  ['nothing but empty components', { catalogId, components: {} }, 'CATALOG_INVALID', '', /empty/],
  [
    'functions as an array',
    { catalogId, functions: [{ name: 'f' }] },
    'CATALOG_INVALID',
    '/functions',
    /object .*by name.*not an array/,
  ],
  [
    'components as an array',
    { catalogId, components: [{}] },
    'CATALOG_INVALID',
    '/components',
    /object .*by name, not an array/,
  ],
  ['components that are null', { catalogId, components: null }, 'CATALOG_INVALID', '/components', /not null/],
  [
    'a component that is no schema',
    { catalogId, components: { One: 'x' } },
    'CATALOG_INVALID',
    '/components/One',
    /must be an object, not "x"\. .*JSON Schema/,
  ],
  [
    'another edition of JSON Schema',
    { $schema: 'http://json-schema.org/draft-07/schema#', catalogId, components: { One } },
    'SCHEMA_INVALID',
    '/$schema',
    /draft-07.*2020-12/,
  ],

  // Names that differ.
  [
    'the name of another component',
    { catalogId, components: { One: object({ component: { const: 'Two' } }) } },
    'NAME_MISMATCH',
    '/components/One',
    /"Two".*"One"\. Write "const": "One"/,
  ],
  ['the name of another function', call(object({}), 'g'), 'NAME_MISMATCH', '/functions/f', /"g".*"f"/],
  [
    'a component of another catalog under another name',
    { catalogId, components: { Txt: { $ref: 'basic_catalog.json#/components/Text' } } },
    'NAME_MISMATCH',
    '/components/Txt/$ref',
    /"Txt".*Call it "Text"/,
  ],
  [
    'a reference in place of a component',
    { catalogId, components: { One: common('ComponentCommon') } },
    'NAME_MISMATCH',
    '/components/One/$ref',
    /"One".*"allOf"/,
  ],
  [
    'a required property that is none',
    component({}, { required: ['valeu'] }),
    'PROPERTY_UNKNOWN',
    '/components/One',
    /"valeu".*"required".*Did you mean "value"\?/,
  ],
  [
    'a required property without a like',
    component({}, { required: ['more'] }),
    'PROPERTY_UNKNOWN',
    '/components/One',
    /"more".*Add it to "properties"/,
  ],
  [
    'a property that only a condition names',
    component({ type: 'string' }, { dependentSchemas: { value: object({ more: { type: 'string' } }) } }),
    'PROPERTY_UNKNOWN',
    '/components/One',
    /"more"/,
  ],
  [
    'the same deep down',
    component({ type: 'array', items: object({ a: text }, { required: ['b'] }) }),
    'PROPERTY_UNKNOWN',
    `${value}/items`,
    /"b"/,
  ],
  [
    'the same in an alternative',
    component(object({ a: text }, { anyOf: [{ required: ['b'] }] })),
    'PROPERTY_UNKNOWN',
    value,
    /"b"/,
  ],
  [
    'the same among arguments',
    call(object({ a: text }, { required: ['b'] })),
    'PROPERTY_UNKNOWN',
    '/functions/f/properties/args',
    /"b"/,
  ],

  // Keywords and what they hold.
  [
    'a keyword that is misspelt',
    component({ type: 'string', minLenght: 3 }),
    'KEYWORD_UNKNOWN',
    `${value}/minLenght`,
    /no keyword "minLenght".*Did you mean "minLength"\?/,
  ],
  [
    'a keyword that nobody knows',
    component({ type: 'string', minimumLength: 3 }),
    'KEYWORD_UNKNOWN',
    `${value}/minimumLength`,
    /minimumLength/,
  ],
  [
    'the same in an alternative',
    component({ anyOf: [{ type: 'array' }, { type: 'string', minimumLength: 3 }] }),
    'KEYWORD_UNKNOWN',
    `${value}/anyOf/1/minimumLength`,
    /minimumLength/,
  ],
  [
    'the same in a definition that nobody uses',
    { catalogId, components: { One }, $defs: { A: { titel: 'A' } } },
    'KEYWORD_UNKNOWN',
    '/$defs/A/titel',
    /Did you mean "title"\?/,
  ],
  [
    'a keyword that is not served',
    component({ type: 'array', unevaluatedItems: false }),
    'KEYWORD_UNSUPPORTED',
    `${value}/unevaluatedItems`,
    /"unevaluatedItems" is not supported\. Use "items"/,
  ],
  [
    'a keyword of OpenAPI',
    component({ type: 'string', nullable: true }),
    'KEYWORD_UNSUPPORTED',
    `${value}/nullable`,
    /\["string", "null"\]/,
  ],
  [
    'a condition in a file that closes objects by what was looked at',
    closed({ if: { type: 'string' }, else: { type: 'number' } }),
    'KEYWORD_UNSUPPORTED',
    `${value}/if`,
    /"if" is not supported beside "unevaluatedProperties"\. .*"additionalProperties"/,
  ],
  [
    'a condition without consequences',
    component({ if: { type: 'string' } }),
    'SCHEMA_INVALID',
    `${value}/if`,
    /"if" .*without "then" or "else"/,
  ],
  [
    'a consequence without a condition',
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    component({ then: { type: 'string' } }),
    'SCHEMA_INVALID',
    `${value}/then`,
    /"then" .*without "if"/,
  ],
  [
    'a type that is misspelt',
    component({ type: 'sting' }),
    'SCHEMA_INVALID',
    `${value}/type`,
    /no type "sting".*Did you mean "string"\?/,
  ],
  ['a type that there is not', component({ type: 'text' }), 'SCHEMA_INVALID', `${value}/type`, /"text".*string/],
  [
    'the same in a definition',
    { catalogId, components: { One }, $defs: { A: { type: ['string', 'nul'] } } },
    'SCHEMA_INVALID',
    '/$defs/A/type',
    /"nul".*Did you mean "null"\?/,
  ],
  [
    'a format that is misspelt',
    component({ type: 'string', format: 'datetime' }),
    'SCHEMA_INVALID',
    `${value}/format`,
    /no format "datetime".*Did you mean "date-time"\?/,
  ],
  [
    'a format that nobody checks',
    component({ type: 'array', items: { type: 'string', format: 'iban' } }),
    'SCHEMA_INVALID',
    `${value}/items/format`,
    /"iban".*date-time.*"pattern"/,
  ],
  [
    'a length that is a text',
    component({ type: 'string', minLength: '3' }),
    'SCHEMA_INVALID',
    `${value}/minLength`,
    /"minLength" must be a whole number from 0 on, not "3"/,
  ],
  [
    'a list of names that is none',
    component({}, { required: true }),
    'SCHEMA_INVALID',
    '/components/One/required',
    /must be a list of names, not true\. .*\["title"\]/,
  ],
  [
    'a pattern that is none',
    component({ type: 'string', pattern: '([' }),
    'SCHEMA_INVALID',
    `${value}/pattern`,
    /must be a regular expression, not "\(\["/,
  ],
  ['a list of nothing', component({ enum: [] }), 'SCHEMA_INVALID', `${value}/enum`, /list of values, at least one/],
  ['no alternatives', component({ anyOf: [] }), 'SCHEMA_INVALID', `${value}/anyOf`, /list of JSON Schemas/],
  [
    'a tuple as it was written before',
    component({ type: 'array', items: [{ type: 'string' }] }),
    'SCHEMA_INVALID',
    `${value}/items`,
    /"items" must be a JSON Schema, not an array\. .*"prefixItems"/,
  ],
  [
    'a property that is no schema',
    component(object({ a: 'string' })),
    'SCHEMA_INVALID',
    `${value}/properties/a`,
    /must be a JSON Schema, not "string"/,
  ],
  [
    'a property called __proto__',
    component(object(JSON.parse('{"__proto__": {"type": "string"}}'))),
    'SCHEMA_INVALID',
    `${value}/properties/__proto__`,
    /"__proto__".*another name/,
  ],

  // References.
  [
    'a reference to a definition that is misspelt',
    component(common('DynamicSting')),
    'REFERENCE_UNKNOWN',
    `${value}/$ref`,
    /"common_types\.json#\/\$defs\/DynamicSting" leads nowhere\. Did you mean "common_types\.json#\/\$defs\/DynamicString"\?/,
  ],
  [
    'a reference to a file that is misspelt',
    component({ $ref: 'common_type.json#/$defs/DynamicString' }),
    'REFERENCE_UNKNOWN',
    `${value}/$ref`,
    /Did you mean "common_types\.json#\/\$defs\/DynamicString"\?/,
  ],
  [
    'a reference to a file that there is not',
    component({ $ref: 'mine.json#/$defs/A' }),
    'REFERENCE_UNKNOWN',
    `${value}/$ref`,
    /"mine\.json#\/\$defs\/A" .*Known files: this one, common_types\.json, basic_catalog\.json/,
  ],
  [
    'a reference to a definition of this file that is misspelt',
    component({ $ref: '#/$defs/Nod' }),
    'REFERENCE_UNKNOWN',
    `${value}/$ref`,
    /Did you mean "#\/\$defs\/Node"\?/,
  ],
  [
    'a reference to nothing',
    component({ $ref: '#/$defs/Elsewhere' }),
    'REFERENCE_UNKNOWN',
    `${value}/$ref`,
    /"#\/\$defs\/Elsewhere" leads nowhere\. Known there: Node\./,
  ],
  [
    'a reference to nothing in a definition that nobody uses',
    { catalogId, components: { One }, $defs: { anyFunction: { oneOf: [{ $ref: '#/functions/gone' }] } } },
    'REFERENCE_UNKNOWN',
    '/$defs/anyFunction/oneOf/0/$ref',
    /"#\/functions\/gone" leads nowhere\. Add the definition\./,
  ],
  [
    'a component that another catalog does not have',
    { catalogId, components: { Txt: { $ref: 'basic_catalog.json#/components/Txt' } } },
    'REFERENCE_UNKNOWN',
    '/components/Txt/$ref',
    /Did you mean "basic_catalog\.json#\/components\/Text"\?/,
  ],
  ['a reference that is spelt wrongly', component({ $ref: '#/$defs/%' }), 'REFERENCE_UNKNOWN', `${value}/$ref`, /%/],
  [
    'a reference by anchor',
    { ...component({ $ref: '#it' }), $defs: { It: { $anchor: 'it', ...text } } },
    'REFERENCE_UNKNOWN',
    `${value}/$ref`,
    /JSON Pointer, such as "#\/\$defs\/It"/,
  ],
  [
    'a reference to no schema',
    component({ $ref: '#/catalogId' }),
    'REFERENCE_UNKNOWN',
    `${value}/$ref`,
    /"#\/catalogId" leads nowhere\. Refer to a JSON Schema/,
  ],

  // Values whose role is not certain.
  [
    'a child or a plain text',
    component({ anyOf: [child, { type: 'string' }] }),
    'ROLE_UNCLEAR',
    `${value}/anyOf`,
    /both .*components and plain data.*two properties/i,
  ],
  [
    'a child or a text that may be bound',
    component({ oneOf: [child, text] }),
    'ROLE_UNCLEAR',
    `${value}/oneOf`,
    /both/,
  ],
  [
    'a binding or an object that looks like one',
    component({ anyOf: [text, object({ path: { type: 'string' } })] }),
    'ROLE_UNCLEAR',
    `${value}/anyOf`,
    /both/,
  ],
  [
    'a binding or an object that looks like a call',
    component({ anyOf: [text, object({ call: { type: 'string' } })] }),
    'ROLE_UNCLEAR',
    `${value}/anyOf`,
    /both/,
  ],
  [
    'lists of children or of texts',
    component({ anyOf: [common('ChildList'), common('DynamicStringList')] }),
    'ROLE_UNCLEAR',
    `${value}/anyOf`,
    /both/,
  ],
  [
    'members of two roles',
    component({ oneOf: [object({ it: child }), object({ it: text })] }),
    'ROLE_UNCLEAR',
    `${value}/oneOf`,
    /both/,
  ],
  [
    'a role in a tuple',
    component({ type: 'array', prefixItems: [{ type: 'number' }, text], items: false }),
    'ROLE_UNCLEAR',
    `${value}/prefixItems/1`,
    /"prefixItems".*properties/,
  ],
  [
    'a role by pattern',
    component({ type: 'object', patternProperties: { '^a': text } }),
    'ROLE_UNCLEAR',
    `${value}/patternProperties/^a`,
    /"patternProperties"/,
  ],
  [
    'a role under a condition',
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    component({ type: 'object', if: {}, then: object({ label: text }) }),
    'ROLE_UNCLEAR',
    `${value}/then`,
    /"then"/,
  ],
  [
    'a role of what is surplus',
    component({}, { additionalProperties: text }),
    'ROLE_UNCLEAR',
    '/components/One/additionalProperties',
    /name/,
  ],
  [
    'a definition within itself',
    component({ $ref: '#/$defs/Node' }),
    'ROLE_UNCLEAR',
    '/$defs/Node',
    /contains itself.*by id/,
  ],
  [
    'a child as an argument',
    call(object({ a: child })),
    'ROLE_UNCLEAR',
    '/functions/f/properties/args/properties/a',
    /argument/,
  ],
  [
    'members that are bound, in an argument',
    call(object({ a: object({ b: text }) })),
    'ROLE_UNCLEAR',
    '/functions/f/properties/args/properties/a',
    /argument/,
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'refused-'))
const file = join(folder, 'refused.json')
afterAll(() => rmSync(folder, { recursive: true }))

/** The plugin as a host has it. Vite writes the name of the plugin before the message. */
async function builtByVite(schema: unknown): Promise<unknown> {
  writeFileSync(file, JSON.stringify(schema))
  writeFileSync(join(folder, 'host.js'), "import c from './refused.json?catalog'\nconsole.log(c)\n")
  return build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [catalogCompiler()],
    build: { write: false, rolldownOptions: { input: join(folder, 'host.js') } },
  })
}

async function errorOf(work: () => unknown): Promise<Error> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  return expect.fail('Nothing was refused')
}

describe('a schema is refused', () => {
  it.each(cases)('[C-12] [FN-8] with code, catalog, place and remedy: %s', async (_title, schema, code, at, words) => {
    const inPage = await errorOf(() => compileCatalog(schema as Schema))
    expect(inPage).toBeInstanceOf(CatalogError)
    const { hint, message } = inPage as CatalogError
    expect(inPage).toMatchObject({ name: 'CatalogError', code, at })
    expect(hint).toMatch(/^\p{Lu}.*[.?]$/su)
    expect(message).toMatch(words)
    expect(message).not.toMatch(/surface-runtime\.example|this\.json/)
    const said = message.slice(message.indexOf(at === '' ? ': ' : `, at ${at}: `))
    expect(said.endsWith(`. ${hint}`)).toBe(true)
    const others = [
      await errorOf(() => compileModule(schema as Schema, { file })),
      await errorOf(() => catalogTypes(schema as Schema, { file })),
    ]
    for (const other of others) expect(other).toMatchObject({ code, at, hint, message: file + said })
    if (schema === undefined) return
    expect((await errorOf(() => builtByVite(schema))).message).toContain(file + said)
  })

  it('[FN-8] by each code but those of a page without eval and of schemas in code', () => {
    const known = new Set<string>(cases.map(([, , code]) => code))
    expect(catalogErrorCodes.filter((code) => !known.has(code))).toEqual(['EVAL_FORBIDDEN', 'NOT_JSON'])
  })

  it('[FN-8] by its id, where there is no file', async () => {
    const { message } = await errorOf(() => compileModule(component({ type: 'text' })))
    expect(message).toContain(`${catalogId}, at ${value}/type: `)
    expect((await errorOf(() => compileCatalog(null as unknown as Schema))).message).toMatch(/^The catalog: /)
  })

  it('[FN-8] if it is no JSON, in the same words', async () => {
    writeFileSync(file, '{"catalogId":')
    writeFileSync(join(folder, 'host.js'), "import c from './refused.json?catalog'\nconsole.log(c)\n")
    const { message } = await errorOf(() =>
      build({
        root: folder,
        configFile: false,
        logLevel: 'silent',
        plugins: [catalogCompiler()],
        build: { write: false, rolldownOptions: { input: join(folder, 'host.js') } },
      }),
    )
    expect(message).toContain(`${file}: The file is not JSON: `)
  })
})

describe('a schema is taken', () => {
  const taken: readonly (readonly [title: string, schema: Schema])[] = [
    ['with an id by JSON Schema alone', { $id: catalogId, catalog: 'mine', components: { One } }],
    ['with members of its own', { ...component({}), version: '1.0', author: { name: 'Ada' } }],
    ['with nothing but a theme', { catalogId, $defs: { theme: object({ radius: { type: 'number' } }) } }],
    ['with nothing but functions', call(object({ a: text }))],
    ['with a tuple of any length', component({ type: 'array', prefixItems: [{ type: 'string' }] })],
    [
      'with a pattern that fits a property, too',
      component(object({ a: { type: 'string' } }, { patternProperties: { '^a': { minLength: 1 } } })),
    ],
    [
      'with items that are objects and differ',
      component({ type: 'array', items: { type: 'object' }, uniqueItems: true }),
    ],
    ['with a list of objects', component({ enum: [{ a: [1] }, 'x'] })],
    [
      'with a reference into a list',
      { ...component({ $ref: '#/$defs/List/anyOf/0' }), $defs: { List: { anyOf: [{ type: 'string' }] } } },
    ],
    [
      'with a catalog of v0.8 that it refers to',
      component({ $ref: 'standard_catalog_definition.json#/$defs/StringValue' }),
    ],
  ]

  it.each(taken)('[C-13] alike by all that compile it: %s', async (_title, schema) => {
    expect(compileCatalog(schema).catalogId).toBe(catalogId)
    const { code, types } = await compileModule(schema)
    expect(code).not.toMatch(/require\("/)
    expect(types).not.toBe('')
    expect(await catalogTypes(schema)).not.toBe('')
  })
})
