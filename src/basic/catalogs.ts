/** What agents may use where the host does not say. */
import type { Catalog } from '../catalog/catalog.ts'
import { basicCatalog } from './catalog.ts'
import { minimalCatalog } from './minimal.ts'

export const defaultCatalogs: readonly Catalog[] = [basicCatalog, minimalCatalog]
