/** An example of a third party's component: the basic catalog and a chart, for agents of both versions. */
import compiled from '../../../catalogs/extended/chart.json?catalog'
import { type Catalog, defineCatalog } from '../../catalog/catalog.ts'
import { basicCatalog } from '../catalog.ts'

export const chartCatalog: Catalog = defineCatalog(compiled, { protocol: 'both', extend: basicCatalog })
