// Schemas made at random of what a table can hold, and values for them.
import fc from 'fast-check'
import type { Schema } from '../../src/compiler/ajv.ts'

/** Where the schemas stand. */
export const file = 'https://surface-runtime.example/schema/random.json'
const names = ['a', 'b', 'c', 'd']

const schemas = fc.letrec<{ schema: Schema; leaf: Schema; branch: Schema; list: Schema }>((tie) => {
  const schema = tie('schema')
  const some = fc.array(schema, { minLength: 1, maxLength: 3 })
  const members = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), schema, { maxKeys: 3 })
  return {
    schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('branch')),
    leaf: fc.oneof(
      fc.constantFrom<Schema>({}, { type: 'string' }, { type: 'number' }, { type: 'array' }, { type: 'object' }),
      fc.constantFrom<Schema>({ type: ['string', 'null'] }, { type: 'integer', minimum: 1 }, { minLength: 2 }),
      fc.constantFrom<Schema>({ enum: ['x', 'y', 1, null] }, { const: 'x' }),
      fc.constantFrom<Schema>({ pattern: '^.$', maxLength: 1 }, { type: 'string', format: 'date' }, { maximum: 1 }),
      fc.constantFrom<Schema>({ exclusiveMinimum: 0, exclusiveMaximum: 1.5 }, { type: 'boolean' }, { type: 'null' }),
      fc.constantFrom<Schema>({ minItems: 1, maxItems: 1 }, { minProperties: 1 }, { type: 'object', maxProperties: 1 }),
      fc.constantFrom(...names.map((name): Schema => ({ $ref: `${file}#/$defs/${name}` }))),
      fc.constantFrom<Schema>({ required: ['a'] }, { required: ['a', 'b'] }, { required: [] }),
    ),
    list: fc
      .tuple(members, fc.constantFrom<Schema>({}, { required: ['a'] }, { type: 'object' }))
      .map(([properties, rest]): Schema => ({ properties, ...rest })),
    branch: fc.oneof(
      some.map((anyOf): Schema => ({ anyOf })),
      some.map((oneOf): Schema => ({ oneOf })),
      some.map((allOf): Schema => ({ allOf })),
      fc.tuple(some, some, schema).map(([anyOf, oneOf, other]): Schema => ({ ...other, anyOf, oneOf, const: 'x' })),
      schema.map((not): Schema => ({ not })),
      schema.map((items): Schema => ({ type: 'array', items, minItems: 1 })),
      fc
        .tuple(tie('list'), fc.oneof(schema, fc.boolean()))
        .map(([list, additionalProperties]): Schema => ({ ...list, type: 'object', additionalProperties })),
      fc.tuple(tie('list'), fc.array(tie('list'), { maxLength: 2 })).map(([list, parts]): Schema => {
        const allOf = parts.length > 0 ? { allOf: parts } : {}
        return { ...list, ...allOf, unevaluatedProperties: false }
      }),
    ),
  }
})

export const roots = fc.record(Object.fromEntries([...names, 'first'].map((name) => [name, schemas.schema])))

export const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('x', 'yy', '😀', '', '2026-11-22', 1, 0, 1.5, null, true, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'toString', 'x/y~'), tie('value'), { maxKeys: 4 }),
  ),
})).value
