// The catalogs' schemas, given to ajv as they are written, judge what our dialects say to thousands of spoiled components.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import extended from '../../catalogs/extended/functions.json'
import basic from '../../catalogs/v0.9/basic_catalog.json'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { basicCatalog, extendedCatalog } from '../../src/entries/catalogs.ts'
import { defaultLimits } from '../../src/errors/limits.ts'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { formats } from '../../src/schema/node.ts'
import { seeded } from '../support/random.ts'
import { sized } from '../support/soak.ts'
import { createGenerator, mutate, pick, type Schema } from './generate.ts'
import travel from './travel.json'
import { aheadOfTime, inThePage } from './travel.ts'

const folder = 'https://surface-runtime.example/catalogs/v0.9/'

/** Any component of a catalog, by walking `oneOf`; `catalog.json` is the catalog itself. */
function oracle(anyComponent: string, catalog: string): (value: unknown) => boolean {
  const ajv = new Ajv2020({ ownProperties: true, strict: false, formats })
  const refer = (definition: string): Schema => ({ $ref: `${catalog}#/$defs/${definition}` })
  const alias = { $id: `${folder}catalog.json`, $defs: { anyFunction: refer('anyFunction') } }
  const own = { ...travel, $id: `${folder}travel.json` }
  for (const schema of [basic, commonTypes, extended, own, alias]) ajv.addSchema(schema)
  return ajv.compile({ $ref: `${anyComponent}#/$defs/anyComponent` })
}

function refusal(catalog: Catalog, wire: JsonValue): SurfaceError | undefined {
  const dialect = catalog.dialects.find(({ protocol }) => protocol === 'v0.9')
  const options = { limits: defaultLimits, lenient: undefined, warn: () => expect.unreachable() }
  try {
    dialect?.parseComponent(wire, { at: '' }, options)
    return undefined
  } catch (error) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    if (first instanceof SurfaceError) return first
    throw error
  }
}

const files = {
  'basic_catalog.json': basic,
  'common_types.json': commonTypes,
  'functions.json': extended,
  'travel.json': travel,
}

interface Row {
  readonly name: string
  readonly catalog: Catalog
  readonly file: keyof typeof files
  readonly oracle: (value: unknown) => boolean
  /** Where the component types stand. */
  readonly home: 'basic_catalog.json' | 'travel.json'
  readonly rounds: number
}

const rows: readonly Row[] = [
  {
    name: 'basic',
    catalog: basicCatalog,
    file: 'basic_catalog.json',
    oracle: oracle(basic.$id, basic.$id),
    home: 'basic_catalog.json',
    rounds: 5_000,
  },
  {
    name: 'extended',
    catalog: extendedCatalog,
    file: 'functions.json',
    oracle: oracle(basic.$id, extended.$id),
    home: 'basic_catalog.json',
    rounds: 1_000,
  },
  ...[aheadOfTime, inThePage].map(
    (catalog, index): Row => ({
      name: index === 0 ? "a host's, compiled ahead of time" : "a host's, compiled in the page",
      catalog,
      file: 'travel.json',
      oracle: oracle(`${folder}travel.json`, `${folder}travel.json`),
      home: 'travel.json',
      rounds: 1_000,
    }),
  ),
]

describe('the dialects and the schemas', () => {
  it.each(rows)(
    '[C-9] [FN-1] give the same verdict on spoiled components of $name',
    ({ catalog, file, oracle, home, rounds }) => {
      const random = seeded(9)
      const effects = [...catalog.functions.values()]
        .filter(({ definition }) => definition.effect)
        .map(({ name }) => name)
      // An effect among the values is a fault that no schema sees.
      const avoid = new RegExp(`#/functions/(?:${effects.join('|') || '-'})$`)
      const generator = createGenerator({ ...files, 'catalog.json': files[file] }, random, avoid)
      const counts = { good: 0, bad: 0 }
      const types: readonly Schema[] = Object.values(files[home].components)
      const count = sized(rounds / 5, rounds * 100, rounds)
      for (let round = 0; round < count; round++) {
        const start = pick(random, types)
        let wire = validOf(() => generator.valid(start, home), oracle)
        compare(wire, refusal(catalog, wire), true)
        for (let changes = Math.ceil(random() * 3); changes > 0; changes--) wire = mutate(wire, random)
        const good = oracle(wire)
        compare(wire, refusal(catalog, wire), good)
        counts[good ? 'good' : 'bad']++
      }
      expect(counts.good).toBeGreaterThan(count / 20)
      expect(counts.bad).toBeGreaterThan(count / 4)
    },
  )
})

/** Not by `expect`, which would take longer than what it checks. */
function compare(wire: JsonValue, refused: SurfaceError | undefined, good: boolean): void {
  if ((refused === undefined) === good) return
  const verdict = refused ? `${refused.code} at ${refused.place.at}: ${refused.message}` : 'nothing'
  expect.fail(`The schema says ${good}, the dialect says ${verdict} of ${JSON.stringify(wire)}`)
}

/** What the generator makes is good most of the time; the judge says when. */
function validOf(make: () => JsonValue, oracle: (value: unknown) => boolean): JsonValue {
  for (let tries = 0; tries < 50; tries++) {
    const value = make()
    if (oracle(value)) return value
  }
  throw new Error('The generator makes nothing good any more')
}
