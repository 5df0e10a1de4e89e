/**
 * `surface-runtime/ajv`: a host's own catalog compiled in the page. The result is the same as at build time with
 * `surface-runtime/vite`. A page that forbids `eval` can compile what a table holds; types that say more throw there.
 */
import basicCatalog from '../catalogs/v0.9/basic_catalog.json'
import commonTypes from '../catalogs/v0.9/common_types.json'
import type { ReadCatalog } from './catalog/compiled.ts'
import { compileCatalog as compile } from './compiler/compile.ts'

/**
 * Compiles a catalog's JSON Schema (2020-12) for `defineCatalog`. It may refer to `common_types.json` and to the
 * functions of `basic_catalog.json`. Throws for a keyword that cannot be served exactly, and, where the page forbids `eval`, for a
 * type that needs ajv: conditions, `not`, patterns of names, tuples, `uniqueItems`, `multipleOf`, parts that cannot be merged.
 */
export function compileCatalog(schema: { readonly [keyword: string]: unknown }): ReadCatalog {
  return compile(schema, { 'common_types.json': commonTypes, 'basic_catalog.json': basicCatalog })
}

export type { CompiledCatalog } from './catalog/compiled.ts'
