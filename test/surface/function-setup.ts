// What tests of functions share: a host's catalog of functions, and calls of them.

import { type Catalog, defineCatalog } from '../../src/catalog/catalog.ts'
import type { Complete } from '../../src/catalog/dialect.ts'
import type { FunctionDefinitions } from '../../src/catalog/expression.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'

export const catalogId = 'https://host.example/tools'

/** Functions of a host's, each with one argument that may be anything, and what else the host's catalog has. */
export function tools(
  functions: FunctionDefinitions,
  { components = {}, complete }: { readonly components?: JsonObject; readonly complete?: Complete } = {},
): Catalog {
  const schema = (name: string): JsonObject => ({
    type: 'object',
    properties: {
      call: { const: name },
      args: {
        type: 'object',
        properties: { value: { $ref: 'common_types.json#/$defs/DynamicValue' } },
        unevaluatedProperties: false,
      },
      returnType: { enum: ['string', 'boolean', 'void'] },
    },
    required: ['call', 'args'],
    unevaluatedProperties: false,
  })
  const names = Object.keys(functions)
  const compiled = compileCatalog({
    catalogId,
    components,
    functions: Object.fromEntries(names.map((name) => [name, schema(name)])),
  })
  return defineCatalog(compiled, { functions, extend: basicCatalog, ...(complete && { complete }) })
}

export const call = (name: string, value?: JsonValue): JsonObject => ({
  call: name,
  args: value === undefined ? {} : { value },
})
