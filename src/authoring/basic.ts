/** The basic catalog with its schemas, so that no file has to be imported. Bundlers leave it out where it is not used. */
import standardSchema from '../../catalogs/v0.8/standard_catalog_definition.json' with { type: 'json' }
import basicSchema from '../../catalogs/v0.9/basic_catalog.json' with { type: 'json' }
import { basicCatalog } from '../basic/catalog.ts'
import { type CatalogWithSchema, withSchema } from './with-schema.ts'

/** The basic catalog, for v0.9 and v0.8. */
export const basic: CatalogWithSchema = /* @__PURE__ */ withSchema(basicCatalog, basicSchema, standardSchema)
