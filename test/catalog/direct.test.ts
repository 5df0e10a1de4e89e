// ajv as it comes judges the validators that our keywords write, in memory and as code, for schemas made at random.
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSchemaCompiler, type Schema } from '../../src/schema/ajv.ts'
import type { Validator } from '../../src/schema/validator.ts'
import { times } from '../support/soak.ts'

const id = 'https://surface-runtime.example/schema/random.json'
const names = ['a', 'b', 'c', 'alternative0']

const schemas = fc.letrec<{ schema: Schema; leaf: Schema; branch: Schema }>((tie) => {
  const schema = tie('schema')
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  return {
    schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('branch')),
    leaf: fc.oneof(
      fc.constantFrom<Schema>({}, { type: 'string' }, { type: 'number' }, { type: 'array' }, { type: 'object' }),
      fc.constantFrom<Schema>({ type: ['string', 'null'] }, { type: 'integer', minimum: 1 }, { minLength: 2 }),
      fc.constantFrom<Schema>({ enum: ['x', 'y', 1, null] }, { const: 'x' }),
      fc.constantFrom(...names.map((name): Schema => ({ $ref: `${id}#/$defs/${name}` }))),
      fc.constantFrom<Schema>({ required: ['a'] }, { required: ['a', 'b'] }, { required: [] }),
    ),
    branch: fc.oneof(
      list.map((anyOf): Schema => ({ anyOf })),
      list.map((oneOf): Schema => ({ oneOf })),
      list.map((allOf): Schema => ({ allOf })),
      schema.map((not): Schema => ({ not })),
      fc
        .tuple(schema, schema, schema)
        .map((three): Schema => Object.fromEntries(['if', 'then', 'else'].map((key, at) => [key, three[at]]))),
      schema.map((items): Schema => ({ type: 'array', items, minItems: 1 })),
      fc
        .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c'), schema), fc.boolean(), fc.integer({ min: 0, max: 9 }))
        .map(([properties, closed, more]): Schema => {
          // More names than ajv would compare one by one.
          const others = Object.fromEntries(
            Array.from({ length: more }, (_, index) => [`p${index}`, { type: 'number' }]),
          )
          const all = { ...others, ...properties }
          return { type: 'object', properties: all, required: ['a'], ...(closed && { additionalProperties: false }) }
        }),
    ),
  }
})

const roots = fc.record({
  first: schemas.schema,
  $defs: fc.record(Object.fromEntries(names.map((name) => [name, schemas.schema]))),
})

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('x', 'yy', '', 1, 0, 1.5, null, true, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'p0', 'p8', '__proto__', 'toString'), tie('value'), { maxKeys: 4 }),
  ),
})).value

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

const plainly = { ownProperties: true, strict: false }

function judgeOf({ first, $defs }: { first: Schema; $defs: Schema }): Validator {
  const ajv = new Ajv2020(plainly)
  ajv.addSchema({ $id: id, $defs: { ...$defs, first } })
  return ajv.getSchema(`${id}#/$defs/first`) as unknown as Validator
}

function findingsOf({ errors }: Validator): readonly string[] {
  return (errors ?? []).map(({ keyword, instancePath }) => `${keyword} ${instancePath}`)
}

async function moduleOf(code: string): Promise<{ readonly first: Validator }> {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
}

describe('[C-9] schemas at random', () => {
  it(
    '[C-9] have one verdict, with a finding wherever it is no',
    async () => {
      const verdicts = { yes: 0, no: 0 }
      await fc.assert(
        fc.asyncProperty(roots, fc.array(values, { minLength: 5, maxLength: 20 }), async (root, all) => {
          const schema = { $id: id, $defs: { ...root.$defs, first: root.first } }
          const inMemory = createSchemaCompiler()
          inMemory.add(schema)
          const ahead = createSchemaCompiler()
          ahead.add(schema)
          const reference = `${id}#/$defs/first`
          if (endless(() => judgeOf(root))) return
          const judge = judgeOf(root)
          const validators = [inMemory.compile(reference), (await moduleOf(ahead.emit({ first: reference }))).first]
          for (const value of all) {
            if ([judge, ...validators].some((validate) => endless(() => validate(value)))) continue
            const expected = judge(value)
            const found = expected ? [] : findingsOf(judge)
            verdicts[expected ? 'yes' : 'no']++
            for (const validate of validators) {
              expect(validate(value)).toBe(expected)
              // ajv also says that an `if` led to another finding, and what the rest lacks where several fit one of `oneOf`.
              const ours = expected ? [] : findingsOf(validate)
              expect([ours.length > 0, found]).toEqual([!expected, expect.arrayContaining([...ours])])
            }
          }
        }),
        { numRuns: times(60, 3_000), seed: 9 },
      )
      expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(100)
      // A busy machine takes its time.
    },
    times(60_000, 3_600_000),
  )

  it('[C-9] that refer to themselves tell what is found deep down', async () => {
    const refer = (name: string): Schema => ({ $ref: `${id}#/$defs/${name}` })
    const chain = { properties: { next: { anyOf: [refer('chain'), { type: 'null' }] }, n: { type: 'number' } } }
    const list = { type: 'array', items: refer('list') }
    const all = { properties: { chain: refer('chain'), list: refer('list') } }
    const compiler = createSchemaCompiler()
    compiler.add({ $id: id, $defs: { chain, list, all } })
    const reference = `${id}#/$defs/all`
    const ahead = await moduleOf(compiler.emit({ first: reference }))
    for (const validate of [compiler.compile(reference), ahead.first]) {
      expect(validate({ chain: { next: { next: { n: 1 } } }, list: [[], [[]]] })).toBe(true)
      expect(validate({ chain: { next: { next: { n: 'x' } } } })).toBe(false)
      expect(findingsOf(validate)).toContain('type /chain/next/next/n')
      expect(validate({ list: [[], [[7]]] })).toBe(false)
      expect(findingsOf(validate)).toEqual(['type /list/1/0/0'])
    }
  })

  it.each([
    'validate10.errors',
    'wrapper0.validate',
    'a;return false;b',
    'errors === 0',
    'const _errs1 = errors;',
    'func1(data) < 1',
    'x{instancePath:y,parentData}',
    'export const a = validate10;',
    '"quoted" {braced} \\ back',
    '12',
  ])('[C-9] a property, a value and a pattern may look like code: %s', async (text) => {
    const pattern = `^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`
    const first = {
      properties: { [text]: { enum: [text] }, pattern: { pattern }, named: { propertyNames: { const: text } } },
      required: [text],
      additionalProperties: false,
    }
    const compiler = createSchemaCompiler()
    compiler.add({ $id: id, $defs: { first } })
    const reference = `${id}#/$defs/first`
    const judge = judgeOf({ first, $defs: {} })
    const ahead = await moduleOf(compiler.emit({ first: reference }))
    const good = { [text]: text, pattern: text, named: { [text]: 1 } }
    const all = [
      good,
      {},
      { ...good, [text]: 'x' },
      { ...good, pattern: 'x' },
      { ...good, named: { x: 1 } },
      { ...good, x: 1 },
    ]
    for (const value of all)
      expect([compiler.compile(reference)(value), ahead.first(value)]).toEqual([judge(value), judge(value)])
  })

  it('[C-9] an alternative that others refer to, or that refers from where it stands, stays there', () => {
    const nested = {
      $id: 'https://surface-runtime.example/nested.json',
      $defs: { y: { minLength: 2 } },
      anyOf: [{ $ref: '#/$defs/y' }],
    }
    const compiler = createSchemaCompiler()
    const first = { properties: { a: { anyOf: [{ properties: { x: { type: 'number' } } }] } } }
    compiler.add({
      $id: id,
      $defs: {
        y: { type: 'number' },
        nested,
        first,
        into: { $ref: `${id}#/$defs/first/properties/a/anyOf/0/properties/x` },
      },
    })
    expect([compiler.compile(`${id}#/$defs/nested`)('aa'), compiler.compile(`${id}#/$defs/into`)('x')]).toEqual([
      true,
      false,
    ])
  })
})
