/**
 * `surface-runtime/ajv`: a host's own catalog compiled in the page. The result is the same as at build time with
 * `surface-runtime/vite`. A page that forbids `eval` can compile what a table holds; types that say more throw there.
 */
import type { ReadCatalog } from '../catalog/compiled.ts'
import { compileCatalog as compile } from '../compiler/compile.ts'
import { files } from '../compiler/files.ts'

export { CatalogError, type CatalogErrorCode } from '../compiler/catalog-error.ts'

/**
 * Compiles a catalog's JSON Schema (2020-12) for `defineCatalog`. It may refer to `common_types.json` and to the
 * functions of `basic_catalog.json`. Throws a `CatalogError` for what cannot be served exactly, and, where the page forbids
 * `eval`, for a type that needs ajv: conditions, `not`, patterns of names, tuples, `uniqueItems`, `multipleOf`, parts that
 * cannot be merged.
 */
export function compileCatalog(schema: { readonly [keyword: string]: unknown }): ReadCatalog {
  return compile(schema, files)
}

export type { CompiledCatalog } from '../catalog/compiled.ts'
