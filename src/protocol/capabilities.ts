/** What a client tells an agent about itself: catalogs it knows, and data models it was asked to send along. */
import type { JsonValue } from '../json/value.ts'
import type { ProtocolFamily, ProtocolVersion } from './message.ts'

export interface Capabilities {
  /** In order of preference. */
  readonly supportedCatalogIds: readonly string[]
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

export function clientCapabilities(doors: readonly Announced[]): ClientCapabilities {
  const of = (family: ProtocolFamily): Capabilities => ({
    supportedCatalogIds: doors.filter((door) => door.protocol === family).flatMap((door) => door.ids.slice(0, 1)),
  })
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
  const models = asked.map(({ id, data }): [string, JsonValue] => [id, data.get('/') ?? {}])
  return { version: 'v0.9', surfaces: Object.fromEntries(models) }
}
