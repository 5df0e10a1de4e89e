/** Surface messages as the sample agent writes them, in both versions. */

/** JSON without `undefined`, which is what surface messages are made of. */
type Json = null | boolean | number | string | readonly Json[] | Fields

export interface Fields {
  readonly [key: string]: Json
}

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

/** One surface in v0.9. Components are flat: type and properties beside the id. */
export function surfaceV09(surfaceId: string) {
  return {
    /** The client sends the data model along with every message. */
    create: (primaryColor: string): Fields => ({
      version: 'v0.9',
      createSurface: { surfaceId, catalogId, theme: { primaryColor }, sendDataModel: true },
    }),
    components: (...components: readonly Fields[]): Fields => ({
      version: 'v0.9',
      updateComponents: { surfaceId, components },
    }),
    data: (path: string, value: Json): Fields => ({ version: 'v0.9', updateDataModel: { surfaceId, path, value } }),
  }
}

/** One surface in v0.8. */
export function surfaceV08(surfaceId: string) {
  return {
    begin: (primaryColor: string): Fields => ({
      beginRendering: { surfaceId, root: 'root', styles: { primaryColor } },
    }),
    components: (...components: readonly Fields[]): Fields => ({ surfaceUpdate: { surfaceId, components } }),
    /** Texts only. */
    data: (values: Readonly<Record<string, string>>): Fields => ({
      dataModelUpdate: {
        surfaceId,
        contents: Object.entries(values).map(([key, valueString]) => ({ key, valueString })),
      },
    }),
  }
}
