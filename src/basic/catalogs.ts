/** The catalogs of a runtime whose host names none: all of the public protocol. */
import type { Catalog } from '../catalog/catalog.ts'
import { basicCatalog } from './catalog.ts'
import { minimalCatalog } from './minimal.ts'

export const defaultCatalogs: readonly Catalog[] = [basicCatalog, minimalCatalog]
