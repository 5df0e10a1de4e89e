/**
 * `surface-runtime/compile`: a catalog compiled ahead of time by a host's own build script, without Vite. The command
 * `surface-runtime compile` does the same.
 *
 *     const { code, types } = await compileModule(schema, { name: 'Travel', file: 'travel_catalog.json' })
 */
import standardCatalog from '../catalogs/v0.8/standard_catalog_definition.json' with { type: 'json' }
import basicCatalog from '../catalogs/v0.9/basic_catalog.json' with { type: 'json' }
import commonTypes from '../catalogs/v0.9/common_types.json' with { type: 'json' }
import { missingAjv } from './compiler/missing-peer.ts'

/** What a catalog may refer to. */
const files = {
  'common_types.json': commonTypes,
  'basic_catalog.json': basicCatalog,
  'standard_catalog_definition.json': standardCatalog,
}

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
 * Compiles a catalog's JSON Schema (2020-12). Rejects with an `Error` that names catalog, place and remedy for a schema
 * that cannot be served exactly, and with one that says so where ajv is not installed.
 */
export async function compileModule(
  schema: { readonly [keyword: string]: unknown },
  { name = 'Catalog', file }: CompileOptions = {},
): Promise<CompiledModule> {
  const { emitCatalog } = await import('./compiler/compile.ts').catch(missingAjv)
  const { emitTypes } = await import('./compiler/types.ts')
  return { code: emitCatalog(schema, files, file), types: emitTypes(schema, files, name) }
}

/**
 * The types of a catalog's JSON Schema as the source of a TypeScript module, without the catalog: `TravelProps` for
 * `Renderer<TravelProps['…']>` and `TravelArgs` for `defineFunctions<TravelArgs>(…)`. Needs no ajv. Rejects with an `Error` for
 * a schema whose properties have no role that is certain.
 */
export async function catalogTypes(
  schema: { readonly [keyword: string]: unknown },
  { name = 'Catalog' }: Pick<CompileOptions, 'name'> = {},
): Promise<string> {
  const { emitTypes } = await import('./compiler/types.ts')
  return emitTypes(schema, files, name, true)
}
