/** One surface, written once with the builders of v0.9 and sent in the version that the client speaks. */
import { type Built, surface } from '../../src/builders/index.ts'
import type { DataEntryV08, JsonObject, JsonValue, SurfaceMessage } from '../../src/core.ts'
import { componentV08 } from './v08-component.ts'

export interface SurfaceWriter {
  readonly surfaceId: string
  /** Without it the client shows no surfaces. v0.8 has no functions: what is written with them gets another form there. */
  readonly version: 'v0.8' | 'v0.9'
  /** The first message of v0.9. v0.8 needs none. */
  readonly create: (catalogId?: string) => readonly SurfaceMessage[]
  readonly components: (...components: readonly Built[]) => SurfaceMessage
  /** Puts `value` at `path`. v0.8 has no arrays: a list becomes an object with the keys `0`, `1` …  */
  readonly data: (path: string, value: JsonObject | readonly JsonObject[]) => SurfaceMessage
  /** Empties a text of the data model; for v0.9 alone. */
  readonly clear: (path: string) => SurfaceMessage
  /** The message of v0.8 after which something is shown. v0.9 needs none. */
  readonly begin: () => readonly SurfaceMessage[]
  readonly remove: () => SurfaceMessage
}

/** @param primaryColor As `#rrggbb`. */
export function createSurfaceWriter(surfaceId: string, version: 'v0.8' | 'v0.9', primaryColor: string): SurfaceWriter {
  const { create, components, data, remove } = surface(surfaceId)
  if (version === 'v0.9') {
    const theme = { primaryColor }
    return {
      ...{ surfaceId, version, components, data, begin: () => [], remove },
      clear: (path) => data(path, ''),
      // The client sends the data model along with every message.
      create: (catalogId) => [create({ ...(catalogId !== undefined && { catalogId }), theme, sendDataModel: true })],
    }
  }
  return {
    ...{ surfaceId, version, create: () => [] },
    components(...built) {
      const { updateComponents } = components(...built)
      return { surfaceUpdate: { surfaceId, components: (updateComponents?.components ?? []).map(componentV08) } }
    },
    data: (path, value) => ({
      dataModelUpdate: { surfaceId, ...(path !== '/' && { path }), contents: entriesOf(value) },
    }),
    clear: (path) => ({ dataModelUpdate: { surfaceId, path, contents: [] } }),
    begin: () => [{ beginRendering: { surfaceId, root: 'root', styles: { primaryColor } } }],
    remove: () => ({ deleteSurface: { surfaceId } }),
  }
}

/** JSON in the typed entries of v0.8, which has no arrays and no null: a list is a map of its indices. */
function entriesOf(values: object): readonly DataEntryV08[] {
  return Object.entries(values).map(([key, value]: [string, JsonValue]) => {
    if (typeof value === 'number') return { key, valueNumber: value }
    if (typeof value === 'boolean') return { key, valueBoolean: value }
    if (typeof value === 'object' && value !== null) return { key, valueMap: entriesOf(value) }
    return { key, valueString: value ?? '' }
  })
}

/**
 * A surface that is whole from the start. `data`: the data model; absent: the surface has none. In v0.8 the data come
 * first: a literal beside a path is written when its component comes. `catalogId`: for v0.9 alone; default: the basic catalog.
 */
export function wholeSurface(
  writer: SurfaceWriter,
  root: Built,
  data?: JsonObject,
  catalogId?: string,
): readonly SurfaceMessage[] {
  const model = data ? [writer.data('/', data)] : []
  const tree = [writer.components(root)]
  return [
    ...writer.create(catalogId),
    ...(writer.version === 'v0.8' ? [...model, ...tree] : [...tree, ...model]),
    ...writer.begin(),
  ]
}
