/** One surface, written once as v0.9 and sent in the version that the client speaks. */
import { type Fields, type Json, surfaceV08, surfaceV09 } from './surface-messages.ts'
import { componentV08 } from './v08-component.ts'

/**
 * A component as v0.9 has it. `v08`: properties that v0.8 gets instead, where it has no such thing as a function; with a
 * `component` of its own it is the whole component, but for id and weight.
 */
export type WrittenComponent = Fields & { readonly id: string; readonly component: string; readonly v08?: Fields }

export interface SurfaceWriter {
  readonly surfaceId: string
  /** Without it the client shows no surfaces. */
  readonly version: 'v0.8' | 'v0.9'
  /** The first message of v0.9. v0.8 needs none. */
  readonly create: (catalogId?: string) => readonly Fields[]
  readonly components: (...components: readonly WrittenComponent[]) => Fields
  /** Puts `value` at `path`. v0.8 has no arrays: a list becomes an object with the keys `0`, `1` …  */
  readonly data: (path: string, value: Fields) => Fields
  /** The message of v0.8 after which something is shown. v0.9 needs none. */
  readonly begin: () => readonly Fields[]
  readonly remove: () => Fields
}

/** @param primaryColor As `#rrggbb`. */
export function createSurfaceWriter(surfaceId: string, version: 'v0.8' | 'v0.9', primaryColor: string): SurfaceWriter {
  if (version === 'v0.8') {
    const { begin, components, data, remove } = surfaceV08(surfaceId)
    return {
      ...{ surfaceId, version, remove, data: (path, value) => data(value, path) },
      create: () => [],
      components: (...written) => components(...written.map((one) => componentV08(forV08(one)))),
      begin: () => [begin(primaryColor)],
    }
  }
  const { create, components, data, remove } = surfaceV09(surfaceId)
  return {
    ...{ surfaceId, version, remove, data },
    create: (catalogId) => [create(primaryColor, catalogId)],
    components: (...written) => components(...written.map(({ v08: _, ...own }) => own)),
    begin: () => [],
  }
}

function forV08({ v08 = {}, ...own }: WrittenComponent): Fields {
  if (v08['component'] === undefined) return { ...own, ...v08 }
  const { id, weight } = own
  return { id, ...(weight !== undefined && { weight }), ...v08 }
}

/**
 * A surface that is whole from the start. `data`: the data model; absent: the surface has none. In v0.8 the data come
 * first: a literal beside a path is written when its component comes.
 */
export function wholeSurface(
  writer: SurfaceWriter,
  components: readonly WrittenComponent[],
  data?: Readonly<Record<string, Json>>,
): readonly Fields[] {
  const model = data ? [writer.data('/', data)] : []
  const tree = [writer.components(...components)]
  return [
    ...writer.create(),
    ...(writer.version === 'v0.8' ? [...model, ...tree] : [...tree, ...model]),
    ...writer.begin(),
  ]
}
