// Messages of v0.9 in few letters. (Those of the unit tests import the catalogs, which only Vite can load.)

export const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

export function create(surfaceId: string): object {
  return { version: 'v0.9', createSurface: { surfaceId, catalogId } }
}

export function components(surfaceId: string, ...list: readonly object[]): object {
  return { version: 'v0.9', updateComponents: { surfaceId, components: list } }
}

export function data(surfaceId: string, path: string, value: unknown): object {
  return { version: 'v0.9', updateDataModel: { surfaceId, path, value } }
}

export function text(id: string, content: unknown): object {
  return { id, component: 'Text', text: content }
}

export function column(id: string, children: unknown): object {
  return { id, component: 'Column', children }
}

/** A surface of v0.8 with the root `root`; components as `[id, type, properties]`. */
export function older(surfaceId: string, ...list: readonly (readonly [string, string, object])[]): readonly object[] {
  const components = list.map(([id, type, props]) => ({ id, component: { [type]: props } }))
  return [{ surfaceUpdate: { surfaceId, components } }, { beginRendering: { surfaceId, root: 'root' } }]
}

/** A surface beside the one under test; it must still be live afterwards. */
export const witness = [create('witness'), components('witness', text('root', { path: '/text' }))]
