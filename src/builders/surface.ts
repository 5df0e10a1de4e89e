/** Messages of one surface in v0.9, written in code: nested to write, flat when sent. */
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { MessageV09 } from '../protocol/wire.ts'
import type { CommonWritten } from './basic-components.ts'
import { type Built, createComponent } from './component.ts'
import { flat } from './flat.ts'

const basicCatalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

interface CreateOptions {
  /** Default: that of the basic catalog. */
  readonly catalogId?: string
  readonly theme?: JsonObject
  /** The client sends the surface's data with each message. */
  readonly sendDataModel?: boolean
}

/** Each member gives one message; an answer is a list of them, or they are sent one by one. */
export interface SurfaceMessages {
  /** The first message of a surface. */
  create(options?: CreateOptions): MessageV09
  /**
   * Components with all that stands in them, parents first; those that are there already by id take their places. Throws a
   * `TypeError` for an id that comes twice, and where more than one component has neither an id nor a parent.
   */
  components(...components: readonly Built[]): MessageV09
  /** The whole data model, or the value at a JSON Pointer. */
  data(value: JsonValue): MessageV09
  data(path: string, value: JsonValue): MessageV09
  /** Removes the value at a JSON Pointer. */
  removeData(path: string): MessageV09
  /** Removes the surface. */
  remove(): MessageV09
}

/** The messages of the surface with this id, a new one or one that is there. */
export function surface(surfaceId: string): SurfaceMessages {
  const version = 'v0.9'
  return {
    create: ({ catalogId = basicCatalogId, ...options } = {}) => ({
      version,
      createSurface: { surfaceId, catalogId, ...options },
    }),
    components: (...components) => ({ version, updateComponents: { surfaceId, components: flat(components) } }),
    data: (...given: readonly [JsonValue] | readonly [string, JsonValue]) => {
      const [first, second] = given
      return second === undefined
        ? { version, updateDataModel: { surfaceId, value: first } }
        : { version, updateDataModel: { surfaceId, path: String(first), value: second } }
    },
    removeData: (path) => ({ version, updateDataModel: { surfaceId, path } }),
    remove: () => ({ version, deleteSurface: { surfaceId } }),
  }
}

/** Of each component type its builder, called `price` for `Price`. */
export type BuildersOf<Written> = {
  readonly [Type in keyof Written & string as Uncapitalize<Type>]: (props: CommonWritten & Written[Type]) => Built
}

/**
 * Builders for the components of a catalog of one's own. One that is made by `defineCatalogFromSchemas` knows their types; for
 * others they are the type argument: `buildersFor<{ Stay: { hotel: DynamicString } }>(travelCatalog)`.
 */
export function buildersFor<Written extends object>(catalog: {
  readonly components: object
  readonly '~types'?: { readonly written: Written }
}): BuildersOf<Written>
export function buildersFor({ components }: { readonly components: object }): {
  readonly [name: string]: (props: CommonWritten) => Built
} {
  const builders = Object.keys(components).map((type) => [
    `${type.charAt(0).toLowerCase()}${type.slice(1)}`,
    (props: CommonWritten) => createComponent(type, props),
  ])
  return Object.fromEntries(builders)
}
