/** The catalogs that a model may use: compiled, to read its lines, and beside it their schemas, to teach them. */
import minimalV08 from '../../../../catalogs/v0.8/minimal_catalog.json'
import minimalV09 from '../../../../catalogs/v0.9/minimal_catalog.json'
import { basic, type CatalogWithSchema, withSchema } from '../../../../src/authoring/index.ts'
import { basicCatalog, minimalCatalog } from '../../../../src/entries/catalogs.ts'
import { defineCatalog } from '../../../../src/entries/core.ts'
import shopV09 from '../../catalog/shop_catalog.json'
import compiledShop from '../../catalog/shop_catalog.json?catalog'
import type { PlanContext } from '../plan.ts'

/** The fullest first. */
const known: readonly CatalogWithSchema[] = [
  withSchema(defineCatalog(compiledShop, { extend: basicCatalog }), shopV09),
  basic,
  withSchema(minimalCatalog, minimalV09, minimalV08),
]

export type Client = Pick<PlanContext, 'surfaceVersion' | 'catalogIds'>

/** The fullest one that the client can draw; the basic one where the client does not say. `undefined`: it shows no surfaces. */
export function catalogFor({ surfaceVersion, catalogIds }: Client): CatalogWithSchema | undefined {
  if (surfaceVersion === undefined) return undefined
  const isNamed = ({ dialects }: CatalogWithSchema): boolean =>
    dialects.some(({ protocol, ids }) => protocol === surfaceVersion && ids.some((id) => catalogIds.includes(id)))
  return known.find(isNamed) ?? basic
}
