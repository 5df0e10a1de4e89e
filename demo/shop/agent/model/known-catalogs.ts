/** The catalogs that a model may use: as schemas for its prompt, and compiled to read its lines. */
import minimalV08 from '../../../../catalogs/v0.8/minimal_catalog.json'
import standardV08 from '../../../../catalogs/v0.8/standard_catalog_definition.json'
import basicV09 from '../../../../catalogs/v0.9/basic_catalog.json'
import commonV09 from '../../../../catalogs/v0.9/common_types.json'
import minimalV09 from '../../../../catalogs/v0.9/minimal_catalog.json'
import { basicCatalog, minimalCatalog } from '../../../../src/catalogs.ts'
import { type Catalog, defineCatalog } from '../../../../src/core.ts'
import shopV09 from '../../catalog/shop_catalog.json'
import compiledShop from '../../catalog/shop_catalog.json?catalog'
import type { PlanContext } from '../plan.ts'

type Schema = Readonly<Record<string, unknown>>

interface KnownCatalog {
  readonly catalogId: string
  /** The schema, after those that it refers to. */
  readonly schemas: readonly Schema[]
  readonly catalog: Catalog
}

const known = (catalog: Catalog, ...schemas: readonly Schema[]): KnownCatalog => ({
  ...{ catalog, schemas },
  catalogId: String(schemas.at(-1)?.['catalogId']),
})

/** Of each version, the fullest first. */
const catalogs: Readonly<Record<'v0.8' | 'v0.9', readonly KnownCatalog[]>> = {
  'v0.9': [
    known(defineCatalog(compiledShop, { extend: basicCatalog }), commonV09, basicV09, shopV09),
    known(basicCatalog, commonV09, basicV09),
    known(minimalCatalog, commonV09, basicV09, minimalV09),
  ],
  'v0.8': [known(basicCatalog, standardV08), known(minimalCatalog, standardV08, minimalV08)],
}

interface ClientCatalogs {
  /** The fullest one that the client can draw, for the prompt; the basic one where the client does not say. */
  readonly catalogId: string
  readonly schemas: readonly Schema[]
  /** All that the client can draw: models know the basic catalog by heart. */
  readonly catalogs: readonly Catalog[]
}

/** `undefined` for clients that show no surfaces. */
export function catalogsFor({
  surfaceVersion,
  catalogIds,
}: Pick<PlanContext, 'surfaceVersion' | 'catalogIds'>): ClientCatalogs | undefined {
  if (surfaceVersion === undefined) return undefined
  const ours = catalogs[surfaceVersion]
  const named = ours.filter(({ catalogId }) => catalogIds.includes(catalogId))
  const drawn = named.length > 0 ? named : ours.filter(({ catalog }) => catalog === basicCatalog)
  const [fullest] = drawn
  return fullest && { ...fullest, catalogs: drawn.map(({ catalog }) => catalog) }
}
