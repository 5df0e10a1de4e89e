/** One surface, written once with builders and sent in the version that the client speaks. */
import { type Built, surface, surfaceV08 } from '../../src/builders/index.ts'
import type { JsonObject, SurfaceMessage } from '../../src/entries/core.ts'

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
  const old = surfaceV08(surfaceId)
  return {
    ...{ surfaceId, version, create: () => [], components: old.components, remove: old.remove },
    data: (path, value) => old.data(path, value),
    clear: (path) => old.data(path, {}),
    begin: () => [old.begin({ styles: { primaryColor } })],
  }
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
