/** A worked example of a third party's catalog: the basic one, and custom functions beside it. */
import compiled from '../../../catalogs/extended/functions.json?catalog'
import { type Catalog, defineCatalog } from '../../catalog/catalog.ts'
import { basicCatalog } from '../catalog.ts'
import { extendedFunctions } from './functions.ts'

/** Everything of the basic catalog, `trim` and `getScreenResolution`. */
export const extendedCatalog: Catalog = defineCatalog(compiled, { extend: basicCatalog, functions: extendedFunctions })
