// One walk over a component gives what is given when it is copied, judged and parsed one after the other.

import { describe, expect, it } from 'vitest'
import basic from '../../catalogs/v0.9/basic_catalog.json'
import compiledBasic from '../../catalogs/v0.9/basic_catalog.json?catalog'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import { basicFunctions } from '../../src/basic/functions/functions.ts'
import { type Catalog, defineCatalog } from '../../src/catalog/catalog.ts'
import type { CompiledCatalog } from '../../src/catalog/compiled.ts'
import type { Component } from '../../src/catalog/component.ts'
import { notRead } from '../../src/catalog/dialect.ts'
import type { CallerOwned, Repairs } from '../../src/catalog/parse-options.ts'
import { readTable } from '../../src/catalog/read-table.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { SurfaceError } from '../../src/entries/core.ts'
import { lenient } from '../../src/entries/lenient.ts'
import { defaultLimits, type Limits } from '../../src/errors/limits.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value.ts'
import type { LenientMode } from '../../src/runtime/runtime.ts'
import { CS, T, UC } from '../support/messages.ts'
import { seeded } from '../support/random.ts'
import { record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'
import { createGenerator, mutate, pick, type Schema } from './generate.ts'
import travel from './travel.json'
import compiledTravel from './travel.json?catalog'
import { travelFunctions } from './travel.ts'

const files = {
  'basic_catalog.json': basic,
  'common_types.json': commonTypes,
  'catalog.json': basic,
  'travel.json': travel,
}

/** The same catalog without its tables: nothing is read in one walk. */
function stepwise(compiled: CompiledCatalog): CompiledCatalog {
  const read = readTable(compiled)
  const components = Object.entries(read.components).map(([type, { table: _table, ...rest }]) => [type, rest])
  return { ...read, components: Object.fromEntries(components) }
}

const own = { functions: travelFunctions, extend: basicCatalog }
const pairs: readonly (readonly [name: string, schema: Schema, file: string, one: Catalog, other: Catalog])[] = [
  [
    'the basic catalog',
    basic,
    'basic_catalog.json',
    defineCatalog(compiledBasic, { functions: basicFunctions }),
    defineCatalog(stepwise(compiledBasic), { functions: basicFunctions }),
  ],
  [
    "a host's catalog",
    travel,
    'travel.json',
    defineCatalog(compiledTravel, own),
    defineCatalog(stepwise(compiledTravel), own),
  ],
]

const repairs = lenient as LenientMode

type Fault = { readonly code: string; readonly place: SurfaceError['place']; readonly message: string }
type Outcome = Component | { readonly faults: readonly Fault[] }

function outcome(
  catalog: Catalog,
  wire: JsonValue,
  mode: Repairs | undefined,
  callerOwned?: CallerOwned,
): Outcome | 'not read' {
  const options = { limits: callerOwned?.limits ?? defaultLimits, lenient: mode, warn: () => undefined, callerOwned }
  try {
    return catalog.dialects[0]?.parseComponent(wire, { at: '' }, options) ?? expect.fail('There is no dialect')
  } catch (error) {
    if (error === notRead) return 'not read'
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    const faults = errors.map((fault): Fault => {
      if (!(fault instanceof SurfaceError)) throw error
      return { code: fault.code, place: fault.place, message: fault.message }
    })
    return { faults }
  }
}

/** Functions are compared by name. Only one way finds out at once that there are none. */
const text = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => {
    if (key === 'plain') return undefined
    return key === 'fn' ? (inner as { readonly name: string }).name : inner
  })

const isPlain = (found: ReturnType<typeof outcome>): boolean =>
  typeof found === 'object' && 'plain' in found && found.plain === true

const callerOwned = (rest: Partial<Limits> = {}, values = 1_000): CallerOwned => ({
  limits: { ...defaultLimits, ...rest },
  values,
})

describe('a component read in one walk', () => {
  it.each(pairs)(
    '[C-13] of %s is what step by step comes of it, and what is wrong has the same report @all',
    (_, schema, file, one, other) => {
      const random = seeded(21)
      const generator = createGenerator(files, random, /openUrl$/)
      const types: readonly Schema[] = Object.values(schema['components'] as { readonly [type: string]: Schema })
      const counts = { read: 0, refused: 0, plain: 0 }
      for (let round = 0; round < sized(1_500, 200_000); round++) {
        let wire = generator.valid(pick(random, types), file)
        for (let changes = Math.floor(random() * 3); changes > 0; changes--) wire = mutate(wire, random)
        const mode = round % 3 === 0 ? repairs : undefined
        const expected = text(outcome(other, wire, mode))
        const found = outcome(one, wire, mode)
        if (text(found) !== expected) expect.fail(`${text(wire)} gives ${text(found)}, not ${expected}`)
        if (isPlain(found)) {
          counts.plain++
          expect(text(found)).not.toContain('"kind":"call"')
        }
        const copied = outcome(one, wire, mode, callerOwned())
        if (copied === 'not read') counts.refused++
        else if (text(copied) === expected) counts.read++
        else if (!('faults' in copied)) expect.fail(`${text(wire)} gives ${text(copied)}, not ${expected}`)
      }
      expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(150)
      expect(counts.plain).toBeGreaterThan(0)
    },
  )

  const [, , , catalog] = pairs[0] ?? expect.fail('There is no catalog')
  const row = (): JsonObject => ({
    id: 'r',
    component: 'Row',
    children: ['a', 'b'],
    accessibility: { label: { path: '/x' } },
  })

  it('[C-13] shares nothing with what the caller keeps', () => {
    const wire = row()
    const copied = outcome(catalog, wire, undefined, callerOwned())
    expect(copied).toMatchObject({ id: 'r', edges: [{ to: 'a' }, { to: 'b' }] })
    const before = text(copied)
    ;(wire['children'] as string[]).push('c')
    ;((wire['accessibility'] as JsonObject)['label'] as { path: string }).path = '/y'
    expect(text(copied)).toBe(before)
  })

  const faulty: readonly (readonly [what: string, wire: unknown, limits?: Partial<Limits>, values?: number])[] = [
    [
      'an object of a class',
      new (class {
        id = 'a'
        component = 'Text'
        text = 'x'
      })(),
    ],
    [
      'a path in an object of a class',
      {
        id: 'a',
        component: 'Text',
        text: new (class {
          path = '/a'
        })(),
      },
    ],
    ['a function', { id: 'a', component: 'Text', text: () => 'x' }],
    ['a number beyond JSON', { id: 'a', component: 'Slider', value: 1, max: Number.POSITIVE_INFINITY }],
    ['a hole in a list', { id: 'a', component: 'Row', children: Array(2) }],
    ['a long text', { id: 'a', component: 'Text', text: 'x'.repeat(100) }, { stringLength: 99 }],
    ['a long path', { id: 'a', component: 'Text', text: { path: 'x'.repeat(100) } }, { stringLength: 99 }],
    ['a long id among children', { id: 'a', component: 'Row', children: ['x'.repeat(100)] }, { stringLength: 99 }],
    [
      'a long text deep down',
      { id: 'a', component: 'Text', text: 'x', accessibility: { label: 'x'.repeat(100) } },
      { stringLength: 99 },
    ],
    ['a deep value', { id: 'a', component: 'Tabs', tabs: [{ title: 'x', child: 'a' }] }, { jsonDepth: 5 }],
    ['more values than a message may have', row(), {}, 5],
  ]

  for (const [what, wire, limits, values] of faulty)
    it(`[C-13] is not read where it is not JSON or beyond a limit: ${what}`, () => {
      expect(outcome(catalog, wire as JsonValue, undefined, callerOwned(limits, values))).toBe('not read')
    })

  it('[C-13] members that are undefined are as good as absent', () => {
    const wire = { id: 'a', component: 'Text', text: 'x', variant: undefined, extra: undefined }
    expect(outcome(catalog, wire as unknown as JsonValue, undefined, callerOwned())).toMatchObject({
      id: 'a',
      type: 'Text',
    })
  })
})

describe('a message of the caller', () => {
  it('[C-13] has the reports and the components that the same message has as a line', () => {
    const random = seeded(22)
    const generator = createGenerator(files, random, /openUrl$/)
    const types: readonly Schema[] = Object.values(basic.components)
    const counts = { accepted: 0, refused: 0 }
    for (let round = 0; round < sized(300, 20_000); round++) {
      const components = [0, 1, 2].map((index): JsonValue => {
        const wire = generator.valid(pick(random, types), 'basic_catalog.json')
        const named = isObject(wire) ? { ...(wire as JsonObject), id: `c${index}` } : wire
        return random() < 0.3 ? mutate(named, random) : named
      })
      const validation = round % 2 === 0 ? 'strict' : lenient
      const [line, parsed] = [record({ validation }), record({ validation })]
      const messages = [CS('s'), UC('s', [T('root', 'x')]), UC('s', components)]
      line.runtime.push(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
      parsed.runtime.apply(messages)
      const reported = [line, parsed].map(({ reports }) =>
        reports.map(({ code, message, place: { line: _, ...place } }) => ({ code, message, place })),
      )
      expect(reported[1]).toEqual(reported[0])
      const kept = [line, parsed].map(({ runtime }) =>
        text([...(runtime.surface('s')?.components.values() ?? [])].map(({ origin: _, ...component }) => component)),
      )
      // Where it came from is all that differs.
      expect(kept[1]?.replaceAll(/"line":3,?/g, '')).toBe(kept[0]?.replaceAll(/"line":3,?/g, ''))
      counts[reported[0]?.length ? 'refused' : 'accepted']++
    }
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(10)
  })
})

it('[C-9] what could not be read in one walk leaves no trace in the next message', () => {
  const { runtime, codes } = record()
  runtime.apply([CS('s'), UC('s', [T('root', { call: 'nobody' })]), UC('s', [T('root', { call: 'nobody' })])])
  expect(codes()).toEqual(['FUNCTION_UNKNOWN', 'FUNCTION_UNKNOWN'])
  expect(notRead.place).toEqual({})
})
