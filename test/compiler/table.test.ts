// ajv as it comes judges what a table says of values, for schemas made at random and for the older catalog's components.
import { gzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import standard from '../../catalogs/v0.8/standard_catalog_definition.json'
import basic from '../../catalogs/v0.9/basic_catalog.json'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import type { Schema } from '../../src/compiler/ajv.ts'
import { emitCatalog } from '../../src/compiler/compile.ts'
import { prepared, resolver } from '../../src/compiler/prepare.ts'
import { createTable } from '../../src/compiler/table.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { createCheck } from '../../src/schema/check.ts'
import { formats } from '../../src/schema/node.ts'
import type { AjvValidator, Findings, Validator } from '../../src/schema/validator.ts'
import { createGenerator, mutate, pick } from '../catalog/generate.ts'
import travel from '../catalog/travel.json'
import { seeded } from '../support/random.ts'
import { seedOf, sized } from '../support/soak.ts'
import { file, roots, values } from './random-schemas.ts'

/** A schema that refers to itself, and goes no step down the value, has no verdict. */
function endless(run: () => unknown): boolean {
  try {
    run()
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

interface Oracle {
  readonly validate: AjvValidator
  /** Finds all that is wrong, and not what comes first. */
  readonly thorough: AjvValidator
}

function oracleOf(schemas: readonly Schema[], reference: string): Oracle {
  const [validate, thorough] = [false, true].map((allErrors) => {
    const ajv = new Ajv2020({ ownProperties: true, strict: false, validateSchema: false, formats, allErrors })
    for (const schema of schemas) ajv.addSchema(schema)
    return ajv.getSchema(reference) as unknown as AjvValidator
  })
  if (!validate || !thorough) return expect.fail(`There is nothing at ${reference}`)
  return { validate, thorough }
}

function ours($defs: Schema): Validator | undefined {
  const table = createTable(resolver([{ $id: file, $defs }]))
  const node = table.add($defs['first'] as Schema)
  const check = createCheck(table.nodes)
  return node === undefined ? undefined : (value) => check(node, value)
}

const texts = (findings: Findings | null | undefined): readonly string[] =>
  (findings ?? []).map(
    ({ keyword, instancePath }) =>
      // What closes a merged list is called otherwise.
      `${keyword.replace('unevaluated', 'additional')} ${instancePath}`,
  )

describe('[C-9] schemas at random', () => {
  it('[C-9] have one verdict in a table and in ajv, with a finding of ajv wherever it is no', () => {
    const count = { yes: 0, no: 0, beyond: 0 }
    const run = ($defs: Schema, all: readonly unknown[]): void => {
      const validate = ours($defs)
      if (!validate) return void count.beyond++
      const first = `${file}#/$defs/first`
      if (endless(() => oracleOf([{ $id: file, $defs }], first))) return
      const oracle = oracleOf([{ $id: file, $defs }], first)
      for (const value of all) {
        if ([oracle.validate, oracle.thorough, validate].some((one) => endless(() => one(value)))) continue
        count[agree(value, oracle, validate) ? 'yes' : 'no']++
      }
    }
    fc.assert(fc.property(roots, fc.array(values, { minLength: 5, maxLength: 20 }), run), {
      numRuns: sized(200, 10_000),
      ...seedOf(9),
    })
    expect(Math.min(count.yes, count.no)).toBeGreaterThan(200)
    // `not` is in one of eight branches.
    expect(count.beyond).toBeGreaterThan(5)
  })

  it('[C-9] that refer to themselves tell what is found deep down', () => {
    const refer = (name: string): Schema => ({ $ref: `${file}#/$defs/${name}` })
    const a = { properties: { next: { anyOf: [refer('a'), { type: 'null' }] }, n: { type: 'number' } } }
    const b = { type: 'array', items: refer('b') }
    const validate = ours({ a, b, first: { properties: { a: refer('a'), b: refer('b') } } })
    if (!validate) return expect.fail('The table cannot hold this')
    expect(validate({ a: { next: { next: { n: 1 } } }, b: [[], [[]]] })).toBeUndefined()
    expect(texts(validate({ a: { next: { next: { n: 'x' } } } }))).toContain('type /a/next/next/n')
    expect(texts(validate({ b: [[], [[7]]] }))).toEqual(['type /b/1/0/0'])
  })

  it.each<readonly [what: string, schema: Schema]>([
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    ['a condition', { if: {}, then: {} }],
    ['a tuple', { prefixItems: [{}] }],
    ['names by pattern', { patternProperties: { '^a': {} } }],
    ['no repetitions', { uniqueItems: true }],
    ['what a part closes', { allOf: [{ additionalProperties: false }], unevaluatedProperties: false }],
    ['parts of two types', { allOf: [{ type: 'object' }], type: 'array', unevaluatedProperties: false }],
    ['a keyword that nobody knows', { minimumLength: 3 }],
    ['a keyword with a value that makes no sense', { minLength: '3' }],
    ['a pattern that is none', { pattern: '(' }],
    ['a schema that no value fits', { $ref: `${file}#/$defs/a` }],
  ])('[C-13] say more than a table can: %s', (_what, schema) => {
    expect(ours({ a: false, first: { properties: { x: schema } } } as Schema)).toBeUndefined()
    // What has failed leaves nothing behind that something else refers to.
    expect(ours({ a: { type: 'string' }, first: { $ref: `${file}#/$defs/a` } })?.(5)).toHaveLength(1)
  })
})

interface Row {
  readonly name: string
  readonly file: 'standard_catalog_definition.json' | 'basic_catalog.json'
  readonly source: Schema
  readonly part: 'components' | 'functions'
}

const files = {
  'basic_catalog.json': basic,
  'common_types.json': commonTypes,
  'standard_catalog_definition.json': standard,
}

const catalog = { $id: new URL('catalog.json', basic.$id).href, $defs: { anyFunction: true, theme: true } }

describe('[C-9] spoiled values', () => {
  it.each<Row>([
    { name: 'components of v0.8', file: 'standard_catalog_definition.json', source: standard, part: 'components' },
    { name: 'components of v0.9', file: 'basic_catalog.json', source: basic, part: 'components' },
    { name: 'calls', file: 'basic_catalog.json', source: basic, part: 'functions' },
  ])('[C-9] have one verdict and one fault in the table of $name and in ajv', ({ file, source, part }) => {
    const random = seeded(14)
    const all = Object.entries(files).map(([name, schema]) => prepared(schema as Schema, name))
    const table = createTable(resolver(all))
    const generator = createGenerator({ ...files, 'catalog.json': { $defs: { anyFunction: true } } }, random, /-$/)
    const own = all.find(({ $id }) => $id.endsWith(file)) as Schema
    const check = createCheck(table.nodes)
    const rows = Object.entries(source[part] as { readonly [name: string]: Schema }).map(([name, schema]) => {
      const node = table.add((own[part] as { readonly [name: string]: Schema })[name] as Schema)
      if (node === undefined) return expect.fail(`${name} is beyond the table`)
      const oracle = oracleOf([basic, commonTypes, standard, catalog], `${String(source['$id'])}#/${part}/${name}`)
      return { schema, oracle, validate: (value: unknown) => check(node, value) }
    })
    const counts = { good: 0, bad: 0 }
    for (let round = 0; round < sized(1_500, 150_000); round++) {
      const { schema, oracle, validate } = pick(random, rows)
      let wire = generator.valid(schema, file)
      for (let changes = Math.floor(random() * 4); changes > 0; changes--) wire = mutate(wire, random)
      counts[agree(wire, oracle, validate) ? 'good' : 'bad']++
    }
    expect(Math.min(counts.good, counts.bad)).toBeGreaterThan(200)
  })
})

/** The verdict, the same of both, with a finding of ajv wherever it is no. Not by `expect`, which would take longer. */
function agree(value: unknown, oracle: Oracle, validate: Validator): boolean {
  const good = oracle.validate(value)
  const findings = validate(value)
  if ((findings === undefined) !== good) expect.fail(`ajv says ${good} of ${JSON.stringify(value)}`)
  if (good) return true
  oracle.thorough(value)
  const [all, found] = [texts(oracle.thorough.errors), texts(findings)]
  if (found.length === 0 || !found.every((text) => all.includes(text)))
    expect.fail(`ajv finds ${all}, the table ${found} in ${JSON.stringify(value)}`)
  return false
}

it('[C-13] both built-in catalogs together weigh at most 2,560 bytes', () => {
  const files = { 'common_types.json': commonTypes }
  const code = emitCatalog(basic, files) + emitCatalog(standard, files)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(2_560)
})

describe('a page that forbids eval', () => {
  afterEach(() => vi.unstubAllGlobals())

  function forbidden(): never {
    throw new EvalError('Refused to evaluate a string as JavaScript')
  }

  it('[C-13] compiles a catalog that a table can hold, and refuses what only ajv can judge, with its place', () => {
    const { Ticket: _beyond, ...components } = travel.components
    const { anyComponent: _any, ...$defs } = travel.$defs
    const schema = { ...travel, components, $defs }
    const allowed = compileCatalog(schema)
    vi.stubGlobal('Function', forbidden)
    const compiled = compileCatalog(schema)
    const findings = [allowed, compiled].map(({ components: { Gauge } }) =>
      [{ level: 5 }, { level: '5' }, { level: 5, size: 'huge' }, {}].map((props) =>
        texts(Gauge?.validate({ id: 'a', component: 'Gauge', ...props })).at(-1),
      ),
    )
    expect(findings).toEqual([findings[0], findings[0]])
    expect(findings[0]).toEqual([undefined, 'anyOf /level', 'enum /size', 'required '])
    expect(() => compileCatalog(travel)).toThrow(/travel, at \/components\/Ticket: .*forbids eval.*ahead of time/)
  })
})
