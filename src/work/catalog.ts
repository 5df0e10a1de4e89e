/** The catalog for work: the basic catalog, and components of reports and office tasks, for agents of both versions. */
import compiled from '../../catalogs/extended/work.json?catalog'
import { basicCatalog } from '../basic/catalog.ts'
import { type Catalog, defineCatalog } from '../catalog/catalog.ts'

/** The basic catalog, and thirteen components beside it. */
export const workCatalog: Catalog = defineCatalog(compiled, { protocol: 'both', extend: basicCatalog })
