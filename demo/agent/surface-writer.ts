/** One surface, written once as v0.9 and sent in the version that the client speaks. */
import { type Fields, type Json, surfaceV08, surfaceV09 } from './surface-messages.ts'
import { componentV08 } from './v08-component.ts'

/**
 * A component as v0.9 has it. `v08`: what stands in its place in v0.8, written the same way, where v0.8 has no such thing
 * (functions, checks of inputs).
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
      components: (...written) => components(...written.map(({ v08, ...own }) => componentV08({ ...own, ...v08 }))),
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

/** A surface that is whole from the start. `data`: the data model; absent: the surface has none. */
export function wholeSurface(
  writer: SurfaceWriter,
  components: readonly WrittenComponent[],
  data?: Readonly<Record<string, Json>>,
): readonly Fields[] {
  return [
    ...writer.create(),
    writer.components(...components),
    ...(data ? [writer.data('/', data)] : []),
    ...writer.begin(),
  ]
}
