/**
 * `surface-runtime/compile`: a catalog compiled ahead of time by a host's own build script, without Vite. The command
 * `surface-runtime compile` does the same.
 *
 *     const { code, types } = await compileModule(schema, { name: 'Travel', file: 'travel_catalog.json' })
 */
import { files } from '../compiler/files.ts'
import { missingAjv } from '../compiler/missing-peer.ts'

export { CatalogError, type CatalogErrorCode } from '../compiler/catalog-error.ts'

export interface CompileOptions {
  /** Start of the names of types: `Travel` gives `TravelProps` and `TravelArgs`. Default: `Catalog`. */
  readonly name?: string
  /** What errors call the catalog. Default: its `catalogId`. */
  readonly file?: string
}

export interface CompiledModule {
  /** Source of an ES module whose default export is for `defineCatalog`; it needs neither ajv nor `eval`. */
  readonly code: string
  /** Source of the declarations that belong beside it. */
  readonly types: string
}

/**
 * Compiles a catalog's JSON Schema (2020-12). Rejects with a `CatalogError` for a schema that cannot be served exactly, and
 * with an `Error` that says so where ajv is not installed.
 */
export async function compileModule(
  schema: { readonly [keyword: string]: unknown },
  { name = 'Catalog', file }: CompileOptions = {},
): Promise<CompiledModule> {
  const { emitCatalog } = await import('../compiler/compile.ts').catch(missingAjv)
  const { emitTypes } = await import('../compiler/types.ts')
  return { code: emitCatalog(schema, files, file), types: emitTypes(schema, files, { name, file }) }
}

/**
 * The types of a catalog's JSON Schema as the source of a TypeScript module, without the catalog: `TravelProps` for
 * `Renderer<TravelProps['…']>` and `TravelArgs` for `defineFunctions<TravelArgs>(…)`. Needs no ajv. Rejects as
 * `compileModule` does.
 */
export async function catalogTypes(
  schema: { readonly [keyword: string]: unknown },
  { name = 'Catalog', file }: CompileOptions = {},
): Promise<string> {
  const { emitTypes } = await import('../compiler/types.ts')
  return emitTypes(schema, files, { name, file, typesOnly: true })
}
