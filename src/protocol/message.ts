/** What a message of an agent and an event of a user say, the same for both protocol versions: the stages behind know no version. */

import type { ProtocolVersion } from '../errors/protocol-version.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import type { Pointer } from '../json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../json/value.ts'

export type { ProtocolVersion } from '../errors/protocol-version.ts'

/** Versions that differ in more than their name. */
export type ProtocolFamily = 'v0.8' | 'v0.9'

export function familyOf(version: ProtocolVersion): ProtocolFamily {
  return version === 'v0.8' ? 'v0.8' : 'v0.9'
}

/** The catalog of a surface whose message names none, in lenient mode: no catalog has this id. */
export const noCatalog = 'urn:surface-runtime:no-catalog'

export type Message = CreateSurface | UpdateComponents | UpdateDataModel | DeleteSurface

export interface CreateSurface {
  readonly kind: 'createSurface'
  readonly surfaceId: string
  readonly version: ProtocolVersion
  readonly catalogId: string
  /** Lenient mode: the message names no catalog. That is reported when the message is read. */
  readonly unnamed?: boolean
  /** The id of the component to begin with. */
  readonly root: string
  readonly theme: JsonObject
  readonly sendDataModel: boolean
  /** True for v0.8: a second `beginRendering` replaces root and theme of a live surface and keeps the rest. */
  readonly mayRestart: boolean
}

export interface UpdateComponents {
  readonly kind: 'updateComponents'
  readonly surfaceId: string
  /** In the dialect of the version; the surface's catalog reads them. */
  readonly components: readonly JsonValue[]
}

export interface UpdateDataModel {
  readonly kind: 'updateDataModel'
  readonly surfaceId: string
  /** v0.8: names as they stand; see json/loose-path.ts. */
  readonly pointer: Pointer
  /** `undefined`: what is at the pointer is removed. */
  readonly value: Maybe
}

interface DeleteSurface {
  readonly kind: 'deleteSurface'
  readonly surfaceId: string
}

/** Where a message came from. */
interface MessageOrigin {
  readonly family: ProtocolFamily
  /** JSON Pointer of the payload in the wire message, such as `/updateComponents`. */
  readonly at: string
  readonly line?: number | undefined
  /** The components are the caller's own objects: they are copied while they are read. */
  readonly callerOwned?: true
  /** The index of the first component in the list as it was sent: those before it were applied already. Default 0. */
  readonly componentOffset?: number | undefined
  /** The index of each component in the list as it was sent, where others of that list are left out. */
  readonly indexes?: readonly number[]
}

/** A message and where it came from, as one object: `kind` tells which message it is. */
export type Received<M extends Message = Message> = M & MessageOrigin

/** An action of the user, for the agent. */
export interface ClientEvent {
  readonly kind: 'action'
  /** The version that opened the surface. */
  readonly version: ProtocolVersion
  readonly surfaceId: string
  /** The source that has begun the surface; `undefined`: a stream. See `Surface.source`. */
  readonly source?: string | undefined
  /** The component's id as the agent sent it; of list items it names all. */
  readonly componentId: string
  readonly name: string
  /** Evaluated when the user acted. */
  readonly context: JsonObject
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

/** What may be sent to the agent. */
export type Outgoing = ClientEvent | SurfaceError
