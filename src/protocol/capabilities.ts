/** What a client sends to an agent about itself: its catalogs, and the data models that the agent asked for. */
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { ProtocolFamily, ProtocolVersion } from './message.ts'

export interface Capabilities {
  /** In order of preference. */
  readonly supportedCatalogIds: readonly string[]
  /** Whole catalogs, for agents that accept them. */
  readonly inlineCatalogs?: readonly JsonObject[]
}

/** A catalog of the host's own, whole, as one version writes it; `inlineCatalog` makes it. */
export interface InlineCatalog {
  readonly protocol: ProtocolFamily
  readonly catalog: JsonObject
}

export interface CapabilityOptions {
  /**
   * `first` (default): each catalog by its own id. `all`: by its aliases, too, for agents that compare ids letter by letter
   * and know a catalog by another one.
   */
  readonly announce?: 'first' | 'all'
  /** Catalogs to send whole. An agent that has not said `acceptsInlineCatalogs` does not expect them. Default: none. */
  readonly inlineCatalogs?: readonly InlineCatalog[]
}

/**
 * Capabilities by version. For v0.9 the whole object is what `a2uiClientCapabilities` holds; for v0.8 it is the value
 * under `v0.8`.
 */
export type ClientCapabilities = { readonly [version in ProtocolVersion]: Capabilities }

/** The value of `a2uiClientDataModel`. */
export interface ClientDataModel {
  readonly version: 'v0.9'
  readonly surfaces: { readonly [surfaceId: string]: JsonValue }
}

interface Announced {
  readonly ids: readonly string[]
  readonly protocol: ProtocolFamily
}

export function clientCapabilities(
  dialects: readonly Announced[],
  { announce = 'first', inlineCatalogs = [] }: CapabilityOptions = {},
): ClientCapabilities {
  const of = (family: ProtocolFamily): Capabilities => {
    const ids = dialects.filter((dialect) => dialect.protocol === family).map((dialect) => dialect.ids)
    // The catalogs' own ids come first: a catalog has many aliases, and the next one may be the better answer.
    const first = ids.flatMap((all) => all.slice(0, 1))
    const inline = inlineCatalogs.flatMap(({ protocol, catalog }) => (protocol === family ? [catalog] : []))
    return {
      supportedCatalogIds: announce === 'all' ? [...new Set([...first, ...ids.flat()])] : first,
      ...(inline.length > 0 ? { inlineCatalogs: inline } : {}),
    }
  }
  return { 'v0.8': of('v0.8'), 'v0.9': of('v0.9'), 'v0.9.1': of('v0.9') }
}

interface Modelled {
  readonly id: string
  readonly sendDataModel: boolean
  readonly data: { get(pointer: string): JsonValue | undefined }
}

export function clientDataModel(surfaces: readonly Modelled[]): ClientDataModel | undefined {
  const asked = surfaces.filter((surface) => surface.sendDataModel)
  if (asked.length === 0) return undefined
  const models = Object.fromEntries(asked.map(({ id, data }) => [id, data.get('/') ?? {}]))
  // As JSON writes it: null for each element that was taken out of a list, so the others have the same indexes there.
  return { version: 'v0.9', surfaces: JSON.parse(JSON.stringify(models)) }
}
