/** A catalog beside the JSON Schema that it was compiled from: the schema has the descriptions that a model reads. */
import type { Catalog } from '../catalog/catalog.ts'
import type { SurfaceMessage } from '../protocol/wire.ts'

/** The JSON Schema of a catalog (2020-12), as a catalog file holds it. */
export interface CatalogSchema {
  readonly [keyword: string]: unknown
}

export interface CatalogWithSchema extends Catalog {
  /** What the catalog was compiled from. */
  readonly schema: CatalogSchema
  /** The files of catalogs that this one extends or refers to, and of its components in the words of v0.8. */
  readonly others?: readonly CatalogSchema[]
  /** Streams of v0.9 that a prompt shows before those that every catalog has, as far as it shows any. Left out where types are omitted. */
  readonly examples?: readonly { readonly title: string; readonly messages: readonly SurfaceMessage[] }[]
}

/**
 * The same catalog with its schema, for prompts and schemas of answers. `others`: the files of catalogs that it extends or takes
 * components from. Those of the basic catalog are known, for both versions.
 * Throws a `TypeError` where catalog and schema have different ids.
 */
export function withSchema(
  catalog: Catalog,
  schema: CatalogSchema,
  ...others: readonly CatalogSchema[]
): CatalogWithSchema {
  const id = schema['catalogId'] ?? schema['$id']
  if (!catalog.dialects.some(({ ids }) => ids.includes(String(id))))
    throw new TypeError(`The schema is that of ${JSON.stringify(id)}: pass the file that the catalog was compiled from`)
  return { ...catalog, schema, others }
}
