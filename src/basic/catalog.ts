/** The basic catalog: its schema, its functions, its ids, and its v0.8 dialect. */
import v08 from '../../catalogs/v0.8/standard_catalog_definition.json?catalog'
import v09 from '../../catalogs/v0.9/basic_catalog.json?catalog'
import { type Catalog, createCatalog } from '../catalog/catalog.ts'
import { withV08Dialect } from '../catalog/v08-dialect.ts'
import { catalogAliases } from './catalog-ids.ts'
import { basicFunctions } from './functions/functions.ts'
import { withPatternCheck } from './functions/validation-regexp.ts'
import { translations } from './v08.ts'

/** The components and functions of the public protocol, for agents that speak v0.9 and v0.8. */
export const basicCatalog: Catalog = withV08Dialect(
  createCatalog(v09, {
    functions: basicFunctions,
    aliases: catalogAliases.basic,
    complete: withPatternCheck,
    fallbacks: { Icon: { name: { svgPath: '' } } },
  }),
  { compiled: v08, aliases: catalogAliases.standardV08, translations, fallbacks: { Icon: { name: {} } } },
)
