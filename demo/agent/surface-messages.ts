/** Surface messages as the demo's agents write them, in both versions. */

/** JSON without `undefined`, which is what surface messages are made of. */
export type Json = null | boolean | number | string | readonly Json[] | Fields

export interface Fields {
  readonly [key: string]: Json
}

const basicCatalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

/** One surface in v0.9. Components are flat: type and properties beside the id. */
export function surfaceV09(surfaceId: string) {
  return {
    /** The client sends the data model along with every message. */
    create: (primaryColor: string, catalogId = basicCatalogId): Fields => ({
      version: 'v0.9',
      createSurface: { surfaceId, catalogId, theme: { primaryColor }, sendDataModel: true },
    }),
    components: (...components: readonly Fields[]): Fields => ({
      version: 'v0.9',
      updateComponents: { surfaceId, components },
    }),
    data: (path: string, value: Json): Fields => ({ version: 'v0.9', updateDataModel: { surfaceId, path, value } }),
    remove: (): Fields => ({ version: 'v0.9', deleteSurface: { surfaceId } }),
  }
}

/** One surface in v0.8. */
export function surfaceV08(surfaceId: string) {
  return {
    begin: (primaryColor: string): Fields => ({
      beginRendering: { surfaceId, root: 'root', styles: { primaryColor } },
    }),
    components: (...components: readonly Fields[]): Fields => ({ surfaceUpdate: { surfaceId, components } }),
    data: (values: Fields, path = '/'): Fields => ({
      dataModelUpdate: { surfaceId, ...(path !== '/' && { path }), contents: entriesOf(values) },
    }),
    remove: (): Fields => ({ deleteSurface: { surfaceId } }),
  }
}

/** JSON in the typed entries of v0.8, which has no arrays and no null: a list is a map of its indices. */
function entriesOf(values: object): readonly Fields[] {
  return Object.entries(values).map(([key, value]: [string, Json]) => {
    if (typeof value === 'number') return { key, valueNumber: value }
    if (typeof value === 'boolean') return { key, valueBoolean: value }
    if (typeof value === 'object' && value !== null) return { key, valueMap: entriesOf(value) }
    return { key, valueString: value ?? '' }
  })
}
