// A schema for each error of a catalog. `protocols.md` has what they say.
import { z } from 'zod'
import type { CatalogError } from '../../src/compiler/catalog-error.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { defineCatalogFromSchemas } from '../../src/standard-schema/index.ts'
import { type ProtocolSample, thrown } from './agent-samples.ts'

type Schema = Parameters<typeof compileCatalog>[0]

function schema(what: string, value: unknown): ProtocolSample {
  return {
    what,
    async error() {
      const { code, at, problem, hint } = await thrown<CatalogError>(() => compileCatalog(value as Schema))
      return { code, at, text: problem, hint }
    },
  }
}

const catalogId = 'https://host.example/mine'
const text = { $ref: 'common_types.json#/$defs/DynamicString' }
const child = { $ref: 'common_types.json#/$defs/ComponentId' }
const one = (value: unknown, rest: object = {}): object => ({
  catalogId,
  components: { One: { type: 'object', properties: { component: { const: 'One' }, value }, ...rest } },
})

export const catalogSamples: readonly ProtocolSample[] = [
  schema('nothing', undefined),
  schema('no id', { components: {} }),
  schema('a member that is misspelt', { catalogId, component: {} }),
  schema('nothing in it', { catalogId, functions: {} }),
  schema('an unknown type', one({ type: 'text' })),
  schema('a keyword that is misspelt', one({ type: 'string', maxLenght: 5 })),
  schema('a keyword that cannot be served', one({ $dynamicRef: '#x' })),
  schema('a reference that leads nowhere', one({ $ref: 'common_types.json#/$defs/DynamicText' })),
  schema('a required property that there is not', one(text, { required: ['valeu'] })),
  schema('the name of another component', {
    catalogId,
    components: { One: { type: 'object', properties: { component: { const: 'Two' } } } },
  }),
  schema('a child or a text', one({ anyOf: [child, text] })),
  {
    what: 'a page without eval',
    async error() {
      const { Function: whole } = globalThis
      globalThis.Function = function refuse() {
        throw new EvalError('Code generation from strings is disallowed')
      } as unknown as FunctionConstructor
      try {
        const { code, at, problem, hint } = await thrown<CatalogError>(() =>
          compileCatalog(one({ not: { type: 'array', contains: { const: 1 }, minContains: 2 } }) as Schema),
        )
        return { code, at, text: problem, hint }
      } finally {
        globalThis.Function = whole
      }
    },
  },
  {
    what: 'a schema in code that is no JSON',
    async error() {
      const { code, at, problem, hint } = await thrown<CatalogError>(() =>
        defineCatalogFromSchemas({ id: catalogId, components: { One: { props: { value: z.date() } } } }),
      )
      return { code, at, text: problem, hint }
    },
  },
]
