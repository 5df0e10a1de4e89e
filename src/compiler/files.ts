/** The public schemas that a catalog of a host may refer to. */
import standardCatalog from '../../catalogs/v0.8/standard_catalog_definition.json' with { type: 'json' }
import basicCatalog from '../../catalogs/v0.9/basic_catalog.json' with { type: 'json' }
import commonTypes from '../../catalogs/v0.9/common_types.json' with { type: 'json' }
import type { SchemaFiles } from './prepare.ts'

export const files: SchemaFiles = {
  'common_types.json': commonTypes,
  'basic_catalog.json': basicCatalog,
  'standard_catalog_definition.json': standardCatalog,
}
