/** The catalog for work: the basic catalog, and components of reports and office tasks, for agents of both versions. */
import compiled from '../../catalogs/extended/work.json?catalog'
import { basicCatalog } from '../basic/catalog.ts'
import { type Catalog, defineCatalog } from '../catalog/catalog.ts'
import { readTable } from '../catalog/read-table.ts'
import { mapMembers } from '../json/value.ts'
import { meantFor, synonyms } from './meant.ts'

const table = readTable(compiled)
const components = mapMembers(table.components, (component, type) => ({
  ...component,
  synonyms: synonyms[type] ?? [],
  meant: meantFor(type),
}))

/** The basic catalog, and thirteen components beside it. */
export const workCatalog: Catalog = defineCatalog({ ...table, components }, { protocol: 'both', extend: basicCatalog })
