/** An example of a third party's catalog: the basic catalog and two functions. */
import compiled from '../../../catalogs/extended/functions.json?catalog'
import { type Catalog, defineCatalog } from '../../catalog/catalog.ts'
import { basicCatalog } from '../catalog.ts'
import { extendedFunctions } from './functions.ts'

/** The basic catalog, `trim` and `getScreenResolution`. */
export const extendedCatalog: Catalog = defineCatalog(compiled, { extend: basicCatalog, functions: extendedFunctions })
