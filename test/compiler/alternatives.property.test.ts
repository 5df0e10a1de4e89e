// Schemas made at random: whatever an alternative makes of a value, the parser makes of it too, or the catalog is refused.
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import type { Prop } from '../../src/catalog/component.ts'
import { type Grammar, parseProp, pathOf, v09Roles } from '../../src/catalog/parse.ts'
import type { Shapes } from '../../src/catalog/shape.ts'
import type { Schema } from '../../src/compiler/ajv.ts'
import { CatalogError } from '../../src/compiler/catalog-error.ts'
import { shapesOf } from '../../src/compiler/roles.ts'
import { isObject, type JsonValue } from '../../src/json/value.ts'
import { seedOf, sized } from '../support/soak.ts'

const base = 'https://host.example/'
const ajv = new Ajv2020({ strict: false })
ajv.addSchema({ ...commonTypes, $id: `${base}common_types.json` })
ajv.addSchema({ $id: `${base}catalog.json`, $defs: { anyFunction: { required: ['call'] } } })

const roles = [
  'DynamicString',
  'DynamicNumber',
  'DynamicStringList',
  'DynamicValue',
  'DataBinding',
  'ComponentId',
  'ChildList',
  'Action',
]
const { schema: schemas } = fc.letrec<{ schema: Schema; leaf: Schema }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(...roles).map((role) => ({ $ref: `common_types.json#/$defs/${role}` })),
    fc.constantFrom<Schema>(
      { type: 'string' },
      { type: 'number' },
      { enum: ['a'] },
      { type: 'object' },
      { type: 'array' },
      { type: 'null' },
    ),
  ),
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    tie('leaf'),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.tuple(fc.constantFrom('label', 'view', 'path'), tie('schema')).map(([name, property]) => ({
      type: 'object',
      properties: { [name]: property },
      required: [name],
      additionalProperties: false,
    })),
    fc
      .tuple(fc.constantFrom('anyOf', 'oneOf'), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }))
      .map(([key, options]) => ({ [key]: options })),
    tie('leaf').map((part) => ({ allOf: [part, { minLength: 0 }] })),
  ),
}))

const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom<JsonValue>(
      'a',
      'x',
      5,
      true,
      null,
      { path: '/p' },
      { call: 'now' },
      { componentId: 'a', path: '/p' },
      { event: { name: 'e' } },
      {},
    ),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.tuple(fc.constantFrom('label', 'view', 'path'), tie('value')).map(([name, value]) => ({ [name]: value })),
  ),
}))

const fits = new WeakMap<Schema, (value: JsonValue) => boolean>()
function isValid(schema: Schema, value: JsonValue): boolean {
  const known =
    fits.get(schema) ?? (ajv.compile({ $id: `${base}${Math.random()}`, ...schema }) as (value: JsonValue) => boolean)
  fits.set(schema, known)
  return known(value)
}

/** What a schema makes of a value that it allows: one text for each alternative. */
function readings(schema: Schema, value: JsonValue): readonly string[] {
  if (!isValid(schema, value)) return []
  const { $ref, items, properties, anyOf, oneOf, allOf } = schema as { [keyword: string]: never }
  const all: readonly string[] = [anyOf, oneOf, allOf]
    .flatMap((options: readonly Schema[] | undefined) => options ?? [])
    .flatMap((option) => readings(option, value))
  if (all.length > 0) return allOf ? all.slice(0, -1) : all
  if (typeof $ref === 'string') return [roleReading(($ref as string).split('/').pop() ?? '', value)]
  if (items && Array.isArray(value))
    return combined(value.map((item) => readings(items, item))).map((list) => `[${list}]`)
  if (properties && isObject(value)) {
    const names = Object.entries(value)
    const parts = names.map(([name, member]) =>
      Object.hasOwn(properties, name) ? readings(properties[name], member as JsonValue) : [plain(member as JsonValue)],
    )
    return combined(parts).map((list) => `{${list.map((reading, index) => `${names[index]?.[0]}:${reading}`)}}`)
  }
  return [plain(value)]
}

function combined(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return parts.reduce<readonly (readonly string[])[]>(
    (lists, options) => lists.flatMap((list) => options.map((option) => [...list, option])),
    [[]],
  )
}

function plain(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(plain)}]`
  if (isObject(value))
    return `{${Object.entries(value).map(([name, member]) => `${name}:${plain(member as JsonValue)}`)}}`
  return JSON.stringify(value)
}

function roleReading(role: string, value: JsonValue): string {
  if (role === 'ComponentId') return `child ${value}`
  if (role === 'ChildList') return `children ${JSON.stringify(value)}`
  if (role === 'Action') return 'action'
  return dynamicReading(value)
}

function dynamicReading(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(dynamicReading)}]`
  if (!isObject(value)) return JSON.stringify(value)
  if (typeof value['call'] === 'string') return 'call'
  return typeof value['path'] === 'string' && Object.keys(value).length === 1 ? 'path' : plain(value as JsonValue)
}

function served(prop: Prop): string {
  switch (prop.kind) {
    case 'static':
      return plain(prop.value)
    case 'child':
      return `child ${prop.id}`
    case 'children':
      return `children ${JSON.stringify(prop.ids)}`
    case 'template':
      return `children ${JSON.stringify({ componentId: prop.componentId, path: '/p' })}`
    case 'action':
      return 'action'
    case 'dynamic': {
      const { expression } = prop
      const of = (one: typeof expression): string =>
        one.kind === 'list' ? `[${one.items.map(of)}]` : one.kind === 'literal' ? plain(one.value ?? null) : one.kind
      return of(expression)
    }
    case 'list':
      return `[${prop.items.map(served)}]`
    case 'members':
      return `{${Object.entries(prop.members).map(([name, member]) => `${name}:${served(member)}`)}}`
  }
}

const now = { name: 'now', definition: { run: () => 'now' }, args: {}, validate: () => undefined }
const grammar: Grammar = {
  ...{ catalogId: base, functions: new Map([['now', now]]), path: pathOf, roles: v09Roles },
  limits: { callDepth: 8, patternLength: 10 },
}

it('[C-12] schemas made at random are served as one of their alternatives reads the value, never as less', () => {
  const count = { refused: 0, served: 0, read: 0 }
  const run = (value: Schema, wires: readonly JsonValue[]): void => {
    // What one alternative names and another leaves open has the role of the one: stated in src/decisions.md, and left out here.
    const text = JSON.stringify(value)
    if (/"(?:properties|items)"/.test(text) && /\{"type":"(?:array|object)"\}/.test(text)) return
    let shapes: Shapes
    try {
      shapes = shapesOf({ type: 'object', properties: { value } }, () => undefined)
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      count.refused++
      return
    }
    for (const wire of wires) {
      const expected = readings(value, wire)
      if (expected.length === 0) continue
      const prop = parseProp(wire, shapes['value'] ?? 'static', '/value', grammar)
      const reading = served(prop)
      expect(expected).toContain(reading)
      count.served++
      if (reading === plain(wire)) expect(expected.every((one) => one === reading)).toBe(true)
      else count.read++
    }
  }
  fc.assert(fc.property(schemas, fc.array(values, { minLength: 8, maxLength: 8 }), run), {
    numRuns: sized(80, 3_000, 300),
    ...seedOf(12),
  })
  expect(count.read).toBeGreaterThan(10)
  expect(count.refused).toBeGreaterThan(0)
})
